package freshet.store;

import static freshet.store.Rows.set;

import freshet.model.FeedArticles;
import freshet.model.FeedArticles.Learned;
import freshet.model.FeedArticles.Mode;
import freshet.model.FeedArticles.Recipe;
import freshet.model.FeedArticles.Verdict;
import freshet.store.Writer.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/// How the pages behind the entries of a feed are fetched: what people have set, and what was
/// learned from its pages about whether it gives teasers.
public final class FeedArticleRows {
  private static final String HELD =
      " WHERE state = 'held' AND entry_id IN (SELECT id FROM entry WHERE feed_id = ?)";

  private final Database db;

  FeedArticleRows(Database db) {
    this.db = db;
  }

  static void learn(Statements statements, long feed, UnaryOperator<Learned> learn)
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

  private static Learned learned(ResultSet row) throws SQLException {
    return new Learned(
        verdict(row.getString("article_verdict")),
        row.getInt("article_more"),
        row.getInt("article_same"),
        row.getInt("article_closed"));
  }

  static Verdict verdict(String word) {
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
}
