package freshet.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.jspecify.annotations.Nullable;

/// Brings the tables of a database to where this program wants them.
final class Migrations {
  private final Flyway flyway;

  private Migrations(DataSource source, Map<String, String> dialect, @Nullable Integer upTo) {
    var configuration =
        Flyway.configure()
            .dataSource(source)
            .locations("classpath:freshet/store")
            .placeholders(dialect)
            .table(Tables.HISTORY)
            .loggers("slf4j");
    if (upTo != null) configuration.target(MigrationVersion.fromVersion(String.valueOf(upTo)));
    this.flyway = configuration.load();
  }

  /// @param dialect what the placeholders in the migrations stand for
  /// @param upTo the last migration to make; null for all
  static Migrations of(DataSource source, Map<String, String> dialect, @Nullable Integer upTo) {
    return new Migrations(source, dialect, upTo);
  }

  /// @throws Newer if a later version of the program was here already; nothing is changed then
  void run() {
    MigrationInfo[] all = flyway.info().all();
    int known = last(all, true);
    int here = last(flyway.info().applied(), false);
    if (here > known) throw new Newer(here, known);
    flyway.migrate();
  }

  /// The last migration that this program knows.
  int known() {
    return last(flyway.info().all(), true);
  }

  private static int last(MigrationInfo[] migrations, boolean ours) {
    return Arrays.stream(migrations)
        .filter(m -> !ours || m.getState().isResolved())
        .map(MigrationInfo::getVersion)
        .filter(v -> v != null)
        .mapToInt(v -> Integer.parseInt(v.getVersion()))
        .max()
        .orElse(0);
  }

  /// The last migration of an opened database.
  static int at(Connection c) throws SQLException {
    int last = 0;
    try (Statement statement = c.createStatement();
        ResultSet row = statement.executeQuery("SELECT version FROM " + Tables.HISTORY)) {
      while (row.next()) {
        String version = row.getString(1);
        if (version != null) last = Math.max(last, Integer.parseInt(version));
      }
    }
    return last;
  }

  /// A later version of the program was here.
  static final class Newer extends RuntimeException {
    private static final long serialVersionUID = 1;

    Newer(int here, int known) {
      super(
          "was last used by a newer Freshet (its tables are of step "
              + here
              + ", this one knows "
              + known
              + "). Start that one, or restore a backup from before the upgrade");
    }
  }
}
