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

  /// An event as far as an account sees it.
  ///
  /// @param feeds how many of its feeds tell of it
  public record Seen(Row event, int feeds) {}

  public Optional<Row> find(Sight sight, long id) {
    if (!sight.all()) return Optional.ofNullable(seen(sight, List.of(id)).get(id)).map(Seen::event);
    return db.readers.withHandle(h ->
        h.createQuery("SELECT " + COLUMNS + " FROM event v WHERE v.id = :id")
            .bind("id", id)
            .map((row, _) -> read(row))
            .findOne());
  }

  /// Some events as far as an account sees them: it knows nothing of those that no feed of its own
  /// tells of, and each is called as the first of its own feeds called it.
  public Map<Long, Seen> seen(Sight sight, List<Long> events) {
    Map<Long, Seen> all = new HashMap<>();
    if (events.isEmpty()) return all;
    String own = sight.ofFeed("e.feed_id");
    db.readers.useHandle(h ->
        sight
            .bind(
                h.createQuery(
                    """
                    SELECT g.*, f.title FROM (SELECT e.event_id AS id, MIN(e.id) AS first_entry,
                      MIN(e.first_seen) AS first_seen,
                      MAX(e.first_seen) AS last_seen,
                      COUNT(DISTINCT COALESCE(e.story_id, -e.id)) AS stories,
                      COUNT(DISTINCT e.feed_id) AS feeds
                    FROM entry e WHERE e.event_id IN (<events>)
                    """
                        + own
                        + " GROUP BY e.event_id) g JOIN entry f ON f.id = g.first_entry"))
            .bindList("events", events)
            .map((row, _) -> new Seen(read(row), row.getInt("feeds")))
            .forEach(s -> all.put(s.event.id, s)));
    return all;
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
