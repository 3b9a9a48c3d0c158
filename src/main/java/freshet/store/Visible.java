package freshet.store;

import freshet.model.Visibility;
import org.jdbi.v3.core.statement.SqlStatement;

/// What an account may see, as conditions of SQL.
final class Visible {
  private static final String FOLLOWED =
      " IN (SELECT w.feed_id FROM subscription w WHERE w.account_id = :me)";

  private Visible() {}

  /// A condition on a column with the number of a feed, to be put behind others; empty if all is
  /// seen.
  static String feed(Visibility who, String column) {
    return who.all() ? "" : " AND " + column + FOLLOWED;
  }

  /// A condition on a column with the number of a feed: not the pages of crawls, unless the account
  /// reads them among its other feeds; for one that sees all, unless anybody does.
  static String shownCrawls(Visibility who, String column) {
    return " AND "
        + column
        + " NOT IN (SELECT c.id FROM feed c WHERE c.crawl IS NOT NULL AND NOT EXISTS"
        + " (SELECT 1 FROM subscription v WHERE v.feed_id = c.id AND v.hidden = FALSE"
        + (who.all() ? "))" : " AND v.account_id = :me))");
  }

  /// A condition on one entry, which may be starred or tagged and of a feed that is followed no
  /// longer.
  static String entry(Visibility who, String entry) {
    if (who.all()) return "";
    return " AND ("
        + entry
        + ".feed_id"
        + FOLLOWED
        + " OR EXISTS (SELECT 1 FROM reading z WHERE z.account_id = :me AND z.entry_id = "
        + entry
        + ".id AND z.starred_at IS NOT NULL)"
        + " OR EXISTS (SELECT 1 FROM entry_label z WHERE z.account_id = :me AND z.entry_id = "
        + entry
        + ".id))";
  }

  /// Binds the account, where the conditions name it.
  static <Q extends SqlStatement<Q>> Q bind(Visibility who, Q query) {
    return who.all() ? query : query.bind("me", who.account());
  }
}
