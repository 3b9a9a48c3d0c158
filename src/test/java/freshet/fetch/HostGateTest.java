package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.FeedUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class HostGateTest {
  private static final Instant START = Instant.parse("2026-11-15T12:00:00Z");

  private Instant now = START;
  private final List<Duration> waits = new ArrayList<>();

  private HostGate gate(Duration gap) {
    return gate(new Politeness(gap, true));
  }

  private HostGate gate(Politeness politeness) {
    return new HostGate(
        politeness,
        () -> now,
        () -> now,
        new Random(3),
        then -> {
          waits.add(Duration.between(now, then));
          now = then;
        });
  }

  private static void visit(HostGate gate, String host) throws InterruptedException {
    try (HostGate.Visit visit = gate.enter(host)) {
      visit.asked();
    }
  }

  @Test
  void theSecondRequestToAHostWaitsForTheGapAndALittleMore() throws Exception {
    HostGate gate = gate(Duration.ofSeconds(1));
    visit(gate, "a.example");
    visit(gate, "b.example");
    assertThat(waits).isEmpty();
    visit(gate, "a.example");
    assertThat(waits).hasSize(1);
    assertThat(waits.getFirst()).isBetween(Duration.ofSeconds(1), Duration.ofMillis(1250));
  }

  @Test
  void afterARestartEveryHostCountsAsAskedAtTheStart() throws Exception {
    HostGate gate = gate(new Politeness(Duration.ofSeconds(1), true, true));
    now = now.plusMillis(300);
    visit(gate, "a.example");
    assertThat(waits).containsExactly(Duration.ofMillis(700));
    visit(gate, "b.example");
    assertThat(waits).hasSize(1);
  }

  @Test
  void afterARestartACrawlDelayIsKeptFromTheStartOn() throws Exception {
    HostGate gate = gate(new Politeness(Duration.ofSeconds(1), true, true));
    try (HostGate.Visit visit = gate.enter("a.example")) {
      visit.asked();
      visit.slowTo(Duration.ofSeconds(20));
      assertThat(visit.gap(Duration.ofMinutes(1))).isTrue();
    }
    assertThat(now).as("robots.txt was asked for after a second").isEqualTo(START.plusSeconds(21));
  }

  @Test
  void whatAProgramThatIsNoMoreWasAtIsLeftAlone() throws Exception {
    HostGate gate = gate(Duration.ofSeconds(1));
    gate.leaveAlone("a.example 8080", Duration.ofSeconds(50));
    gate.leaveAlone("b.example", Duration.ofMinutes(5));
    gate.keepRest("c.example", Duration.ofMinutes(10));
    visit(gate, "a.example");
    assertThat(waits).as("another server").isEmpty();
    visit(gate, "a.example 8080");
    assertThat(waits).containsExactly(Duration.ofSeconds(50));
    assertThat(gate.restOf("b.example")).isEqualTo(START.plus(Duration.ofMinutes(5)));
    assertThat(gate.restsUntil("c.example")).isEqualTo(START.plus(Duration.ofMinutes(10)));
    assertThat(gate.restOf("a.example")).isNull();
  }

  @Test
  void aClockThatIsSetForwardsShortensNoGap() throws Exception {
    Instant[] day = {START};
    HostGate gate =
        new HostGate(
            new Politeness(Duration.ofSeconds(1), true),
            () -> day[0],
            () -> now,
            new Random(3),
            then -> {
              waits.add(Duration.between(now, then));
              now = then;
            });
    visit(gate, "a.example");
    day[0] = START.plus(Duration.ofDays(1));
    visit(gate, "a.example");
    assertThat(waits).hasSize(1);
    assertThat(waits.getFirst()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aLongerCrawlDelayIsKeptInsteadOfTheGap() throws Exception {
    HostGate gate = gate(Duration.ofSeconds(1));
    try (HostGate.Visit visit = gate.enter("a.example")) {
      visit.asked();
      visit.slowTo(Duration.ofSeconds(10));
    }
    visit(gate, "a.example");
    assertThat(waits.getFirst()).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void aRestOfAPlatformThatAnotherProgramWasToldIsKeptHereToo() throws Exception {
    HostGate gate = gate(Duration.ofSeconds(1));
    gate.share(
        new SharedGate() {
          @Override
          public long take(String host, List<String> names, BiConsumer<String, Duration> rests) {
            rests.accept(names.getLast(), Duration.ofMinutes(5));
            return 1;
          }

          @Override
          public void leave(String host, long pass, @Nullable Duration after) {}

          @Override
          public void free(String host, Duration after) {}

          @Override
          public void rest(String name, Duration duration) {}
        });
    visit(gate, "one.blogspot.com");
    assertThat(gate.restsUntil("two.blogspot.com")).isEqualTo(START.plusSeconds(300));
  }

  @Test
  void aDelayOfMinutesIsARestAndNobodyWaitsItOut() throws Exception {
    HostGate gate = gate(Duration.ofSeconds(1));
    try (HostGate.Visit visit = gate.enter("www.example.org 8080")) {
      visit.asked();
      visit.slowTo(Duration.ofMinutes(10));
    }
    assertThat(gate.restsUntil("example.org")).isAfterOrEqualTo(START.plusSeconds(600));
    gate.enter("www.example.org 8080").close();
    assertThat(waits).isEmpty();
  }

  @Test
  void whoDidNotAskLeavesNoGap() throws Exception {
    HostGate gate = gate(Duration.ofSeconds(1));
    gate.enter("a.example").close();
    visit(gate, "a.example");
    assertThat(waits).isEmpty();
  }

  @Test
  void onlyOneIsInsideAndTheOthersFollowInOrder() throws Exception {
    HostGate gate = gate(Duration.ZERO);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    HostGate.Visit first = gate.enter("a.example");
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int number = i;
      Thread thread =
          Thread.startVirtualThread(() -> {
            try (HostGate.Visit visit = gate.enter("a.example")) {
              most.accumulateAndGet(inside.incrementAndGet(), Math::max);
              order.add(number);
              inside.decrementAndGet();
              visit.asked();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      threads.add(thread);
      while (thread.getState() != Thread.State.WAITING) Thread.onSpinWait();
    }
    first.close();
    for (Thread thread : threads) thread.join();
    assertThat(most).hasValue(1);
    assertThat(order).isSorted().hasSize(50);
    assertThat(gate.size()).isZero();
  }

  @Test
  void anInterruptedWaiterGivesUpItsPlace() throws Exception {
    HostGate gate = gate(Duration.ZERO);
    HostGate.Visit first = gate.enter("a.example");
    CountDownLatch interrupted = new CountDownLatch(1);
    Thread waiter =
        Thread.startVirtualThread(() -> {
          try (HostGate.Visit visit = gate.enter("a.example")) {
            visit.asked();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
        });
    while (waiter.getState() != Thread.State.WAITING) Thread.onSpinWait();
    waiter.interrupt();
    interrupted.await();
    waiter.join();
    first.close();
    visit(gate, "a.example");
    assertThat(gate.size()).isZero();
  }

  @Test
  void idleHostsAreForgotten() throws Exception {
    HostGate gate = gate(Duration.ofSeconds(1));
    for (int i = 0; i < 50_000; i++) {
      visit(gate, "10.0." + i / 250 + "." + i % 250);
      now = now.plusMillis(1);
    }
    assertThat(gate.size()).isLessThan(10_000);
  }

  @Test
  void aPlatformIsEnteredByFewAtATime() throws Exception {
    HostGate gate = gate(Duration.ofSeconds(1));
    List<HostGate.Visit> inside = new ArrayList<>();
    for (int i = 0; i < 4; i++) inside.add(gate.enter("b" + i + ".blogspot.com"));
    Thread fifth =
        Thread.startVirtualThread(() -> {
          try {
            gate.enter("b5.blogspot.com").close();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    while (fifth.getState() != Thread.State.WAITING) Thread.onSpinWait();
    gate.enter("elsewhere.example").close();
    inside.removeFirst().close();
    fifth.join();
    for (HostGate.Visit visit : inside) visit.close();
    assertThat(gate.size()).isZero();
  }

  @Test
  void aRestIsForTheSiteAndEnds() {
    HostGate gate = gate(Duration.ofSeconds(1));
    gate.rest("example.co.uk", Duration.ofMinutes(5));
    assertThat(gate.restOf("www.example.co.uk")).isEqualTo(START.plusSeconds(300));
    assertThat(gate.restsUntil("other.co.uk")).isNull();
    now = START.plusSeconds(300);
    assertThat(gate.restsUntil("example.co.uk")).isNull();
  }

  @Test
  void anEarlierEndDoesNotShortenARest() {
    HostGate gate = gate(Duration.ofSeconds(1));
    gate.rest("a.example", Duration.ofMinutes(5));
    gate.rest("a.example", Duration.ofMinutes(1));
    assertThat(gate.restsUntil("a.example")).isEqualTo(START.plusSeconds(300));
  }

  @Test
  void aYearOfRestIsCutToADay() {
    HostGate gate = gate(Duration.ofSeconds(1));
    gate.rest("a.example", Duration.ofDays(365));
    assertThat(gate.restsUntil("a.example")).isEqualTo(START.plus(Duration.ofDays(1)));
  }

  @Test
  void oneBlogRestingLeavesItsPlatformAloneAndTwoDoNot() {
    HostGate gate = gate(Duration.ofSeconds(1));
    gate.rest("one.blogspot.com", Duration.ofHours(1));
    assertThat(gate.restsUntil("three.blogspot.com")).isNull();
    gate.rest("two.blogspot.com", Duration.ofHours(1));
    assertThat(gate.restsUntil("three.blogspot.com")).isEqualTo(START.plusSeconds(600));
    assertThat(gate.restsUntil("one.blogspot.com")).isEqualTo(START.plusSeconds(3600));
    assertThat(gate.restsUntil("example.org")).isNull();
  }

  @Test
  void thePublicSuffixListDecidesWhatASiteIs() {
    assertThat(SiteKey.of(FeedUrl.of("https://news.bbc.co.uk/x"))).isEqualTo("bbc.co.uk");
    assertThat(SiteKey.of(FeedUrl.of("https://www.a.blogspot.com/x"))).isEqualTo("a.blogspot.com");
    assertThat(SiteKey.of(FeedUrl.of("https://127.0.0.1:8080/x"))).isEqualTo("127.0.0.1");
    assertThat(SiteKey.of(FeedUrl.of("https://[::1]/x"))).isEqualTo("::1");
    assertThat(SiteKey.of(FeedUrl.of("https://localhost/x"))).isEqualTo("localhost");
    assertThat(SiteKey.platform("a.blogspot.com")).isEqualTo("blogspot.com");
    assertThat(SiteKey.platform("www.example.org")).isNull();
  }
}
