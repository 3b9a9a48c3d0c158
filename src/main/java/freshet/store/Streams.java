package freshet.store;

import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// An account's entries in the order they arrived, as programs on other devices want them: they ask
/// for ids first, then for what they miss.
public final class Streams {
  private final Database db;

  Streams(Database db) {
    this.db = db;
  }

  /// What is wanted of entries in regard to a mark.
  public enum Wish {
    ANY,
    ONLY,
    WITHOUT
  }

  /// Which entries: null means all.
  ///
  /// @param label a folder of feeds or a label of entries
  /// @param since and `until`: by when they arrived
  /// @param after goes on behind this entry
  public record Query(
      @Nullable Long feed,
      @Nullable String label,
      Wish unread,
      Wish starred,
      @Nullable Instant since,
      @Nullable Instant until,
      boolean oldestFirst,
      @Nullable Long after) {
    public static final Query ALL =
        new Query(null, null, Wish.ANY, Wish.ANY, null, null, false, null);
  }

  /// An entry and when it arrived.
  public record Arrived(long id, long feed, Instant at) {}

  public List<Arrived> page(long account, Query q, int limit) {
    StringBuilder sql = new StringBuilder("SELECT e.id, e.feed_id, e.first_seen FROM ");
    // The small table leads, whatever the planner thinks.
    if (q.starred == Wish.ONLY) {
      sql.append(
          "reading r CROSS JOIN entry e WHERE r.account_id = :me AND r.starred_at IS NOT NULL"
              + " AND e.id = r.entry_id");
    } else if (q.unread == Wish.ONLY) {
      sql.append("unread n CROSS JOIN entry e WHERE n.account_id = :me AND e.id = n.entry_id");
    } else {
      sql.append("entry e WHERE 1 = 1");
    }
    if (q.feed != null) sql.append(" AND e.feed_id = :feed");
    if (q.starred != Wish.ONLY) {
      sql.append(
          " AND EXISTS (SELECT 1 FROM subscription s WHERE s.account_id = :me AND s.feed_id ="
              + " e.feed_id)");
    }
    if (q.label != null) {
      sql.append(
          """
           AND (EXISTS (SELECT 1 FROM subscription s WHERE s.account_id = :me
                  AND s.feed_id = e.feed_id AND s.folder = :label)
             OR EXISTS (SELECT 1 FROM entry_label l WHERE l.account_id = :me
                  AND l.entry_id = e.id AND l.label = :label))
          """);
    }
    String unread =
        " EXISTS (SELECT 1 FROM unread u WHERE u.account_id = :me AND u.entry_id = e.id)";
    if (q.unread == Wish.WITHOUT) sql.append(" AND NOT").append(unread);
    if (q.unread == Wish.ONLY && q.starred == Wish.ONLY) sql.append(" AND").append(unread);
    if (q.starred == Wish.WITHOUT) {
      sql.append(
          " AND NOT EXISTS (SELECT 1 FROM reading r WHERE r.account_id = :me AND r.entry_id = e.id"
              + " AND r.starred_at IS NOT NULL)");
    }
    if (q.since != null) sql.append(" AND e.first_seen >= :since");
    if (q.until != null) sql.append(" AND e.first_seen <= :until");
    if (q.after != null) {
      sql.append(q.oldestFirst ? " AND e.id > :after" : " AND e.id < :after");
    }
    // "+": along the feed's own index, not along all entries.
    sql.append(" ORDER BY ").append(q.feed == null ? "e.id" : "+e.id");
    if (!q.oldestFirst) sql.append(" DESC");
    sql.append(" LIMIT :limit");
    String whole = sql.toString();
    return db.readers.withHandle(h -> {
      var query = h.createQuery(whole);
      if (whole.contains(":me")) query.bind("me", account);
      bind(query, q);
      return query
          .bind("limit", limit)
          .map((row, _) ->
              new Arrived(row.getLong(1), row.getLong(2), Rows.requiredTime(row, "first_seen")))
          .list();
    });
  }

  private static void bind(SqlStatement<?> query, Query q) {
    if (q.feed != null) query.bind("feed", q.feed);
    if (q.label != null) query.bind("label", q.label);
    if (q.since != null) query.bind("since", q.since.toEpochMilli());
    if (q.until != null) query.bind("until", q.until.toEpochMilli());
    if (q.after != null) query.bind("after", q.after);
  }

  /// How many entries of the account's feeds there are.
  public long count(long account) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT COALESCE(SUM(f.entries), 0) FROM subscription s JOIN feed f ON f.id = s.feed_id
                WHERE s.account_id = :me
                """)
            .bind("me", account)
            .mapTo(Long.class)
            .one());
  }

  /// The last entry that arrived, 0 if none has.
  public long newest() {
    return db.readers.withHandle(
        h -> h.createQuery("SELECT COALESCE(MAX(id), 0) FROM entry").mapTo(Long.class).one());
  }
}
