package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.model.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteStoreTest extends QueriesContract {
  @TempDir Path folder;

  @Override
  Store open() {
    return Store.open(folder, null);
  }

  /// After every test: an answer that the writer has not read to its end holds it in what it read,
  /// and the log of writes grows until the disk is full.
  @AfterEach
  void theWholeLogGoesIntoTheDatabase() throws SQLException {
    store.settings().put("last", "1", NOON);
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder + "/freshet.db");
        var statement = connection.createStatement();
        var row = statement.executeQuery("PRAGMA wal_checkpoint(PASSIVE)")) {
      assertThat(row.getInt("checkpointed")).isEqualTo(row.getInt("log"));
    }
  }

  @Test
  void noTableGivesANumberOutTwice() throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder + "/freshet.db");
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT name, sql LIKE '%INTEGER PRIMARY KEY AUTOINCREMENT%' FROM sqlite_master"
                    + " WHERE type = 'table' AND sql LIKE '%INTEGER PRIMARY KEY%'"
                    // Their numbers are those of other tables.
                    + " AND sql NOT LIKE '%INTEGER PRIMARY KEY REFERENCES%'")) {
      int tables = 0;
      for (; row.next(); tables++) assertThat(row.getBoolean(2)).as(row.getString(1)).isTrue();
      assertThat(tables).isPositive();
      assertThat(statement.executeQuery("PRAGMA integrity_check").getString(1)).isEqualTo("ok");
    }
  }

  /// Without a condition it would be read from the table, with all bodies between.
  @Test
  void theLastArticleIsFoundInTheIndex() throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder + "/freshet.db");
        var statement = connection.createStatement();
        var plan = statement.executeQuery("EXPLAIN QUERY PLAN " + Articles.LAST_ARRIVAL)) {
      assertThat(plan.getString("detail")).contains("COVERING INDEX article_by_arrival");
    }
  }

  /// Whoever follows a hundred thousand feeds has not all of them written for the one they read.
  @Test
  void markingAFeedAsReadWritesItsNumberAlone() throws SQLException {
    long one = feed("a");
    long other = feed("b");
    put(one, 1, null);
    put(other, 2, null);
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder + "/freshet.db");
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE written (feed INTEGER)");
      statement.execute(
          "CREATE TRIGGER t AFTER UPDATE ON subscription"
              + " BEGIN INSERT INTO written VALUES (NEW.feed_id); END");
      assertThat(store.reading().readAll(1, Selection.ofFeed(one), null, null, NOON).entries())
          .isEqualTo(1);
      try (var row = statement.executeQuery("SELECT group_concat(feed) FROM written")) {
        assertThat(row.getString(1)).isEqualTo(String.valueOf(one));
      }
    }
    assertThat(store.subscriptions().find(1, one).orElseThrow().unread()).isZero();
    assertThat(store.subscriptions().find(1, other).orElseThrow().unread()).isEqualTo(1);
  }

  @Test
  void aFolderInUseIsRefusedInASentence() {
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("is in use by another Freshet");
  }

  @Test
  void aFolderOfANewerVersionIsRefusedInASentenceAndLeftAsItIs() throws SQLException {
    store.close();
    String address = "jdbc:sqlite:" + folder + "/freshet.db";
    try (var connection = DriverManager.getConnection(address);
        var statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO schema_history SELECT 9999, '9999', 'of later', 'SQL',"
              + " 'V9999__of_later.sql', 1, 'me', '2030-01-01 00:00:00.000', 1, 1");
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("was last used by a newer Freshet (its tables are of step 9999");
    try (var connection = DriverManager.getConnection(address);
        var statement = connection.createStatement()) {
      statement.execute("DELETE FROM schema_history WHERE version = '9999'");
    }
    store = open();
  }

  @Test
  void aCorruptFileIsRefusedInASentenceAndLeftAsItIs() throws IOException {
    store.close();
    Path file = folder.resolve("freshet.db");
    Files.deleteIfExists(folder.resolve("freshet.db-wal"));
    byte[] junk =
        "this is no database, but somebody's letter. "
            .repeat(200)
            .getBytes(java.nio.charset.StandardCharsets.UTF_8);
    Files.write(file, junk);
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("freshet.db cannot be used")
        .hasMessageContaining("Restore it from a backup");
    assertThat(Files.readAllBytes(file)).isEqualTo(junk);
    Files.delete(file);
    store = open();
  }

  @Test
  void aFolderThatIsAFileIsRefusedInASentence() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");
    assertThatThrownBy(() -> Store.open(file, null))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("cannot be used");
  }
}
