package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The same contract against a real PostgreSQL server.
final class PostgresStoreIT extends QueriesContract {
  private final String database = Postgres.database();
  @TempDir Path folder;

  @Override
  Store open() {
    return Store.open(folder, database);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void noTableGivesANumberOutTwice() throws SQLException {
    try (var connection = DriverManager.getConnection(database);
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT table_name, is_identity FROM information_schema.columns WHERE column_name ="
                    + " 'id' AND table_schema = CURRENT_SCHEMA AND data_type = 'bigint'")) {
      int tables = 0;
      for (; row.next(); tables++) {
        assertThat(row.getString(2)).as(row.getString(1)).isEqualTo("YES");
      }
      assertThat(tables).isGreaterThan(5);
    }
  }

  /// Another controller takes a follower in between the unread entries and their number.
  @Test
  void whoFollowsWhileEntriesAreStoredHasTheRightNumberOfUnread() throws Exception {
    long feed = feed("a");
    long other = store.accounts().add("other", "hash", NOON).orElseThrow().id();
    try (var connection = DriverManager.getConnection(database);
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      // What is stored for the first account waits for this.
      statement.execute("SELECT 1 FROM account WHERE id = 1 FOR UPDATE");
      Thread storing = Thread.ofPlatform().start(() -> put(feed, 1, null));
      await().until(() -> waiting(database) > 0);
      statement.execute(
          "INSERT INTO subscription (account_id, feed_id, added_at) VALUES ("
              + other
              + ", "
              + feed
              + ", 0)");
      connection.commit();
      storing.join();
    }
    for (long account : List.of(1L, other)) {
      assertThat(store.subscriptions().find(account, feed).orElseThrow().unread())
          .isEqualTo(store.reading().unread(account, 10).size());
    }
  }

  private static int waiting(String database) throws SQLException {
    try (var connection = DriverManager.getConnection(database);
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname ="
                    + " current_database()")) {
      row.next();
      return row.getInt(1);
    }
  }

  @Test
  void aServerThatIsDownIsNamedInASentence(@TempDir Path other) {
    assertThatThrownBy(() -> Store.open(other, "jdbc:postgresql://127.0.0.1:1/x?password=secret"))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("jdbc:postgresql://127.0.0.1:1/x cannot be used")
        .hasMessageContaining("Check the setting 'db'")
        .hasMessageNotContaining("secret");
  }
}
