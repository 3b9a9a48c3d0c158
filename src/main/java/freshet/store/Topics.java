package freshet.store;

import static freshet.store.Rows.set;

import freshet.model.EntryBody;
import freshet.model.FeedTopic;
import freshet.model.TopicCount;
import freshet.model.Visibility;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The topics, who gave which, and what was learned from that.
public final class Topics {
  private final Database db;
  private final Map<String, Long> ids = new ConcurrentHashMap<>();

  Topics(Database db) {
    this.db = db;
  }

  /// A topic that a person gave to an entry.
  public record Example(
      @Nullable String title, EntryBody body, @Nullable String language, String topic) {}

  /// The number of a topic; made if it is new.
  public long id(String name) {
    Long known = ids.get(name);
    if (known != null) return known;
    long id =
        db.writer.write(statements -> {
          set(
                  statements.get(
                      "INSERT INTO topic (name) VALUES (?) ON CONFLICT (name) DO NOTHING"),
                  name)
              .executeUpdate();
          try (ResultSet row =
              set(statements.get("SELECT id FROM topic WHERE name = ?"), name).executeQuery()) {
            row.next();
            return row.getLong(1);
          }
        });
    ids.put(name, id);
    return id;
  }

  /// Those that an account may see an entry of.
  public List<String> names(Visibility visibility) {
    String own =
        visibility.all()
            ? ""
            : " WHERE EXISTS (SELECT 1 FROM entry e WHERE e.topic_id = t.id"
                + Visible.feed(visibility, "e.feed_id")
                + ")";
    return db.readers.withHandle(h ->
        Visible.bind(
                visibility, h.createQuery("SELECT t.name FROM topic t" + own + " ORDER BY t.name"))
            .mapTo(String.class)
            .list());
  }

  /// The topics with their stories since a time, most first; topics without any come last.
  public List<TopicCount> counts(Instant since) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT name, (SELECT COUNT(*) FROM entry e
                  WHERE e.topic_id = t.id AND e.folded = FALSE AND e.placed >= :since) AS stories
                FROM topic t ORDER BY stories DESC, name
                """)
            .bind("since", since.toEpochMilli())
            .map((row, _) -> new TopicCount(row.getString("name"), row.getLong("stories")))
            .list());
  }

  /// The same of what an account may see; topics that it sees nothing of are left out.
  public List<TopicCount> counts(Visibility visibility, Instant since) {
    if (visibility.all()) return counts(since);
    return db.readers.withHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    """
                    SELECT t.name, COUNT(DISTINCT COALESCE(e.story_id, -e.id)) AS stories
                    FROM entry e JOIN topic t ON t.id = e.topic_id WHERE e.placed >= :since
                    """
                        + Visible.feed(visibility, "e.feed_id")
                        + " GROUP BY t.name ORDER BY 2 DESC, 1"))
            .bind("since", since.toEpochMilli())
            .map((row, _) -> new TopicCount(row.getString("name"), row.getLong("stories")))
            .list());
  }

  /// A person says what an entry is about: so are its copies.
  ///
  /// @return false if there is no such entry
  public boolean give(long entry, String topic, Instant now) {
    long id = id(topic);
    return db.writer.write(statements -> {
      int there =
          set(
                  statements.get(
                      """
                      UPDATE entry SET topic_id = ?, topic_confidence = 1, topic_given = TRUE,
                        topic_changed = ?
                      WHERE id = ? OR story_id = (SELECT story_id FROM entry WHERE id = ?)
                      """),
                  id,
                  now,
                  entry,
                  entry)
              .executeUpdate();
      if (there == 0) return false;
      set(statements.get("DELETE FROM topic_example WHERE entry_id = ?"), entry).executeUpdate();
      set(
              statements.get(
                  "INSERT INTO topic_example (topic_id, entry_id, given_at) VALUES (?, ?, ?)"),
              id,
              entry,
              now)
          .executeUpdate();
      return true;
    });
  }

  /// What people said, in the order they said it.
  public List<Example> examples() {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT e.title, e.language, t.name, %s FROM topic_example x
                JOIN entry e ON e.id = x.entry_id JOIN topic t ON t.id = x.topic_id %s
                ORDER BY x.given_at
                """
                    .formatted(Articles.COLUMNS, Articles.JOIN))
            .map((row, _) ->
                new Example(
                    row.getString(1), Articles.body(row), row.getString(2), row.getString(3)))
            .list());
  }

  /// A person says what all entries of a feed are about, or no longer does (null).
  ///
  /// @param since older entries stay as they are
  public boolean giveFeed(long feed, @Nullable String topic, Instant since, Instant now) {
    Long id = topic == null ? null : (Long) id(topic);
    return db.writer.write(statements -> {
      int there =
          set(statements.get("UPDATE feed SET topic_id = ? WHERE id = ?"), id, feed)
              .executeUpdate();
      if (there > 0 && id != null) {
        set(
                statements.get(
                    """
                    UPDATE entry SET topic_id = ?, topic_confidence = 1, topic_changed = ?
                    WHERE feed_id = ? AND placed >= ? AND topic_given = FALSE
                    """),
                id,
                now,
                feed,
                since)
            .executeUpdate();
      }
      return there > 0;
    });
  }

  /// The topics that people gave to feeds.
  public Map<Long, String> ofFeeds() {
    Map<Long, String> all = new ConcurrentHashMap<>();
    db.readers.useHandle(h ->
        h.createQuery("SELECT f.id, t.name FROM feed f JOIN topic t ON t.id = f.topic_id")
            .map((row, _) -> Map.entry(row.getLong(1), row.getString(2)))
            .forEach(e -> all.put(e.getKey(), e.getValue())));
    return all;
  }

  public FeedTopic facts(long feed) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT t.name, f.preferred, f.wrong_language, f.found_language
                FROM feed f LEFT JOIN topic t ON t.id = f.topic_id WHERE f.id = :id
                """)
            .bind("id", feed)
            .map((row, _) ->
                new FeedTopic(
                    row.getString(1), row.getBoolean(2), row.getLong(3), row.getString(4)))
            .findOne()
            .orElse(FeedTopic.NONE));
  }

  /// What was learned under a name before.
  public Optional<byte[]> learned(String name) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT state FROM learned WHERE name = :name")
            .bind("name", name)
            .map((row, _) -> row.getBytes(1))
            .findOne());
  }

  public void learn(String name, byte[] state, Instant now) {
    db.writer.write(statements ->
        set(
                statements.get(
                    """
                    INSERT INTO learned (name, state, changed_at) VALUES (?, ?, ?)
                    ON CONFLICT (name) DO UPDATE
                    SET state = excluded.state, changed_at = excluded.changed_at
                    """),
                name,
                state,
                now)
            .executeUpdate());
  }
}
