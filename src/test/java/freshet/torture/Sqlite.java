package freshet.torture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/// Looks into a database without asking the program.
final class Sqlite {
  private Sqlite() {}

  /// The first column of a query, as text.
  static List<String> column(Path data, String sql) throws IOException {
    Path file = data.resolve("freshet.db");
    if (!Files.exists(file)) return List.of();
    try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement s = c.createStatement();
        ResultSet rows = s.executeQuery(sql)) {
      List<String> all = new ArrayList<>();
      while (rows.next()) all.add(String.valueOf(rows.getString(1)));
      return all;
    } catch (SQLException e) {
      // Killed before it made its tables.
      if (String.valueOf(e.getMessage()).contains("no such table")) return List.of();
      throw new IOException(e);
    }
  }

  static String whole(Path data) throws IOException {
    return String.join(" ", column(data, "PRAGMA integrity_check"));
  }

  /// A data folder as version 0.1.0 has written it, with so many entries.
  static void old(Path data, int entries) throws IOException {
    Files.createDirectories(data);
    Path file = data.resolve("freshet.db");
    try (InputStream in =
        new GZIPInputStream(
            Objects.requireNonNull(
                Sqlite.class.getResourceAsStream("/data-0.1.0/freshet.db.gz")))) {
      Files.copy(in, file);
    }
    try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      c.setAutoCommit(false);
      List<String> columns = new ArrayList<>();
      try (Statement s = c.createStatement();
          ResultSet rows = s.executeQuery("SELECT name FROM pragma_table_info('entry')")) {
        while (rows.next()) columns.add(rows.getString(1));
      }
      List<String> values = new ArrayList<>(columns);
      values.replaceAll(n ->
          switch (n) {
            case "id" -> "?";
            case "entry_key", "alias" -> n + " + ? * 7919";
            case "guid" -> "guid || '-' || ?";
            case "title" -> "title || ' ' || ?";
            default -> n;
          });
      String sql =
          "INSERT INTO entry ("
              + String.join(", ", columns)
              + ") SELECT "
              + String.join(", ", values)
              + " FROM entry WHERE id = (SELECT MIN(id) FROM entry WHERE feed_id = (SELECT MIN(id)"
              + " FROM feed))";
      try (var s = c.prepareStatement(sql)) {
        int marks = s.getParameterMetaData().getParameterCount();
        for (int i = 0; i < entries; i++) {
          for (int m = 1; m <= marks; m++) s.setInt(m, 1000 + i);
          s.addBatch();
        }
        s.executeBatch();
      }
      try (Statement s = c.createStatement()) {
        s.execute(
            "UPDATE feed SET not_before = 4102444800000,"
                + " entries = (SELECT COUNT(*) FROM entry e WHERE e.feed_id = feed.id)");
      }
      c.commit();
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }
}
