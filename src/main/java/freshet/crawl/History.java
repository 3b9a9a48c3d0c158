package freshet.crawl;

import java.time.Duration;
import java.time.Instant;

/// What is known of a page's changes, and the re-visit policy: when to look again.
///
/// @param fetched seconds since 1970, 0 if never
/// @param visits how often it was fetched
/// @param changes how often it then differed from the visit before
/// @param frequency and `modified` (seconds since 1970, 0 if not said) are from its sitemap
record History(long fetched, int visits, int changes, ChangeFrequency frequency, long modified) {
  private static final Duration SOONEST = Duration.ofMinutes(30);
  private static final Duration LATEST = Duration.ofDays(90);
  private static final Duration UNTIL_KNOWN = Duration.ofDays(1);

  /// When the page is worth another visit. A sitemap that dates the last change decides at once;
  /// the page's own changes are believed over what its sitemap says of their frequency, which is
  /// mostly a default of the software.
  Instant due() {
    if (fetched == 0) return Instant.EPOCH;
    Instant last = Instant.ofEpochSecond(fetched);
    // What is made anew at every visit has no date of its last change, whatever stands there.
    if (modified > 0 && frequency != ChangeFrequency.ALWAYS) {
      // One that was not changed since our visit may have lost its date: look again in the end.
      return modified > fetched ? last.plus(SOONEST) : last.plus(LATEST);
    }
    if (frequency == ChangeFrequency.ALWAYS) return last.plus(SOONEST);
    Duration said = frequency == ChangeFrequency.UNKNOWN ? UNTIL_KNOWN : frequency.interval;
    if (visits < 2) return last.plus(within(said));
    // As often as it was found changed, smoothed by one visit of each kind.
    double rate = (changes + 1.0) / (visits + 1.0);
    double factor = rate > 0.75 ? 0.5 : rate > 0.4 ? 1 : Math.min(16, 0.5 / rate);
    return last.plus(within(Duration.ofMillis((long) (said.toMillis() * factor))));
  }

  private static Duration within(Duration d) {
    if (d.compareTo(SOONEST) < 0) return SOONEST;
    return d.compareTo(LATEST) > 0 ? LATEST : d;
  }
}
