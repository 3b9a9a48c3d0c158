package freshet.store;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.json.JsonMapper;

/// Everything in a database as it was at one moment, whoever writes meanwhile: a text per table,
/// the same for the same rows whichever database holds them. A line is a row, as a JSON array in
/// the order of the first line, which names the columns; rows are in the order of their key.
public final class Dump {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  private Dump() {}

  /// Takes the tables one after the other.
  public interface Sink {
    /// @return closed before the next is asked for
    OutputStream table(String name) throws IOException;

    /// A row was written.
    void row();
  }

  /// What else is needed to make the database again.
  ///
  /// @param database such as `SQLite`
  /// @param schema the last migration
  /// @param rows of each table
  /// @param numbers the last that each table gave out; none is ever given out again
  public record Summary(
      String database, int schema, Map<String, Long> rows, Map<String, Long> numbers) {}

  static Summary write(Database db, Sink sink) {
    return db.readers.withHandle(handle -> {
      try {
        Connection c = handle.getConnection();
        boolean sqlite = isSqlite(c);
        // SQLite's transactions see one moment by themselves.
        if (!sqlite) c.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        c.setAutoCommit(false);
        try {
          return write(c, sqlite, sink);
        } finally {
          c.rollback();
          c.setAutoCommit(true);
        }
      } catch (SQLException e) {
        throw new StoreUnavailable("The store could not be read: " + e.getMessage(), e);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    });
  }

  static boolean isSqlite(Connection c) throws SQLException {
    return c.getMetaData().getDatabaseProductName().equals("SQLite");
  }

  static Summary write(Connection c, boolean sqlite, Sink sink) throws SQLException, IOException {
    int schema = Migrations.at(c);
    Map<String, Long> rows = new TreeMap<>();
    for (Tables table : Tables.of(c)) {
      try (OutputStream out = new BufferedOutputStream(sink.table(table.name()), 1 << 16)) {
        rows.put(table.name(), write(c, sqlite, table, out, sink));
      } catch (JacksonIOException e) {
        throw new IOException(e.getOriginalMessage(), e); // a full disk, say
      }
    }
    return new Summary(sqlite ? "SQLite" : "PostgreSQL", schema, rows, numbers(c, sqlite));
  }

  private static long write(Connection c, boolean sqlite, Tables table, OutputStream out, Sink sink)
      throws SQLException {
    long n = 0;
    try (JsonGenerator json = MAPPER.createGenerator(out);
        PreparedStatement select = c.prepareStatement(select(table, sqlite))) {
      json.writeStartArray();
      for (Tables.Column column : table.columns()) json.writeString(column.name());
      json.writeEndArray();
      select.setFetchSize(100);
      try (ResultSet row = select.executeQuery()) {
        for (; row.next(); n++) {
          json.writeRaw("\n");
          json.writeStartArray();
          List<Tables.Column> columns = table.columns();
          for (int i = 0; i < columns.size(); i++) write(json, columns.get(i).kind(), row, i + 1);
          json.writeEndArray();
          sink.row();
        }
      }
      json.writeRaw("\n");
    }
    return n;
  }

  private static String select(Tables table, boolean sqlite) {
    return "SELECT "
        + table.columns().stream().map(k -> quoted(k.name())).collect(Collectors.joining(", "))
        + " FROM "
        + quoted(table.name())
        + " ORDER BY "
        + table.key().stream()
            // by bytes, as SQLite does
            .map(k ->
                quoted(k.name())
                    + (!sqlite && k.kind() == Tables.Kind.TEXT ? " COLLATE \"C\"" : ""))
            .collect(Collectors.joining(", "));
  }

  static String quoted(String name) {
    return '"' + name + '"';
  }

  private static void write(JsonGenerator json, Tables.Kind kind, ResultSet row, int at)
      throws SQLException {
    switch (kind) {
      case WHOLE -> {
        long v = row.getLong(at);
        if (row.wasNull()) json.writeNull();
        else json.writeNumber(v);
      }
      case REAL -> {
        float v = row.getFloat(at);
        if (row.wasNull()) json.writeNull();
        else json.writeNumber(v);
      }
      case DOUBLE -> {
        double v = row.getDouble(at);
        if (row.wasNull()) json.writeNull();
        else json.writeNumber(v);
      }
      case FLAG -> {
        boolean v = row.getBoolean(at);
        if (row.wasNull()) json.writeNull();
        else json.writeBoolean(v);
      }
      case TEXT -> {
        String v = row.getString(at);
        if (v == null) json.writeNull();
        else json.writeString(v);
      }
      case BYTES -> {
        byte[] v = row.getBytes(at);
        if (v == null) json.writeNull();
        else json.writeBinary(v);
      }
    }
  }

  private static Map<String, Long> numbers(Connection c, boolean sqlite) throws SQLException {
    if (sqlite && hasSequences(c)) return pairs(c, "SELECT name, seq FROM sqlite_sequence");
    Map<String, Long> numbers = new TreeMap<>();
    for (Tables table : Tables.of(c)) {
      if (table.columns().stream().noneMatch(k -> k.name().equals("id"))) continue;
      if (sqlite) numbers.putAll(pairs(c, highest(table.name())));
      else numbers.putAll(pairs(c, given(c, table.name())));
    }
    return numbers;
  }

  /// Whether SQLite remembers what it gave out; the tables of 0.1.0 did not ask it to.
  static boolean hasSequences(Connection c) throws SQLException {
    return !pairs(c, "SELECT name, 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").isEmpty();
  }

  /// Which numbers were given out and taken back nobody knows: those of feeds and entries leap over
  /// them, as they do when such a database is upgraded.
  private static String highest(String table) {
    int leap = table.equals("feed") || table.equals("entry") ? 10_000 : 0;
    return "SELECT '%s', MAX(id) + %d FROM %s GROUP BY 1".formatted(table, leap, quoted(table));
  }

  private static String given(Connection c, String table) throws SQLException {
    try (Statement statement = c.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT pg_get_serial_sequence('" + quoted(table) + "', 'id')")) {
      String sequence = row.next() ? row.getString(1) : null;
      return sequence == null
          ? "SELECT '' WHERE FALSE"
          : "SELECT '" + table + "', last_value FROM " + sequence + " WHERE is_called";
    }
  }

  private static Map<String, Long> pairs(Connection c, String sql) throws SQLException {
    Map<String, Long> pairs = new TreeMap<>();
    try (Statement statement = c.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) pairs.put(row.getString(1), row.getLong(2));
    }
    return pairs;
  }
}
