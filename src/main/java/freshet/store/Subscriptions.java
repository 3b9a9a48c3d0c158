package freshet.store;

import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;

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
import org.jspecify.annotations.Nullable;

/// Who follows which feed, under what name, in which folder. A feed is fetched once for all who
/// follow it.
public final class Subscriptions {
  /// Of a feed that was there before, this many of the newest entries are unread for a new
  /// subscriber.
  private static final int UNREAD_AT_FIRST = 50;

  private static final String COLUMNS =
      """
      SELECT s.feed_id, s.folder, s.tags, s.title, s.hidden, s.unread, s.added_at,
        COALESCE(s.title, f.given_title, f.title, f.address) AS name, f.address, f.link, f.icon,
        f.last_new, f.failures
      FROM subscription s JOIN feed f ON f.id = s.feed_id WHERE s.account_id = :account
      """;

  private final Database db;

  Subscriptions(Database db) {
    this.db = db;
  }

  /// @param name the account's own name for it, or the feed's
  /// @param ownTitle the account's own name for it
  /// @param hidden followed, but not shown among the others
  /// @param unread entries of it
  /// @param lastNew when something new last came, null if never
  /// @param troubled whether its last poll failed
  public record Subscription(
      long feed,
      String name,
      @Nullable String ownTitle,
      @Nullable String folder,
      List<String> tags,
      boolean hidden,
      long unread,
      Instant addedAt,
      String address,
      @Nullable String link,
      @Nullable String icon,
      @Nullable Instant lastNew,
      boolean troubled) {}

  /// By name.
  public List<Subscription> of(long account) {
    return db.readers.withHandle(h ->
        h.createQuery(COLUMNS + " ORDER BY LOWER(name), s.feed_id")
            .bind("account", account)
            .map((row, _) -> read(row))
            .list());
  }

  public Optional<Subscription> find(long account, long feed) {
    return db.readers.withHandle(h ->
        h.createQuery(COLUMNS + " AND s.feed_id = :feed")
            .bind("account", account)
            .bind("feed", feed)
            .map((row, _) -> read(row))
            .findOne());
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
    try (ResultSet known =
        set(
                statements.get("SELECT 1 FROM subscription WHERE account_id = ? AND feed_id = ?"),
                account,
                feed)
            .executeQuery()) {
      if (known.next()) {
        if (folder != null) {
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
    }
    set(
            statements.get(
                """
                INSERT INTO subscription (account_id, feed_id, title, folder, added_at)
                VALUES (?, ?, ?, ?, ?)
                """),
            account,
            feed,
            title,
            folder,
            now)
        .executeUpdate();
    set(
            statements.get(
                """
                INSERT INTO unread (account_id, entry_id, feed_id, placed)
                SELECT ?, id, feed_id, placed FROM entry WHERE feed_id = ?
                ORDER BY placed DESC, id DESC LIMIT ?
                ON CONFLICT (account_id, entry_id) DO NOTHING
                """),
            account,
            feed,
            UNREAD_AT_FIRST)
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
      try (ResultSet row =
          set(statements.get("SELECT COUNT(*) FROM subscription WHERE feed_id = ?"), feed)
              .executeQuery()) {
        row.next();
        return Optional.of(row.getLong(1));
      }
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

  /// What an account may see. An account that is alone follows all there is.
  public Sight sight(long account) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT (SELECT COUNT(*) FROM account) = 1 OR (SELECT COUNT(*) FROM feed) = (
                  SELECT COUNT(*) FROM subscription WHERE account_id = :account)
                """)
            .bind("account", account)
            .mapTo(Boolean.class)
            .map(all -> new Sight(account, all))
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

  /// The feeds that an account follows and nobody else does.
  public List<Long> alone(long account) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT s.feed_id FROM subscription s WHERE s.account_id = :account
                  AND NOT EXISTS (SELECT 1 FROM subscription o
                    WHERE o.feed_id = s.feed_id AND o.account_id <> s.account_id)
                """)
            .bind("account", account)
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

  public boolean rename(long account, long feed, @Nullable String title) {
    return change("title", title, account, feed);
  }

  public boolean setFolder(long account, long feed, @Nullable String folder) {
    return change("folder", folder, account, feed);
  }

  public boolean setTags(long account, long feed, List<String> tags) {
    return change("tags", Rows.lines(tags), account, feed);
  }

  public boolean setHidden(long account, long feed, boolean hidden) {
    return change("hidden", hidden, account, feed);
  }

  private boolean change(String column, @Nullable Object value, long account, long feed) {
    return db.writer.write(s ->
        set(
                s.get(
                    "UPDATE subscription SET "
                        + column
                        + " = ? WHERE account_id = ? AND feed_id = ?"),
                value,
                account,
                feed)
            .executeUpdate())
        > 0;
  }

  /// Gives a folder another name, or takes it away: its feeds are in none then. Labels of entries
  /// of that name go with it.
  public int renameFolder(long account, String from, @Nullable String to) {
    return db.writer.write(statements -> {
      int feeds =
          set(
                  statements.get(
                      "UPDATE subscription SET folder = ? WHERE account_id = ? AND folder = ?"),
                  to,
                  account,
                  from)
              .executeUpdate();
      if (to != null) {
        set(
                statements.get(
                    """
                    INSERT INTO entry_label (account_id, label, entry_id)
                    SELECT account_id, ?, entry_id FROM entry_label
                    WHERE account_id = ? AND label = ?
                    ON CONFLICT (account_id, label, entry_id) DO NOTHING
                    """),
                to,
                account,
                from)
            .executeUpdate();
      }
      return feeds
          + set(
                  statements.get("DELETE FROM entry_label WHERE account_id = ? AND label = ?"),
                  account,
                  from)
              .executeUpdate();
    });
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

  /// How many follow each feed, each counted by how lately they were here (S3.5): a day 1, a week a
  /// half, a month a fifth, else a twentieth.
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

  private static Subscription read(ResultSet row) throws SQLException {
    return new Subscription(
        row.getLong("feed_id"),
        row.getString("name"),
        row.getString("title"),
        row.getString("folder"),
        new ArrayList<>(Rows.lines(row.getString("tags"))),
        row.getBoolean("hidden"),
        row.getLong("unread"),
        requiredTime(row, "added_at"),
        row.getString("address"),
        row.getString("link"),
        row.getString("icon"),
        Rows.time(row, "last_new"),
        row.getInt("failures") > 0);
  }
}
