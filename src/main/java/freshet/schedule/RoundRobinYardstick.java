package freshet.schedule;

import freshet.text.Spans;
import java.time.Duration;
import java.time.Instant;

/// What plain round-robin would have made of the same entries under the same budget: computed from
/// their times, not guessed. Round-robin polls the feeds in a fixed order, one call after the
/// other, so each feed has a fixed place in the round and an entry waits until its feed's next
/// turn. It keeps to the same manners: a feed whose publisher or reader wants more time between two
/// polls is passed over until that time is over, and the calls so spared make the round shorter.
///
/// @param budget of the calls
/// @param minInterval no two polls of a feed are closer, so a round is at least this long
public record RoundRobinYardstick(Budget budget, Duration minInterval) {
  /// Seconds from one turn of a feed to its next, with so many feeds.
  public double roundSeconds(int feeds) {
    return Math.max(Spans.seconds(minInterval), feeds * budget.gapSeconds());
  }

  /// Seconds of a round among feeds of which some are held back for longer.
  ///
  /// @param holds the least time between two polls of each feed, in seconds
  public double roundSeconds(double[] holds) {
    double low = Spans.seconds(minInterval);
    double high = roundSeconds(holds.length);
    double allowed = 1 / budget.gapSeconds();
    if (callsPerSecond(low, holds) <= allowed) return low;
    for (int i = 0; i < 40; i++) {
      double mid = (low + high) / 2;
      if (callsPerSecond(mid, holds) > allowed) low = mid;
      else high = mid;
    }
    return high;
  }

  private static double callsPerSecond(double round, double[] holds) {
    double calls = 0;
    for (double hold : holds) calls += 1 / period(round, hold);
    return calls;
  }

  /// From one turn that a feed takes to the next.
  private static double period(double round, double hold) {
    return round * Math.max(1, Math.ceil(hold / round - 1e-9));
  }

  /// The same of a feed that is held back.
  ///
  /// @param round as [#roundSeconds] has it
  /// @param hold the least time between two polls of this feed, in seconds
  public Duration delay(int place, int feeds, double round, double hold, Instant published) {
    if (place < 0 || place >= feeds) {
      throw new IllegalArgumentException("place " + place + " of " + feeds);
    }
    double turn =
        budget.spacing() == Budget.Spacing.EVEN
            ? place * (round / feeds)
            : Math.floor((double) place / budget.calls()) * Spans.seconds(budget.window());
    double into = Spans.seconds(published) - turn;
    double period = period(round, hold);
    double since = into - Math.floor(into / period) * period;
    return Duration.ofMillis(Math.round((period - since) * 1000));
  }
}
