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
  /// A crawl may bring ten thousand pages in an hour: they are unread for those alone who have it
  /// among their other feeds.
  private static final String COUNTED =
      " AND (s.hidden = FALSE OR NOT EXISTS (SELECT 1 FROM feed c WHERE c.id = s.feed_id"
          + " AND c.crawl IS NOT NULL))";

  /// On PostgreSQL others follow and leave feeds meanwhile: in one statement, with their
  /// subscriptions held, all of it is for the same followers.
  private static final String ARRIVED =
      """
      WITH follower AS (
        SELECT s.account_id FROM subscription s WHERE s.feed_id = ?
      """
          + COUNTED
          + """
             ORDER BY s.account_id FOR UPDATE OF s
          ), came AS (
            INSERT INTO unread (account_id, entry_id, feed_id, placed)
            SELECT f.account_id, e.id, e.feed_id, e.placed FROM entry e CROSS JOIN follower f
            WHERE e.id BETWEEN ? AND ? AND e.feed_id = ?
          )
          UPDATE subscription s SET unread = s.unread + ? FROM follower f
          WHERE s.account_id = f.account_id AND s.feed_id = ?
          """;

  private Unread() {}

  /// Entries of a feed have come: they are unread for all who follow it, but for those who have
  /// read the story of one elsewhere.
  ///
  /// @param entries all that came in this transaction, ascending
  /// @param alone whether none of them is in a story
  static void arrived(Statements statements, long feed, List<Long> entries, boolean alone)
      throws SQLException {
    if (entries.isEmpty()) return;
    if (!alone) {
      for (long entry : entries) arrived(statements, feed, entry);
      return;
    }
    if (!statements.sqlite) {
      statements.later(
          feed, ARRIVED, feed, entries.getFirst(), entries.getLast(), feed, entries.size(), feed);
      return;
    }
    statements.later(
        feed,
        """
        INSERT INTO unread (account_id, entry_id, feed_id, placed)
        SELECT s.account_id, e.id, e.feed_id, e.placed
        FROM entry e JOIN subscription s ON s.feed_id = e.feed_id
        WHERE e.id BETWEEN ? AND ? AND e.feed_id = ?
        """
            + COUNTED,
        entries.getFirst(),
        entries.getLast(),
        feed);
    statements.later(
        feed,
        "UPDATE subscription AS s SET unread = unread + ? WHERE feed_id = ?" + COUNTED,
        entries.size(),
        feed);
  }

  private static void arrived(Statements statements, long feed, long entry) throws SQLException {
    List<Long> accounts = new ArrayList<>();
    try (ResultSet row =
        set(
                statements.get(
                    """
                    INSERT INTO unread (account_id, entry_id, feed_id, placed)
                    SELECT s.account_id, e.id, s.feed_id, e.placed
                    FROM entry e JOIN subscription s ON s.feed_id = e.feed_id
                    WHERE e.id = ? AND (e.story_id IS NULL OR NOT EXISTS (
                      SELECT 1 FROM entry o JOIN reading r ON r.entry_id = o.id
                      WHERE o.story_id = e.story_id AND r.account_id = s.account_id
                        AND r.read_at IS NOT NULL))
                    """
                        + COUNTED
                        + (statements.sqlite ? "" : " FOR UPDATE OF s")
                        + " RETURNING account_id"),
                entry)
            .executeQuery()) {
      while (row.next()) accounts.add(row.getLong(1));
    }
    for (long account : accounts) add(statements, account, feed, 1);
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

  /// The number of a feed changes by so many.
  static void add(Statements statements, long account, long feed, int more) throws SQLException {
    set(
            statements.get(
                "UPDATE subscription SET unread = unread + ? WHERE account_id = ? AND feed_id = ?"),
            more,
            account,
            feed)
        .executeUpdate();
  }

  /// Nothing of a crawl is unread any more for an account that hides it.
  static void quieten(Statements statements, long account, long feed) throws SQLException {
    int gone =
        set(
                statements.get(
                    """
                    DELETE FROM unread WHERE account_id = ? AND feed_id = ?
                      AND EXISTS (SELECT 1 FROM feed c WHERE c.id = unread.feed_id
                        AND c.crawl IS NOT NULL)
                    """),
                account,
                feed)
            .executeUpdate();
    if (gone > 0) recount(statements, account, feed);
  }

  /// Counts anew, after much has changed at once. PostgreSQL counts what was there when the
  /// statement began, though it then waits for whoever is at the row: so the rows are had first,
  /// and counted by what their writers have committed.
  static void recount(Statements statements, long account, @Nullable Long feed)
      throws SQLException {
    String sql =
        """
        UPDATE subscription SET unread = (SELECT COUNT(*) FROM unread u
          WHERE u.account_id = subscription.account_id AND u.feed_id = subscription.feed_id)
        WHERE account_id = ?
        """;
    String which = feed == null ? "" : " AND feed_id = ?";
    @Nullable Object[] values =
        feed == null ? new @Nullable Object[] {account} : new @Nullable Object[] {account, feed};
    if (!statements.sqlite) {
      String lock = "SELECT feed_id FROM subscription WHERE account_id = ?";
      set(statements.get(lock + which + " ORDER BY feed_id FOR UPDATE"), values)
          .executeQuery()
          .close();
    }
    set(statements.get(sql + which), values).executeUpdate();
  }
}
