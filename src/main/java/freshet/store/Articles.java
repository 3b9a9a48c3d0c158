package freshet.store;

import static freshet.store.Rows.millis;
import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;

import freshet.model.Article;
import freshet.model.Article.State;
import freshet.model.EntryBody;
import freshet.model.FeedArticles;
import freshet.model.FeedArticles.Learned;
import freshet.model.FeedArticles.Mode;
import freshet.model.FeedArticles.Recipe;
import freshet.model.FeedArticles.Verdict;
import freshet.model.Understood;
import freshet.store.Writer.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The pages behind entries: which are to be fetched, and what came of them. All of it is here, so
/// that a kill loses nothing.
public final class Articles {
  private static final String MARK = "articles.mark";

  /// To read a body together with its article: the columns, and the tables behind `entry e`.
  static final String COLUMNS =
      """
      e.body, a.body AS article_body, a.address AS article_address, a.title AS article_title,
      a.author AS article_author, a.image AS article_image, a.published AS article_published,
      a.arrived AS article_arrived
      """;

  static final String JOIN = " LEFT JOIN article a ON a.entry_id = e.id ";

  private final Database db;

  Articles(Database db) {
    this.db = db;
  }

  static EntryBody body(ResultSet row) throws SQLException {
    EntryBody own = Bodies.read(row.getBytes("body"));
    String html = Bodies.read(row.getBytes("article_body")).content();
    if (html == null) return own;
    String address = row.getString("article_address");
    return own.with(
        new Article(
            html,
            address == null ? "" : address,
            row.getString("article_title"),
            row.getString("article_author"),
            row.getString("article_image"),
            Rows.time(row, "article_published"),
            requiredTime(row, "article_arrived")));
  }

  /// A new entry, as far as it decides whether its page is fetched.
  ///
  /// @param bytes how long its stored body is
  public record Fresh(
      long entry, long feed, @Nullable String link, int bytes, Mode mode, Verdict verdict) {}

