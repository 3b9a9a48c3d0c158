package freshet.store;

import static freshet.store.Rows.set;

import freshet.store.Writer.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is unread, as it is written. A row stands for each unread entry of each subscriber, and
/// each subscription knows their number, so that no page ever counts entries: docs/decisions/0120.
final class Unread {
  private Unread() {}

  /// An entry has come: it is unread for all who follow its feed, but for those who have read its
  /// story elsewhere.
  ///
  /// @param story null if it is alone
  /// @return whether it counts for all of them, so that [#count] does so
  static boolean arrived(
      Statements statements, long feed, long entry, long placed, @Nullable Long story)
      throws SQLException {
    if (story == null) {
      set(
              statements.get(
                  """
                  INSERT INTO unread (account_id, entry_id, feed_id, placed)
                  SELECT account_id, ?, feed_id, ? FROM subscription WHERE feed_id = ?
                  """),
              entry,
              placed,
              feed)
          .executeUpdate();
      return true;
    }
    List<Long> accounts = new ArrayList<>();
    try (ResultSet row =
        set(
                statements.get(
                    """
                    INSERT INTO unread (account_id, entry_id, feed_id, placed)
                    SELECT s.account_id, ?, s.feed_id, ? FROM subscription s
                    WHERE s.feed_id = ? AND NOT EXISTS (
                      SELECT 1 FROM entry o JOIN reading r ON r.entry_id = o.id
                      WHERE o.story_id = ? AND r.account_id = s.account_id
                        AND r.read_at IS NOT NULL)
                    RETURNING account_id
                    """),
                entry,
                placed,
                feed,
                story)
            .executeQuery()) {
      while (row.next()) accounts.add(row.getLong(1));
    }
    for (long account : accounts) add(statements, account, feed, 1);
    return false;
  }

  /// Counts entries that came and are unread for all who follow the feed.
  static void count(Statements statements, long feed, int entries) throws SQLException {
    if (entries == 0) return;
    set(
            statements.get("UPDATE subscription SET unread = unread + ? WHERE feed_id = ?"),
            entries,
            feed)
        .executeUpdate();
  }

  /// @return whether it was unread
  static boolean takeAway(Statements statements, long account, long entry) throws SQLException {
    long feed;
    try (ResultSet row =
        set(
                statements.get(
                    "DELETE FROM unread WHERE account_id = ? AND entry_id = ? RETURNING feed_id"),
                account,
                entry)
            .executeQuery()) {
      if (!row.next()) return false;
      feed = row.getLong(1);
    }
    add(statements, account, feed, -1);
    return true;
  }

  /// Only entries of feeds that the account follows can be unread.
  static void putBack(Statements statements, long account, long entry) throws SQLException {
    long feed;
    try (ResultSet row =
        set(
                statements.get(
                    """
                    INSERT INTO unread (account_id, entry_id, feed_id, placed)
                    SELECT s.account_id, e.id, e.feed_id, e.placed
                    FROM entry e JOIN subscription s ON s.feed_id = e.feed_id
                    WHERE e.id = ? AND s.account_id = ?
                    ON CONFLICT (account_id, entry_id) DO NOTHING RETURNING feed_id
                    """),
                entry,
                account)
            .executeQuery()) {
      if (!row.next()) return;
      feed = row.getLong(1);
    }
    add(statements, account, feed, 1);
  }

  private static void add(Statements statements, long account, long feed, int more)
      throws SQLException {
    set(
            statements.get(
                "UPDATE subscription SET unread = unread + ? WHERE account_id = ? AND feed_id = ?"),
            more,
            account,
            feed)
        .executeUpdate();
  }

  /// Counts anew, after much has changed at once.
  static void recount(Statements statements, long account, @Nullable Long feed)
      throws SQLException {
    String sql =
        """
        UPDATE subscription SET unread = (SELECT COUNT(*) FROM unread u
          WHERE u.account_id = subscription.account_id AND u.feed_id = subscription.feed_id)
        WHERE account_id = ?
        """;
    if (feed == null) set(statements.get(sql), account).executeUpdate();
    else set(statements.get(sql + " AND feed_id = ?"), account, feed).executeUpdate();
  }
}
