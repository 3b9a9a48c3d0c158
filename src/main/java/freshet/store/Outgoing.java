package freshet.store;

import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.Visibility;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/// Entries with all that is known of them, in the order they were stored, for programs that follow
/// them.
public final class Outgoing {
  private static final String SELECT =
      "SELECT "
          + Entries.COLUMNS
          + ", f.address, f.link AS feed_link, f.headers, t.name AS topic, e.story_id,"
          + " s.first_entry, e.event_id, v.title AS event_title, "
          + Articles.COLUMNS
          + " FROM entry e JOIN feed f ON f.id = e.feed_id"
          + Articles.JOIN
          + " LEFT JOIN topic t ON t.id = e.topic_id LEFT JOIN story s ON s.id = e.story_id"
          + " LEFT JOIN event v ON v.id = e.event_id ";

  private final Database db;

  Outgoing(Database db) {
    this.db = db;
  }

  /// An entry with its feed and where it belongs.
  ///
  /// @param address of the feed, as it is asked
  /// @param site what the feed says is its page
  /// @param secret the feed is asked with headers of its own, such as a password
  /// @param story 0 if it belongs to none; so is `event`
  /// @param first it is the first of its story
  public record Row(
      Entry entry,
      EntryBody body,
      String address,
      @Nullable String site,
      boolean secret,
      @Nullable String topic,
      long story,
      boolean first,
      long event,
      @Nullable String eventTitle) {}

  private static Row read(ResultSet row, StatementContext context) throws SQLException {
    Entry entry = Entries.read(row, context);
    return new Row(
        entry,
        Articles.body(row),
        row.getString("address"),
        row.getString("feed_link"),
        row.getString("headers") != null,
        row.getString("topic"),
        row.getLong("story_id"),
        row.getLong("first_entry") == entry.id(),
        row.getLong("event_id"),
        row.getString("event_title"));
  }

  /// Those that were stored after an entry. Pages of crawls that nobody reads among the feeds are
  /// left out.
  public List<Row> after(long id, int limit) {
    return db.readers.withHandle(h ->
        h.createQuery(
                SELECT
                    + "WHERE e.id > :id"
                    + Visible.shownCrawls(Visibility.EVERYTHING, "e.feed_id")
                    + " ORDER BY e.id LIMIT :limit")
            .bind("id", id)
            .bind("limit", limit)
            .map(Outgoing::read)
            .list());
  }

  /// The numbers of entries that were stored after one, ascending, by feed.
  public Map<Long, List<Long>> byFeed(long id, int most) {
    Map<Long, List<Long>> found = new LinkedHashMap<>();
    db.readers.useHandle(h ->
        h.createQuery("SELECT feed_id, id FROM entry WHERE id > :id ORDER BY id LIMIT :most")
            .bind("id", id)
            .bind("most", most)
            .map((row, _) -> Map.entry(row.getLong(1), row.getLong(2)))
            .forEach(
                e -> found.computeIfAbsent(e.getKey(), _ -> new ArrayList<>()).add(e.getValue())));
    return found;
  }

  /// The number of the entry that was stored last; 0 if there is none.
  public long last() {
    return db.readers.withHandle(
        h -> h.createQuery("SELECT COALESCE(MAX(id), 0) FROM entry").mapTo(Long.class).one());
  }

  /// A number below those of all entries that were stored since a time.
  public long before(Instant time) {
    // "+ 0" keeps SQLite from walking along the numbers, from the first entry there ever was.
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT COALESCE(MIN(id + 0) - 1, (SELECT COALESCE(MAX(id), 0) FROM entry))"
                    + " FROM entry WHERE first_seen >= :time")
            .bind("time", time.toEpochMilli())
            .mapTo(Long.class)
            .one());
  }
}
