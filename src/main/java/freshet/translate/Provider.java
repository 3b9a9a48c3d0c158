package freshet.translate;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A translator with what is remembered of how it does, until the next start. Safe for several
/// threads.
final class Provider {
  private static final Duration FIRST_REST = Duration.ofSeconds(30);
  private static final Duration LONGEST_REST = Duration.ofHours(1);

  /// Pairs are added to a server seldom.
  private static final Duration PAIR_AGAIN = Duration.ofHours(6);

  final Translator translator;
  private final Map<String, Instant> noPairs = new ConcurrentHashMap<>();
  private Instant rests = Instant.MIN;
  private int failures;
  private @Nullable String trouble;

  Provider(Translator translator) {
    this.translator = translator;
  }

  synchronized boolean isFree(Instant now) {
    return !now.isBefore(rests);
  }

  boolean knows(String from, String into, Instant now) {
    Instant since = noPairs.get(from + "-" + into);
    return since == null || now.isAfter(since.plus(PAIR_AGAIN));
  }

  synchronized void worked() {
    failures = 0;
    trouble = null;
  }

  synchronized void noPair(String from, String into, Instant now) {
    worked();
    noPairs.put(from + "-" + into, now);
  }

  /// @param after as it said itself, null if it did not
  synchronized void failed(String why, @Nullable Duration after, Instant now) {
    failures++;
    Duration wait = FIRST_REST.multipliedBy(1L << Math.min(failures - 1, 10));
    if (wait.compareTo(LONGEST_REST) > 0) wait = LONGEST_REST;
    if (after != null) wait = after.compareTo(Duration.ofDays(1)) > 0 ? Duration.ofDays(1) : after;
    rests = now.plus(wait);
    trouble = why;
  }

  /// Asked by a person: it is not waited for.
  synchronized void wake() {
    rests = Instant.MIN;
  }

  synchronized @Nullable String trouble() {
    return trouble;
  }

  /// Null if it can be asked now.
  synchronized @Nullable Instant restsUntil(Instant now) {
    return isFree(now) ? null : rests;
  }
}
