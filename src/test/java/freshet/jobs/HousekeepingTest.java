package freshet.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.jobs.Housekeeping.Chore;
import freshet.jobs.Job.Activity;
import freshet.jobs.Job.State;
import freshet.model.Unavailable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HousekeepingTest {
  @TempDir Path folder;
  private final AtomicInteger first = new AtomicInteger();
  private final AtomicInteger last = new AtomicInteger();
  private final Semaphore begun = new Semaphore(0);
  private final Semaphore goOn = new Semaphore(0);

  private Housekeeping open(Runnable middle) {
    return new Housekeeping(
        folder,
        List.of(
            Chore.whole("first", first::incrementAndGet),
            Chore.whole("middle", middle),
            Chore.whole("last", last::incrementAndGet)),
        Duration.ofMillis(10),
        InstantSource.system());
  }

  /// Until somebody lets it go on.
  private void slowly() {
    begun.release();
    goOn.acquireUninterruptibly();
  }

  @Test
  void aChoreThatFailsKeepsNoneOfTheOthersAndIsTriedAgainAlone() {
    AtomicInteger failing = new AtomicInteger();
    Runnable failsOnce =
        () -> {
          if (failing.incrementAndGet() == 1) throw new NullPointerException("a mistake of ours");
        };
    try (Housekeeping housekeeping = open(failsOnce)) {
      housekeeping.start();
      await().until(() -> housekeeping.state() == State.DONE);
      assertThat(housekeeping.trouble()).isEmpty();
    }
    assertThat(failing).hasValue(2);
    assertThat(first).hasValue(1);
    assertThat(last).hasValue(1);
  }

  @Test
  void whileAChoreCannotBeDoneItSaysWhyAndWhenItTriesAgain() {
    Runnable away =
        () -> {
          throw new Unavailable("The database is away", null);
        };
    try (Housekeeping housekeeping = open(away)) {
      housekeeping.start();
      await().until(() -> housekeeping.next().isPresent());
      assertThat(housekeeping.state()).isEqualTo(State.RUNNING);
      assertThat(housekeeping.trouble()).contains("The database is away");
      housekeeping.stop();
      assertThat(housekeeping.state()).isEqualTo(State.STOPPED);
      assertThat(housekeeping.trouble()).isEmpty();
    }
  }

  @Test
  void betweenTwoChoresItCanBePausedAndThePauseOutlivesARestart() throws InterruptedException {
    try (Housekeeping housekeeping = open(this::slowly)) {
      housekeeping.start();
      begun.acquire();
      assertThat(housekeeping.activity()).contains(new Activity("middle", 1, 2));
      housekeeping.pause();
      goOn.release();
      assertThat(housekeeping.state()).isEqualTo(State.PAUSED);
    }
    assertThat(last).hasValue(0);
    try (Housekeeping again = open(() -> {})) {
      again.start();
      assertThat(again.state()).isEqualTo(State.PAUSED);
      assertThat(first).hasValue(1);
      again.resume();
      await().until(() -> again.state() == State.DONE);
    }
    assertThat(first).hasValue(2);
    assertThat(last).hasValue(1);
  }

  @Test
  void aChoreWithMuchToDoCanBePausedBetweenItsSteps() throws InterruptedException {
    AtomicInteger left = new AtomicInteger(3);
    Chore much =
        new Chore(
            "much",
            () -> {
              if (left.get() == 2) slowly();
              return left.get() == 0 ? 0 : left.getAndDecrement() > 0 ? 10 : 0;
            });
    try (Housekeeping housekeeping =
        new Housekeeping(folder, List.of(much), Duration.ofMillis(10), InstantSource.system())) {
      housekeeping.start();
      begun.acquire();
      assertThat(housekeeping.activity()).contains(new Activity("much", 10, -1));
      housekeeping.pause();
      goOn.release();
      await()
          .until(() -> housekeeping.activity().equals(Optional.of(new Activity("much", 20, -1))));
      assertThat(left).hasValue(1);
      assertThat(housekeeping.state()).isEqualTo(State.PAUSED);
      housekeeping.resume();
      await().until(() -> housekeeping.state() == State.DONE);
      assertThat(left).hasValue(0);
      assertThat(housekeeping.activity()).contains(new Activity("tidy", 1, 0));
    }
  }

  @Test
  void whatIsWantedSoonIsDoneSoonAlsoBehindARoundUnderWay() throws InterruptedException {
    try (Housekeeping housekeeping = open(this::slowly)) {
      housekeeping.start();
      begun.acquire();
      housekeeping.soon();
      goOn.release(2);
      await().untilAtomic(last, org.hamcrest.Matchers.is(2));
      await().until(() -> housekeeping.state() == State.DONE);
      goOn.release();
      housekeeping.soon();
      await().untilAtomic(last, org.hamcrest.Matchers.is(3));
    }
  }

  @Test
  void aRoundThatIsStoppedComesAgainInSixHoursOrWhenSomebodyAsks() throws InterruptedException {
    try (Housekeeping housekeeping = open(this::slowly)) {
      housekeeping.start();
      begun.acquire();
      housekeeping.stop();
      assertThat(housekeeping.state()).isEqualTo(State.STOPPED);
      assertThat(housekeeping.next())
          .hasValueSatisfying(at ->
              assertThat(Duration.between(housekeeping.begun(), at))
                  .isGreaterThan(Duration.ofHours(5)));
      housekeeping.resume();
      goOn.release(2);
      await().until(() -> housekeeping.state() == State.DONE);
      assertThat(housekeeping.next()).isPresent();
      assertThat(housekeeping.canResume()).isTrue();
    }
    assertThat(last).hasValue(1);
  }
}
