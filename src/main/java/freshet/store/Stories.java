package freshet.store;

import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;

import freshet.model.Entry;
import freshet.model.Story;
import freshet.store.Entries.Cursor;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
          s.entries AS story_entries
          """;

  private static final String FROM =
      """
       FROM entry e JOIN feed f ON f.id = e.feed_id
      LEFT JOIN topic t ON t.id = e.topic_id LEFT JOIN story s ON s.id = e.story_id
      """;

  private final Database db;

  Stories(Database db) {
    this.db = db;
  }

  /// Which stories: null means all.
  public record Filter(
      @Nullable String topic,
      @Nullable Long feed,
      @Nullable String folder,
      @Nullable String language,
      @Nullable Long event,
      @Nullable Instant since,
      @Nullable Cursor before,
      @Nullable String tag) {
    public static final Filter ALL = new Filter(null, null, null, null, null, null, null);

    public Filter(
        @Nullable String topic,
        @Nullable Long feed,
        @Nullable String folder,
        @Nullable String language,
        @Nullable Long event,
        @Nullable Instant since,
        @Nullable Cursor before) {
      this(topic, feed, folder, language, event, since, before, null);
    }
  }

  /// For whom, and what of their reading matters.
  ///
  /// @param followsAll whether every feed may be shown: then none has to be left out
  /// @param hiddenTopics not shown unless one is chosen
  /// @param hidden whether feeds are shown that the account hides
  public record Reader(
      long account,
      boolean followsAll,
      boolean unread,
      boolean starred,
      List<String> hiddenTopics,
      boolean hidden) {
    /// Everything there is.
    public static final Reader ANYBODY = of(Sight.EVERYTHING);

    public Reader(
        long account,
        boolean followsAll,
        boolean unread,
        boolean starred,
        List<String> hiddenTopics) {
      this(account, followsAll, unread, starred, hiddenTopics, false);
    }

    /// Everything that an account may see.
    public static Reader of(Sight sight) {
      return new Reader(sight.account(), sight.all(), false, false, List.of(), true);
    }

    Sight sight() {
      return new Sight(account, followsAll);
    }
  }

  /// One of the entries of a story.
  public record Copy(
      long story, long id, long feedId, String feedName, @Nullable String title, Instant placed) {}

  /// An entry of a story, and what its text is compared by.
  public record Version(Entry entry, byte @Nullable [] signature) {}

  /// Newest first.
  public List<Story> page(Filter filter, int limit) {
    return page(filter, Reader.ANYBODY, limit);
  }

  /// Newest first, of what an account follows. What is unread or starred is read along an index of
  /// just that.
  public List<Story> page(Filter filter, Reader reader, int limit) {
    String from = FROM;
    StringBuilder where = new StringBuilder();
    String placed = "e.placed";
    String id = "e.id";
    if (reader.starred) {
      from = from.replace("entry e", "reading mine CROSS JOIN entry e");
      where.append(
          " AND mine.account_id = :me AND mine.starred_at IS NOT NULL AND e.id = mine.entry_id");
    } else if (reader.unread) {
      from = from.replace("entry e", "unread mine CROSS JOIN entry e");
      where.append(" AND mine.account_id = :me AND e.id = mine.entry_id");
      placed = "mine.placed";
      id = "mine.entry_id";
      if (filter.feed != null) where.append(" AND mine.feed_id = :feed");
    }
    String narrow = narrow(filter, reader, "e");
    where.append(narrow);
    if (!reader.starred) {
      if (narrow.isEmpty()) {
        where.append(" AND e.folded = FALSE");
      } else {
        where
            .append(" AND (e.folded = FALSE OR NOT EXISTS (SELECT 1 FROM entry o WHERE")
            .append(" o.story_id = e.story_id AND o.id <> e.id")
            .append(narrow(filter, reader, "o"))
            .append(" AND (o.folded = FALSE OR (o.placed, o.id) < (e.placed, e.id))))");
      }
    }
    Sight sight = reader.sight();
    if (filter.topic != null) {
      where.append(" AND e.topic_id = (SELECT id FROM topic WHERE name = :topic)");
    } else if (!reader.hiddenTopics.isEmpty()) {
      where.append(
          " AND (e.topic_id IS NULL OR e.topic_id NOT IN"
              + " (SELECT id FROM topic WHERE name IN (<hidden>)))");
    }
    if (filter.since != null) where.append(" AND e.first_seen >= :since");
    if (filter.before != null) {
      where.append(" AND (").append(placed).append(", ").append(id).append(") < (:placed, :id)");
    }
    String sql =
        "SELECT "
            + columns(sight)
            + from
            + " WHERE 1 = 1"
            + where
            + " ORDER BY "
            + placed
            + " DESC, "
            + id
            + " DESC LIMIT :limit";
    return db.readers.withHandle(h -> {
      var query = h.createQuery(sql);
      if (sql.contains(":me")) query.bind("me", reader.account);
      if (sql.contains("<hidden>")) query.bindList("hidden", reader.hiddenTopics);
      if (filter.topic != null) query.bind("topic", filter.topic);
      if (filter.feed != null) query.bind("feed", filter.feed);
      if (filter.folder != null) query.bind("folder", filter.folder);
      if (filter.tag != null) query.bind("tag", filter.tag);
      if (filter.language != null) query.bind("language", filter.language);
      if (filter.event != null) query.bind("event", filter.event);
      if (filter.since != null) query.bind("since", filter.since.toEpochMilli());
      if (filter.before != null) {
        query.bind("placed", filter.before.placed()).bind("id", filter.before.id());
      }
      return query.bind("limit", limit).map(Stories::read).list();
    });
  }

  private static String narrow(Filter filter, Reader reader, String entry) {
    StringBuilder where = new StringBuilder();
    if (filter.feed != null) where.append(" AND ").append(entry).append(".feed_id = :feed");
    if (filter.language != null) {
      where.append(" AND ").append(entry).append(".language = :language");
    }
    if (filter.event != null) where.append(" AND ").append(entry).append(".event_id = :event");
    if (filter.tag != null) {
      where
          .append(" AND EXISTS (SELECT 1 FROM entry_label l WHERE l.account_id = :me")
          .append(" AND l.label = :tag AND l.entry_id = ")
          .append(entry)
          .append(".id)");
    }
    if (filter.folder != null) {
      where
          .append(" AND ")
          .append(entry)
          .append(".feed_id IN (SELECT s.feed_id FROM subscription s")
          .append(" WHERE s.account_id = :me AND s.folder = :folder)");
    } else if (filter.feed != null && !reader.starred) {
      where.append(Entries.seen(reader.sight(), filter.feed));
    } else if (!reader.followsAll && !reader.starred) {
      where
          .append(" AND ")
          .append(entry)
          .append(".feed_id IN (SELECT s.feed_id FROM subscription s")
          .append(" WHERE s.account_id = :me")
          .append(reader.hidden ? ")" : " AND s.hidden = FALSE)");
    }
    if (reader.unread && !where.isEmpty() && entry.equals("o")) {
      where.append(
          " AND EXISTS (SELECT 1 FROM unread v WHERE v.account_id = :me AND v.entry_id = o.id)");
    }
    return where.toString();
  }

  /// A story counts as many entries as its reader may see of it.
  private static String columns(Sight sight) {
    return sight.all()
        ? COLUMNS
        : COLUMNS.replace(
            "s.entries AS",
            "(SELECT COUNT(*) FROM entry c WHERE c.story_id = e.story_id"
                + sight.ofFeed("c.feed_id")
                + ") AS");
  }

  /// An entry with what is known of its story, whether it stands for it or not.
  public Optional<Story> find(Sight sight, long entry) {
    return db.readers.withHandle(h ->
        sight
            .bind(
                h.createQuery(
                    "SELECT " + columns(sight) + FROM + " WHERE e.id = :id" + sight.ofOne("e")))
            .bind("id", entry)
            .map(Stories::read)
            .findOne());
  }

  /// The entries of some stories, the earliest first, by story.
  public Map<Long, List<Copy>> copies(Sight sight, List<Long> stories, int most) {
    Map<Long, List<Copy>> all = new HashMap<>();
    if (stories.isEmpty()) return all;
    db.readers.useHandle(h ->
        sight
            .bind(
                h.createQuery(
                    """
                    SELECT e.story_id, e.id, e.feed_id, e.title, e.placed,
                      COALESCE(f.given_title, f.title, f.address) AS feed_name
                    FROM entry e JOIN feed f ON f.id = e.feed_id
                    WHERE e.story_id IN (<stories>)
                    """
                        + sight.ofFeed("e.feed_id")
                        + " ORDER BY e.placed, e.id LIMIT :most"))
            .bindList("stories", stories)
            .bind("most", most)
            .map((row, _) ->
                new Copy(
                    row.getLong("story_id"),
                    row.getLong("id"),
                    row.getLong("feed_id"),
                    row.getString("feed_name"),
                    row.getString("title"),
                    requiredTime(row, "placed")))
            .forEach(c -> all.computeIfAbsent(c.story, _ -> new ArrayList<>()).add(c)));
    return all;
  }

  /// All entries with the text of this one, itself included, the earliest first.
  public List<Version> versions(Sight sight, long entry, int most) {
    return db.readers.withHandle(h ->
        sight
            .bind(
                h.createQuery(
                    "SELECT "
                        + Entries.COLUMNS
                        + """
                        , e.signature FROM entry e JOIN feed f ON f.id = e.feed_id
                        WHERE (e.id = :id
                          OR e.story_id = (SELECT story_id FROM entry WHERE id = :id))
                        """
                        + sight.ofOne("e")
                        + " ORDER BY e.placed, e.id LIMIT :most"))
            .bind("id", entry)
            .bind("most", most)
            .map((row, context) ->
                new Version(Entries.read(row, context), row.getBytes("signature")))
            .list());
  }

  /// How many stories there are since a time, and how many entries they have.
  public record Counts(long stories, long entries) {}

  public Counts counts(Instant since) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT COUNT(*) AS entries, SUM(CASE WHEN folded THEN 0 ELSE 1 END) AS stories
                FROM entry WHERE placed >= :since
                """)
            .bind("since", since.toEpochMilli())
            .map((row, _) -> new Counts(row.getLong("stories"), row.getLong("entries")))
            .one());
  }

  /// A feed's entries stand for their stories wherever it has printed them, or no longer do.
  ///
  /// @param since older stories stay as they are
  public boolean prefer(long feed, boolean preferred, Instant since) {
    return db.writer.write(statements -> {
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
      for (long story : stories) Togetherness.recount(statements, story);
      return there > 0;
    });
  }

  private static Story read(ResultSet row, StatementContext context) throws SQLException {
    return new Story(
        Entries.read(row, context),
        row.getLong("story_id"),
        Math.max(1, row.getInt("story_entries")),
        row.getString("topic_name"),
        row.getDouble("topic_confidence"),
        row.getBoolean("topic_given"),
        row.getLong("event_id"));
  }
}
