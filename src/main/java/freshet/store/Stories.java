package freshet.store;

import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;

import freshet.model.Cursor;
import freshet.model.FeedUrl;
import freshet.model.Selection;
import freshet.model.Story;
import freshet.model.StoryCopy;
import freshet.model.StoryVersion;
import freshet.model.TopicCount;
import freshet.model.Tristate;
import freshet.model.Visibility;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/// The entries as stories: what several feeds printed stands once, under the entry that stands for
/// it.
///
/// A page is read along an index of entries, leaving out those that are folded: no grouping,
/// however many entries there are. Where the river is narrowed to a feed, a folder or a language, a
/// story stands under its first entry there, which may be folded elsewhere.
public final class Stories {
  private static final String COLUMNS =
      Entries.COLUMNS
          + """
          , e.story_id, e.topic_confidence, e.topic_given, e.event_id, t.name AS topic_name,
          s.entries AS story_entries, (SELECT COUNT(DISTINCT c.feed_id) FROM entry c
            WHERE c.story_id = e.story_id) AS story_feeds
          """;

  private static final String FROM =
      """
       FROM entry e JOIN feed f ON f.id = e.feed_id
      LEFT JOIN topic t ON t.id = e.topic_id LEFT JOIN story s ON s.id = e.story_id
      """;

  private static final int MANY_UNREAD = 10_000;
  private static final int SORTED = 5000;

  private final Database db;
  private final int manyUnread;
  private final int sorted;

  Stories(Database db) {
    this(db, MANY_UNREAD, SORTED);
  }

  /// @param manyUnread from so many on an account has very many unread entries
  /// @param sorted so many entries are sorted for a page of them
  Stories(Database db, int manyUnread, int sorted) {
    this.db = db;
    this.manyUnread = manyUnread;
    this.sorted = sorted;
  }

  /// For whom.
  ///
  /// @param hiddenTopics not shown unless one is chosen
  /// @param hiddenFeeds whether feeds are shown that the account hides
  public record Reader(Visibility visibility, List<String> hiddenTopics, boolean hiddenFeeds) {
    /// Everything there is.
    public static final Reader ANYBODY = of(Visibility.EVERYTHING);

    /// Everything that an account may see.
    public static Reader of(Visibility visibility) {
      return new Reader(visibility, List.of(), true);
    }
  }

  /// Newest first, of what an account follows.
  ///
  /// @param before goes on behind it
  public List<Story> page(Selection which, Reader reader, @Nullable Cursor before, int limit) {
    return page(which, reader, before, limit, false);
  }

  /// @param oldestFirst turns the order round
  public List<Story> page(
      Selection which, Reader reader, @Nullable Cursor before, int limit, boolean oldestFirst) {
    String behind =
        oldestFirst ? " AND (%s, %s) > (:placed, :id)" : " AND (%s, %s) < (:placed, :id)";
    String order = oldestFirst ? " ORDER BY %s, %s" : " ORDER BY %s DESC, %s DESC";
    return db.readers.withHandle(h -> {
      Lead lead = lead(h, which, reader);
      boolean byEntry = lead == Lead.SUBJECT;
      // The sign keeps the database from the index that has this order.
      String sorted = lead == Lead.FEEDS ? "+" : "";
      String placed = sorted + (byEntry ? "e.placed" : Selected.placed(which));
      String id = byEntry ? "e.id" : Selected.id(which);
      String sql =
          "SELECT "
              + columns(reader.visibility)
              + FROM.replace("entry e", from(which, lead))
              + where(which, reader, lead)
              + (before == null ? "" : behind.formatted(placed, id))
              + order.formatted(placed, id)
              + " LIMIT :limit";
      var query = bind(h.createQuery(sql), sql, reader, which);
      if (before != null) query.bind("placed", before.placed()).bind("id", before.id());
      return query.bind("limit", limit).map(Stories::read).list();
    });
  }

  /// How many stories of a selection there are, as [#page] lists them.
  ///
  /// @param most counts no further
  public long count(Selection which, Reader reader, int most) {
    return db.readers.withHandle(h -> {
      Lead lead = isFiled(which) ? Lead.FEEDS : lead(h, which, reader);
      String sql =
          "SELECT COUNT(*) FROM (SELECT 1 FROM "
              + from(which, lead)
              + where(which, reader, lead)
              + " LIMIT :most) AS listed";
      return bind(h.createQuery(sql), sql, reader, which)
          .bind("most", most)
          .mapTo(Long.class)
          .one();
    });
  }

