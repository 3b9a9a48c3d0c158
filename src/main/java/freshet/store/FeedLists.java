package freshet.store;

import static freshet.store.Rows.time;

import freshet.model.Feed;
import freshet.model.SiteFeeds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The feeds as lists that go on: page by page, by site, by when they are asked next.
public final class FeedLists {
  private static final String OWN =
      " JOIN subscription s ON s.feed_id = f.id AND s.account_id = :account";

  private static final String FOLLOWED = "SELECT " + Feeds.OWN_COLUMNS + " FROM feed f" + OWN;

  private final Database db;

  FeedLists(Database db) {
    this.db = db;
  }

  /// Those with a higher number, by number: all there are, or those that an account follows.
  ///
  /// @param account null for all
  public List<Feed> after(@Nullable Long account, long after, int limit) {
    return db.readers.withHandle(h -> {
      var query =
          h.createQuery(
              "SELECT "
                  + (account == null ? Feeds.COLUMNS : Feeds.OWN_COLUMNS)
                  + " FROM feed f"
                  + (account == null ? "" : OWN)
                  + " WHERE f.id > :after AND f.unfollowed = FALSE ORDER BY f.id LIMIT :limit");
      if (account != null) query.bind("account", account);
      return query
          .bind("after", after)
          .bind("limit", limit)
          .map((row, _) -> Feeds.read(row))
          .list();
    });
  }

  /// Those of an account that are asked next, the next first.
  public List<Feed> next(long account, int limit) {
    return db.readers.withHandle(h ->
        h.createQuery(
                FOLLOWED
                    + " WHERE f.state = 'active' AND f.next_poll IS NOT NULL"
                    + " ORDER BY f.next_poll, f.id LIMIT :limit")
            .bind("account", account)
            .bind("limit", limit)
            .map((row, _) -> Feeds.read(row))
            .list());
  }

  /// The sites of an account's feeds, by name.
  ///
  /// @param after goes on behind this one; empty to begin
  public List<SiteFeeds> sites(long account, String after, int limit) {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT f.site_key, COUNT(*) AS feeds,"
                    + " SUM(CASE WHEN f.failures > 0 THEN 1 ELSE 0 END) AS failing,"
                    + " SUM(f.entries) AS entries, MAX(f.last_poll) AS last_poll FROM feed f"
                    + OWN
                    + " WHERE f.site_key > :after GROUP BY f.site_key ORDER BY 1 LIMIT :limit")
            .bind("account", account)
            .bind("after", after)
            .bind("limit", limit)
            .map((row, _) ->
                new SiteFeeds(
                    row.getString("site_key"),
                    row.getInt("feeds"),
                    row.getInt("failing"),
                    row.getLong("entries"),
                    time(row, "last_poll")))
            .list());
  }

  /// The feeds of one site that an account follows.
  public List<Feed> ofSite(long account, String key) {
    return db.readers.withHandle(h ->
        h.createQuery(FOLLOWED + " WHERE f.site_key = :key" + " ORDER BY f.id")
            .bind("account", account)
            .bind("key", key)
            .map((row, _) -> Feeds.read(row))
            .list());
  }
}
