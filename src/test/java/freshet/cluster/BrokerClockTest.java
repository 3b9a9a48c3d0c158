package freshet.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The clock of the machine is minutes away from the broker's in all of these.
final class BrokerClockTest {
  private static final long BROKER = 1_000_000;

  private static final class Machine implements BrokerClock.Ticks {
    long steady = 77_000;
    long day = BROKER - 600_000;

    @Override
    public long nanos() {
      return steady * 1_000_000;
    }

    @Override
    public long dayMillis() {
      return day;
    }

    void pass(long millis) {
      steady += millis;
      day += millis;
    }
  }

  private final Machine machine = new Machine();
  private final BrokerClock clock = new BrokerClock(machine);

  /// A message took 30 ms there and 20 ms back.
  private void measure() {
    BrokerClock.Mark sent = clock.mark();
    machine.pass(50);
    clock.measured(sent, BROKER + 30);
  }

  @Test
  void theTrueTimeIsBetweenBothBounds() {
    measure();
    assertThat(clock.earliest()).isEqualTo(BROKER + 30);
    assertThat(clock.latest()).isBetween(BROKER + 80, BROKER + 82);
    machine.pass(5_000);
    long truth = BROKER + 5_050;
    assertThat(clock.earliest()).isLessThanOrEqualTo(truth);
    assertThat(clock.latest()).isGreaterThanOrEqualTo(truth);
  }

  @Test
  void aMachineThatSleptKnowsByTheClockOfTheDay() {
    measure();
    machine.day += 60_000; // the steady clock stood still
    assertThat(clock.until(BROKER + 20_000).isPositive()).isFalse();
  }

  @Test
  void aClockThatIsSetBackOpensNothingAgain() {
    measure();
    machine.pass(10_000);
    machine.day -= 3_600_000;
    assertThat(clock.until(BROKER + 5_000).isPositive()).isFalse();
    assertThat(clock.until(BROKER + 20_000)).isGreaterThan(Duration.ofSeconds(9));
  }

  @Test
  void nothingIsKnownBeforeTheBrokerWasHeardOf() {
    assertThat(clock.isKnown()).isFalse();
    measure();
    assertThat(clock.isKnown()).isTrue();
  }
}
