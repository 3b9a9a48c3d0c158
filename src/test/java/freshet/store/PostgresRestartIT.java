package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import freshet.model.FeedUrl;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A server that goes away and comes back, under a store that stays open.
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
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

  @Test
  void aWriteToAServerThatIsHaltedEndsAndTheStoreGoesOnWhenItIsBack() throws Exception {
    try (EmbeddedPostgres server = start(0);
        Store store = Store.open(folder, server.getJdbcUrl("postgres", "postgres"))) {
      follow(store, "a");
      ProcessHandle halted = process(server);
      signalAll("-STOP", halted);
      try {
        CompletableFuture<Void> write = CompletableFuture.runAsync(() -> follow(store, "b"));
        await().atMost(Duration.ofSeconds(20)).until(() -> store.troubleOfWriting().isPresent());
        assertThat(write).isNotDone(); // it may still be only slow
        assertThatThrownBy(write::join)
            .cause()
            .isInstanceOf(StoreUnavailable.class)
            .hasMessageContaining("The database cannot be reached");
        assertThatThrownBy(() -> follow(store, "c")).isInstanceOf(StoreUnavailable.class);
        assertThat(store.troubleOfWriting()).isPresent();
      } finally {
        signalAll("-CONT", halted);
      }
      awaitHealth(store);
      follow(store, "d");
      assertThat(store.feeds().all())
          .extracting(f -> f.url().host())
          .containsExactly("a.example", "d.example");
    }
  }

  /// The server itself: it starts nobody while it is halted.
  private static ProcessHandle process(EmbeddedPostgres server) throws Exception {
    try (var connection = server.getPostgresDatabase().getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return ProcessHandle.of(row.getLong(1)).flatMap(ProcessHandle::parent).orElseThrow();
    }
  }

  /// Some of its children may just have ended.
  private static void signalAll(String which, ProcessHandle server) throws Exception {
    signal(which, List.of(String.valueOf(server.pid())));
    for (ProcessHandle child : server.children().toList()) {
      new ProcessBuilder("kill", which, String.valueOf(child.pid())).start().waitFor();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatBecameOfACommitIsFoundOutWhenTheConnectionWasLost(boolean arrived) throws Exception {
    try (EmbeddedPostgres server = start(0);
        CuttingProxy proxy = new CuttingProxy(server.getPort());
        Store store =
            Store.open(
                folder,
                server
                        .getJdbcUrl("postgres", "postgres")
                        .replace(":" + server.getPort(), ":" + proxy.port())
                    + "&prepareThreshold=0")) {
      follow(store, "a");
      proxy.cutAtCommit(arrived);
      follow(store, "b");
      follow(store, "c");
      assertThat(proxy.cuts()).isEqualTo(1);
      awaitHealth(store);
      assertThat(store.feeds().all())
          .extracting(f -> f.url().host())
          .containsExactly("a.example", "b.example", "c.example");
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
