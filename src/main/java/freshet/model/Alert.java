package freshet.model;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// An entry that a rule wants told.
///
/// @param sent when it was taken by whoever is told
/// @param nextTry when it is tried again, while it waits
/// @param trouble what the last try came to
public record Alert(
    long id,
    long rule,
    String ruleName,
    Entry entry,
    State state,
    Instant raised,
    @Nullable Instant sent,
    int tries,
    Instant nextTry,
    @Nullable String trouble) {

  public enum State {
    WAITING,
    SENT,
    /// Tried too often: it waits for a person.
    DEAD;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
