package freshet.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// All that one poll leaves behind, written in one transaction.
///
/// @param address the address to poll from now on (it changes when the feed has moved)
/// @param channel what the feed said of itself, or null if nothing was read
/// @param entries new and edited ones only
/// @param rhythm what the schedule has learned of the feed, as it wants it back at the next start
public record PollRecord(
    long feedId,
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

  public PollRecord withRhythm(byte @Nullable [] learned) {
    return new PollRecord(
        feedId, address, at, outcome, status, message, bytes, took, state, asking, plan, failures,
        learned, format, channel, entries);
  }

  public PollRecord withAddress(FeedUrl moved) {
    return new PollRecord(
        feedId, moved, at, outcome, status, message, bytes, took, state, asking, plan, failures,
        rhythm, format, channel, entries);
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
    NOT_A_FEED;

    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    public boolean failed() {
      return switch (this) {
        case NEW, NOTHING_NEW, UNCHANGED -> false;
        case GONE, REFUSED, UNREACHABLE, FORBIDDEN, NOT_A_FEED -> true;
      };
    }
  }
}
