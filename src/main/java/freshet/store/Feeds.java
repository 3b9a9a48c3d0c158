package freshet.store;

import static freshet.store.Rows.duration;
import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;
import static freshet.store.Rows.time;

import freshet.model.Account;
import freshet.model.ChannelFacts;
import freshet.model.Feed;
import freshet.model.FeedCounts;
import freshet.model.FeedEdit;
import freshet.model.FeedUrl;
import freshet.model.ListRule;
import freshet.model.Validators;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// The feeds, and who subscribes to them. One that nobody follows any more stays while an entry of
/// it is starred or tagged; it is neither polled nor listed.
public final class Feeds {
  /// The person on this machine, who needs no log-in.
  static final long ME = Account.FIRST;

  static final String COLUMNS =
      """
      f.id, f.address, f.site_key, f.given_title, f.title, f.link, f.description,
      f.declared_language, f.format, f.icon, f.state, f.added_at, f.etag, f.last_modified,
      f.body_hash, f.conditional_trust, f.moved_to, f.moved_seen, f.hub, f.headers, f.list_selector, f.list_since,
      f.fixed_interval, f.quota_group, f.hint, f.last_poll, f.last_answer, f.last_new, f.not_before, f.held_by,
      f.next_poll, f.why, f.last_outcome, f.last_message, f.failures, f.entries, f.crawl
      """;

  static final String OWN_COLUMNS =
      COLUMNS.replace("f.given_title", "COALESCE(s.title, f.given_title) AS given_title");

