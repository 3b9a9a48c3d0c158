package freshet.store;

import static freshet.store.Rows.set;

import freshet.model.Cursor;
import freshet.store.Writer.Statements;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Entries that are deleted, and what has to be put right then, in the same transaction: stories
/// and events go on without them, and a story or event of which one is left is none.
final class Removal {
  private final Statements statements;
  private final Set<Long> stories = new TreeSet<>();
  private final Set<Long> events = new TreeSet<>();

  private Removal(Statements statements) {
    this.statements = statements;
  }

  /// Removes a feed with its entries.
  static boolean feed(Statements statements, long feed) throws SQLException {
    var removal = new Removal(statements);
    removal.note(
        set(
            statements.get(
                """
                SELECT DISTINCT story_id, event_id FROM entry
                WHERE feed_id = ? AND (story_id IS NOT NULL OR event_id IS NOT NULL)
                """),
            feed));
    int there = set(statements.get("DELETE FROM feed WHERE id = ?"), feed).executeUpdate();
    removal.settle();
    return there > 0;
  }

  /// See [CrawlFeeds#removeSome].
  static int some(Statements statements, long feed, int most) throws SQLException {
    var removal = new Removal(statements);
    int gone =
        removal.note(
            set(
                statements.get(
                    """
                    DELETE FROM entry WHERE id IN (
                      SELECT id FROM entry WHERE feed_id = ? ORDER BY id LIMIT ?)
                    RETURNING story_id, event_id
                    """),
                feed,
                most));
    removal.settle();
    return gone;
  }

  /// See [Feeds#removeUnstarred].
  static Feeds.Removed unstarred(Statements statements, long feed) throws SQLException {
    var removal = new Removal(statements);
    List<Long> gone = new ArrayList<>();
    try (ResultSet row =
        set(
                statements.get(
                    """
                    DELETE FROM entry WHERE feed_id = ?
                      AND NOT EXISTS (SELECT 1 FROM subscription s WHERE s.feed_id = entry.feed_id)
                      AND
                    """
                        + Keeping.unmarked("entry.id")
                        + " RETURNING story_id, event_id, id"),
                feed)
            .executeQuery()) {
      while (row.next()) {
        removal.note(row);
        gone.add(row.getLong(3));
      }
    }
    int feeds =
        set(
                statements.get(
                    """
                    DELETE FROM feed WHERE id = ?
                      AND NOT EXISTS (SELECT 1 FROM subscription s WHERE s.feed_id = feed.id)
                      AND NOT EXISTS (SELECT 1 FROM entry e WHERE e.feed_id = feed.id)
                    """),
                feed)
            .executeUpdate();
    removal.settle();
    if (feeds == 0 && !gone.isEmpty()) rest(statements, feed);
    return new Feeds.Removed(feeds > 0, gone);
  }

  /// A feed of which only some entries are left. Who follows it again wants the others too, so what
  /// we know of its last answer must not spare us to read the next; and no hub is to send it.
  private static void rest(Statements statements, long feed) throws SQLException {
    set(
            statements.get(
                """
                UPDATE feed SET etag = NULL, last_modified = NULL, body_hash = 0, failures = 0,
                  state = 'active', entries = (SELECT COUNT(*) FROM entry e WHERE e.feed_id = feed.id)
                WHERE id = ?
                """),
            feed)
        .executeUpdate();
    set(statements.get("DELETE FROM hub_subscription WHERE feed_id = ?"), feed).executeUpdate();
  }

  /// See [Keeping#deleteOld].
  ///
  /// @param chosen gives id, feed and arrival of those that go, the oldest first
  static Keeping.Deleted old(Statements statements, PreparedStatement chosen) throws SQLException {
    var removal = new Removal(statements);
    Map<Long, List<Long>> byFeed = new LinkedHashMap<>();
    Cursor last = Keeping.START;
    try (ResultSet row = chosen.executeQuery()) {
      while (row.next()) {
        byFeed.computeIfAbsent(row.getLong(2), _ -> new ArrayList<>()).add(row.getLong(1));
        last = new Cursor(row.getLong(3), row.getLong(1));
      }
    }
    for (var of : byFeed.entrySet()) removal.delete(of.getKey(), of.getValue());
    removal.settle();
    return new Keeping.Deleted(byFeed, last);
  }

  /// Nobody has them unread any more, and their feed must not bring them again.
  private void delete(long feed, List<Long> entries) throws SQLException {
    Set<Long> readers = new TreeSet<>();
    for (long entry : entries) {
      try (ResultSet row =
          set(statements.get("SELECT account_id FROM unread WHERE entry_id = ?"), entry)
              .executeQuery()) {
        while (row.next()) readers.add(row.getLong(1));
      }
      set(
              statements.get(
                  """
                  INSERT INTO entry_deleted (feed_id, entry_key, alias)
                  SELECT feed_id, entry_key, alias FROM entry WHERE id = ?
                  ON CONFLICT (feed_id, entry_key) DO NOTHING
                  """),
              entry)
          .executeUpdate();
      note(
          set(
              statements.get("DELETE FROM entry WHERE id = ? RETURNING story_id, event_id"),
              entry));
    }
    for (long reader : readers) Unread.recount(statements, reader, feed);
    set(statements.get("UPDATE feed SET entries = entries - ? WHERE id = ?"), entries.size(), feed)
        .executeUpdate();
  }

  /// @return how many rows there were
  private int note(PreparedStatement storiesAndEvents) throws SQLException {
    int rows = 0;
    try (ResultSet row = storiesAndEvents.executeQuery()) {
      for (; row.next(); rows++) note(row);
    }
    return rows;
  }

  private void note(ResultSet row) throws SQLException {
    long story = row.getLong(1);
    if (!row.wasNull()) stories.add(story);
    long event = row.getLong(2);
    if (!row.wasNull()) events.add(event);
  }

  private void settle() throws SQLException {
    for (long story : stories) StoryLinker.recount(statements, story);
    for (long event : events) StoryLinker.recountEvent(statements, event);
  }
}
