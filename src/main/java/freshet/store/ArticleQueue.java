package freshet.store;

import static freshet.store.Rows.set;

import freshet.model.Article.State;
import freshet.model.FeedArticles.Learned;
import freshet.model.FeedArticles.Mode;
import freshet.model.FeedArticles.Verdict;
import freshet.store.Writer.Statements;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Which pages behind entries are to be fetched, and when. All of it is here, so that a kill loses
/// nothing.
public final class ArticleQueue {
  private static final String MARK = "articles.mark";

  private final Database db;

  ArticleQueue(Database db) {
    this.db = db;
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
                    FeedArticleRows.verdict(row.getString(6))))
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

  /// Writes down, before a page is asked for, that it is not to be asked again soon: a kill from
  /// here on bothers no server twice, and a page that ends the program is not tried for ever. If it
  /// was asked for lately because of another entry, this one waits.
  ///
  /// @param page names the page: entries that lead to the same one share it ([Articles#ofPage])
  /// @param lately since when a page must not have been asked for, null if that does not matter
  /// @return false if it is not to be asked for now
  public boolean book(long entry, long page, @Nullable Instant lately, Instant now, Instant until) {
    return db.writer.writePatiently(statements -> {
      boolean booked =
          set(
                      statements.get(
                          """
                          UPDATE article SET tries = tries + 1, next_at = ?, page_key = ?, asked = ?
                          WHERE entry_id = ? AND state = 'waiting' AND NOT EXISTS (SELECT 1
                            FROM article o WHERE o.page_key = ? AND o.asked > ? AND o.entry_id <> ?)
                          """),
                      until,
                      page,
                      now,
                      entry,
                      page,
                      lately == null ? Instant.ofEpochMilli(Long.MAX_VALUE) : lately,
                      entry)
                  .executeUpdate()
              > 0;
      if (!booked) {
        set(
                statements.get(
                    "UPDATE article SET next_at = ? WHERE entry_id = ? AND state = 'waiting'"),
                until,
                entry)
            .executeUpdate();
      }
      return booked;
    });
  }

  /// It was not asked after all: its site rests.
  public void postpone(long entry, Instant until) {
    db.writer.writePatiently(statements ->
        set(
                statements.get(
                    """
                    UPDATE article SET tries = tries - 1, next_at = ?, wanted = FALSE, asked = NULL
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
      FeedArticleRows.learn(statements, feed, learn);
      return there;
    });
  }
}
