package freshet.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class BodyRoomTest {
  private static final int LARGE = 15 * 1024 * 1024;

  @Test
  void onlyAFewLargeBodiesAreThereAtOnceAndAllHaveTheirTurn() throws InterruptedException {
    BodyRoom room = new BodyRoom(512L << 20); // two of the largest size
    AtomicInteger holding = new AtomicInteger();
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> polls = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      polls.add(
          Thread.ofVirtual()
              .start(() -> {
                try {
                  room.within(() -> {
                    for (int size = 16 * 1024; size < LARGE; size *= 2) BodyRoom.reserve(size);
                    BodyRoom.reserve(LARGE);
                    holding.incrementAndGet();
                    go.await();
                  });
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }));
    }
    await().until(() -> holding.get() == 2);
    await().during(Duration.ofMillis(300)).until(() -> holding.get() == 2);
    go.countDown();
    for (Thread poll : polls) poll.join();
    assertThat(holding).hasValue(10);
  }

  @Test
  void whoeverSendsSlowlyKeepsItsPlaceOnlyWhileNobodyWaits() throws InterruptedException {
    BodyRoom room = new BodyRoom(512L << 20, Duration.ZERO, Duration.ofMinutes(1));
    AtomicInteger slow = new AtomicInteger();
    AtomicBoolean got = new AtomicBoolean();
    List<Thread> drips = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      drips.add(
          start(
              room,
              () -> {
                BodyRoom.reserve(LARGE);
                if (BodyRoom.mustYield(513 * 1024)) slow.addAndGet(10); // though nobody waits
                slow.incrementAndGet();
                while (!BodyRoom.mustYield(513 * 1024) && !got.get()) Thread.sleep(5);
                slow.decrementAndGet();
              }));
    }
    await().until(() -> slow.get() == 2);
    start(
            room,
            () -> {
              got.set(BodyRoom.reserve(LARGE) && BodyRoom.hasWaited());
            })
        .join();
    assertThat(got).isTrue();
    for (Thread drip : drips) drip.join();
  }

  @Test
  void whoeverIsQuickKeepsItsPlaceThoughOthersWait() throws InterruptedException {
    BodyRoom room = new BodyRoom(512L << 20, Duration.ZERO, Duration.ofMillis(300));
    CountDownLatch done = new CountDownLatch(1);
    AtomicInteger holding = new AtomicInteger();
    List<Thread> quick = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      quick.add(
          start(
              room,
              () -> {
                BodyRoom.reserve(LARGE);
                holding.incrementAndGet();
                while (!done.await(5, TimeUnit.MILLISECONDS)) {
                  if (BodyRoom.mustYield(Integer.MAX_VALUE)) holding.decrementAndGet();
                }
              }));
    }
    await().until(() -> holding.get() == 2);
    AtomicBoolean got = new AtomicBoolean(true);
    start(room, () -> got.set(BodyRoom.reserve(LARGE))).join();
    done.countDown();
    for (Thread each : quick) each.join();
    assertThat(got).isFalse();
    assertThat(holding).hasValue(2);
  }

  private static Thread start(BodyRoom room, BodyRoom.Work<InterruptedException> work) {
    return Thread.ofVirtual()
        .start(() -> {
          try {
            room.within(work);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  @Test
  void whereNobodyCountsThereIsRoom() throws InterruptedException {
    assertThat(BodyRoom.reserve(LARGE)).isTrue();
  }
}
