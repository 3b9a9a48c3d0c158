package freshet.store;

import static freshet.store.Rows.set;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Stored entries whose topic is to be told again, because people said something about others.
public final class TopicRevisions {
  private final Database db;

  TopicRevisions(Database db) {
    this.db = db;
  }

  /// An entry with its topic, without its text.
  ///
  /// @param confidence 1: a person said so about its feed
  public record Classified(
      long id,
      Instant placed,
      long feedId,
      @Nullable String title,
      @Nullable String excerpt,
      @Nullable String language,
      List<String> categories,
      String topic,
      double confidence) {}

  /// Another topic for an entry.
  public record Change(long id, long topic, double confidence) {}

  /// A place between entries, newest first: behind the entry `id` that is placed at `placed`.
  public record Place(long placed, long id) {
    public static final Place START = new Place(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /// The next entries in a language whose topic was told by the text or the publisher, not by a
  /// person, newest first.
  public List<Classified> after(Place place, String language, Instant since, int most) {
    return classified(
        """
        e.language = :language AND e.placed <= :placed AND (e.placed < :placed OR e.id < :id)
          AND e.topic_given = FALSE AND f.topic_id IS NULL
        """,
        Map.of("language", language, "placed", place.placed, "id", place.id),
        since,
        most);
  }

  /// The newest entries of a feed.
  public List<Classified> ofFeed(long feed, Instant since, int most) {
    return classified("e.feed_id = :feed", Map.of("feed", feed), since, most);
  }

  /// The newest entries whose topic their publisher or their feed said.
  public List<Classified> said(double confidence, Instant since, int most) {
    return classified(
        "e.topic_confidence >= :confidence AND e.topic_given = FALSE",
        Map.of("confidence", confidence),
        since,
        most);
  }

  private List<Classified> classified(String which, Map<String, ?> by, Instant since, int most) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT e.id, e.placed, e.feed_id, e.title, e.excerpt, e.language, e.categories,
                  t.name, e.topic_confidence
                FROM entry e JOIN feed f ON f.id = e.feed_id JOIN topic t ON t.id = e.topic_id
                WHERE e.placed >= :since AND %s
                ORDER BY e.placed DESC, e.id DESC LIMIT :most
                """
                    .formatted(which))
            .bindMap(by)
            .bind("since", since.toEpochMilli())
            .bind("most", most)
            .map((row, _) -> classified(row))
            .list());
  }

  private static Classified classified(ResultSet row) throws SQLException {
    return new Classified(
        row.getLong(1),
        Instant.ofEpochMilli(row.getLong(2)),
        row.getLong(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        Rows.lines(row.getString(7)),
        row.getString(8),
        row.getDouble(9));
  }

  /// Gives entries another topic, unless a person has said something about them meanwhile.
  ///
  /// @return those that have it
  public List<Long> write(List<Change> changes, Instant now) {
    if (changes.isEmpty()) return List.of();
    return db.writer.write(statements -> {
      List<Long> changed = new ArrayList<>();
      for (Change c : changes) {
        int there =
            set(
                    statements.get(
                        """
                        UPDATE entry SET topic_id = ?, topic_confidence = ?, topic_changed = ?
                        WHERE id = ? AND topic_given = FALSE
                          AND (SELECT topic_id FROM feed f WHERE f.id = entry.feed_id) IS NULL
                        """),
                    c.topic,
                    c.confidence,
                    now,
                    c.id)
                .executeUpdate();
        if (there > 0) changed.add(c.id);
      }
      return changed;
    });
  }
}
