package freshet.store;

import static freshet.store.Rows.duration;
import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;
import static freshet.store.Rows.time;

import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.model.Validators;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The feeds, and who subscribes to them.
public final class Feeds {
  /// The person on this machine, who needs no log-in.
  static final long ME = Accounts.FIRST;

  static final String COLUMNS =
      """
      f.id, f.address, f.site_key, f.given_title, f.title, f.link, f.description,
      f.declared_language, f.format, f.icon, f.state, f.added_at, f.etag, f.last_modified,
      f.body_hash, f.conditional_trust, f.moved_to, f.moved_seen, f.hub, f.headers,
      f.fixed_interval, f.quota_group, f.hint, f.last_poll, f.last_answer, f.last_new, f.not_before, f.held_by,
      f.next_poll, f.why, f.last_outcome, f.last_message, f.failures, f.entries
      """;

  static final String OWN_COLUMNS =
      COLUMNS.replace("f.given_title", "COALESCE(s.title, f.given_title) AS given_title");

  private static final String PLANNED =
      "SELECT "
          + COLUMNS
          + """
          , f.rhythm,
            (SELECT COUNT(*) FROM subscription s WHERE s.feed_id = f.id) AS subscribers
          FROM feed f
          """;

  private static final String BOOK =
      "UPDATE feed AS f SET not_before = ?, why = ? WHERE id = ? RETURNING "
          + COLUMNS.replace("f.", "");

  private final Database db;

  Feeds(Database db) {
    this.db = db;
  }

  /// @param wasNew false if the account followed it already; whether others do is not told
  public record Added(long id, boolean wasNew) {}

  /// What the schedule needs of a feed at start.
  public record Planned(
      long id,
      String siteKey,
      Feed.State state,
      Feed.Plan plan,
      byte @Nullable [] rhythm,
      int failures,
      int subscribers) {}

  /// How many there are.
  public record Counts(long active, long paused, long retired, long failing, long entries) {
    public long feeds() {
      return active + paused + retired;
    }
  }

  /// Adds a feed for the person on this machine; the same address twice is the same feed.
  public Added add(
      FeedUrl url, String siteKey, @Nullable String title, @Nullable String folder, Instant now) {
    return add(ME, url, siteKey, title, folder, now);
  }

  /// Adds a feed for an account; the same address twice is the same feed, whoever adds it.
  ///
  /// @param title for all if the feed is new, else the account's own
  public Added add(
      long account,
      FeedUrl url,
      String siteKey,
      @Nullable String title,
      @Nullable String folder,
      Instant now) {
    return db.writer.write(statements -> {
      long id;
      boolean wasNew;
      try (ResultSet inserted =
          set(
                  statements.get(
                      """
                      INSERT INTO feed (address, site_key, given_title, added_at)
                      VALUES (?, ?, ?, ?)
                      ON CONFLICT (address) DO NOTHING RETURNING id
                      """),
                  url.toString(),
                  siteKey,
                  title,
                  now)
              .executeQuery()) {
        wasNew = inserted.next();
        id = wasNew ? inserted.getLong(1) : 0;
      }
      if (!wasNew) {
        try (ResultSet known =
            set(statements.get("SELECT id FROM feed WHERE address = ?"), url.toString())
                .executeQuery()) {
          known.next();
          id = known.getLong(1);
        }
      }
      return new Added(
          id, Subscriptions.add(statements, account, id, wasNew ? null : title, folder, now));
    });
  }

