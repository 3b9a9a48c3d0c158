package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.model.FeedUrl;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server that goes away and comes back, under a store that stays open.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PostgresRestartIT {
  private static final Instant NOON = StoreContract.NOON;
  @TempDir Path folder;
  @TempDir Path data;

  private EmbeddedPostgres start(int port) throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(data.resolve("pg"))
        .setCleanDataDirectory(false)
        .setPort(port)
        .start();
  }

  private static void follow(Store store, String name) {
    store
        .feeds()
        .add(FeedUrl.of("https://" + name + ".example/"), name + ".example", null, null, NOON);
  }

  /// The pool of readers looks at a connection only if it was not used just now.
  private static void awaitHealth(Store store) throws InterruptedException {
    Instant late = Instant.now().plus(Duration.ofSeconds(60));
    while (store.trouble().isPresent() && Instant.now().isBefore(late)) Thread.sleep(50);
  }

  @Test
  void theStoreGoesOnWhenItsConnectionsWereCut() throws Exception {
    try (EmbeddedPostgres server = start(0);
        Store store = Store.open(folder, server.getJdbcUrl("postgres", "postgres"))) {
      follow(store, "a");
      try (var connection = server.getPostgresDatabase().getConnection();
          var statement = connection.createStatement()) {
        statement.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()");
      }
      follow(store, "b");
      follow(store, "c");
      awaitHealth(store);
      assertThat(store.feeds().all()).hasSize(3);
    }
  }

  @Test
  void aServerThatSaysNothingIsNotWaitedForForEver() throws Exception {
    try (EmbeddedPostgres server = start(0);
        Store store = Store.open(folder, server.getJdbcUrl("postgres", "postgres"))) {
      follow(store, "a");
      List<String> pids = new ArrayList<>();
      try (var connection = server.getPostgresDatabase().getConnection();
          var statement = connection.createStatement();
          var rows =
              statement.executeQuery(
                  "SELECT pid FROM pg_stat_activity"
                      + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")) {
        while (rows.next()) pids.add(rows.getString(1));
      }
      assertThat(store.feeds().all()).hasSize(1);
      signal("-STOP", pids);
      try {
        // Connections that were used just now are not looked at before they are used again.
        assertThatThrownBy(
                () -> {
                  for (int i = 0; i < 100; i++) store.feeds().all();
                })
            .isInstanceOf(StoreUnavailable.class);
      } finally {
        signal("-CONT", pids);
      }
      awaitHealth(store);
      follow(store, "b");
      assertThat(store.feeds().all()).hasSize(2);
    }
  }

  private static void signal(String which, List<String> pids) throws Exception {
    List<String> command = new ArrayList<>(List.of("kill", which));
    command.addAll(pids);
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
  }

  @Test
  void theStoreSaysThatTheServerIsAwayAndGoesOnWhenItIsBack() throws Exception {
    EmbeddedPostgres first = start(0);
    int port = first.getPort();
    try (Store store = Store.open(folder, first.getJdbcUrl("postgres", "postgres"))) {
      follow(store, "a");
      assertThat(store.trouble()).isEmpty();
      first.close();
      assertThatThrownBy(() -> follow(store, "b"))
          .isInstanceOf(StoreUnavailable.class)
          .hasMessageContaining("The database cannot be reached");
      assertThat(store.trouble()).hasValueSatisfying(s -> assertThat(s).contains("reached"));
      try (EmbeddedPostgres second = start(port)) {
        awaitHealth(store);
        follow(store, "c");
        assertThat(store.feeds().all())
            .extracting(f -> f.url().host())
            .containsExactly("a.example", "c.example");
        assertThat(second.getPort()).isEqualTo(port);
      }
    } finally {
      first.close();
    }
  }
}
