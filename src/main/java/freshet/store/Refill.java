package freshet.store;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/// Makes a database again from what a [Dump] wrote, on the same or the other kind of database: with
/// the tables as they were then, which are upgraded when the rows are in. All of it is one
/// transaction, checked before it is committed by writing it out once more.
public final class Refill {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int BATCH = 200;

  private final Connection c;
  private final boolean sqlite;

  private Refill(Connection c, boolean sqlite) {
    this.c = c;
    this.sqlite = sqlite;
  }

  /// @param source the tables are there, as migrations left them
  /// @throws IOException with a sentence, if what is given cannot be what was written
  static void run(Connection c, Dump.Summary summary, Source source)
      throws SQLException, IOException {
    Refill refill = new Refill(c, Dump.isSqlite(c));
    c.setAutoCommit(false);
    try {
      List<Tables> tables = Tables.of(c);
      List<String> names = tables.stream().map(Tables::name).sorted().toList();
      if (!names.equals(summary.rows().keySet().stream().sorted().toList())) {
        throw new IOException("its tables are not those of step " + summary.schema());
      }
      // what the migrations put in
      for (Tables table : tables.reversed()) {
        refill.execute("DELETE FROM " + Dump.quoted(table.name()));
      }
      for (Tables table : tables) {
        try (InputStream in = new BufferedInputStream(source.table(table.name()), 1 << 16)) {
          refill.fill(table, in, source);
        }
      }
      refill.setNumbers(summary.numbers());
      refill.check(summary, source);
      c.commit();
    } catch (SQLException | IOException | RuntimeException e) {
      c.rollback();
      throw e;
    }
  }

  /// Gives the tables back.
  public interface Source {
    InputStream table(String name) throws IOException;

    /// A row was put in.
    void row();

    /// Is told what the database holds now, to compare.
    OutputStream again(String table) throws IOException;

    /// @throws IOException with a sentence if it is not the same
    void compare() throws IOException;
  }

  private void check(Dump.Summary then, Source source) throws SQLException, IOException {
    Dump.Summary now =
        Dump.write(
            c,
            sqlite,
            new Dump.Sink() {
              @Override
              public OutputStream table(String name) throws IOException {
                return source.again(name);
              }

              @Override
              public void row() {}
            });
    if (!now.numbers().entrySet().containsAll(then.numbers().entrySet())) {
      throw new IOException("the numbers given out are " + now.numbers());
    }
    source.compare();
  }

  private void fill(Tables table, InputStream in, Source source) throws SQLException, IOException {
    try (JsonParser json = MAPPER.createParser(in)) {
      List<Tables.Column> columns = columns(table, json);
      String sql =
          "INSERT INTO "
              + Dump.quoted(table.name())
              + " ("
              + columns.stream().map(k -> Dump.quoted(k.name())).collect(Collectors.joining(", "))
              + ") VALUES ("
              + columns.stream().map(_ -> "?").collect(Collectors.joining(", "))
              + ")";
      try (PreparedStatement insert = c.prepareStatement(sql)) {
        int waiting = 0;
        while (json.nextToken() == JsonToken.START_ARRAY) {
          for (int i = 0; i < columns.size(); i++) {
            set(insert, i + 1, columns.get(i).kind(), json, json.nextToken());
          }
          if (json.nextToken() != JsonToken.END_ARRAY) throw broken(table);
          insert.addBatch();
          source.row();
          if (++waiting == BATCH) {
            insert.executeBatch();
            waiting = 0;
          }
        }
        if (waiting > 0) insert.executeBatch();
      }
    } catch (JacksonException e) {
      throw broken(table);
    }
  }

  private static List<Tables.Column> columns(Tables table, JsonParser json) throws IOException {
    List<Tables.Column> columns = new ArrayList<>();
    if (json.nextToken() != JsonToken.START_ARRAY) throw broken(table);
    while (json.nextToken() == JsonToken.VALUE_STRING) {
      String name = json.getString();
      columns.add(
          table.columns().stream()
              .filter(k -> k.name().equals(name))
              .findFirst()
              .orElseThrow(() -> broken(table)));
    }
    return columns;
  }

  private static IOException broken(Tables table) {
    return new IOException("its table '" + table.name() + "' cannot be read");
  }

  private static void set(
      PreparedStatement insert,
      int at,
      Tables.Kind kind,
      JsonParser json,
      @Nullable JsonToken token)
      throws SQLException, IOException {
    if (token == null || token.isStructEnd() || token.isStructStart()) {
      throw new IOException("a row of it has too few values");
    }
    if (token == JsonToken.VALUE_NULL) {
      insert.setNull(
          at,
          switch (kind) {
            case WHOLE -> Types.BIGINT;
            case REAL -> Types.REAL;
            case DOUBLE -> Types.DOUBLE;
            case FLAG -> Types.BOOLEAN;
            case TEXT -> Types.VARCHAR;
            case BYTES -> Types.BINARY;
          });
      return;
    }
    switch (kind) {
      case WHOLE -> insert.setLong(at, json.getLongValue());
      case REAL -> insert.setFloat(at, json.getFloatValue());
      case DOUBLE -> insert.setDouble(at, json.getDoubleValue());
      case FLAG -> insert.setBoolean(at, json.getBooleanValue());
      case TEXT -> insert.setString(at, json.getString());
      case BYTES -> insert.setBytes(at, json.getBinaryValue());
    }
  }

  private void setNumbers(Map<String, Long> numbers) throws SQLException {
    if (sqlite) {
      if (!Dump.hasSequences(c)) return; // of 0.1.0
      execute("DELETE FROM sqlite_sequence");
    }
    String sql =
        sqlite
            ? "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)"
            : "SELECT setval(pg_get_serial_sequence(?, 'id'), ?)";
    try (PreparedStatement set = c.prepareStatement(sql)) {
      for (var number : numbers.entrySet()) {
        set.setString(1, number.getKey());
        set.setLong(2, number.getValue());
        if (sqlite) {
          set.executeUpdate();
        } else {
          try (ResultSet row = set.executeQuery()) {
            row.next();
          }
        }
      }
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = c.createStatement()) {
      statement.execute(sql);
    }
  }
}
