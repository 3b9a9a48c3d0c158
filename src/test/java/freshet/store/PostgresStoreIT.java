package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
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

  @Test
  void aServerThatIsDownIsNamedInASentence(@TempDir Path other) {
    assertThatThrownBy(() -> Store.open(other, "jdbc:postgresql://127.0.0.1:1/x?password=secret"))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("jdbc:postgresql://127.0.0.1:1/x cannot be used")
        .hasMessageContaining("Check the setting 'db'")
        .hasMessageNotContaining("secret");
  }
}