  /// The topics of a selection with their stories since a time, most first, as [#page] lists them.
  public List<TopicCount> topics(Selection which, Reader reader, Instant since) {
    String sql =
        "SELECT t.name, COUNT(*) AS stories FROM "
            + Selected.from(which)
            + " JOIN topic t ON t.id = e.topic_id"
            + where(which, reader, Lead.USUAL)
            + " AND "
            + Selected.placed(which)
            + " >= :from GROUP BY t.name ORDER BY 2 DESC, 1";
    return db.readers.withHandle(h ->
        bind(h.createQuery(sql), sql, reader, which)
            .bind("from", since.toEpochMilli())
            .map((row, _) -> new TopicCount(row.getString("name"), row.getLong("stories")))
            .list());
  }

  /// What a page is read along, where the database cannot know what is best.
  private enum Lead {
    USUAL,
    /// The entries of a topic, a language or an event: of very many that are unread few may be of
    /// it.
    SUBJECT,
    /// The entries of few feeds, which are sorted then.
    FEEDS,
    /// All entries in their order: those of many feeds are among them soon.
    TIME
  }

  private static String from(Selection which, Lead lead) {
    return lead == Lead.SUBJECT ? "entry e CROSS JOIN unread mine" : Selected.from(which);
  }

  private static boolean isFiled(Selection which) {
    return (which.folder() != null || which.filed() != null)
        && which.feed() == null
        && which.starred() != Tristate.ONLY;
  }

  private Lead lead(Handle h, Selection which, Reader reader) {
    if (isFiled(which)) {
      Selection filed =
          Selection.ALL
              .withFolder(which.folder())
              .withFiled(which.filed())
              .withUnread(which.unread());
      String sql = Streams.sum(filed);
      long there =
          Selected.bind(h.createQuery(sql), sql, reader.visibility.account(), filed)
              .mapTo(Long.class)
              .one();
      return there <= sorted ? Lead.FEEDS : Lead.TIME;
    }
    boolean many =
        Selected.leadsUnread(which)
            && (which.topic() != null || which.language() != null || which.event() != null)
            && which.feed() == null
            && hasManyUnread(h, reader.visibility.account());
    return many ? Lead.SUBJECT : Lead.USUAL;
  }

  private boolean hasManyUnread(Handle h, long account) {
    return h.createQuery(
            """
            SELECT COUNT(*) FROM (SELECT 1 FROM unread WHERE account_id = :me LIMIT :many) AS counted
            """)
        .bind("me", account)
        .bind("many", manyUnread)
        .mapTo(Integer.class)
        .map(count -> count >= manyUnread)
        .one();
  }

  private static String where(Selection which, Reader reader, Lead lead) {
    StringBuilder where = new StringBuilder(" WHERE 1 = 1").append(Selected.marked(which));
    String feed =
        switch (lead) {
          case USUAL, SUBJECT -> "e.feed_id";
          case FEEDS -> Selected.leadsUnread(which) ? "mine.feed_id" : "e.feed_id";
          case TIME -> "+e.feed_id"; // not by its index
        };
    String narrow = narrow(which, reader, "e", feed);
    where.append(narrow);
    if (which.starred() != Tristate.ONLY) {
      if (narrow.isEmpty()) {
        where.append(" AND e.folded = FALSE");
      } else {
        where
            .append(" AND (e.folded = FALSE OR NOT EXISTS (SELECT 1 FROM entry o WHERE")
            .append(" o.story_id = e.story_id AND o.id <> e.id")
            .append(narrow(which, reader, "o", "o.feed_id"))
            .append(" AND (o.folded = FALSE OR (o.placed, o.id) < (e.placed, e.id))))");
      }
    }
    where.append(Selected.aboutAndWhen(which));
    if (hides(which, reader)) {
      where.append(
          " AND (e.topic_id IS NULL OR e.topic_id NOT IN"
              + " (SELECT id FROM topic WHERE name IN (<hidden>)))");
    }
    return where.toString();
  }

  private static boolean hides(Selection which, Reader reader) {
    return which.topic() == null && !reader.hiddenTopics.isEmpty();
  }

  private static Query bind(Query query, String sql, Reader reader, Selection which) {
    Selected.bind(query, sql, reader.visibility.account(), which);
    if (hides(which, reader)) query.bindList("hidden", reader.hiddenTopics);
    return query;
  }

  private static String narrow(Selection which, Reader reader, String entry, String feed) {
    StringBuilder where = new StringBuilder(Selected.narrowed(which, entry, feed));
    boolean seen = which.folder() != null || which.filed() != null || Selected.isOwn(which);
    if (which.feed() != null && !seen) {
      where.append(Entries.seen(reader.visibility, which.feed()));
    } else if (!reader.visibility.all() && !seen) {
      where
          .append(" AND ")
          .append(entry)
          .append(".feed_id IN (SELECT s.feed_id FROM subscription s")
          .append(" WHERE s.account_id = :me")
          .append(reader.hiddenFeeds ? ")" : " AND s.hidden = FALSE)");
    }
    if (which.unread() == Tristate.ONLY && !where.isEmpty() && entry.equals("o")) {
      where.append(
          " AND EXISTS (SELECT 1 FROM unread v WHERE v.account_id = :me AND v.entry_id = o.id)");
    }
    return where.toString();
  }

