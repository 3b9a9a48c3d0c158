package freshet.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

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
    await().during(java.time.Duration.ofMillis(300)).until(() -> holding.get() == 2);
    go.countDown();
    for (Thread poll : polls) poll.join();
    assertThat(holding).hasValue(10);
  }

  @Test
  void whereNobodyCountsThereIsRoom() throws InterruptedException {
    assertThat(BodyRoom.reserve(LARGE)).isTrue();
  }
}
