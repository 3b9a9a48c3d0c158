package freshet.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class RememberedTest {
  private Instant now = Instant.parse("2026-11-18T12:00:00Z");
  private int worked;

  @Test
  void whatTookLongIsGivenAgainForTwentyTimesAsLong() {
    Remembered<String, Integer> remembered = new Remembered<>(() -> now, 10);
    assertThat(remembered.get("a", () -> slow())).isEqualTo(1);
    now = now.plusSeconds(1);
    assertThat(remembered.get("a", () -> slow())).isEqualTo(1);
    assertThat(remembered.get("b", () -> slow())).isEqualTo(2);
    now = now.plusSeconds(3600);
    assertThat(remembered.get("a", () -> slow())).isEqualTo(3);
  }

  @Test
  void whatIsQuickIsWorkedOutEachTime() {
    Remembered<String, Integer> remembered = new Remembered<>(() -> now, 10);
    assertThat(remembered.get("a", () -> ++worked)).isEqualTo(1);
    assertThat(remembered.get("a", () -> ++worked)).isEqualTo(2);
  }

  private int slow() {
    long end = System.nanoTime() + 150_000_000;
    while (System.nanoTime() < end) LockSupport.parkNanos(end - System.nanoTime());
    return ++worked;
  }
}