  /// The last entry that was looked at.
  public long mark() {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT value FROM setting WHERE account_id = 0 AND name = :name")
            .bind("name", MARK)
            .mapTo(String.class)
            .findOne()
            .map(Long::parseLong)
            .orElse(0L));
  }

  /// The entries behind one, in their order.
  public List<Fresh> after(long entry, int most) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT e.id, e.feed_id, e.link, COALESCE(LENGTH(e.body), 0), f.articles,
                  f.article_verdict
                FROM entry e JOIN feed f ON f.id = e.feed_id
                WHERE e.id > :id ORDER BY e.id LIMIT :most
                """)
            .bind("id", entry)
            .bind("most", most)
            .map((row, _) ->
                new Fresh(
                    row.getLong(1),
                    row.getLong(2),
                    row.getString(3),
                    row.getInt(4),
                    Mode.of(row.getString(5)),
                    verdict(row.getString(6))))
            .list());
  }

  /// How many pages of a feed have been looked at or wait for it, before its verdict.
  public int tried(long feed) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT COUNT(*) FROM article a JOIN entry e ON e.id = a.entry_id
                WHERE e.feed_id = :feed AND a.state <> 'held' AND a.state <> 'failed'
                """)
            .bind("feed", feed)
            .mapTo(Integer.class)
            .one());
  }

  /// Has the pages of entries fetched, and others kept in mind; writes how far was looked.
  public void take(List<Long> wanted, List<Long> held, long mark, Instant now) {
    db.writer.write(statements -> {
      for (long entry : wanted) queue(statements, entry, "waiting", now);
      for (long entry : held) queue(statements, entry, "held", now);
      return set(
              statements.get(
                  """
                  INSERT INTO setting (account_id, name, value, changed_at) VALUES (0, ?, ?, ?)
                  ON CONFLICT (account_id, name) DO UPDATE
                  SET value = excluded.value, changed_at = excluded.changed_at
                  """),
              MARK,
              String.valueOf(mark),
              now)
          .executeUpdate();
    });
  }

  private static void queue(Statements statements, long entry, String state, Instant now)
      throws SQLException {
    set(
            statements.get(
                """
                INSERT INTO article (entry_id, state, next_at) SELECT id, ?, ? FROM entry WHERE id = ?
                ON CONFLICT (entry_id) DO NOTHING
                """),
            state,
            now,
            entry)
        .executeUpdate();
  }

  /// A page whose time has come.
  public record Due(long entry, long feed, String link, int tries, boolean wanted) {}

  /// What people wait for first, then the newest entries.
  public List<Due> due(Instant now, int most) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT a.entry_id, e.feed_id, e.link, a.tries, a.wanted
                FROM article a JOIN entry e ON e.id = a.entry_id
                WHERE a.state = 'waiting' AND a.next_at <= :now
                ORDER BY a.wanted DESC, a.entry_id DESC LIMIT :most
                """)
            .bind("now", now.toEpochMilli())
            .bind("most", most)
            .map((row, _) ->
                new Due(
                    row.getLong(1),
                    row.getLong(2),
                    row.getString(3) == null ? "" : row.getString(3),
                    row.getInt(4),
                    row.getBoolean(5)))
            .list());
  }

  /// How many wait.
  public long waiting() {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT COUNT(*) FROM article WHERE state = 'waiting'")
            .mapTo(Long.class)
            .one());
  }

  /// Writes down, before a page is asked for, that it is not to be asked again soon: a kill from
  /// here on bothers no server twice, and a page that ends the program is not tried for ever.
  ///
  /// @param page names the page: entries that lead to the same one share it ([#ofPage])
  /// @return false if nobody wants it any more
  public boolean book(long entry, long page, Instant until) {
    return db.writer.writePatiently(statements ->
        set(
                statements.get(
                    """
                    UPDATE article SET tries = tries + 1, next_at = ?, page_key = ?
                    WHERE entry_id = ? AND state = 'waiting'
                    """),
                until,
                page,
                entry)
            .executeUpdate())
        > 0;
  }

  /// The article that came last from a page, for whichever entry, if it was taken by the same
  /// recipe.
  public Optional<Article> ofPage(long page, Recipe recipe, Instant since) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT a.body, a.address, a.title, a.author, a.image, a.published, a.arrived
                FROM article a JOIN entry e ON e.id = a.entry_id JOIN feed f ON f.id = e.feed_id
                WHERE a.page_key = :page AND a.body IS NOT NULL AND a.arrived > :since
                  AND COALESCE(f.article_take, '') = :take
                  AND COALESCE(f.article_drop, '') = :drop
                  AND COALESCE(f.article_next, '') = :next
                ORDER BY a.arrived DESC LIMIT 1
                """)
            .bind("page", page)
            .bind("since", since.toEpochMilli())
            .bind("take", recipe.take() == null ? "" : recipe.take())
            .bind("drop", recipe.drop() == null ? "" : recipe.drop())
            .bind("next", recipe.next() == null ? "" : recipe.next())
            .map((row, _) -> {
              String html = Bodies.read(row.getBytes("body")).content();
              String address = row.getString("address");
              return new Article(
                  html == null ? "" : html,
                  address == null ? "" : address,
                  row.getString("title"),
                  row.getString("author"),
                  row.getString("image"),
                  Rows.time(row, "published"),
                  requiredTime(row, "arrived"));
            })
            .findOne());
  }

  /// It was not asked after all: its site rests.
  public void postpone(long entry, Instant until) {
    db.writer.writePatiently(statements ->
        set(
                statements.get(
                    """
                    UPDATE article SET tries = tries - 1, next_at = ?, wanted = FALSE
                    WHERE entry_id = ? AND state = 'waiting'
                    """),
                until,
                entry)
            .executeUpdate());
  }

  /// It could not be had.
  ///
  /// @param again null if it is not tried again; then another of the feed is tried in its place, if
  ///   it was to tell whether the feed gives teasers
  public void failed(long entry, long feed, String message, @Nullable Instant again) {
    db.writer.writePatiently(statements -> {
      if (again == null) {
        set(
                statements.get(
                    """
                    UPDATE article SET state = 'waiting' WHERE entry_id = (
                      SELECT MAX(a.entry_id) FROM article a JOIN entry e ON e.id = a.entry_id
                      WHERE a.state = 'held' AND e.feed_id = ?)
                    """),
                feed)
            .executeUpdate();
      }
      return set(
              statements.get(
                  """
                  UPDATE article SET state = ?, next_at = ?, message = ?, wanted = FALSE
                  WHERE entry_id = ? AND state = 'waiting'
                  """),
              again == null ? State.FAILED.word() : State.WAITING.word(),
              again == null ? 0L : again.toEpochMilli(),
              message,
              entry)
          .executeUpdate();
    });
  }

  /// There is a page, and nothing to keep of it.
  ///
  /// @param learn what this says about the feed
  public void left(
      long entry, long feed, State state, String message, UnaryOperator<Learned> learn) {
    db.writer.writePatiently(statements -> {
      int there =
          set(
                  statements.get(
                      """
                      UPDATE article SET state = ?, message = ?, next_at = 0, wanted = FALSE
                      WHERE entry_id = ?
                      """),
                  state.word(),
                  message,
                  entry)
              .executeUpdate();
      learn(statements, feed, learn);
      return there;
    });
  }

  /// What the longer text says of an entry.
  public record Reclassified(@Nullable String language, Understood understood) {}

  /// Keeps an article, with what it says of its entry.
  ///
  /// @param excerpt for an entry that has none
  /// @param reclassified null if nobody looked at the text
  /// @param resolver tells its story and event; it knows it as entry 0
  /// @param learn what this says about the feed
  public boolean arrived(
      long entry,
      long feed,
      Article article,
      @Nullable String excerpt,
      @Nullable Reclassified reclassified,
      StoryResolver resolver,
      UnaryOperator<Learned> learn) {
    byte[] body;
    try (Bodies.Packer packer = new Bodies.Packer()) {
      body =
          packer.write(
              new EntryBody(null, article.html(), List.of(), List.of(), List.of(), null, null));
    }
    return db.writer.writePatiently(statements -> {
      int there =
          set(
                  statements.get(
                      """
                      UPDATE article SET state = 'there', message = NULL, next_at = 0, wanted = FALSE,
                        address = ?, title = ?, author = ?, image = ?, published = ?, body = ?,
                        arrived = ?
                      WHERE entry_id = ?
                      """),
                  article.address(),
                  article.title(),
                  article.author(),
                  article.image(),
                  millis(article.published()),
                  body,
                  arrival(statements, article.fetched()),
                  entry)
              .executeUpdate();
      if (there == 0) return false; // removed with its feed meanwhile
      reclassify(statements, entry, excerpt, reclassified);
      if (reclassified != null) StoryLinker.relink(statements, resolver, 0, entry);
      learn(statements, feed, learn);
      return true;
    });
  }

  private static void reclassify(
      Statements statements, long entry, @Nullable String excerpt, @Nullable Reclassified r)
      throws SQLException {
    set(
            statements.get("UPDATE entry SET excerpt = ? WHERE id = ? AND excerpt IS NULL"),
            excerpt,
            entry)
        .executeUpdate();
    if (r == null) return;
    set(
            statements.get(
                """
                UPDATE entry SET language = ?,
                  topic_id = CASE WHEN topic_given THEN topic_id ELSE ? END,
                  topic_confidence = CASE WHEN topic_given THEN topic_confidence ELSE ? END,
                  signature = ?
                WHERE id = ?
                """),
            r.language,
            r.understood.topic(),
            r.understood.topicConfidence(),
            r.understood.signature(),
            entry)
        .executeUpdate();
  }

  /// The time, but later than that of every other arrival.
  private static long arrival(Statements statements, Instant now) throws SQLException {
    try (ResultSet row =
        statements
            .get("SELECT COALESCE(MAX(arrived), 0) FROM article WHERE arrived IS NOT NULL")
            .executeQuery()) {
      long last = row.next() ? row.getLong(1) : 0;
      return Math.max(now.toEpochMilli(), last + 1);
    }
  }

  private static void learn(Statements statements, long feed, UnaryOperator<Learned> learn)
      throws SQLException {
    Learned before;
    try (ResultSet row =
        set(
                statements.get(
                    """
                    SELECT article_verdict, article_more, article_same, article_closed
                    FROM feed WHERE id = ?
                    """),
                feed)
            .executeQuery()) {
      if (!row.next()) return;
      before = learned(row);
    }
    write(statements, feed, before.verdict(), learn.apply(before));
  }

  /// What was found out about a feed from its own entries.
  public void learned(long feed, UnaryOperator<Learned> learn) {
    db.writer.write(statements -> {
      learn(statements, feed, learn);
      return true;
    });
  }

  private static void write(Statements statements, long feed, Verdict before, Learned now)
      throws SQLException {
    set(
            statements.get(
                """
                UPDATE feed SET article_verdict = ?, article_more = ?, article_same = ?,
                  article_closed = ? WHERE id = ?
                """),
            now.verdict().word(),
            now.more(),
            now.same(),
            now.closed(),
            feed)
        .executeUpdate();
    if (now.verdict() == before || now.verdict() == Verdict.UNKNOWN) return;
    set(
            statements.get(
                now.verdict() == Verdict.TEASERS
                    ? "UPDATE article SET state = 'waiting'" + HELD
                    : "DELETE FROM article" + HELD),
            feed)
        .executeUpdate();
  }

  private static final String HELD =
      " WHERE state = 'held' AND entry_id IN (SELECT id FROM entry WHERE feed_id = ?)";

  private static Learned learned(ResultSet row) throws SQLException {
    return new Learned(
        verdict(row.getString("article_verdict")),
        row.getInt("article_more"),
        row.getInt("article_same"),
        row.getInt("article_closed"));
  }

  private static Verdict verdict(String word) {
    return Verdict.valueOf(word.toUpperCase(Locale.ROOT));
  }

  public FeedArticles of(long feed) {
    return of(List.of(feed)).getOrDefault(feed, FeedArticles.USUAL);
  }

  /// By feed.
  public Map<Long, FeedArticles> of(List<Long> feeds) {
    Map<Long, FeedArticles> all = new HashMap<>();
    if (feeds.isEmpty()) return all;
    db.readers.useHandle(h ->
        h.createQuery(
                """
                SELECT id, articles, article_verdict, article_more, article_same, article_closed,
                  article_take, article_drop, article_next
                FROM feed WHERE id IN (<ids>)
                """)
            .bindList("ids", feeds)
            .map((row, _) ->
                Map.entry(
                    row.getLong(1),
                    new FeedArticles(
                        Mode.of(row.getString(2)),
                        learned(row),
                        new Recipe(row.getString(7), row.getString(8), row.getString(9)))))
            .forEach(e -> all.put(e.getKey(), e.getValue())));
    return all;
  }

  /// @param newest so many of the entries that are there are fetched too, if all are to be
  public void setMode(long feed, Mode mode, int newest, Instant now) {
    db.writer.write(statements -> {
      int there =
          set(statements.get("UPDATE feed SET articles = ? WHERE id = ?"), mode.word(), feed)
              .executeUpdate();
      switch (mode) {
        case NEVER ->
            set(
                    statements.get(
                        """
                        DELETE FROM article WHERE state IN ('waiting', 'held') AND wanted = FALSE
                          AND entry_id IN (SELECT id FROM entry WHERE feed_id = ?)
                        """),
                    feed)
                .executeUpdate();
        case ALWAYS -> {
          set(statements.get("UPDATE article SET state = 'waiting'" + HELD), feed).executeUpdate();
          set(
                  statements.get(
                      """
                      INSERT INTO article (entry_id, state, next_at)
                      SELECT id, 'waiting', ? FROM (
                        SELECT id FROM entry WHERE feed_id = ? AND link IS NOT NULL
                        ORDER BY placed DESC, id DESC LIMIT ?) AS newest
                      WHERE TRUE
                      ON CONFLICT (entry_id) DO NOTHING
                      """),
                  now,
                  feed,
                  newest)
              .executeUpdate();
        }
        case NEEDED -> {}
      }
      return there;
    });
  }

  public void setRecipe(long feed, Recipe recipe) {
    db.writer.write(statements ->
        set(
                statements.get(
                    """
                    UPDATE feed SET article_take = ?, article_drop = ?, article_next = ?
                    WHERE id = ?
                    """),
                recipe.take(),
                recipe.drop(),
                recipe.next(),
                feed)
            .executeUpdate());
  }

  /// A person wants the page of an entry now, whatever is set for its feed.
  public void want(long entry, Instant now) {
    db.writer.write(statements ->
        set(
                statements.get(
                    """
                    INSERT INTO article (entry_id, state, next_at, wanted)
                    SELECT id, 'waiting', ?, TRUE FROM entry WHERE id = ?
                    ON CONFLICT (entry_id) DO UPDATE
                    SET state = 'waiting', next_at = excluded.next_at, wanted = TRUE, tries = 0
                    """),
                now,
                entry)
            .executeUpdate());
  }

  public Article.Status status(long entry) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT state, tries, next_at, message FROM article WHERE entry_id = :entry")
            .bind("entry", entry)
            .map((row, _) ->
                new Article.Status(
                    State.of(row.getString(1)),
                    row.getInt(2),
                    requiredTime(row, "next_at"),
                    row.getString(4)))
            .findOne()
            .orElse(new Article.Status(State.NONE, 0, Instant.EPOCH, null)));
  }

  /// The newest entries of a feed with a link.
  public List<Long> newest(long feed, int most) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT id FROM entry WHERE feed_id = :feed AND link IS NOT NULL
                ORDER BY placed DESC, id DESC LIMIT :most
                """)
            .bind("feed", feed)
            .bind("most", most)
            .mapTo(Long.class)
            .list());
  }

  /// An entry whose article came or went.
  public record Arrival(long arrived, long entry) {}

  /// The articles that came or went after a number, in their order.
  public List<Arrival> arrivedAfter(long arrived, int most) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT arrived, entry_id FROM article WHERE arrived > :arrived
                ORDER BY arrived LIMIT :most
                """)
            .bind("arrived", arrived)
            .bind("most", most)
            .map((row, _) -> new Arrival(row.getLong(1), row.getLong(2)))
            .list());
  }

  /// The number of the last that came or went.
  public long lastArrival() {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT COALESCE(MAX(arrived), 0) FROM article WHERE arrived IS NOT NULL")
            .mapTo(Long.class)
            .one());
  }

  /// Drops the texts of some articles that came before a time, the oldest first. Those of entries
  /// that somebody starred or tagged stay.
  ///
  /// @return the entries
  public List<Long> forget(Instant before, int most, Instant now) {
    return db.writer.write(statements -> {
      List<Long> entries = new ArrayList<>();
      try (ResultSet row =
          set(
                  statements.get(
                      """
                      SELECT a.entry_id FROM article a
                      WHERE a.arrived < ? AND a.state = 'there'
                        AND NOT EXISTS (SELECT 1 FROM reading r
                          WHERE r.entry_id = a.entry_id AND r.starred_at IS NOT NULL)
                        AND NOT EXISTS (SELECT 1 FROM entry_label l WHERE l.entry_id = a.entry_id)
                      ORDER BY a.arrived LIMIT ?
                      """),
                  before,
                  most)
              .executeQuery()) {
        while (row.next()) entries.add(row.getLong(1));
      }
      for (long entry : entries) {
        set(
                statements.get(
                    """
                    UPDATE article SET state = 'gone', address = NULL, title = NULL, author = NULL,
                      image = NULL, published = NULL, body = NULL, arrived = ?
                    WHERE entry_id = ?
                    """),
                arrival(statements, now),
                entry)
            .executeUpdate();
      }
      return entries;
    });
  }
}
