package freshet.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How the values of the model stand in columns: times as milliseconds, lists a line each.
final class Rows {
  private Rows() {}

  static @Nullable Long millis(@Nullable Instant t) {
    if (t == null) return null;
    try {
      return t.toEpochMilli();
    } catch (ArithmeticException e) {
      return null; // a year like 999999999 out of a feed: no date at all
    }
  }

  static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    long ms = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(ms);
  }

  static Instant requiredTime(ResultSet row, String column) throws SQLException {
    return Instant.ofEpochMilli(row.getLong(column));
  }

  static @Nullable Duration duration(ResultSet row, String column) throws SQLException {
    long ms = row.getLong(column);
    return row.wasNull() ? null : Duration.ofMillis(ms);
  }

  static @Nullable String lines(List<String> values) {
    if (values.isEmpty()) return null;
    List<String> clean = new ArrayList<>(values.size());
    for (String v : values) clean.add(v.replace('\n', ' '));
    return String.join("\n", clean);
  }

  static List<String> lines(@Nullable String stored) {
    return stored == null || stored.isEmpty() ? List.of() : List.of(stored.split("\n", -1));
  }

  static @Nullable String headers(Map<String, String> headers) {
    List<String> all = new ArrayList<>();
    new TreeMap<>(headers).forEach((name, value) -> all.add(name + ": " + value));
    return lines(all);
  }

  static Map<String, String> headers(@Nullable String stored) {
    Map<String, String> all = new TreeMap<>();
    for (String line : lines(stored)) {
      int colon = line.indexOf(": ");
      if (colon > 0) all.put(line.substring(0, colon), line.substring(colon + 2));
    }
    return all;
  }

  /// Sets the parameters of a statement in order.
  static PreparedStatement set(PreparedStatement statement, @Nullable Object... values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      switch (values[i]) {
        case null -> statement.setNull(i + 1, Types.NULL);
        case Long n -> statement.setLong(i + 1, n);
        case Integer n -> statement.setInt(i + 1, n);
        case Double d -> statement.setDouble(i + 1, d);
        case String s -> statement.setString(i + 1, withoutNul(s));
        case Boolean b -> statement.setBoolean(i + 1, b);
        case byte[] b -> statement.setBytes(i + 1, b);
        case Instant t -> statement.setLong(i + 1, t.toEpochMilli());
        case Duration d -> statement.setLong(i + 1, d.toMillis());
        default -> throw new IllegalArgumentException("no column type for " + values[i]);
      }
    }
    return statement;
  }

  /// PostgreSQL refuses the character U+0000 in a text, and nobody can see it.
  static String withoutNul(String s) {
    return s.indexOf('\0') < 0 ? s : s.replace("\0", "");
  }

  /// `?, ?, ?`
  static String marks(int n) {
    return "?, ".repeat(n - 1) + "?";
  }
}
