package freshet.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class RoundRobinYardstickTest {
  private final RoundRobinYardstick yardstick =
      new RoundRobinYardstick(
          new Budget(60, Duration.ofMinutes(10), Budget.Spacing.EVEN), Duration.ofMinutes(10));

  @Test
  void anEntryWaitsForItsFeedsTurn() {
    // 360 feeds, a call every 10 s: a round is an hour, and feed 6 has its turn at a minute past.
    assertThat(yardstick.roundSeconds(360)).isEqualTo(3600);
    assertThat(
            yardstick.delay(
                6, 360, yardstick.roundSeconds(360), 0, Instant.parse("1970-01-01T05:00:00Z")))
        .isEqualTo(Duration.ofMinutes(1));
    assertThat(
            yardstick.delay(
                6, 360, yardstick.roundSeconds(360), 0, Instant.parse("1970-01-01T05:02:00Z")))
        .isEqualTo(Duration.ofMinutes(59));
  }

  @Test
  void aRoundIsNotShorterThanTheLeastInterval() {
    assertThat(yardstick.roundSeconds(3)).isEqualTo(600);
    assertThat(
            yardstick.delay(
                0, 3, yardstick.roundSeconds(3), 0, Instant.parse("1970-01-01T00:04:00Z")))
        .isEqualTo(Duration.ofMinutes(6));
  }

  @Test
  void overManyEntriesTheMeanIsHalfARound() {
    double sum = 0;
    for (int i = 0; i < 10_000; i++) {
      sum +=
          yardstick
                  .delay(
                      i % 360, 360, yardstick.roundSeconds(360), 0, Instant.ofEpochSecond(i * 977L))
                  .toMillis()
              / 1000.0;
    }
    assertThat(sum / 10_000).isBetween(1750.0, 1850.0);
  }

  @Test
  void aFeedThatIsHeldBackIsPassedOverAndTheOthersHaveItsTurns() {
    // 120 feeds, a call every 10 s: a round of 20 minutes; half of them want two hours.
    double[] holds = new double[120];
    for (int i = 60; i < 120; i++) holds[i] = 7200;
    double round = yardstick.roundSeconds(holds);
    assertThat(round).isBetween(600.0, 800.0);
    Instant t = Instant.parse("1970-01-01T05:00:00Z");
    assertThat(yardstick.delay(0, 120, round, 0, t)).isLessThan(Duration.ofMinutes(14));
    double sum = 0;
    for (int i = 0; i < 10_000; i++) {
      Instant at = Instant.ofEpochSecond(i * 977L);
      sum += yardstick.delay(60 + i % 60, 120, round, 7200, at).toMillis() / 1000.0;
    }
    assertThat(sum / 10_000).isBetween(3500.0, 4100.0);
  }
}
