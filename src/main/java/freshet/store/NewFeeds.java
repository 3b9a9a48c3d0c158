package freshet.store;

import static freshet.store.Rows.set;

import freshet.model.FeedArticles;
import freshet.store.Feeds.Listed;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Feeds that nobody followed yet, many with one statement: a list may have a hundred thousand, and
/// PostgreSQL takes longer for the way to and fro than for a row.
final class NewFeeds {
  /// So many at once. A statement is prepared for this number and for one.
  static final int MANY = 100;

  private NewFeeds() {}

  /// Gives the address and the number of each row that was inserted.
  static String sql(int rows) {
    return """
    INSERT INTO feed (address, site_key, given_title, added_at, quota_group, not_before,
      list_selector, list_since, articles, link, description)
    VALUES %s
    ON CONFLICT (address) DO NOTHING RETURNING id, address
    """
        .formatted(times("(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows));
  }

  static @Nullable Object[] values(Listed feed, Instant now) {
    return new @Nullable Object[] {
      feed.url().toString(),
      feed.siteKey(),
      feed.title(),
      now,
      feed.quotaGroup(),
      feed.notBefore() == null ? Instant.EPOCH : feed.notBefore(),
      feed.list(),
      feed.list() == null ? Instant.EPOCH : now,
      // A link says nothing but a title.
      (feed.list() == null ? FeedArticles.Mode.NEEDED : FeedArticles.Mode.ALWAYS).word(),
      feed.more().link(),
      feed.more().description()
    };
  }

  /// Inserts those that are new, and has the account follow them.
  ///
  /// @param feeds [#MANY] of them
  /// @return the numbers of the new ones by address
  static Map<String, Long> insert(
      Writer.Statements statements, long account, List<Listed> feeds, Instant now)
      throws SQLException {
    List<@Nullable Object> rows = new ArrayList<>();
    for (Listed feed : feeds) rows.addAll(Arrays.asList(values(feed, now)));
    Map<String, Long> ids = new HashMap<>();
    try (ResultSet row = set(statements.get(sql(MANY)), rows.toArray()).executeQuery()) {
      while (row.next()) ids.put(row.getString(2), row.getLong(1));
    }
    if (ids.size() < MANY) {
      // Some were there already: those that are new are followed one by one.
      for (Listed feed : feeds) {
        Long id = ids.get(feed.url().toString());
        if (id != null) Subscriptions.add(statements, account, id, null, feed.folder(), now);
      }
      return ids;
    }
    rows.clear();
    for (Listed feed : feeds) {
      rows.add(account);
      rows.add(ids.get(feed.url().toString()));
      rows.add(feed.folder());
      rows.add(now);
    }
    set(
            statements.get(
                "INSERT INTO subscription (account_id, feed_id, folder, added_at) VALUES "
                    + times("(?, ?, ?, ?)", MANY)),
            rows.toArray())
        .executeUpdate();
    return ids;
  }

  private static String times(String row, int rows) {
    return String.join(", ", Collections.nCopies(rows, row));
  }
}
