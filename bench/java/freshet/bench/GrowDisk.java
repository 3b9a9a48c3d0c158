package freshet.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.stream.Stream;

/// What a stopped program's database and index take on the disk, by table and index.
final class GrowDisk {
  private static final String SQLITE =
      "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC";
  private static final String POSTGRES =
      """
      SELECT c.relname, pg_relation_size(c.oid)
        + CASE WHEN c.relkind = 'r' AND c.reltoastrelid <> 0
            THEN pg_total_relation_size(c.reltoastrelid) ELSE 0 END
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema AND c.relkind IN ('r', 'i') ORDER BY 2 DESC
      """;

  private GrowDisk() {}

  /// @param database of PostgreSQL, or empty for SQLite in the folder
  static void print(Path folder, String database, long entries) throws SQLException, IOException {
    boolean sqlite = database.isEmpty();
    String address = sqlite ? "jdbc:sqlite:" + folder.resolve("freshet.db") : database;
    long all = 0;
    StringBuilder most = new StringBuilder();
    try (Connection connection = DriverManager.getConnection(address);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sqlite ? SQLITE : POSTGRES)) {
      for (int row = 0; rows.next(); row++) {
        long bytes = rows.getLong(2);
        all += bytes;
        if (row < 16 && bytes >= entries) {
          most.append(
              String.format(
                  Locale.ROOT, "    %-36s %7.0f%n", rows.getString(1), bytes / (double) entries));
        }
      }
    }
    long index = size(folder.resolve("index"));
    System.out.printf(
        Locale.ROOT,
        "  disk, bytes an entry: %.0f (database %.0f, search index %.0f), of the database%n%s",
        (all + index) / (double) entries,
        all / (double) entries,
        index / (double) entries,
        most);
  }

  private static long size(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) return 0;
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(f -> f.toFile().length()).sum();
    }
  }
}
