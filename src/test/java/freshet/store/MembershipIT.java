package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import freshet.model.FeedUrl;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several programs that write to one database at the same time.
final class MembershipIT {
  private static final Instant NOW = Instant.parse("2026-07-28T12:00:00Z");
  private static final Duration LEASE = Duration.ofSeconds(3);

  @TempDir private Path one;
  @TempDir private Path other;
  private final String database = Postgres.database();

  private Store helper() {
    return Objects.requireNonNull(Store.openToHelp(database), "a helper");
  }

  @Test
  void nobodyHelpsWhoWorksAlone() {
    assertThat(Store.openToHelp(database)).as("nobody is there").isNull();
    try (Store alone = Store.open(one, database)) {
      assertThat(alone.shards().me()).isNull();
      assertThat(Store.openToHelp(database)).isNull();
    }
    Store.openInTurn(one, database, () -> {}).close();
    Store.open(one, database).close();
    assertThat(Store.openToHelp(database)).as("who was alone last lets nobody in").isNull();
  }

  @Test
  void whoHelpsWritesBesideTheFirstUntilItIsShutOut() throws Exception {
    try (Store first = Store.openInTurn(one, database, () -> {});
        Store helper = helper()) {
      AtomicInteger told = new AtomicInteger();
      helper.whenSuperseded(told::incrementAndGet);
      assertThat(added(first, "https://one.example/feed")).isPositive();
      assertThat(added(helper, "https://two.example/feed")).isPositive();
      assertThat(first.shards().take(IntStream.range(0, 64).boxed().toList())).hasSize(64);
      assertThat(helper.shards().take(List.of(3, 4))).as("somebody owns them").isEmpty();
      assertThat(first.shards().release(List.of(3, 4))).containsExactly(3, 4);
      assertThat(helper.shards().take(List.of(3, 4, 5))).containsExactly(3, 4);
      assertThat(helper.shards().look())
          .isEqualTo(new Shards.Standing(2, 1, Set.of(3, 4), Set.of()));
      assertThat(helper.hostTurns().take("held.example", 1, LEASE, List.of()).held()).isTrue();

      shutOut(Objects.requireNonNull(helper.shards().me()));
      assertThatThrownBy(() -> added(helper, "https://three.example/feed"))
          .isInstanceOf(StoreUnavailable.class);
      assertThatThrownBy(() -> helper.shards().take(List.of(3)))
          .isInstanceOf(StoreUnavailable.class);
      assertThatThrownBy(() -> helper.hostTurns().take("other.example", 2, LEASE, List.of()))
          .isInstanceOf(StoreUnavailable.class);
      assertThat(helper.sure()).isZero();
      assertThat(told).hasValue(1);
      assertThat(first.shards().look().free()).containsExactlyInAnyOrder(3, 4);
      assertThat(first.feeds().all()).hasSize(2);
      var taken = first.hostTurns().take("held.example", 1, LEASE, List.of());
      assertThat(taken.held()).as("it may still be asking").isFalse();
      assertThat(taken.left()).isBetween(Duration.ZERO, LEASE);
    }
  }

  @Test
  void whoWorksAloneOrFollowsShutsTheOthersOut() {
    Store first = Store.openInTurn(one, database, () -> {});
    try (Store helper = helper()) {
      CompletableFuture<Store> next =
          CompletableFuture.supplyAsync(() -> Store.openInTurn(other, database, () -> {}));
      first.close();
      try (Store second = next.join()) {
        assertThat(second.shards().members())
            .extracting(Shards.Member::first)
            .as("the next is first, and who helped goes on helping")
            .containsExactly(true, false);
        assertThat(added(helper, "https://one.example/feed")).isPositive();
      }
      Store.open(one, database).close();
      assertThatThrownBy(() -> added(helper, "https://two.example/feed"))
          .isInstanceOf(StoreUnavailable.class);
    }
  }

