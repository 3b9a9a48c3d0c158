package freshet.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// A real PostgreSQL server, one for all tests of this JVM, with which it ends. Each test has a
/// database of its own.
public final class Postgres {
  private static final EmbeddedPostgres SERVER = start();
  private static int made;

  private Postgres() {}

  /// The tables are made once: each database is a copy of them.
  private static EmbeddedPostgres start() {
    try {
      EmbeddedPostgres server =
          EmbeddedPostgres.builder()
              .setServerConfig("fsync", "off")
              .setServerConfig("full_page_writes", "off")
              .start();
      Path folder = Path.of("target", "postgres-" + ProcessHandle.current().pid());
      Store.open(folder, server.getJdbcUrl("postgres", "template1")).close();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The address of a new database with empty tables.
  public static String database() {
    return made("template1");
  }

  /// The address of a new database without any tables.
  public static String bare() {
    return made("template0");
  }

  private static synchronized String made(String template) {
    String name = "test" + ++made;
    try {
      dropUnused();
      execute("CREATE DATABASE " + name + " TEMPLATE " + template);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return SERVER.getJdbcUrl("postgres", name);
  }

  /// Those of tests that have ended: together they would fill the disk.
  private static void dropUnused() throws SQLException {
    List<String> names = new ArrayList<>();
    try (var connection = SERVER.getPostgresDatabase().getConnection();
        var rows =
            connection
                .createStatement()
                .executeQuery(
                    "SELECT datname FROM pg_database d WHERE datname LIKE 'test%' AND NOT EXISTS"
                        + " (SELECT 1 FROM pg_stat_activity a WHERE a.datname = d.datname)")) {
      while (rows.next()) names.add(rows.getString(1));
    }
    for (String name : names) execute("DROP DATABASE " + name);
  }

  private static void execute(String sql) throws SQLException {
    try (var connection = SERVER.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
