package freshet.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.schedule.Budget;
import freshet.schedule.Turns;
import freshet.text.Spans;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A start without any knowledge: whoever knows nothing of the feeds must not be worse than taking
/// turns.
final class ColdStartTest {
  private static final int TRACES = 5;
  private static final double NOISE = 1.03;

  /// Feeds that publish at random, a few of them most of it.
  private static Trace random(long seed, int feeds, double meanGap, double seconds) {
    Random random = new Random(seed);
    var trace = new Trace.Builder();
    for (int i = 0; i < feeds; i++) {
      double gap = meanGap * Math.exp(-random.nextGaussian());
      for (double t = 0; ; ) {
        t -= gap * Math.log(1 - random.nextDouble());
        if (t > seconds) break;
        trace.add("f" + i, 1_790_000_000 + (long) t);
      }
    }
    return trace.build();
  }

  private static double delay(String policy, Conditions conditions, int feeds, double scale) {
    double sum = 0;
    for (int seed = 1; seed <= TRACES; seed++) {
      Trace trace = random(seed, feeds, 60 * scale, 1000 * scale);
      sum += new Run(policy, policy, trace, conditions).go(_ -> {}).meanDelaySeconds();
    }
    return sum / TRACES;
  }

  /// A quarter of an hour of feeds that publish every minute, and half a day of feeds that publish
  /// every hour.
  @ParameterizedTest
  @CsvSource({
    "10/1m, 10s, 30s, 1",
    "20/1m, 10s, 30s, 1",
    "60/1m, 10s, 30s, 1",
    "150/1m, 10s, 30s, 1",
    "20/1m, 10s, 1d, 1",
    "60/1m, 10s, 1d, 1",
    "5/10m, 10m, 1d, 60",
    "10/10m, 10m, 1d, 60",
    "30/10m, 10m, 1d, 60"
  })
  void isNeverBehindTakingTurns(String budget, String least, String longest, double scale) {
    Conditions conditions =
        new Conditions(
                Budget.of(budget, Budget.Spacing.EVEN),
                new Turns.Rules(span(least), span(longest), Duration.ZERO),
                0,
                1,
                false)
            .live();
    double turns = delay("round-robin", conditions, 30, scale);
    assertThat(delay("freshet", conditions, 30, scale))
        .as("taking turns: %.1f s", turns)
        .isLessThan(NOISE * turns);
  }

  private static Duration span(String text) {
    return Spans.parse(text);
  }
}
