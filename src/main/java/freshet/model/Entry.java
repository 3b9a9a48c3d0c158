package freshet.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An entry that is stored, without its long parts (those are [EntryBody]).
///
/// @param title and `excerpt` are plain text
/// @param dateOnly the publisher gave a day without a time
/// @param firstSeen when Freshet stored it
/// @param editedAt when Freshet last saw the publisher change it
/// @param duration how long its sound or film lasts, as the publisher says
public record Entry(
    long id,
    long feedId,
    String feedName,
    @Nullable String guid,
    @Nullable String link,
    @Nullable String title,
    @Nullable String excerpt,
    List<String> authors,
    List<String> categories,
    @Nullable String image,
    @Nullable Instant published,
    boolean dateOnly,
    Instant firstSeen,
    @Nullable Instant updated,
    @Nullable Instant editedAt,
    @Nullable String language,
    @Nullable Duration duration) {

  /// Where it stands in the river, see [#placed(Instant, boolean, Instant)].
  public Instant placed() {
    return placed(published, dateOnly, firstSeen);
  }

  /// The publisher's time, but never later than Freshet saw it: a date in the future does not keep
  /// an entry on top, and the first fetch of a feed does not bury the rest under its old entries. A
  /// day without a time counts as that day's end.
  public static Instant placed(@Nullable Instant published, boolean dateOnly, Instant firstSeen) {
    if (published == null || published.isAfter(firstSeen)) return firstSeen;
    if (published.isBefore(Instant.EPOCH)) return Instant.EPOCH;
    if (!dateOnly) return published;
    Instant end = published.plus(Duration.ofDays(1)).minusMillis(1);
    return end.isAfter(firstSeen) ? firstSeen : end;
  }
}