  public Optional<Feed> find(long id) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT " + COLUMNS + " FROM feed f WHERE f.id = :id")
            .bind("id", id)
            .map((row, _) -> read(row))
            .findOne());
  }

  /// All feeds, by name.
  public List<Feed> all() {
    return page(Integer.MAX_VALUE, 0);
  }

  public List<Feed> page(int limit, int offset) {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT "
                    + COLUMNS
                    + """
                    FROM feed f
                    ORDER BY LOWER(COALESCE(f.given_title, f.title, f.address)), f.id
                    LIMIT :limit OFFSET :offset
                    """)
            .bind("limit", limit)
            .bind("offset", offset)
            .map((row, _) -> read(row))
            .list());
  }

  /// Those an account follows, by its own names for them.
  public List<Feed> page(long account, int limit, int offset) {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT "
                    + OWN_COLUMNS
                    + """
                    FROM subscription s JOIN feed f ON f.id = s.feed_id
                    WHERE s.account_id = :account
                    ORDER BY LOWER(COALESCE(s.title, f.given_title, f.title, f.address)), f.id
                    LIMIT :limit OFFSET :offset
                    """)
            .bind("account", account)
            .bind("limit", limit)
            .bind("offset", offset)
            .map((row, _) -> read(row))
            .list());
  }

  /// A feed that an account follows, by its own name for it.
  public Optional<Feed> find(long account, long id) {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT "
                    + OWN_COLUMNS
                    + " FROM subscription s JOIN feed f ON f.id = s.feed_id"
                    + " WHERE s.account_id = :account AND f.id = :id")
            .bind("account", account)
            .bind("id", id)
            .map((row, _) -> read(row))
            .findOne());
  }

  /// Hands every feed to the schedule, without holding them all in memory.
  public void eachPlanned(Consumer<Planned> each) {
    db.readers.useTransaction(h ->
        h.createQuery(PLANNED + " ORDER BY f.id")
            .setFetchSize(1000)
            .map((row, _) -> readPlanned(row))
            .forEach(each));
  }

  public Optional<Planned> planned(long id) {
    return db.readers.withHandle(h ->
        h.createQuery(PLANNED + " WHERE f.id = :id")
            .bind("id", id)
            .map((row, _) -> readPlanned(row))
            .findOne());
  }

  private static Planned readPlanned(ResultSet row) throws SQLException {
    Feed f = read(row);
    return new Planned(
        f.id(),
        f.siteKey(),
        f.state(),
        f.plan(),
        row.getBytes("rhythm"),
        f.health().failures(),
        row.getInt("subscribers"));
  }

  /// The folder of each feed of the first account, for those that are in one.
  public Map<Long, String> folders() {
    return folders(ME);
  }

  /// The folder of each feed of an account, for those that are in one.
  public Map<Long, String> folders(long account) {
    return db.readers.withHandle(h -> {
      Map<Long, String> all = new java.util.HashMap<>();
      h.createQuery(
              "SELECT feed_id, folder FROM subscription WHERE account_id = :me AND folder IS NOT"
                  + " NULL")
          .bind("me", account)
          .map((row, _) -> Map.entry(row.getLong(1), row.getString(2)))
          .forEach(e -> all.put(e.getKey(), e.getValue()));
      return all;
    });
  }

  /// The site of each feed.
  public Map<Long, String> siteKeys() {
    return db.readers.withHandle(h -> {
      Map<Long, String> all = new java.util.HashMap<>();
      h.createQuery("SELECT id, site_key FROM feed")
          .map((row, _) -> Map.entry(row.getLong(1), row.getString(2)))
          .forEach(e -> all.put(e.getKey(), e.getValue()));
      return all;
    });
  }

  public Counts counts() {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT SUM(CASE WHEN state = 'active' THEN 1 ELSE 0 END) AS active,
                       SUM(CASE WHEN state = 'paused' THEN 1 ELSE 0 END) AS paused,
                       SUM(CASE WHEN state = 'retired' THEN 1 ELSE 0 END) AS retired,
                       SUM(CASE WHEN failures > 0 THEN 1 ELSE 0 END) AS failing,
                       SUM(entries) AS entries
                FROM feed
                """)
            .map((row, _) ->
                new Counts(
                    row.getLong("active"),
                    row.getLong("paused"),
                    row.getLong("retired"),
                    row.getLong("failing"),
                    row.getLong("entries")))
            .one());
  }

  /// Writes down, before a feed is asked, that it is not to be asked again soon: whatever happens
  /// to this process meanwhile, no server is bothered twice. Hands out the feed as it is now, in
  /// the same step: a poll that finds nothing new costs two small writes and nothing else.
  public Optional<Feed> book(long id, Instant notBefore, String why) {
    return db.writer.writePatiently(statements -> {
      try (ResultSet row = set(statements.get(BOOK), notBefore, why, id).executeQuery()) {
        return row.next() ? Optional.of(read(row)) : Optional.empty();
      }
    });
  }

  public boolean setState(long id, Feed.State state) {
    return change(
        "UPDATE feed SET state = ? WHERE id = ?", state.name().toLowerCase(Locale.ROOT), id);
  }

  public boolean rename(long id, @Nullable String title) {
    return change("UPDATE feed SET given_title = ? WHERE id = ?", title, id);
  }

  public boolean setFixedInterval(long id, @Nullable Duration interval) {
    return change("UPDATE feed SET fixed_interval = ? WHERE id = ?", interval, id);
  }

  public boolean setQuotaGroup(long id, @Nullable String group) {
    return change("UPDATE feed SET quota_group = ? WHERE id = ?", group, id);
  }

  public boolean setHeaders(long id, Map<String, String> headers) {
    return change("UPDATE feed SET headers = ? WHERE id = ?", Rows.headers(headers), id);
  }

  /// Removes the feed with all its entries and polls.
  public boolean remove(long id) {
    return db.writer.write(statements -> Togetherness.removeFeed(statements, id));
  }

  private boolean change(String sql, @Nullable Object... values) {
    return db.writer.write(statements -> set(statements.get(sql), values).executeUpdate()) > 0;
  }

  static Feed read(ResultSet row) throws SQLException {
    return new Feed(
        row.getLong("id"),
        FeedUrl.of(row.getString("address")),
        row.getString("site_key"),
        row.getString("given_title"),
        row.getString("title"),
        row.getString("link"),
        row.getString("description"),
        row.getString("declared_language"),
        row.getString("format"),
        row.getString("icon"),
        Feed.State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
        requiredTime(row, "added_at"),
        new Feed.Asking(
            new Validators(row.getString("etag"), row.getString("last_modified")),
            row.getLong("body_hash"),
            row.getInt("conditional_trust"),
            row.getString("moved_to"),
            row.getInt("moved_seen"),
            row.getString("hub"),
            Rows.headers(row.getString("headers"))),
        new Feed.Plan(
            duration(row, "fixed_interval"),
            row.getString("quota_group"),
            row.getString("hint"),
            time(row, "last_poll"),
            time(row, "last_answer"),
            time(row, "last_new"),
            requiredTime(row, "not_before"),
            row.getString("held_by"),
            time(row, "next_poll"),
            row.getString("why")),
        new Feed.Health(
            row.getString("last_outcome"), row.getString("last_message"), row.getInt("failures")),
        row.getLong("entries"));
  }
}
