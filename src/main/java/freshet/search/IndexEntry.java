package freshet.search;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An entry as far as it is searched.
///
/// @param text plain, the whole of it
/// @param more names of authors and categories
/// @param placed where it stands in the river: its date in the index
/// @param translated the same in other languages
/// @param topic 0 if it has none; so has `story`
public record IndexEntry(
    long id,
    long feed,
    String title,
    String text,
    List<String> more,
    @Nullable String language,
    Instant placed,
    long topic,
    long story,
    List<Translated> translated) {

  /// @param language that it was translated into
  /// @param text plain, empty if only the title was translated
  public record Translated(String language, String title, String text) {}

  public IndexEntry(
      long id,
      long feed,
      String title,
      String text,
      List<String> more,
      @Nullable String language,
      Instant placed,
      long topic,
      long story) {
    this(id, feed, title, text, more, language, placed, topic, story, List.of());
  }
}
