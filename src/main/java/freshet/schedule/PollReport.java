package freshet.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one poll came to, in the terms of scheduling.
///
/// @param retryAfter what the server asked for, if it did
/// @param reason of a failure, a few words for the user, such as "the server answered 503"
/// @param entries new to us; of a feed's first poll, all that it shows: its history
/// @param offsetSeconds the zone the feed writes its dates in, if it says so
public record PollReport(
    Result result,
    @Nullable Duration retryAfter,
    @Nullable String reason,
    List<Sighting> entries,
    @Nullable Integer offsetSeconds,
    Hints hints) {

  public enum Result {
    /// An answer of use: a feed, whether or not it brought new entries, or "not modified".
    ANSWERED,
    /// The server answered with a refusal: 4xx, 5xx.
    REFUSED,
    /// No usable answer: unreachable, timed out, not a feed.
    FAILED,
    /// We may not ask: robots.txt, a private address.
    FORBIDDEN,
    /// 410: taken away for good.
    GONE
  }

  /// A new entry.
  ///
  /// @param published as the feed says, or null if it does not; implausible times are told here,
  ///   not by the caller
  /// @param dateOnly the feed gave a day without a time
  public record Sighting(@Nullable Instant published, boolean dateOnly) {}

  /// What feed and server say about when to ask again. Lists are empty where nothing was said.
  ///
  /// @param freshFor Cache-Control or Expires
  /// @param ttlMinutes of RSS
  /// @param skipHours 0–23, UTC
  /// @param skipDays English names
  /// @param updateEvery of the syndication module
  public record Hints(
      @Nullable Duration freshFor,
      @Nullable Integer ttlMinutes,
      List<Integer> skipHours,
      List<String> skipDays,
      @Nullable Duration updateEvery) {
    public static final Hints NONE = new Hints(null, null, List.of(), List.of(), null);
  }

  public PollReport {
    entries = List.copyOf(entries);
  }

  public static PollReport answered(List<Sighting> entries, Hints hints) {
    return new PollReport(Result.ANSWERED, null, null, entries, null, hints);
  }

  public static PollReport nothingNew(Hints hints) {
    return answered(List.of(), hints);
  }

  public static PollReport failed(Result result, @Nullable Duration retryAfter, String reason) {
    return new PollReport(result, retryAfter, reason, List.of(), null, Hints.NONE);
  }

  boolean useful() {
    return result == Result.ANSWERED;
  }
}
