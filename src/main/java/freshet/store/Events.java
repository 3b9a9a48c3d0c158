package freshet.store;

import static freshet.store.Rows.requiredTime;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The events: happenings that several stories tell of.
public final class Events {
  private static final String COLUMNS = "v.id, v.title, v.first_seen, v.last_seen, v.stories";

  private final Database db;

  Events(Database db) {
    this.db = db;
  }

  /// @param title that of its first story
  public record Row(
      long id, @Nullable String title, Instant firstSeen, Instant lastSeen, int stories) {}

  public Optional<Row> find(long id) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT " + COLUMNS + " FROM event v WHERE v.id = :id")
            .bind("id", id)
            .map((row, _) -> read(row))
            .findOne());
  }

  /// The events of some entries, by entry.
  public Map<Long, Row> of(List<Long> entries) {
    Map<Long, Row> all = new HashMap<>();
    if (entries.isEmpty()) return all;
    db.readers.useHandle(h ->
        h.createQuery(
                "SELECT e.id AS entry_id, "
                    + COLUMNS
                    + " FROM entry e JOIN event v ON v.id = e.event_id WHERE e.id IN (<entries>)")
            .bindList("entries", entries)
            .map((row, _) -> Map.entry(row.getLong("entry_id"), read(row)))
            .forEach(e -> all.put(e.getKey(), e.getValue())));
    return all;
  }

  private static Row read(ResultSet row) throws SQLException {
    return new Row(
        row.getLong("id"),
        row.getString("title"),
        requiredTime(row, "first_seen"),
        requiredTime(row, "last_seen"),
        row.getInt("stories"));
  }
}
