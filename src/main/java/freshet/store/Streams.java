package freshet.store;

import freshet.model.Arrived;
import freshet.model.Selection;
import freshet.model.Tristate;
import freshet.model.Visibility;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An account's entries in the order they arrived, as programs on other devices want them: they ask
/// for ids first, then for what they miss.
public final class Streams {
  private final Database db;

  Streams(Database db) {
    this.db = db;
  }

  /// The newest first, or the oldest.
  ///
  /// @param after goes on behind this entry
  public List<Arrived> page(
      long account, Selection which, boolean oldestFirst, @Nullable Long after, int limit) {
    StringBuilder sql =
        new StringBuilder("SELECT e.id, e.feed_id, e.first_seen").append(chosen(which));
    String id = order(which);
    if (after != null)
      sql.append(" AND ").append(id).append(oldestFirst ? " >" : " <").append(" :after");
    sql.append(" ORDER BY ").append(id);
    if (!oldestFirst) sql.append(" DESC");
    String whole = sql.append(" LIMIT :limit").toString();
    return db.readers.withHandle(h -> {
      var query = Selected.bind(h.createQuery(whole), whole, account, which);
      if (after != null) query.bind("after", after);
      return query
          .bind("limit", limit)
          .map((row, _) ->
              new Arrived(row.getLong(1), row.getLong(2), Rows.requiredTime(row, "first_seen")))
          .list();
    });
  }

  /// What is unread is walked along in its order, as many as are asked for; sorting all of it took
  /// five seconds where there were 700,000. "+": along the feed's own index, not along all entries.
  private static String order(Selection which) {
    if (which.feed() != null) return "+e.id";
    boolean unread = which.unread() == Tristate.ONLY && which.starred() != Tristate.ONLY;
    return unread ? "mine.entry_id" : "e.id";
  }

  private static String chosen(Selection which) {
    return " FROM "
        + Selected.from(which)
        + " WHERE 1 = 1"
        + Selected.marked(which)
        + Selected.narrowed(which, "e")
        + Selected.aboutAndWhen(which)
        + (Selected.isOwn(which)
            ? ""
            : " AND EXISTS (SELECT 1 FROM subscription s WHERE s.account_id = :me"
                + " AND s.feed_id = e.feed_id)"
                + shownCrawls(which, "e.feed_id"));
  }

  /// An app would fetch ten thousand pages of a crawl that nobody reads among other feeds.
  private static String shownCrawls(Selection which, String feed) {
    return which.feed() == null ? Visible.shownCrawls(new Visibility(0, false), feed) : "";
  }

  /// How many entries of a selection there are. By feed, folder and what is unread the sums that
  /// are kept of each feed tell; to count a million unread entries took six seconds.
  public long count(long account, Selection which) {
    String sql = isSummed(which) ? sum(which) : "SELECT COUNT(*)" + chosen(which);
    return db.readers.withHandle(
        h -> Selected.bind(h.createQuery(sql), sql, account, which).mapTo(Long.class).one());
  }

  private static boolean isSummed(Selection which) {
    return Selection.ALL
        .withFeed(which.feed())
        .withFolder(which.folder())
        .withFiled(which.filed())
        .withUnread(which.unread())
        .equals(which);
  }

  /// Of a selection by feed, folder and what is unread, at most.
  static String sum(Selection which) {
    String of =
        switch (which.unread()) {
          case ANY -> "f.entries";
          case ONLY -> "s.unread";
          case WITHOUT -> "f.entries - s.unread";
        };
    return "SELECT COALESCE(SUM("
        + of
        + "), 0) FROM subscription s JOIN feed f ON f.id = s.feed_id WHERE s.account_id = :me"
        + Selected.narrowed(which, "e", "s.feed_id")
        + shownCrawls(which, "s.feed_id");
  }

  /// The last entry that arrived, 0 if none has.
  public long newest() {
    return db.readers.withHandle(
        h -> h.createQuery("SELECT COALESCE(MAX(id), 0) FROM entry").mapTo(Long.class).one());
  }
}
