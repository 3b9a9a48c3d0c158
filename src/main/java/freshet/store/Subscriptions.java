package freshet.store;

import static freshet.store.Rows.set;

import freshet.model.FeedTally;
import freshet.model.FeedUrl;
import freshet.model.Shelf;
import freshet.model.Subscription;
import freshet.model.Visibility;
import freshet.store.Writer.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Who follows which feed, under what name, in which folder. A feed is fetched once for all who
/// follow it.
public final class Subscriptions {
  /// Of a feed that was there before, this many of the newest entries are unread for a new
  /// subscriber.
  private static final int UNREAD_AT_FIRST = 50;

  private static final String NAME = "COALESCE(s.title, f.given_title, f.title, f.address)";

  private static final String COLUMNS =
      "SELECT "
          + NAME
          + """
           AS name, s.feed_id, s.folder, s.title, s.hidden, s.unread, s.added_at,
            f.address, f.link, f.icon, f.last_new, f.failures
          FROM subscription s JOIN feed f ON f.id = s.feed_id WHERE s.account_id = :account
          """;

  private final Database db;

  Subscriptions(Database db) {
    this.db = db;
  }

  /// By name.
  public List<Subscription> of(long account) {
    return db.readers.withHandle(h -> {
      Map<Long, List<String>> further = further(h, account, null);
      return h.createQuery(COLUMNS + " ORDER BY LOWER(" + NAME + "), s.feed_id")
          .bind("account", account)
          .map((row, _) -> read(row, further))
          .list();
    });
  }

  /// The feeds of the account, counted by the folders they are in: of those in several, each.
  public List<Shelf> shelves(long account) {
    return db.readers.withHandle(h -> {
      List<Shelf> all =
          new ArrayList<>(
              h.createQuery(
                      """
                      SELECT s.folder, COUNT(*), SUM(s.unread),
                        SUM(CASE WHEN s.hidden THEN 0 ELSE s.unread END)
                      FROM subscription s WHERE s.account_id = :account AND NOT EXISTS (
                        SELECT 1 FROM further_folder k
                        WHERE k.account_id = :account AND k.feed_id = s.feed_id)
                      GROUP BY s.folder
                      """)
                  .bind("account", account)
                  .map((row, _) ->
                      new Shelf(
                          Subscription.folders(row.getString(1), List.of()),
                          row.getLong(2),
                          row.getLong(3),
                          row.getLong(4)))
                  .list());
      Map<Long, List<String>> further = further(h, account, null);
      if (further.isEmpty()) return all;
      h.createQuery(
              """
              SELECT s.feed_id, s.folder, s.unread, s.hidden FROM subscription s
              WHERE s.account_id = :account AND s.feed_id IN (
                SELECT k.feed_id FROM further_folder k WHERE k.account_id = :account)
              """)
          .bind("account", account)
          .map((row, _) ->
              new Shelf(
                  Subscription.folders(
                      row.getString(2), further.getOrDefault(row.getLong(1), List.of())),
                  1,
                  row.getLong(3),
                  row.getBoolean(4) ? 0 : row.getLong(3)))
          .forEach(all::add);
      return all;
    });
  }

  /// How many entries there are of each feed of the account, by number.
  public List<FeedTally> tallies(long account) {
    return db.readers.withHandle(h -> {
      Map<Long, List<String>> further = further(h, account, null);
      return h.createQuery(
              """
              SELECT s.feed_id, s.unread, f.entries, s.folder, COALESCE(f.last_new, 0)
              FROM subscription s JOIN feed f ON f.id = s.feed_id
              WHERE s.account_id = :account ORDER BY s.feed_id
              """)
          .bind("account", account)
          .map((row, _) ->
              new FeedTally(
                  row.getLong(1),
                  row.getLong(2),
                  row.getLong(3),
                  Subscription.folders(
                      row.getString(4), further.getOrDefault(row.getLong(1), List.of())),
                  Instant.ofEpochMilli(row.getLong(5))))
          .list();
    });
  }

