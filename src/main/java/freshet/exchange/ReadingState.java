package freshet.exchange;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What somebody made of entries in another program, as its file tells.
///
/// @param cut a sentence for the user, if not all of the file was read
public record ReadingState(List<Kept> entries, @Nullable String cut) {

  /// @param link where the entry stands, by which it is known here
  /// @param guid its feed's own name for it
  /// @param read false also if the file does not tell
  /// @param labels words on it; programs of Google Reader's kind have folders among them
  public record Kept(
      @Nullable String link,
      @Nullable String guid,
      @Nullable String title,
      boolean read,
      boolean starred,
      Set<String> labels) {}
}
