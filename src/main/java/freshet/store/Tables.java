package freshet.store;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The tables of an opened database as it describes them itself, so that a backup holds what a
/// later migration adds too.
///
/// @param columns by name
/// @param key the columns of its primary key, or all of them if it has none
record Tables(String name, List<Column> columns, List<Column> key) {
  /// Flyway's own, which says how far the schema is.
  static final String HISTORY = "schema_history";

  /// Say who writes to this database and who is being asked, and nothing of what is in it.
  private static final Set<String> OF_THE_MOMENT =
      Set.of("term", "member", "shard", "host_turn", "word");

  record Column(String name, Kind kind) {}

  /// What a value is, whatever a database calls it.
  enum Kind {
    WHOLE,
    /// Four bytes in PostgreSQL, eight in SQLite: four are what counts.
    REAL,
    DOUBLE,
    FLAG,
    TEXT,
    BYTES
  }

  /// All that are worth keeping, each behind those that its rows point at.
  static List<Tables> of(Connection connection) throws SQLException {
    DatabaseMetaData data = connection.getMetaData();
    Map<String, Tables> left = new TreeMap<>();
    for (String name : names(connection)) left.put(name, describe(data, name));
    left.keySet().removeAll(OF_THE_MOMENT);
    Map<String, Set<String>> parents = new TreeMap<>();
    for (String name : left.keySet()) {
      Set<String> of = new TreeSet<>();
      try (ResultSet keys = data.getImportedKeys(null, null, name)) {
        while (keys.next()) of.add(keys.getString("PKTABLE_NAME"));
      }
      of.remove(name);
      parents.put(name, of);
    }
    List<Tables> ordered = new ArrayList<>();
    Set<String> done = new HashSet<>();
    while (!left.isEmpty()) {
      String next =
          left.keySet().stream()
              .filter(t -> done.containsAll(parents.getOrDefault(t, Set.of())))
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("tables point at each other: " + left));
      ordered.add(left.remove(next));
      done.add(next);
    }
    return ordered;
  }

  /// All but Flyway's and those that SQLite keeps for itself.
  static List<String> names(Connection connection) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet tables =
        connection
            .getMetaData()
            .getTables(null, connection.getSchema(), "%", new String[] {"TABLE"})) {
      while (tables.next()) {
        String name = tables.getString("TABLE_NAME");
        if (!name.equals(HISTORY) && !name.startsWith("sqlite_")) names.add(name);
      }
    }
    return names;
  }

  private static Tables describe(DatabaseMetaData data, String table) throws SQLException {
    Map<String, Column> columns = new TreeMap<>();
    try (ResultSet row = data.getColumns(null, null, table, "%")) {
      while (row.next()) {
        String name = row.getString("COLUMN_NAME");
        columns.put(name, new Column(name, kind(table, name, row.getString("TYPE_NAME"))));
      }
    }
    Map<Integer, Column> key = new TreeMap<>();
    try (ResultSet row = data.getPrimaryKeys(null, null, table)) {
      while (row.next()) {
        Column column = columns.get(row.getString("COLUMN_NAME"));
        if (column != null) key.put(row.getInt("KEY_SEQ"), column);
      }
    }
    List<Column> all = List.copyOf(columns.values());
    return new Tables(table, all, key.isEmpty() ? all : List.copyOf(key.values()));
  }

  private static Kind kind(String table, String column, String type) {
    return switch (type.toLowerCase(Locale.ROOT)) {
      case "integer", "bigint", "int", "int4", "int8", "serial", "bigserial" -> Kind.WHOLE;
      case "real", "float4" -> Kind.REAL;
      case "double precision", "double", "float8" -> Kind.DOUBLE;
      case "boolean", "bool" -> Kind.FLAG;
      case "text", "varchar" -> Kind.TEXT;
      case "blob", "bytea" -> Kind.BYTES;
      default ->
          throw new IllegalStateException(
              "no backup knows the type " + type + " of " + table + "." + column);
    };
  }
}
