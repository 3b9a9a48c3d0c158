package freshet.store;

import static freshet.store.Rows.requiredTime;

import freshet.model.Event;
import freshet.model.Visibility;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

  /// An event as far as an account sees it.
  ///
  /// @param feeds how many of its feeds tell of it
  public record Seen(Event event, int feeds) {}

  public Optional<Event> find(Visibility visibility, long id) {
    if (!visibility.all())
      return Optional.ofNullable(seen(visibility, List.of(id)).get(id)).map(Seen::event);
    return db.readers.withHandle(h ->
        h.createQuery("SELECT " + COLUMNS + " FROM event v WHERE v.id = :id")
            .bind("id", id)
            .map((row, _) -> read(row))
            .findOne());
  }

  /// Some events as far as an account sees them: it knows nothing of those that no feed of its own
  /// tells of, and each is called as the first of its own feeds called it.
  public Map<Long, Seen> seen(Visibility visibility, List<Long> events) {
    Map<Long, Seen> all = new HashMap<>();
    if (events.isEmpty()) return all;
    String own = Visible.feed(visibility, "e.feed_id");
    db.readers.useHandle(h ->
        Visible.bind(
                visibility,
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
            .forEach(s -> all.put(s.event.id(), s)));
    return all;
  }

  /// The events of some entries, by entry.
  public Map<Long, Event> of(List<Long> entries) {
    Map<Long, Event> all = new HashMap<>();
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

  /// The first entry of the event that an entry belongs to; the entry itself if it is alone.
  public long firstOf(long entry) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT COALESCE((SELECT MIN(x.id) FROM entry e JOIN entry x
                  ON x.event_id = e.event_id WHERE e.id = :entry), :entry)
                """)
            .bind("entry", entry)
            .mapTo(Long.class)
            .one());
  }

  /// Says, on the writer's thread, which event an entry is found to tell of.
  public interface Meeting {
    /// @return the first entry of the other event; null if there is none
    @Nullable Long find();
  }

  /// Puts an entry, with the event it belongs to, into another event.
  ///
  /// @return whether anything changed
  public boolean unite(long entry, Meeting meeting) {
    return db.writer.placePatiently(statements -> {
      Long first = meeting.find();
      return first != null && StoryLinker.uniteEvents(statements, entry, first);
    });
  }

  /// The languages that some events are told in, with how many stories.
  public Map<Long, Map<String, Integer>> languages(Visibility visibility, List<Long> events) {
    Map<Long, Map<String, Integer>> all = new HashMap<>();
    if (events.isEmpty()) return all;
    db.readers.useHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    """
                    SELECT e.event_id, e.language, COUNT(DISTINCT COALESCE(e.story_id, -e.id)) AS n
                    FROM entry e WHERE e.event_id IN (<events>) AND e.language IS NOT NULL
                    """
                        + Visible.feed(visibility, "e.feed_id")
                        + " GROUP BY e.event_id, e.language ORDER BY n DESC, e.language"))
            .bindList("events", events)
            .map((row, _) ->
                all.computeIfAbsent(row.getLong(1), _ -> new LinkedHashMap<>())
                    .put(row.getString(2), row.getInt(3)))
            .list());
    return all;
  }

  private static Event read(ResultSet row) throws SQLException {
    return new Event(
        row.getLong("id"),
        row.getString("title"),
        requiredTime(row, "first_seen"),
        requiredTime(row, "last_seen"),
        row.getInt("stories"));
  }
}
