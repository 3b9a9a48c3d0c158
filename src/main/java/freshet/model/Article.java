package freshet.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What stands on the page behind an entry; kept beside what the feed gave, never instead of it.
///
/// @param html already made safe
/// @param address of the page that answered
/// @param image the page's own picture
/// @param published as the page says
public record Article(
    String html,
    String address,
    @Nullable String title,
    @Nullable String author,
    @Nullable String image,
    @Nullable Instant published,
    Instant fetched) {

  /// What became of the page behind an entry.
  ///
  /// @param nextTry when it is asked for, if it waits
  /// @param asked when its site was last asked for it, if it was
  /// @param message a sentence for the user, if there is something to say
  public record Status(
      State state, int tries, Instant nextTry, @Nullable Instant asked, @Nullable String message) {}

  public enum State {
    /// Nobody asked for it.
    NONE("none"),
    /// It is fetched soon, or tried again.
    WAITING("waiting"),
    /// It is fetched once it is known that its feed gives teasers.
    HELD("held"),
    THERE("there"),
    /// The page says no more than the feed.
    SAME("same"),
    /// Behind a wall of consent or payment.
    CLOSED("closed"),
    /// A file, a film, a picture.
    NO_PAGE("file"),
    FAILED("failed"),
    /// It was there, and was kept as long as the settings say.
    GONE("gone");

    private final String word;

    State(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }

    public static State of(String word) {
      for (State s : values()) if (s.word.equals(word)) return s;
      return FAILED;
    }
  }
}
