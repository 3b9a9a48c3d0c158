package freshet.model;

import freshet.change.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Entries and polls of which only a little matters.
public final class Made {
  private Made() {}

  /// A poll that brought entries.
  public static PollRecord poll(long feed, FeedUrl url, Instant at, List<NewEntry> entries) {
    return new PollRecord(
        feed,
        null,
        url,
        at,
        PollRecord.Outcome.NEW,
        200,
        null,
        50_000,
        Duration.ofMillis(80),
        Feed.State.ACTIVE,
        Feed.Asking.FRESH,
        Feed.Plan.NEW,
        0,
        null,
        null,
        null,
        entries);
  }

  /// @param content HTML
  public static ParsedEntry entry(
      long key,
      String title,
      Instant published,
      @Nullable String content,
      @Nullable String language,
      String... categories) {
    return new ParsedEntry(
        key,
        key,
        (title + content).hashCode(),
        "id" + key,
        title,
        "https://a.example/" + key,
        List.of(),
        published,
        false,
        null,
        null,
        List.of(),
        null,
        content,
        List.of(categories),
        List.of(),
        null,
        language,
        null,
        null,
        List.of(),
        Map.of());
  }

  /// New entries of a feed, each a story of its own.
  public static Change change(long feed, List<Long> entries) {
    return new Change(feed, entries, entries, List.of(), false);
  }
}
