package freshet.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class HousekeepingTest {
  @Test
  void aChoreThatFailsKeepsNoneOfTheOthersAndIsTriedAgainAlone() {
    AtomicInteger first = new AtomicInteger();
    AtomicInteger failing = new AtomicInteger();
    AtomicInteger last = new AtomicInteger();
    Runnable failsOnce =
        () -> {
          if (failing.incrementAndGet() == 1) throw new NullPointerException("a mistake of ours");
        };
    try (Housekeeping housekeeping =
        new Housekeeping(
            List.of(first::incrementAndGet, failsOnce, last::incrementAndGet), Set.of())) {
      housekeeping.start();
      await().until(() -> failing.get() == 2);
    }
    assertThat(first).hasValue(1);
    assertThat(last).hasValue(1);
  }
}
