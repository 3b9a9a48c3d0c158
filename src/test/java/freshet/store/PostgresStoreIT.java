package freshet.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The same contract against a real PostgreSQL server that this test starts and stops.
final class PostgresStoreIT extends SightContract {
  private static EmbeddedPostgres server;
  @TempDir Path folder;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Override
  Store open() {
    return Store.open(folder, server.getJdbcUrl("postgres", "postgres"));
  }

  @AfterEach
  void empty() throws SQLException {
    store.close();
    try (var connection = server.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute("DROP SCHEMA public CASCADE");
      statement.execute("CREATE SCHEMA public");
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