  private static final String PLANNED =
      """
      SELECT f.id, f.site_key, f.state, f.fixed_interval, f.quota_group, f.last_poll,
        f.last_answer, f.not_before, f.held_by, f.rhythm, f.failures
      FROM feed f WHERE f.unfollowed = FALSE AND f.crawl IS NULL
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
      @Nullable Duration fixedInterval,
      @Nullable String quotaGroup,
      @Nullable Instant lastPoll,
      @Nullable Instant lastAnswer,
      Instant notBefore,
      @Nullable String heldBy,
      byte @Nullable [] rhythm,
      int failures) {}

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
    return addAll(account, List.of(new Listed(url, siteKey, title, folder, null, null)), now)
        .getFirst();
  }

  /// A feed that an account wants to follow.
  ///
  /// @param title for all if the feed is new, else the account's own
  /// @param quotaGroup of a feed that is new; null for the common budget
  /// @param notBefore a feed that is new is not polled sooner, should the process end before it was
  ///   polled at all: its server has just been asked. Null if it was not
  /// @param list the selector of the links of a page that is new and followed for them
  /// @param more what a list that somebody brings along says of it beside that
  public record Listed(
      FeedUrl url,
      String siteKey,
      @Nullable String title,
      @Nullable String folder,
      @Nullable String quotaGroup,
      @Nullable Instant notBefore,
      @Nullable String list,
      More more) {

    /// The same page, followed for the links that a selector names.
    public Listed followedFor(@Nullable String selector) {
      return new Listed(url, siteKey, title, folder, quotaGroup, notBefore, selector, more);
    }

    /// The same feed, of which a list says more.
    public Listed with(More said) {
      return new Listed(url, siteKey, title, folder, quotaGroup, notBefore, list, said);
    }

    /// A feed.
    public Listed(
        FeedUrl url,
        String siteKey,
        @Nullable String title,
        @Nullable String folder,
        @Nullable String quotaGroup,
        @Nullable Instant notBefore) {
      this(url, siteKey, title, folder, quotaGroup, notBefore, null, More.NONE);
    }
  }

  /// What a list says of a feed beside where it is and what it is called.
  ///
  /// @param ownId what the account calls it there
  /// @param folders all that it is in, if it is in several
  /// @param link its site, for a feed that has not told anything of itself
  public record More(
      @Nullable String ownId,
      List<String> folders,
      @Nullable String link,
      @Nullable String description) {
    public static final More NONE = new More(null, List.of(), null, null);
  }

  /// Adds feeds for an account: all of them, or none if it fails.
  public List<Added> addAll(long account, List<Listed> feeds, Instant now) {
    return addAll(account, feeds, now, _ -> {});
  }

  /// @param progress is told how many are written, of those that nobody sees before all are
  public List<Added> addAll(long account, List<Listed> feeds, Instant now, IntConsumer progress) {
    return db.writer.write(statements -> {
      List<Added> added = new ArrayList<>(feeds.size());
      for (int from = 0; from < feeds.size(); from += NewFeeds.MANY) {
        List<Listed> some = feeds.subList(from, Math.min(feeds.size(), from + NewFeeds.MANY));
        Map<String, Long> quick =
            some.size() < NewFeeds.MANY
                ? new HashMap<>()
                : NewFeeds.insert(statements, account, some, now);
        for (Listed feed : some) {
          Long id = quick.remove(feed.url.toString());
          Added one = id == null ? add(statements, account, feed, now) : new Added(id, true);
          describe(statements, account, one.id(), feed.more, id != null);
          added.add(one);
        }
        progress.accept(added.size());
      }
      return added;
    });
  }

  /// Takes down what a list says of a feed that has not told anything of itself.
  ///
  /// @param told whether link and description stand there already
  private static void describe(
      Writer.Statements statements, long account, long id, More more, boolean told)
      throws SQLException {
    if (more.ownId != null) Subscriptions.put(statements, "own_id", more.ownId, account, id);
    if (more.folders.size() > 1) Subscriptions.file(statements, more.folders, account, id);
    if (told || (more.link == null && more.description == null)) return;
    set(
            statements.get(
                """
                UPDATE feed SET link = COALESCE(link, ?), description = COALESCE(description, ?)
                WHERE id = ?
                """),
            more.link,
            more.description,
            id)
        .executeUpdate();
  }

  /// Whether there is a feed of this address, whoever follows it.
  public boolean isKnown(FeedUrl url) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT COUNT(*) FROM feed WHERE address = :address")
            .bind("address", url.toString())
            .mapTo(Long.class)
            .one())
        > 0;
  }

  private static Added add(Writer.Statements statements, long account, Listed feed, Instant now)
      throws SQLException {
    long id;
    boolean wasNew;
    try (ResultSet inserted =
        set(statements.get(NewFeeds.sql(1)), NewFeeds.values(feed, now)).executeQuery()) {
      wasNew = inserted.next();
      id = wasNew ? inserted.getLong(1) : 0;
    }
    if (!wasNew) {
      try (ResultSet known =
          set(statements.get("SELECT id FROM feed WHERE address = ?"), feed.url.toString())
              .executeQuery()) {
        known.next();
        id = known.getLong(1);
      }
    }
    String own = wasNew ? null : feed.title;
    return new Added(id, Subscriptions.add(statements, account, id, own, feed.folder, now));
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
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT "
                    + COLUMNS
                    + """
                    FROM feed f WHERE f.unfollowed = FALSE
                    ORDER BY LOWER(COALESCE(f.given_title, f.title, f.address)), f.id
                    """)
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
                    WHERE s.account_id = :account AND s.feed_id IN (
                      SELECT x.feed_id FROM subscription x JOIN feed y ON y.id = x.feed_id
                      WHERE x.account_id = :account
                      ORDER BY LOWER(COALESCE(x.title, y.given_title, y.title, y.address)), y.id
                      LIMIT :limit OFFSET :offset)
                    ORDER BY LOWER(COALESCE(s.title, f.given_title, f.title, f.address)), f.id
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

  /// The quota groups of those feeds that have one.
  public Map<Long, String> grouped() {
    Map<Long, String> groups = new HashMap<>();
    db.readers.useHandle(h ->
        h.createQuery(
                "SELECT id, quota_group FROM feed"
                    + " WHERE quota_group IS NOT NULL AND unfollowed = FALSE")
            .map((row, _) -> groups.put(row.getLong(1), row.getString(2)))
            .list());
    return groups;
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
        h.createQuery(PLANNED + " AND f.id = :id")
            .bind("id", id)
            .map((row, _) -> readPlanned(row))
            .findOne());
  }

  private static Planned readPlanned(ResultSet row) throws SQLException {
    return new Planned(
        row.getLong(1),
        row.getString(2),
        state(row.getString(3)),
        duration(row, "fixed_interval"),
        row.getString(5),
        time(row, "last_poll"),
        time(row, "last_answer"),
        requiredTime(row, "not_before"),
        row.getString(9),
        row.getBytes(10),
        row.getInt(11));
  }

  private static Feed.State state(String stored) {
    return Feed.State.valueOf(stored.toUpperCase(Locale.ROOT));
  }

  /// The folders of each feed of the first account, for those that are in any.
  public Map<Long, List<String>> folders() {
    return folders(ME);
  }

  /// The folders of each feed of an account, the first first, for those that are in any.
  public Map<Long, List<String>> folders(long account) {
    return db.readers.withHandle(h -> {
      Map<Long, List<String>> all = new java.util.HashMap<>();
      h.createQuery(
              """
              SELECT feed_id, folder, 0 AS further FROM subscription
              WHERE account_id = :me AND folder IS NOT NULL
              UNION ALL
              SELECT feed_id, folder, 1 FROM further_folder WHERE account_id = :me
              ORDER BY 3, 2
              """)
          .bind("me", account)
          .map((row, _) -> Map.entry(row.getLong(1), row.getString(2)))
          .forEach(e ->
              all.computeIfAbsent(e.getKey(), _ -> new java.util.ArrayList<>()).add(e.getValue()));
      return all;
    });
  }

  /// The same of some feeds.
  public Map<Long, List<String>> folders(long account, List<Long> feeds) {
    Map<Long, List<String>> all = new HashMap<>();
    for (int from = 0; from < feeds.size(); from += 500) {
      List<Long> some = feeds.subList(from, Math.min(feeds.size(), from + 500));
      String among = " AND feed_id IN (" + Rows.marks(some.size()) + ")";
      db.readers.useHandle(h -> {
        var query =
            h.createQuery(
                "SELECT feed_id, folder, 0 AS further FROM subscription"
                    + " WHERE account_id = ? AND folder IS NOT NULL"
                    + among
                    + " UNION ALL SELECT feed_id, folder, 1 FROM further_folder"
                    + " WHERE account_id = ?"
                    + among
                    + " ORDER BY 3, 2");
        int at = 0;
        for (int part = 0; part < 2; part++) {
          query.bind(at++, account);
          for (long feed : some) query.bind(at++, feed);
        }
        query
            .map((row, _) -> Map.entry(row.getLong(1), row.getString(2)))
            .forEach(
                e -> all.computeIfAbsent(e.getKey(), _ -> new ArrayList<>()).add(e.getValue()));
      });
    }
    return all;
  }

  /// What a feed says of itself, as of the last time it was read.
  public ChannelFacts channel(long feed) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT channel FROM feed WHERE id = :feed")
            .bind("feed", feed)
            .map((row, _) -> ChannelFacts.of(Rows.headers(row.getString("channel"))))
            .findOne()
            .orElse(ChannelFacts.NONE));
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

  public FeedCounts counts() {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT SUM(CASE WHEN state = 'active' AND crawl IS NULL THEN 1 ELSE 0 END) AS active,
                       SUM(CASE WHEN state = 'paused' THEN 1 ELSE 0 END) AS paused,
                       SUM(CASE WHEN state = 'retired' THEN 1 ELSE 0 END) AS retired,
                       SUM(CASE WHEN failures > 0 THEN 1 ELSE 0 END) AS failing,
                       SUM(entries) AS entries
                FROM feed WHERE unfollowed = FALSE
                """)
            .map((row, _) ->
                new FeedCounts(
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
      statements.flush(id);
      try (ResultSet row = set(statements.beside(BOOK), notBefore, why, id).executeQuery()) {
        return row.next() ? Optional.of(read(row)) : Optional.empty();
      }
    });
  }

  /// Changes all that an edit names, or nothing.
  ///
  /// @param titleForAll whether a title is the feed's own rather than the account's name for it
  public void edit(long account, long id, FeedEdit edit, boolean titleForAll) {
    db.writer.write(statements -> {
      if (edit.title() != null) {
        String title = edit.title().value();
        if (titleForAll) put(statements, "given_title", title, id);
        Subscriptions.put(statements, "title", titleForAll ? null : title, account, id);
      }
      if (edit.folder() != null) {
        Subscriptions.file(statements, edit.folder().value(), account, id);
      }
      if (edit.ownId() != null) {
        Subscriptions.put(statements, "own_id", edit.ownId().value(), account, id);
      }
      if (edit.interval() != null) {
        put(statements, "fixed_interval", edit.interval().value(), id);
      }
      if (edit.quotaGroup() != null) {
        put(statements, "quota_group", edit.quotaGroup().value(), id);
      }
      if (edit.headers() != null) put(statements, "headers", Rows.headers(edit.headers()), id);
      if (edit.list() != null) follow(statements, edit.list(), id);
      if (edit.state() != null) {
        put(statements, "state", edit.state().name().toLowerCase(Locale.ROOT), id);
      }
      return id;
    });
  }

  /// Reads it at another address from now on, whole the next time.
  public void move(long id, FeedUrl url, String siteKey) {
    db.writer.write(statements -> {
      set(
              statements.get(
                  """
                  UPDATE feed SET address = ?, site_key = ?, etag = NULL, last_modified = NULL,
                    body_hash = 0, moved_to = NULL, moved_seen = 0, hub = NULL WHERE id = ?
                  """),
              url.toString(),
              siteKey,
              id)
          .executeUpdate();
      return true;
    });
  }

  /// The page is asked for whole the next time, whatever is known of it.
  private static void follow(Writer.Statements statements, ListRule list, long id)
      throws SQLException {
    set(
            statements.get(
                """
                UPDATE feed SET list_selector = ?, list_since = ?, etag = NULL,
                  last_modified = NULL, body_hash = 0 WHERE id = ?
                """),
            list.selector(),
            list.since(),
            id)
        .executeUpdate();
  }

  private static void put(
      Writer.Statements statements, String column, @Nullable Object value, long id)
      throws SQLException {
    set(statements.get("UPDATE feed SET " + column + " = ? WHERE id = ?"), value, id)
        .executeUpdate();
  }

  /// The feeds that nobody follows any more.
  public List<Long> unfollowed() {
    return db.readers.withHandle(
        h -> h.createQuery("SELECT id FROM feed WHERE unfollowed = TRUE").mapTo(Long.class).list());
  }

  /// What [#removeUnstarred] took away.
  ///
  /// @param feed whether the feed is gone too
  public record Removed(boolean feed, List<Long> entries) {}

  /// Takes away what nobody wants any more of a feed that nobody follows: its entries that no
  /// account has starred or tagged, and the feed itself if none is left. A feed that is followed
  /// stays as it is.
  public Removed removeUnstarred(long id) {
    return db.writer.place(statements -> Removal.unstarred(statements, id));
  }

  /// Removes the feed with all its entries and polls, also those that are starred.
  public boolean remove(long id) {
    return db.writer.place(statements -> Removal.feed(statements, id));
  }

  private static @Nullable ListRule list(ResultSet row) throws SQLException {
    String selector = row.getString("list_selector");
    return selector == null ? null : new ListRule(selector, requiredTime(row, "list_since"));
  }

  static Feed read(ResultSet row) throws SQLException {
    return new Feed(
        row.getLong("id"),
        FeedUrl.stored(row.getString("address")),
        row.getString("site_key"),
        row.getString("given_title"),
        row.getString("title"),
        row.getString("link"),
        row.getString("description"),
        row.getString("declared_language"),
        row.getString("format"),
        row.getString("icon"),
        state(row.getString("state")),
        requiredTime(row, "added_at"),
        new Feed.Asking(
            new Validators(row.getString("etag"), row.getString("last_modified")),
            row.getLong("body_hash"),
            row.getInt("conditional_trust"),
            row.getString("moved_to"),
            row.getInt("moved_seen"),
            row.getString("hub"),
            Rows.headers(row.getString("headers")),
            list(row)),
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
        row.getLong("entries"),
        row.getObject("crawl") == null ? null : row.getInt("crawl"));
  }
}
