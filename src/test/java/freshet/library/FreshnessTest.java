package freshet.library;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.schedule.Budget;
import freshet.schedule.RoundRobinYardstick;
import freshet.store.Entries.Arrival;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FreshnessTest {
  private static final Instant START = Instant.parse("2026-11-17T12:00:00Z");

  /// One feed that taking turns would ask every ten seconds; ours waited up to so many seconds.
  private static Freshness of(int entries, double longest) {
    Random random = new Random(4);
    List<Arrival> arrivals = new ArrayList<>();
    for (int i = 0; i < entries; i++) {
      Instant published = START.plusMillis(random.nextLong(3_600_000));
      long waited = Math.round(1000 * longest * random.nextDouble());
      arrivals.add(new Arrival(1, published, published.plusMillis(waited)));
    }
    var turns =
        new RoundRobinYardstick(Budget.of("60/10m", Budget.Spacing.EVEN), Duration.ofSeconds(10));
    return Freshness.of(arrivals, Map.of(1L, 0.0), turns);
  }

  @Test
  void aFewEntriesLaterByChanceAreNotCalledBehind() {
    Freshness few = of(20, 11);
    assertThat(few.ours().mean()).isGreaterThan(few.roundRobin().mean());
    assertThat(few.behind()).isFalse();
  }

  @Test
  void manyEntriesLaterAreCalledBehind() {
    assertThat(of(2000, 11).behind()).isTrue();
    assertThat(of(20, 40).behind()).isTrue();
    assertThat(of(2000, 10).behind()).isFalse();
    assertThat(of(0, 10).behind()).isFalse();
  }
}