  /// A story counts as many entries as its reader may see of it.
  private static String columns(Visibility visibility) {
    return visibility.all()
        ? COLUMNS
        : COLUMNS
            .replace(
                "s.entries AS", "(SELECT COUNT(*) FROM entry c WHERE c.story_id = e.story_id) AS")
            .replace(
                "c.story_id = e.story_id)",
                "c.story_id = e.story_id" + Visible.feed(visibility, "c.feed_id") + ")");
  }

  /// An entry with what is known of its story, whether it stands for it or not.
  public Optional<Story> find(Visibility visibility, long entry) {
    return db.readers.withHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    "SELECT "
                        + columns(visibility)
                        + FROM
                        + " WHERE e.id = :id"
                        + Visible.entry(visibility, "e")))
            .bind("id", entry)
            .map(Stories::read)
            .findOne());
  }

  /// The entries of some stories, the earliest first, by story.
  public Map<Long, List<StoryCopy>> copies(Visibility visibility, List<Long> stories, int most) {
    Map<Long, List<StoryCopy>> all = new HashMap<>();
    if (stories.isEmpty()) return all;
    db.readers.useHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    """
                    SELECT e.story_id, e.id, e.feed_id, e.title, e.placed,
                      COALESCE(f.given_title, f.title, f.address) AS feed_name,
                      f.address AS feed_address
                    FROM entry e JOIN feed f ON f.id = e.feed_id
                    WHERE e.story_id IN (<stories>)
                    """
                        + Visible.feed(visibility, "e.feed_id")
                        + " ORDER BY e.placed, e.id LIMIT :most"))
            .bindList("stories", stories)
            .bind("most", most)
            .map((row, _) -> copy(row))
            .forEach(c -> all.computeIfAbsent(c.story(), _ -> new ArrayList<>()).add(c)));
    return all;
  }

  /// A row of what [#copies] asks for.
  static StoryCopy copy(ResultSet row) throws SQLException {
    return new StoryCopy(
        row.getLong("story_id"),
        row.getLong("id"),
        row.getLong("feed_id"),
        FeedUrl.shownName(row.getString("feed_name")),
        row.getString("feed_address"),
        row.getString("title"),
        requiredTime(row, "placed"));
  }

  /// All entries with the text of this one, itself included, the earliest first.
  public List<StoryVersion> versions(Visibility visibility, long entry, int most) {
    return db.readers.withHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    "SELECT "
                        + Entries.COLUMNS
                        + """
                        , %s FROM entry e JOIN feed f ON f.id = e.feed_id %s
                        WHERE (e.id = :id
                          OR e.story_id = (SELECT story_id FROM entry WHERE id = :id))
                        """
                            .formatted(Signatures.COLUMN, Signatures.JOIN)
                        + Visible.entry(visibility, "e")
                        + " ORDER BY e.placed, e.id LIMIT :most"))
            .bind("id", entry)
            .bind("most", most)
            .map((row, context) ->
                new StoryVersion(Entries.read(row, context), row.getBytes("signature")))
            .list());
  }

  /// A feed's entries stand for their stories wherever it has printed them, or no longer do.
  ///
  /// @param since older stories stay as they are
  public boolean prefer(long feed, boolean preferred, Instant since) {
    return db.writer.place(statements -> {
      int there =
          set(statements.get("UPDATE feed SET preferred = ? WHERE id = ?"), preferred, feed)
              .executeUpdate();
      List<Long> stories = new ArrayList<>();
      try (ResultSet row =
          set(
                  statements.get(
                      """
                      SELECT DISTINCT story_id FROM entry
                      WHERE feed_id = ? AND placed >= ? AND story_id IS NOT NULL
                      """),
                  feed,
                  since)
              .executeQuery()) {
        while (row.next()) stories.add(row.getLong(1));
      }
      for (long story : stories) StoryLinker.recount(statements, story);
      return there > 0;
    });
  }

  private static Story read(ResultSet row, StatementContext context) throws SQLException {
    return new Story(
        Entries.read(row, context),
        row.getLong("story_id"),
        Math.max(1, row.getInt("story_entries")),
        Math.max(1, row.getInt("story_feeds")),
        row.getString("topic_name"),
        row.getDouble("topic_confidence"),
        row.getBoolean("topic_given"),
        row.getLong("event_id"));
  }
}
