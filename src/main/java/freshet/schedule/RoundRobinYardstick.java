package freshet.schedule;

import java.time.Duration;
import java.time.Instant;

/// What plain round-robin would have made of the same entries under the same budget: computed from
/// their times, not guessed. Round-robin polls the feeds in a fixed order, one call after the
/// other, so each feed has a fixed place in the round and an entry waits until its feed's next
/// turn.
///
/// @param budget of the calls
/// @param minInterval no two polls of a feed are closer, so a round is at least this long
public record RoundRobinYardstick(Budget budget, Duration minInterval) {

  /// Seconds from one turn of a feed to its next, with so many feeds.
  public double roundSeconds(int feeds) {
    return Math.max(Spans.seconds(minInterval), feeds * budget.gapSeconds());
  }

  /// How long an entry would have waited.
  ///
  /// @param place of its feed in the round, 0 to `feeds` − 1, such as its place by id
  public Duration delay(int place, int feeds, Instant published) {
    if (place < 0 || place >= feeds) {
      throw new IllegalArgumentException("place " + place + " of " + feeds);
    }
    double round = roundSeconds(feeds);
    double turn =
        budget.spacing() == Budget.Spacing.EVEN
            ? place * (round / feeds)
            : Math.floor((double) place / budget.calls()) * Spans.seconds(budget.window());
    double into = Spans.seconds(published) - turn;
    double since = into - Math.floor(into / round) * round;
    return Duration.ofMillis(Math.round((round - since) * 1000));
  }
}
