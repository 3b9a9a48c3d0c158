package freshet.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;

final class OldDataIT extends OldDataContract {
  @TempDir Path folder;

  @Override
  Store open() throws IOException, SQLException {
    String database = Postgres.bare();
    try (var dump = old("postgresql.sql");
        var connection = DriverManager.getConnection(database);
        var statement = connection.createStatement()) {
      statement.execute(new String(dump.readAllBytes(), StandardCharsets.UTF_8));
    }
    return Store.open(folder, database);
  }
}
