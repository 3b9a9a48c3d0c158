package freshet.store;

import static freshet.store.Rows.set;

import freshet.model.Feed;
import freshet.model.Validators;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The feeds that crawls fill: a crawl is a source, and its pages are the entries of one of these.
/// They are feeds in all other respects, but for the schedule, which never polls them.
public final class CrawlFeeds {
  private final Database db;

  CrawlFeeds(Database db) {
    this.db = db;
  }

  /// The feed of a crawl, which is made if it is not there. The account follows it, but it is not
  /// shown among the others, and its entries are not unread, unless the account says so.
  ///
  /// @param link its first start page, null if it has none
  public Feed open(int crawl, long account, String title, @Nullable String link, Instant now) {
    long id =
        db.writer.write(statements -> {
          try (ResultSet known =
              set(statements.get("SELECT id FROM feed WHERE crawl = ?"), crawl).executeQuery()) {
            if (known.next()) return known.getLong(1);
          }
          long made =
              statements.insert(
                  """
                  INSERT INTO feed (address, site_key, given_title, link, added_at, crawl, articles)
                  VALUES (?, ?, ?, ?, ?, ?, 'never')
                  """,
                  Feed.addressOfCrawl(crawl).toString(),
                  Feed.addressOfCrawl(crawl).host(),
                  title,
                  link,
                  now,
                  crawl);
          Subscriptions.addCrawl(statements, account, made, now);
          Subscriptions.put(statements, "hidden", true, account, made);
          return made;
        });
    return new Feeds(db).find(id).orElseThrow();
  }

  /// The number of a crawl's feed, if it has one.
  public Optional<Long> of(int crawl) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT id FROM feed WHERE crawl = :crawl")
            .bind("crawl", crawl)
            .mapTo(Long.class)
            .findOne());
  }

  /// The highest number of a crawl that has a feed, 0 if none has: it is not given again.
  public int last() {
    return db.readers.withHandle(
        h -> h.createQuery("SELECT COALESCE(MAX(crawl), 0) FROM feed").mapTo(Integer.class).one());
  }

  /// With what a page is to be asked for again; empty if nothing was taken of it yet.
  public Optional<Validators> validators(long feed, long page) {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT etag, last_modified FROM crawl_page"
                    + " WHERE feed_id = :feed AND page_key = :page")
            .bind("feed", feed)
            .bind("page", page)
            .map((row, _) -> new Validators(row.getString(1), row.getString(2)))
            .findOne());
  }

  /// Deletes some entries of a feed.
  ///
  /// @return whether there are more
  public boolean removeSome(long feed, int most) {
    return db.writer.place(statements -> Removal.some(statements, feed, most)) == most;
  }

  /// Keeps that for the next time. What is the same already costs no write.
  public void keep(long feed, long page, Validators validators) {
    if (validators(feed, page).equals(Optional.of(validators))) return;
    db.writer.write(statements ->
        set(
                statements.get(
                    """
                    INSERT INTO crawl_page (feed_id, page_key, etag, last_modified)
                    SELECT id, ?, ?, ? FROM feed WHERE id = ?
                    ON CONFLICT (feed_id, page_key) DO UPDATE
                    SET etag = excluded.etag, last_modified = excluded.last_modified
                    """),
                page,
                validators.etag(),
                validators.lastModified(),
                feed)
            .executeUpdate());
  }
}
