package freshet.store;

import static freshet.store.Rows.millis;
import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;
import static freshet.store.Rows.time;

import freshet.model.Article;
import freshet.model.Article.State;
import freshet.model.EntryBody;
import freshet.model.FeedArticles.Learned;
import freshet.model.FeedArticles.Recipe;
import freshet.model.Understood;
import freshet.store.Writer.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What came of the pages behind entries ([ArticleQueue] says which are fetched).
public final class Articles {
  /// Read from the index alone, which has only those that have arrived.
  static final String LAST_ARRIVAL =
      "SELECT COALESCE(MAX(arrived), 0) FROM article WHERE arrived IS NOT NULL";

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
    Article article = article(row);
    return article == null ? own : own.with(article);
  }

  private static @Nullable Article article(ResultSet row) throws SQLException {
    String html = Bodies.read(row.getBytes("article_body")).content();
    if (html == null) return null;
    String address = row.getString("article_address");
    return new Article(
        html,
        address == null ? "" : address,
        row.getString("article_title"),
        row.getString("article_author"),
        row.getString("article_image"),
        Rows.time(row, "article_published"),
        requiredTime(row, "article_arrived"));
  }

  /// The article that came last from a page, for whichever entry, if it was taken by the same
  /// recipe.
  public Optional<Article> ofPage(long page, Recipe recipe, Instant since) {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT "
                    + COLUMNS
                    + """
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
            .map((row, _) -> article(row))
            .findOne());
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
    return db.writer.placePatiently(statements -> {
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
      FeedArticleRows.learn(statements, feed, learn);
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
                  topic_confidence = CASE WHEN topic_given THEN topic_confidence ELSE ? END
                WHERE id = ?
                """),
            r.language,
            r.understood.topic(),
            r.understood.topicConfidence(),
            entry)
        .executeUpdate();
    Signatures.put(statements, entry, r.understood.signature());
  }

  /// The time, but later than that of every other arrival.
  private static long arrival(Statements statements, Instant now) throws SQLException {
    try (ResultSet row = statements.get(LAST_ARRIVAL).executeQuery()) {
      long last = row.next() ? row.getLong(1) : 0;
      return Math.max(now.toEpochMilli(), last + 1);
    }
  }

  public Article.Status status(long entry) {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT state, tries, next_at, asked, message FROM article WHERE entry_id = :entry")
            .bind("entry", entry)
            .map((row, _) ->
                new Article.Status(
                    State.of(row.getString(1)),
                    row.getInt(2),
                    requiredTime(row, "next_at"),
                    time(row, "asked"),
                    row.getString(5)))
            .findOne()
            .orElse(new Article.Status(State.NONE, 0, Instant.EPOCH, null, null)));
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
    return db.readers.withHandle(h -> h.createQuery(LAST_ARRIVAL).mapTo(Long.class).one());
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
                      "SELECT a.entry_id FROM article a"
                          + " WHERE a.arrived < ? AND a.state = 'there' AND "
                          + Keeping.unmarked("a.entry_id")
                          + " ORDER BY a.arrived LIMIT ?"),
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
