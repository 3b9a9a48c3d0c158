package freshet.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import freshet.text.Spans;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// advaRSS as its paper has it (docs/simulator.md), with numbers computed by hand.
final class HourlyRatesTest {
  private static final double TEN = Spans.seconds(Instant.parse("2026-03-04T10:00:00Z"));
  private static final double[] NONE = {};

  private static HourlyRates policy(HourlyRates.Rank rank) {
    HourlyRates p = new HourlyRates(rank, 2, 0.1, 0.5);
    p.add(0, TEN, NONE_LEARNED);
    return p;
  }

  private static final byte[] NONE_LEARNED = {};

  @Test
  void articlesAreTheIntegralOfTheHourlyRates() {
    HourlyRates p = policy(HourlyRates.Rank.ENTRIES);
    // 2 an hour for 90 minutes and a second: 2 · 5401 / 3600.
    assertThat(p.value(0, TEN + 5401)).isCloseTo(3.000556, within(1e-6));
  }

  @Test
  void subscribersRaiseTheRank() {
    HourlyRates p = policy(HourlyRates.Rank.ENTRIES);
    p.weigh(0, 1 + 0.1 * 30);
    assertThat(p.value(0, TEN + 1800)).isCloseTo(1.0 * (1 + 0.1 * 30), within(1e-6));
  }

  @Test
  void newArticlesAreSpreadOverTheHoursSinceTheLastVisit() {
    HourlyRates p = policy(HourlyRates.Rank.ENTRIES);
    // 6 new in 90 minutes: 4 an hour. Hour 10 whole: 2 + 0.5 · (4 − 2) = 3. Hour 11 half: 2.5.
    p.polled(0, TEN + 5400, NONE, 0, 0, 6);
    assertThat(p.day(0)[10]).isCloseTo(3, within(1e-6f));
    assertThat(p.day(0)[11]).isCloseTo(2.5f, within(1e-6f));
    assertThat(p.day(0)[12]).isEqualTo(2);
    // 11:30 to 12:15 at 2.5 and 2 an hour.
    assertThat(p.value(0, TEN + 5400 + 2700)).isCloseTo(1.25 + 0.5, within(1e-6));
  }

  @Test
  void aRateNeverFallsUnderTheMinimum() {
    HourlyRates p = policy(HourlyRates.Rank.ENTRIES);
    double t = TEN;
    for (int i = 0; i < 40; i++) p.polled(0, t += 86_400, NONE, 0, 0, 0);
    assertThat(p.day(0)).containsOnly(0.1f);
    assertThat(p.value(0, t + 36_000)).isCloseTo(1, within(1e-5));
  }

  @Test
  void minimumDelayAddsUpTheWaitingOfWhatIsExpected() {
    HourlyRates p = policy(HourlyRates.Rank.DELAY);
    // Rate 2 an hour for two hours: ∫∫ = 2/3600 · 7200² / 2.
    assertThat(p.value(0, TEN + 7200)).isCloseTo(14_400, within(1e-6));
  }

  @Test
  void theTimeALevelIsReachedIsFound() {
    for (HourlyRates.Rank rank : HourlyRates.Rank.values()) {
      HourlyRates p = policy(rank);
      p.polled(0, TEN + 5400, NONE, 0, 0, 9);
      double t = p.reaches(0, 3, TEN + 5400);
      assertThat(p.value(0, t)).isCloseTo(3, within(1e-6));
    }
  }
}
