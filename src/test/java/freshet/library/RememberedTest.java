package freshet.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import freshet.store.StoreUnavailable;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class RememberedTest {
  private volatile Instant now = Instant.parse("2026-11-18T12:00:00Z");
  private final AtomicInteger worked = new AtomicInteger();

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
  void nobodyWaitsForTheNextAnswerWhoComesAgainAndAgain() {
    Remembered<String, Integer> remembered = new Remembered<>(() -> now, 10);
    assertThat(remembered.get("a", () -> slow())).isEqualTo(1);
    now = now.plusSeconds(30);
    assertThat(remembered.get("a", () -> slow())).as("the last one").isEqualTo(1);
    await().until(() -> remembered.get("a", () -> slow()) == 2);
    assertThat(worked).hasValue(2);
  }

  @Test
  void whoAsksAfterAFailureInTheBackgroundIsTold() {
    Remembered<String, Integer> remembered = new Remembered<>(() -> now, 10);
    assertThat(remembered.get("a", () -> slow())).isEqualTo(1);
    now = now.plusSeconds(30);
    Supplier<Integer> failing =
        () -> {
          throw new StoreUnavailable("no database", null);
        };
    await()
        .untilAsserted(
            () -> assertThatThrownBy(() -> remembered.get("a", failing)).hasMessage("no database"));
  }

  @Test
  void whatIsQuickIsWorkedOutEachTime() {
    Remembered<String, Integer> remembered = new Remembered<>(() -> now, 10);
    assertThat(remembered.get("a", worked::incrementAndGet)).isEqualTo(1);
    assertThat(remembered.get("a", worked::incrementAndGet)).isEqualTo(2);
  }

  private int slow() {
    long end = System.nanoTime() + 150_000_000;
    while (System.nanoTime() < end) LockSupport.parkNanos(end - System.nanoTime());
    return worked.incrementAndGet();
  }
}
