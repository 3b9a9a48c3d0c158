package freshet.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// All that one poll leaves behind, written in one transaction.
///
/// @param asked what was asked: what is stored of something else stays. Null for whatever is stored
/// @param address the address to poll from now on (it changes when the feed has moved)
/// @param channel what the feed said of itself, or null if nothing was read
/// @param entries new and edited ones only
/// @param rhythm what the schedule has learned of the feed, as it wants it back at the next start
public record PollRecord(
    long feedId,
    @Nullable Asked asked,
    FeedUrl address,
    Instant at,
    Outcome outcome,
    int status,
    @Nullable String message,
    long bytes,
    Duration took,
    Feed.State state,
    Feed.Asking asking,
    Feed.Plan plan,
    int failures,
    byte @Nullable [] rhythm,
    @Nullable String format,
    ParsedFeed.@Nullable Channel channel,
    List<NewEntry> entries) {

  /// What a poll asked, and what was known of the answer before.
  public record Asked(FeedUrl address, long bodyHash) {
    public static Asked of(Feed feed) {
      return new Asked(feed.url(), feed.asking().bodyHash());
    }
  }

  /// How a poll went, in one word.
  public enum Outcome {
    NEW,
    NOTHING_NEW,
    UNCHANGED,
    GONE,
    REFUSED,
    UNREACHABLE,
    FORBIDDEN,
    NOT_A_FEED,
    /// Reading it took too long, or too much memory.
    STOPPED,
    /// Freshet came to a sudden end while it read it, so it is not asked until somebody says so.
    LEFT_OUT,
    /// Freshet itself failed: no fault of the feed.
    MISTAKE;

    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /// Whether a word that was stored is that of a failure; so is one that nobody knows any more.
    public static boolean failed(String word) {
      for (Outcome o : values()) if (o.word().equals(word)) return o.failed();
      return true;
    }

    /// Nothing else decides which outcomes are failures.
    public boolean failed() {
      return switch (this) {
        case NEW, NOTHING_NEW, UNCHANGED -> false;
        case GONE, REFUSED, UNREACHABLE, FORBIDDEN, NOT_A_FEED, STOPPED, LEFT_OUT, MISTAKE -> true;
      };
    }
  }
}
