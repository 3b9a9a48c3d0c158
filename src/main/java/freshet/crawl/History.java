package freshet.crawl;

import java.time.Duration;
import java.time.Instant;

/// What is known of a page's changes, and the re-visit policy: when to look again.
///
/// @param fetched seconds since 1970, 0 if never
/// @param visits how often it was fetched, as far as that is remembered
/// @param changes how often it then differed from the visit before
/// @param frequency and `modified` (seconds since 1970, 0 if not said) are from its sitemap
record History(long fetched, int visits, int changes, ChangeFrequency frequency, long modified) {
  private static final Duration SOONEST = Duration.ofMinutes(30);
  private static final Duration LATEST = Duration.ofDays(90);
  private static final Duration UNTIL_KNOWN = Duration.ofDays(1);

  /// What could not be had at all.
  private static final Duration UNTIL_TRIED_AGAIN = Duration.ofDays(30);

  /// More are not remembered: then half of them are forgotten.
  static final int MOST_VISITS = 16;

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
    // A feed, or what is said to change as often, is worth another try on the next day.
    boolean often = frequency == ChangeFrequency.HOURLY;
    if (visits == 0) return last.plus(often ? UNTIL_KNOWN : UNTIL_TRIED_AGAIN);
    Duration said = frequency == ChangeFrequency.UNKNOWN ? UNTIL_KNOWN : frequency.interval;
    // Each visit that finds it changed halves the time, each that does not makes it longer by half:
    // in the end about every third visit finds something new.
    int still = visits - 1 - changes;
    double factor = Math.pow(0.5, changes) * Math.pow(1.5, still);
    return last.plus(within(Duration.ofMillis((long) (said.toMillis() * factor))));
  }

  private static Duration within(Duration d) {
    if (d.compareTo(SOONEST) < 0) return SOONEST;
    return d.compareTo(LATEST) > 0 ? LATEST : d;
  }
}
