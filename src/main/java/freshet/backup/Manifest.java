package freshet.backup;

import freshet.store.Dump;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// What a backup holds, by which it is checked. The last thing written to it.
///
/// @param format how the file is laid out; a number that only grows
/// @param freshet the version that made it
/// @param database such as `SQLite`
/// @param schema the last migration of its tables
/// @param tables with their rows
/// @param numbers the last that each table gave out
/// @param files of the data folder, and the settings
record Manifest(
    int format,
    String freshet,
    Instant made,
    String database,
    int schema,
    Map<String, Part> tables,
    Map<String, Long> numbers,
    Map<String, Part> files) {
  static final String NAME = "manifest.json";
  static final int FORMAT = 1;

  /// Where tables are in the file.
  static final String TABLES = "tables/";

  /// Where files of the data folder are in it.
  static final String FILES = "files/";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /// @param size rows of a table, bytes of a file
  /// @param sha256 of its bytes
  record Part(long size, String sha256) {}

  byte[] json() {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
  }

  static Manifest of(byte[] json) throws IOException {
    try {
      Manifest m = MAPPER.readValue(json, Manifest.class);
      if (m.format > FORMAT) {
        throw new IOException("it was made by a newer Freshet; restore it with that one");
      }
      return m;
    } catch (JacksonException e) {
      throw new IOException("its table of contents cannot be read", e);
    }
  }

  Dump.Summary summary() {
    Map<String, Long> rows = new TreeMap<>();
    tables.forEach((name, part) -> rows.put(name, part.size));
    return new Dump.Summary(database, schema, rows, numbers);
  }

  long rows(String table) {
    Part part = tables.get(table);
    return part == null ? 0 : part.size;
  }

  long rows() {
    return tables.values().stream().mapToLong(Part::size).sum();
  }
}