  @Test
  void whoWorksAloneAfterwardsKnowsWhichHostsMayBeBeingAsked() {
    Duration lease = Duration.ofMinutes(1);
    try (Store first = Store.openInTurn(one, database, () -> {});
        Store helper = helper()) {
      assertThat(first.hostTurns().take("a.example", 1, lease, List.of()).held()).isTrue();
      assertThat(helper.hostTurns().take("b.example", 1, lease, List.of()).held()).isTrue();
      assertThat(first.hostTurns().take("over.example", 2, lease, List.of()).held()).isTrue();
      first
          .hostTurns()
          .settle(
              List.of(new HostTurns.Left("over.example", 2, Duration.ZERO)),
              List.of(new HostTurns.Rest("rest c.example", Duration.ofMinutes(10))));
    }
    try (Store alone = Store.open(one, database)) {
      assertThat(alone.hostTurns().left())
          .extracting(HostTurns.Rest::name)
          .containsExactlyInAnyOrder("a.example", "b.example", "rest c.example");
      assertThat(alone.hostTurns().left())
          .filteredOn(rest -> !rest.name().startsWith("rest"))
          .allSatisfy(rest -> assertThat(rest.lasts()).isBetween(Duration.ofMillis(1), lease));
    }
  }

  @Test
  void whoGivesNoSignOfLifeIsShutOut() throws Exception {
    try (Store first = Store.openInTurn(one, database, () -> {})) {
      try (Connection connection = DriverManager.getConnection(database);
          Statement make = connection.createStatement()) {
        make.execute("INSERT INTO member (name, first) VALUES ('gone', FALSE)");
        make.execute("UPDATE shard SET owner = 'gone' WHERE number = 9");
      }
      long began = System.nanoTime();
      await().atMost(Duration.ofSeconds(40)).until(() -> first.shards().look().free().contains(9));
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofSeconds(9));
      assertThat(first.shards().members()).hasSize(1);
    }
  }

  @Test
  void aHostIsAskedByOneAtATimeWithItsGap() {
    try (Store first = Store.openInTurn(one, database, () -> {});
        Store helper = helper()) {
      HostTurns mine = first.hostTurns();
      HostTurns theirs = helper.hostTurns();
      assertThat(mine.take("a.example", 1, LEASE, List.of()).held()).isTrue();
      var refused = theirs.take("a.example", 1, LEASE, List.of());
      assertThat(refused.held()).isFalse();
      assertThat(refused.left()).as("nobody knows").isNull();
      assertThat(theirs.take("b.example", 2, LEASE, List.of()).held()).isTrue();

      mine.settle(List.of(new HostTurns.Left("a.example", 1, Duration.ofMillis(1500))), List.of());
      refused = theirs.take("a.example", 3, LEASE, List.of());
      assertThat(refused.held()).as("its gap").isFalse();
      assertThat(refused.left()).isBetween(Duration.ofMillis(1), Duration.ofMillis(1500));
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> theirs.take("a.example", 3, LEASE, List.of()).held());

      // Its next visit began before the end of the one before was written.
      assertThat(theirs.take("b.example", 4, LEASE, List.of()).held()).isTrue();
      theirs.settle(List.of(new HostTurns.Left("b.example", 2, Duration.ZERO)), List.of());
      assertThat(mine.take("b.example", 5, LEASE, List.of()).held()).isFalse();
      theirs.settle(List.of(new HostTurns.Left("b.example", 4, null)), List.of());
      assertThat(mine.take("b.example", 6, LEASE, List.of()).held()).isTrue();
    }
  }

  @Test
  void programsThatTakeManyHostsNeverWaitForEachOther() throws Exception {
    int hosts = 60;
    try (Store first = Store.openInTurn(one, database, () -> {});
        Store helper = helper()) {
      AtomicInteger inside = new AtomicInteger();
      AtomicInteger held = new AtomicInteger();
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (Store store : List.of(first, helper)) {
        store.gatherPolls(Duration.ofMillis(30));
        for (int i = 0; i < hosts; i++) {
          String host = "h" + (store.equals(first) ? i : hosts - 1 - i) + ".example";
          long visits = (i + 1) * 1_000L;
          all.add(
              CompletableFuture.runAsync(
                  () -> {
                    for (int n = 0; n < 12; n++) {
                      if (!store.hostTurns().take(host, visits + n, LEASE, List.of()).held()) {
                        continue;
                      }
                      held.incrementAndGet();
                      if (host.equals("h7.example")) {
                        assertThat(inside.incrementAndGet()).as("one at a time").isEqualTo(1);
                        inside.decrementAndGet();
                      }
                      store
                          .hostTurns()
                          .settle(
                              List.of(new HostTurns.Left(host, visits + n, Duration.ZERO)),
                              List.of(new HostTurns.Rest("rest " + host, Duration.ofMillis(1))));
                    }
                  },
                  task -> Thread.ofVirtual().start(task)));
        }
      }
      for (CompletableFuture<Void> one : all) one.get(60, TimeUnit.SECONDS);
      assertThat(held).hasValueGreaterThan(2 * hosts);
    }
    // The server counts with a delay of a second, or when a connection ends.
    try (Connection connection = DriverManager.getConnection(database);
        Statement ask = connection.createStatement();
        ResultSet row =
            ask.executeQuery(
                "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getLong(1)).isZero();
    }
  }

  @Test
  void aTurnThatIsGivenBackBeforeItIsWrittenIsNotHeld() throws Exception {
    try (Store first = Store.openInTurn(one, database, () -> {});
        Store helper = helper()) {
      long feed = added(first, "https://one.example/feed");
      first.gatherPolls(Duration.ofMillis(100));
      CountDownLatch inside = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      CompletableFuture<?> writing =
          CompletableFuture.runAsync(() ->
              first
                  .polls()
                  .take(feed, NOW, List.of(StoreContract.entry(1, "e")), slow(inside, goOn)));
      assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();
      HostTurns mine = first.hostTurns();
      Thread stopped =
          Thread.ofVirtual()
              .start(() -> {
                assertThatThrownBy(() -> mine.take("a.example", 1, LEASE, List.of()))
                    .isInstanceOf(StoreUnavailable.class);
              });
      // It is written all the same.
      await().until(() -> first.database().writer.waiting() == 1);
      stopped.interrupt();
      stopped.join();
      CompletableFuture<?> back =
          CompletableFuture.runAsync(
              () -> mine.settle(List.of(new HostTurns.Left("a.example", 1, null)), List.of()));
      await().until(() -> first.database().writer.waiting() == 2);
      goOn.countDown();
      writing.get(30, TimeUnit.SECONDS);
      back.get(30, TimeUnit.SECONDS);
      assertThat(helper.hostTurns().take("a.example", 2, LEASE, List.of()).held()).isTrue();
    }
  }

  @Test
  void whatOneIsToldTheOthersKnow() {
    try (Store first = Store.openInTurn(one, database, () -> {});
        Store helper = helper()) {
      first
          .hostTurns()
          .settle(List.of(), List.of(new HostTurns.Rest("rest a.example", Duration.ofMinutes(10))));
      var taken =
          helper.hostTurns().take("www.a.example", 1, LEASE, List.of("rest a.example", "rest b"));
      assertThat(taken.held()).isTrue();
      assertThat(taken.rests())
          .singleElement()
          .satisfies(rest -> {
            assertThat(rest.name()).isEqualTo("rest a.example");
            assertThat(rest.lasts()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
          });
    }
  }

  @Test
  void whoStoresEntriesWaitsForWhoeverDoes() throws Exception {
    try (Store first = Store.openInTurn(one, database, () -> {});
        Store helper = helper()) {
      long feed = added(first, "https://one.example/feed");
      CountDownLatch inside = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      StoryResolver slow = slow(inside, goOn);
      CompletableFuture<Polls.Recorded> mine =
          CompletableFuture.supplyAsync(
              () -> first.polls().take(feed, NOW, List.of(StoreContract.entry(1, "mine")), slow));
      assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();
      CompletableFuture<Polls.Recorded> theirs =
          CompletableFuture.supplyAsync(() ->
              helper
                  .polls()
                  .take(feed, NOW, List.of(StoreContract.entry(2, "theirs")), StoryResolver.NONE));
      await().atMost(Duration.ofSeconds(20)).until(this::somebodyWaits);
      goOn.countDown();
      assertThat(theirs.get(30, TimeUnit.SECONDS).newEntries().getFirst())
          .as("numbers are in the order of the commits")
          .isGreaterThan(mine.get(30, TimeUnit.SECONDS).newEntries().getFirst());
    }
  }

  @Test
  void whatTheFirstSaysTheOthersHear() throws Exception {
    try (Store first = Store.openInTurn(one, database, () -> {});
        Store helper = helper()) {
      long before = helper.shards().lastWord();
      first.shards().say(List.of(7L, 8L), "changed", NOW);
      List<Shards.Word> words = helper.shards().words(before);
      assertThat(words).extracting(Shards.Word::feed).containsExactly(7L, 8L);
      assertThat(helper.shards().lastWord()).isEqualTo(words.getLast().id());
      assertThat(helper.hostTurns().take("a.example", 1, LEASE, List.of()).held()).isTrue();
      helper
          .hostTurns()
          .settle(List.of(new HostTurns.Left("a.example", 1, Duration.ofMinutes(9))), List.of());
      assertThat(first.hostTurns().forget()).isZero();
      first.hostTurns().free("a.example", Duration.ZERO);
      assertThat(first.hostTurns().take("a.example", 1, LEASE, List.of()).held())
          .as("a gap that somebody left")
          .isFalse();
      helper.shards().ready();
      assertThat(first.shards().look().ready()).isEqualTo(2);
      assertThat(helper.hostTurns().take("b.example", 2, LEASE, List.of()).held()).isTrue();
      shutOut(Objects.requireNonNull(helper.shards().me()));
      first.hostTurns().free("b.example", Duration.ZERO);
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> first.hostTurns().take("b.example", 1, LEASE, List.of()).held());
    }
  }

  @Test
  void aClockOfTheDatabaseThatWasSetBackKeepsNoHostWaiting() throws Exception {
    try (Store first = Store.openInTurn(one, database, () -> {})) {
      HostTurns turns = first.hostTurns();
      assertThat(turns.take("a.example", 1, LEASE, List.of()).held()).isTrue();
      turns.settle(List.of(new HostTurns.Left("a.example", 1, Duration.ofMillis(300))), List.of());
      try (Connection connection = DriverManager.getConnection(database);
          Statement later = connection.createStatement()) {
        later.execute(
            "UPDATE host_turn SET free_at = free_at + 3600000, set_at = set_at + 3600000");
      }
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> turns.take("a.example", 2, LEASE, List.of()).held());
    }
  }

  @Test
  void whatOthersHaveStoredIsKnownBeforeEntriesArePlaced() {
    try (Store first = Store.openInTurn(one, database, () -> {});
        Store helper = helper()) {
      long feed = added(first, "https://one.example/feed");
      List<Long> came = new ArrayList<>();
      helper
          .signatures()
          .follow(
              new Signatures.Follower() {
                @Override
                public long after() {
                  return came.isEmpty() ? 0 : came.getLast();
                }

                @Override
                public long ownFrom() {
                  return Long.MAX_VALUE;
                }

                @Override
                public long ownTo() {
                  return 0;
                }

                @Override
                public void came(List<Signatures.Newcomer> entries) {
                  entries.forEach(n -> came.add(n.arrival().id()));
                }
              });
      List<Long> stored = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Store by = i % 2 == 0 ? first : helper;
        stored.addAll(
            by.polls()
                .take(feed, NOW, List.of(StoreContract.entry(i, "e" + i)), StoryResolver.NONE)
                .newEntries());
      }
      assertThat(came).as("all that was there before its last").isEqualTo(stored.subList(0, 3));
    }
  }

  /// Keeps a store from writing anything else.
  private static StoryResolver slow(CountDownLatch inside, CountDownLatch goOn) {
    return new StoryResolver() {
      @Override
      public Place find(int index, long id, LongFunction<byte[]> signatures) {
        inside.countDown();
        try {
          assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
        return Place.ALONE;
      }

      @Override
      public void keep(int index, long id) {}

      @Override
      public void drop(long id) {}
    };
  }

  private boolean somebodyWaits() throws SQLException {
    try (Connection connection = DriverManager.getConnection(database);
        Statement ask = connection.createStatement();
        ResultSet row =
            ask.executeQuery(
                "SELECT 1 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
                    + " WHERE l.locktype = 'advisory' AND NOT l.granted"
                    + " AND a.datname = current_database()")) {
      return row.next();
    }
  }

  private void shutOut(String name) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database)) {
      Membership.shutOut(connection, name, false);
    }
  }

  private static long added(Store store, String url) {
    return store.feeds().add(FeedUrl.of(url), "example", null, null, NOW).id();
  }
}
