package freshet.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class FollowerTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private final AtomicInteger steps = new AtomicInteger();

  private static Follower follower(Duration gather, Duration longest, Follower.Step step) {
    return new Follower(
        "test", gather, longest, Duration.ofMillis(5), step, Set.of(IllegalStateException.class));
  }

  private void awaitSteps(int count) {
    await().until(() -> steps.get() >= count);
  }

  @Test
  void aStepIsTakenAtTheStartAndAfterEveryChange() {
    try (Follower follower = follower(Duration.ZERO, HOUR, steps::incrementAndGet)) {
      follower.start();
      awaitSteps(1);
      follower.wake();
      awaitSteps(2);
    }
    assertThat(steps).hasValue(2);
  }

  @Test
  void withoutAChangeAStepIsTakenAfterTheLongestTime() {
    try (Follower follower =
        follower(Duration.ZERO, Duration.ofMillis(5), steps::incrementAndGet)) {
      follower.start();
      awaitSteps(3);
    }
  }

  @Test
  void changesThatComeTogetherAreOneStepAndWhatComesDuringAStepIsAnother() {
    Semaphore mayEnd = new Semaphore(0);
    try (Follower follower =
        follower(
            Duration.ofMillis(20),
            HOUR,
            () -> {
              steps.incrementAndGet();
              mayEnd.acquire();
            })) {
      for (int i = 0; i < 100; i++) follower.wake();
      follower.start();
      awaitSteps(1);
      for (int i = 0; i < 100; i++) follower.wake();
      mayEnd.release(2);
      awaitSteps(2);
      await().until(() -> mayEnd.availablePermits() == 0);
    }
    assertThat(steps).hasValue(2);
  }

  @Test
  void whateverAStepThrowsItIsTakenAgain() {
    List<Throwable> failures =
        Collections.synchronizedList(
            new ArrayList<>(
                List.of(
                    new IllegalStateException("the store is away"),
                    new NullPointerException("a mistake of ours"),
                    new StackOverflowError(),
                    new AssertionError("another"))));
    try (Follower follower =
        follower(
            Duration.ZERO,
            HOUR,
            () -> {
              Throwable next = failures.isEmpty() ? null : failures.removeFirst();
              if (next instanceof Error error) throw error;
              if (next instanceof RuntimeException e) throw e;
              steps.incrementAndGet();
            })) {
      follower.start();
      awaitSteps(1);
      follower.wake();
      awaitSteps(2);
    }
  }

  @Test
  void theWaitGrowsWithEveryFailure() {
    List<Long> times = Collections.synchronizedList(new ArrayList<>());
    try (Follower follower =
        follower(
            Duration.ZERO,
            HOUR,
            () -> {
              times.add(System.nanoTime());
              throw new IllegalStateException("away");
            })) {
      follower.start();
      await().until(() -> times.size() >= 6);
    }
    // 5, 10, 20, 40 and 80 ms, or more
    assertThat(times.get(5) - times.get(0)).isGreaterThanOrEqualTo(155_000_000L);
  }

  @Test
  void closingWaitsForTheStepUnderWayAndForNothingElse() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicReference<Follower> closing = new AtomicReference<>();
    Follower follower =
        follower(
            Duration.ZERO,
            HOUR,
            () -> {
              begun.countDown();
              await().until(() -> closing.get() != null && closing.get().isClosed());
              steps.incrementAndGet();
            });
    closing.set(follower);
    follower.start();
    begun.await();
    follower.close();
    assertThat(follower.isClosed()).isTrue();
    assertThat(steps).hasValue(1);
    follower(Duration.ZERO, HOUR, steps::incrementAndGet).close(); // never started
    assertThat(steps).hasValue(1);
  }
}
