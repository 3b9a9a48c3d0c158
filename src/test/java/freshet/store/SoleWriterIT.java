package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import freshet.model.FeedUrl;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/// Two programs and one database.
final class SoleWriterIT {
  private static final Instant NOW = Instant.parse("2026-07-28T12:00:00Z");

  @TempDir private Path one;
  @TempDir private Path other;

  @Test
  void aDatabaseHasOneWriterWhereverTheirDataFoldersAre() {
    String database = Postgres.database();
    try (Store first = Store.open(one, database)) {
      assertThat(first.feeds().all()).isEmpty();
      assertThatThrownBy(() -> Store.open(other, database))
          .isInstanceOf(StoreUnavailable.class)
          .hasMessageContaining("is in use by another Freshet");
    }
    Store.open(other, database).close();
    Store.open(one, database).close();
  }

  @Test
  void whoeverWaitsHasItsTurnWhenTheOtherEndsAndWhoWasFollowedWritesNothing() throws Exception {
    String database = Postgres.database();
    CountDownLatch waits = new CountDownLatch(1);
    AtomicInteger told = new AtomicInteger();
    Store first = Store.openInTurn(one, database, () -> {});
    first.whenSuperseded(told::incrementAndGet);
    assertThat(added(first, "https://one.example/feed")).isPositive();
    await().atMost(Duration.ofSeconds(10)).until(() -> first.sure().isPositive());
    CompletableFuture<Store> next =
        CompletableFuture.supplyAsync(() -> Store.openInTurn(other, database, waits::countDown));
    assertThat(waits.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(next.isDone()).isFalse();
    assertThat(first.neighbours())
        .singleElement()
        .satisfies(n -> assertThat(n.role()).isEqualTo("waiting"));

    // Its connection is lost until the other was faster than it to take the lock again.
    String holder = holder(database);
    while (!next.isDone()) {
      end(database, holder);
      TimeUnit.MILLISECONDS.sleep(100);
    }
    try (Store second = next.get(30, TimeUnit.SECONDS)) {
      assertThatThrownBy(() -> added(first, "https://two.example/feed"))
          .isInstanceOf(StoreUnavailable.class);
      assertThat(added(second, "https://three.example/feed")).isPositive();
      await().atMost(Duration.ofSeconds(20)).until(() -> told.get() == 1);
      assertThat(first.sure()).isZero();
      assertThat(second.feeds().all())
          .extracting(f -> f.url().toString())
          .containsExactlyInAnyOrder("https://one.example/feed", "https://three.example/feed");
    } finally {
      first.close();
    }
  }

  @Test
  void anOpenTransactionOfOneThatWasStoppedKeepsNobodyWaiting() throws Exception {
    String database = Postgres.database();
    SoleWriter stopped = new SoleWriter(database, true);
    stopped.hold();
    stopped.begin();
    Writer.Statements half = new Writer.Statements(stopped);
    stopped.check(half);
    half.get("INSERT INTO term (part, number) VALUES ('more', 2)").executeUpdate();
    end(database, holder(database));
    try (SoleWriter next = new SoleWriter(database, true)) {
      next.holdInTurn(() -> {});
      long began = System.nanoTime();
      next.begin();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
      try (Connection connection = next.getConnection();
          Statement ask = connection.createStatement();
          ResultSet row = ask.executeQuery("SELECT COUNT(*) FROM term")) {
        row.next();
        assertThat(row.getInt(1)).isEqualTo(1);
      }
      // It wakes up with a connection that it has just made: the lock is not looked at any more.
      PGSimpleDataSource source = new PGSimpleDataSource();
      source.setUrl(database);
      Writer.Statements late = new Writer.Statements(source);
      assertThatThrownBy(() -> stopped.check(late)).isInstanceOf(Fence.Superseded.class);
    } finally {
      stopped.close();
    }
  }

  @Test
  void whoGivesNoSignOfLifeLosesItsTurn() throws Exception {
    String database = Postgres.database();
    // It holds the lock on a connection that is well, and says nothing.
    SoleWriter silent = new SoleWriter(database, true);
    silent.hold();
    try (SoleWriter next = new SoleWriter(database, true)) {
      long began = System.nanoTime();
      next.holdInTurn(() -> {});
      assertThat(Duration.ofNanos(System.nanoTime() - began))
          .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(25));
    } finally {
      silent.close();
    }
  }

  private static long added(Store store, String url) {
    return store.feeds().add(FeedUrl.of(url), "example", null, null, NOW).id();
  }

  /// The name of the connection that holds the lock.
  private static String holder(String database) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database);
        Statement ask = connection.createStatement();
        ResultSet row =
            ask.executeQuery(
                "SELECT a.application_name FROM pg_stat_activity a JOIN pg_locks l"
                    + " ON l.pid = a.pid WHERE l.locktype = 'advisory' AND l.granted"
                    + " AND a.datname = current_database()")) {
      row.next();
      return row.getString(1);
    }
  }

  private static void end(String database, String name) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database);
        PreparedStatement end =
            connection.prepareStatement(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE application_name = ?")) {
      end.setString(1, name);
      end.executeQuery().close();
    }
  }
}
