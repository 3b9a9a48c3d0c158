package freshet.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import freshet.bound.ReadingPool.Limits;
import freshet.bound.ReadingPool.Result;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ReadingPoolTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  private final AtomicBoolean over = new AtomicBoolean(); // ends whoever does not listen

  @AfterEach
  void end() {
    over.set(true);
  }

  private static ReadingPool pool(int threads, Duration work, Duration grace, long bytes) {
    return new ReadingPool(new Limits(threads, work, LONG, grace, bytes));
  }

  private static ReadingPool patient(int threads, long bytes) {
    return pool(threads, LONG, LONG, bytes);
  }

  @Test
  void workIsDoneOnAThreadOfTheSystemThatIsNotOurs() throws InterruptedException {
    try (ReadingPool pool = patient(2, 1_000_000)) {
      Result<Boolean> result = pool.read(10, () -> Thread.currentThread().isVirtual());
      assertThat(result).isEqualTo(new Result.Done<>(false));
      assertThat(pool.stopped()).isZero();
    }
  }

  @Test
  void workThatNeverEndsDoesNotKeepItsBytesForEver() throws InterruptedException {
    Duration whole = Duration.ofMillis(500);
    var limits = new Limits(2, Duration.ofMillis(200), whole, Duration.ofMillis(200), 1_000_000);
    try (ReadingPool pool = new ReadingPool(limits)) {
      Result<Integer> given =
          pool.read(
              990_000,
              () -> {
                while (!over.get()) Thread.onSpinWait();
                return 1;
              });
      assertThat(given).isInstanceOf(Result.Stopped.class);
      CountDownLatch read = new CountDownLatch(1);
      Thread _ =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  pool.read(990_000, () -> "the next");
                  read.countDown();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      assertThat(read.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(over).isFalse();
    }
  }

  @Test
  void workThatIsOutOfTimeIsStoppedAndSaysSo() throws InterruptedException {
    try (ReadingPool pool = pool(1, Duration.ofMillis(300), LONG, 1_000_000)) {
      Result<Integer> result =
          pool.read(
              10,
              () -> {
                while (true) Stop.check();
              });
      assertThat(result).isEqualTo(new Result.Stopped<>("took longer than 0 s"));
      assertThat(pool.stopped()).isOne();
      assertThat(pool.abandoned()).isZero();
      assertThat(pool.read(10, () -> "the next")).isEqualTo(new Result.Done<>("the next"));
    }
  }

  @Test
  void waitingIsNotWorking() throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    try (ReadingPool pool = pool(1, Duration.ofMillis(400), LONG, 1_000_000)) {
      Thread opener =
          Thread.ofVirtual()
              .start(() -> await().pollDelay(Duration.ofSeconds(1)).until(() -> true));
      Thread.ofVirtual()
          .start(() -> {
            try {
              opener.join();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            go.countDown();
          });
      Result<String> result =
          pool.read(
              10,
              () -> {
                try {
                  go.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                Stop.check();
                return "done";
              });
      assertThat(result).isEqualTo(new Result.Done<>("done"));
    }
  }

  @Test
  void whoDoesNotListenIsGivenUpAndTakesNoSeat() throws InterruptedException {
    try (ReadingPool pool = pool(1, Duration.ofMillis(200), Duration.ofMillis(200), 1_000_000)) {
      Result<Integer> result =
          pool.read(
              10,
              () -> {
                int n = 0;
                while (!over.get()) n++;
                return n;
              });
      assertThat(result).isInstanceOf(Result.Stopped.class);
      assertThat(pool.abandoned()).isOne();
      assertThat(pool.read(10, () -> "the next")).isEqualTo(new Result.Done<>("the next"));
    }
  }

  @Test
  void whatTheWorkThrowsComesOut() {
    try (ReadingPool pool = patient(1, 1_000_000)) {
      assertThatThrownBy(() ->
              pool.read(
                  10,
                  () -> {
                    throw new IllegalStateException("of ours");
                  }))
          .hasMessage("of ours");
    }
  }

  @Test
  void tooLittleMemoryIsAnOutcome() throws InterruptedException {
    try (ReadingPool pool = patient(1, 1_000_000)) {
      Result<String> result =
          pool.read(
              10,
              () -> {
                throw new OutOfMemoryError("as if");
              });
      assertThat(result).isEqualTo(new Result.Stopped<>("needed more memory than Freshet has"));
    }
  }

  @Test
  void workWithinWorkNeedsNoSecondSeat() throws InterruptedException {
    try (ReadingPool pool = patient(1, 1_000_000)) {
      Result<Result<String>> result =
          pool.read(
              10,
              () -> {
                try {
                  return pool.read(10, () -> "inner");
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      assertThat(result).isEqualTo(new Result.Done<>(new Result.Done<>("inner")));
    }
  }

  @Test
  void noMoreBytesAreReadAtOnceThanThereIsRoomFor() throws InterruptedException {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (ReadingPool pool = patient(8, 100 * 1024)) {
      List<Thread> readers = new CopyOnWriteArrayList<>();
      for (int i = 0; i < 20; i++) {
        readers.add(
            Thread.ofVirtual()
                .start(() -> {
                  try {
                    pool.read(
                        45 * 1024,
                        () -> {
                          most.accumulateAndGet(now.incrementAndGet(), Math::max);
                          Thread.onSpinWait();
                          return now.decrementAndGet();
                        });
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                }));
      }
      for (Thread reader : readers) reader.join();
      assertThat(most).hasValueLessThanOrEqualTo(2);
      assertThat(pool.read(50_000_000, () -> "larger than all room"))
          .isInstanceOf(Result.Done.class);
    }
  }

  @Test
  void aSuspectIsReadAlone() throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    AtomicBoolean beside = new AtomicBoolean();
    ReadingPool.Watch alone =
        new ReadingPool.Watch() {
          @Override
          public boolean alone() {
            return true;
          }

          @Override
          public void begins() {}

          @Override
          public void spent(Duration time) {}

          @Override
          public void ends() {}
        };
    try (ReadingPool pool = patient(3, 1_000_000)) {
      Thread suspect =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  pool.read(
                      10,
                      alone,
                      () -> {
                        inside.countDown();
                        try {
                          leave.await();
                        } catch (InterruptedException e) {
                          throw new IllegalStateException(e);
                        }
                        return !beside.get();
                      });
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      inside.await();
      Thread other =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  pool.read(
                      10,
                      () -> {
                        beside.set(true);
                        return 0;
                      });
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      await().until(() -> other.getState() == Thread.State.WAITING);
      assertThat(beside).isFalse();
      leave.countDown();
      suspect.join();
      other.join();
      assertThat(beside).isTrue();
    }
  }
}