  /// The folders that the account's feeds are in.
  public Set<String> folders(long account) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT DISTINCT folder FROM subscription
                WHERE account_id = :me AND folder IS NOT NULL
                UNION ALL SELECT DISTINCT folder FROM further_folder WHERE account_id = :me
                """)
            .bind("me", account)
            .mapTo(String.class)
            .set());
  }

  /// The feeds of the account whose last poll failed.
  public Set<Long> troubled(long account) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT f.id FROM subscription s JOIN feed f ON f.id = s.feed_id
                WHERE s.account_id = :me AND f.failures > 0
                """)
            .bind("me", account)
            .mapTo(Long.class)
            .set());
  }

  /// When something new came last in any feed of the account; the epoch if never.
  public Instant lastNew(long account) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT COALESCE(MAX(f.last_new), 0) FROM subscription s
                JOIN feed f ON f.id = s.feed_id WHERE s.account_id = :me
                """)
            .bind("me", account)
            .map((row, _) -> Instant.ofEpochMilli(row.getLong(1)))
            .one());
  }

  /// The folders of each feed beside the first.
  ///
  /// @param feed null for all
  private static Map<Long, List<String>> further(Handle h, long account, @Nullable Long feed) {
    Map<Long, List<String>> all = new HashMap<>();
    var query =
        h.createQuery(
                "SELECT feed_id, folder FROM further_folder WHERE account_id = :account"
                    + (feed == null ? "" : " AND feed_id = :feed")
                    + " ORDER BY folder")
            .bind("account", account);
    if (feed != null) query.bind("feed", feed);
    query
        .map((row, _) -> Map.entry(row.getLong(1), row.getString(2)))
        .forEach(e -> all.computeIfAbsent(e.getKey(), _ -> new ArrayList<>()).add(e.getValue()));
    return all;
  }

  public Optional<Subscription> find(long account, long feed) {
    return db.readers.withHandle(h -> {
      Map<Long, List<String>> further = further(h, account, feed);
      return h.createQuery(COLUMNS + " AND s.feed_id = :feed")
          .bind("account", account)
          .bind("feed", feed)
          .map((row, _) -> read(row, further))
          .findOne();
    });
  }

  /// Follows a feed that is there. Twice is once; the folder, if given, is changed.
  public boolean add(
      long account, long feed, @Nullable String title, @Nullable String folder, Instant now) {
    return db.writer.write(s -> add(s, account, feed, title, folder, now));
  }

  static boolean add(
      Statements statements,
      long account,
      long feed,
      @Nullable String title,
      @Nullable String folder,
      Instant now)
      throws SQLException {
    return add(statements, account, feed, title, folder, now, false);
  }

  /// Follows the feed of a crawl, as only the account does that crawls.
  static void addCrawl(Statements statements, long account, long feed, Instant now)
      throws SQLException {
    boolean _ = add(statements, account, feed, null, null, now, true);
  }

  private static boolean add(
      Statements statements,
      long account,
      long feed,
      @Nullable String title,
      @Nullable String folder,
      Instant now,
      boolean crawls)
      throws SQLException {
    boolean known =
        statements.any(
            "SELECT 1 FROM subscription WHERE account_id = ? AND feed_id = ?", account, feed);
    if (known) {
      if (folder != null) {
        set(
                statements.get("DELETE FROM further_folder WHERE account_id = ? AND feed_id = ?"),
                account,
                feed)
            .executeUpdate();
        set(
                statements.get(
                    "UPDATE subscription SET folder = ? WHERE account_id = ? AND feed_id = ?"),
                folder,
                account,
                feed)
            .executeUpdate();
      }
      return false;
    }
    int followed =
        set(
                statements.get(
                    """
                    INSERT INTO subscription (account_id, feed_id, title, folder, added_at)
                    SELECT ?, id, ?, ?, ? FROM feed WHERE id = ? AND (crawl IS NULL OR ?)
                    """),
                account,
                title,
                folder,
                now,
                feed,
                crawls)
            .executeUpdate();
    if (followed == 0) throw new IllegalArgumentException(feed + " is filled by a crawl, or gone");
    set(
            statements.get(
                """
                INSERT INTO unread (account_id, entry_id, feed_id, placed)
                SELECT s.account_id, e.id, e.feed_id, e.placed
                FROM subscription s JOIN entry e ON e.feed_id = s.feed_id
                WHERE s.account_id = ? AND s.feed_id = ? AND NOT EXISTS (
                  SELECT 1 FROM reading r WHERE r.account_id = s.account_id
                    AND r.entry_id = e.id AND r.read_at IS NOT NULL)
                ORDER BY e.placed DESC, e.id DESC LIMIT ?
                ON CONFLICT (account_id, entry_id) DO NOTHING
                """),
            account,
            feed,
            UNREAD_AT_FIRST)
        .executeUpdate();
    // What comes back with its first fetch could not have been had sooner.
    set(
            statements.get(
                "UPDATE feed SET unfollowed = FALSE, added_at = ?"
                    + " WHERE id = ? AND unfollowed = TRUE"),
            now,
            feed)
        .executeUpdate();
    Unread.recount(statements, account, feed);
    return true;
  }

  /// @return how many others follow the feed, empty if this account did not
  public Optional<Long> remove(long account, long feed) {
    return db.writer.write(statements -> {
      int gone =
          set(
                  statements.get("DELETE FROM subscription WHERE account_id = ? AND feed_id = ?"),
                  account,
                  feed)
              .executeUpdate();
      if (gone == 0) return Optional.empty();
      set(statements.get("DELETE FROM unread WHERE account_id = ? AND feed_id = ?"), account, feed)
          .executeUpdate();
      long others;
      try (ResultSet row =
          set(statements.get("SELECT COUNT(*) FROM subscription WHERE feed_id = ?"), feed)
              .executeQuery()) {
        row.next();
        others = row.getLong(1);
      }
      if (others == 0) {
        set(statements.get("UPDATE feed SET unfollowed = TRUE WHERE id = ?"), feed).executeUpdate();
      }
      return Optional.of(others);
    });
  }

  /// How many others follow a feed.
  public long others(long account, long feed) {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT COUNT(*) FROM subscription WHERE feed_id = :feed AND account_id <>"
                    + " :account")
            .bind("feed", feed)
            .bind("account", account)
            .mapTo(Long.class)
            .one());
  }

  /// Whether an account follows every feed there is and hides none: then nothing needs to be left
  /// out for it.
  public boolean followsAll(long account) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT (SELECT COUNT(*) FROM feed) = (
                  SELECT COUNT(*) FROM subscription WHERE account_id = :account AND hidden = FALSE)
                """)
            .bind("account", account)
            .mapTo(Boolean.class)
            .one());
  }

  /// What an account may see. An account that is alone follows all there is, but for what it kept
  /// of feeds that it has left.
  public Visibility visibility(long account) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT NOT EXISTS (SELECT 1 FROM feed WHERE unfollowed = TRUE)
                  AND ((SELECT COUNT(*) FROM account) = 1 OR (SELECT COUNT(*) FROM feed) = (
                    SELECT COUNT(*) FROM subscription WHERE account_id = :account))
                """)
            .bind("account", account)
            .mapTo(Boolean.class)
            .map(all -> new Visibility(account, all))
            .one());
  }

  /// Who follows a feed.
  public List<Long> followers(long feed) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT account_id FROM subscription WHERE feed_id = :feed")
            .bind("feed", feed)
            .mapTo(Long.class)
            .list());
  }

  /// How many follow each feed.
  public Map<Long, Long> counts() {
    Map<Long, Long> all = new HashMap<>();
    db.readers.useHandle(h ->
        h.createQuery("SELECT feed_id, COUNT(*) FROM subscription GROUP BY feed_id")
            .map((row, _) -> Map.entry(row.getLong(1), row.getLong(2)))
            .forEach(e -> all.put(e.getKey(), e.getValue())));
    return all;
  }

  /// Puts a feed into folders, and takes it out of all others.
  ///
  /// @param folders none of them twice
  public void setFolders(long account, long feed, List<String> folders) {
    db.writer.write(statements -> {
      file(statements, folders, account, feed);
      return feed;
    });
  }

  static void file(Statements statements, List<String> folders, long account, long feed)
      throws SQLException {
    set(
            statements.get("DELETE FROM further_folder WHERE account_id = ? AND feed_id = ?"),
            account,
            feed)
        .executeUpdate();
    int follows =
        set(
                statements.get(
                    "UPDATE subscription SET folder = ? WHERE account_id = ? AND feed_id = ?"),
                folders.isEmpty() ? null : folders.getFirst(),
                account,
                feed)
            .executeUpdate();
    if (follows == 0) return;
    for (String folder : folders.stream().skip(1).toList()) {
      set(
              statements.get(
                  "INSERT INTO further_folder (account_id, feed_id, folder) VALUES (?, ?, ?)"),
              account,
              feed,
              folder)
          .executeUpdate();
    }
  }

  /// Puts a feed into one folder. If that is the first that it is in, it stays in the others too.
  static void file(Statements statements, @Nullable String folder, long account, long feed)
      throws SQLException {
    boolean same =
        statements.any(
            "SELECT 1 FROM subscription WHERE account_id = ? AND feed_id = ? AND folder = ?",
            account,
            feed,
            folder);
    if (same) return;
    put(statements, "folder", folder, account, feed);
    set(
            statements.get("DELETE FROM further_folder WHERE account_id = ? AND feed_id = ?"),
            account,
            feed)
        .executeUpdate();
  }

  /// What an account calls its feeds in a list of its own, for those that have such an id.
  public Map<Long, String> ownIds(long account) {
    Map<Long, String> all = new HashMap<>();
    db.readers.useHandle(h ->
        h.createQuery(
                "SELECT feed_id, own_id FROM subscription WHERE account_id = :account AND own_id IS"
                    + " NOT NULL")
            .bind("account", account)
            .map((row, _) -> Map.entry(row.getLong(1), row.getString(2)))
            .forEach(e -> all.put(e.getKey(), e.getValue())));
    return all;
  }

  public boolean setHidden(long account, long feed, boolean hidden) {
    return db.writer.write(s -> {
      int follows = put(s, "hidden", hidden, account, feed);
      if (hidden) Unread.quieten(s, account, feed);
      return follows;
    })
        > 0;
  }

  static int put(
      Statements statements, String column, @Nullable Object value, long account, long feed)
      throws SQLException {
    return set(
            statements.get(
                "UPDATE subscription SET " + column + " = ? WHERE account_id = ? AND feed_id = ?"),
            value,
            account,
            feed)
        .executeUpdate();
  }

  /// Those of some entries that are of feeds an account follows.
  public List<Long> entries(long account, List<Long> entries) {
    if (entries.isEmpty()) return List.of();
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT e.id FROM entry e
                JOIN subscription s ON s.feed_id = e.feed_id AND s.account_id = :account
                WHERE e.id IN (<ids>)
                """)
            .bind("account", account)
            .bindList("ids", entries)
            .mapTo(Long.class)
            .list());
  }

  /// How many follow each feed, each counted by how lately they were here: a day 1, a week a half,
  /// a month a fifth, else a twentieth.
  public Map<Long, Double> interest(Instant now) {
    return interest(now, null);
  }

  /// The same of one feed; 0 if nobody follows it.
  public double interest(long feed, Instant now) {
    return interest(now, feed).getOrDefault(feed, 0.0);
  }

  private Map<Long, Double> interest(Instant now, @Nullable Long feed) {
    Map<Long, Double> all = new HashMap<>();
    db.readers.useHandle(h -> {
      var query =
          h.createQuery(
              """
              SELECT s.feed_id, SUM(CASE WHEN a.seen_at >= :day THEN 1.0
                WHEN a.seen_at >= :week THEN 0.5 WHEN a.seen_at >= :month THEN 0.2
                ELSE 0.05 END) AS interest
              FROM subscription s JOIN account a ON a.id = s.account_id
              """
                  + (feed == null ? "" : " WHERE s.feed_id = :feed")
                  + " GROUP BY s.feed_id");
      if (feed != null) query.bind("feed", feed);
      query
          .bind("day", now.minus(Duration.ofDays(1)).toEpochMilli())
          .bind("week", now.minus(Duration.ofDays(7)).toEpochMilli())
          .bind("month", now.minus(Duration.ofDays(30)).toEpochMilli())
          .map((row, _) -> Map.entry(row.getLong(1), row.getDouble(2)))
          .forEach(e -> all.put(e.getKey(), e.getValue()));
    });
    return all;
  }

  private static Subscription read(ResultSet row, Map<Long, List<String>> further)
      throws SQLException {
    // By number: to look up a name takes longer than to read what it names.
    long feed = row.getLong(2);
    return new Subscription(
        feed,
        FeedUrl.shownName(row.getString(1)),
        row.getString(4),
        row.getString(3),
        further.getOrDefault(feed, List.of()),
        row.getBoolean(5),
        row.getLong(6),
        Instant.ofEpochMilli(row.getLong(7)),
        row.getString(8),
        row.getString(9),
        row.getString(10),
        Rows.time(row, "last_new"),
        row.getInt(12) > 0);
  }
}
