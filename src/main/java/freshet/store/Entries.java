package freshet.store;

import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.time;

import freshet.model.Entry;
import freshet.model.EntryBody;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/// The entries, as they are read. They are written with the poll that brought them: see [Polls].
public final class Entries {
  static final String COLUMNS =
      """
      e.id, e.feed_id, COALESCE(f.given_title, f.title, f.address) AS feed_name, e.guid, e.link,
      e.title, e.excerpt, e.authors, e.categories, e.image, e.published, e.date_only,
      e.first_seen, e.updated, e.edited_at, e.language
      """;

  private final Database db;

  Entries(Database db) {
    this.db = db;
  }

  /// Where a page of entries ended: the next one starts behind it.
  public record Cursor(long placed, long id) {
    public static Cursor after(Entry e) {
      return new Cursor(e.placed().toEpochMilli(), e.id());
    }

    /// @throws IllegalArgumentException if it is not one that [#toString] made
    public static Cursor of(String text) {
      int dash = text.lastIndexOf('-');
      try {
        return new Cursor(
            Long.parseLong(text.substring(0, Math.max(dash, 0))),
            Long.parseLong(text.substring(dash + 1)));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("'" + text + "' is not a cursor of this service", e);
      }
    }

    @Override
    public String toString() {
      return placed + "-" + id;
    }
  }

  /// Which entries: null means all.
  public record Filter(
      @Nullable Long feed,
      @Nullable String language,
      @Nullable Instant since,
      @Nullable Cursor before) {
    public static final Filter ALL = new Filter(null, null, null, null);
  }

  /// A stored entry as far as needed to tell whether one that was read is new, edited or the same.
  public record Known(long id, long key, long alias, long contentHash) {}

  /// Newest first.
  public List<Entry> page(Filter filter, int limit) {
    return page(filter, Sight.EVERYTHING, limit);
  }

  /// Newest first, of what an account may see.
  public List<Entry> page(Filter filter, Sight sight, int limit) {
    StringBuilder where = new StringBuilder();
    if (filter.feed != null) where.append(" AND e.feed_id = :feed");
    if (filter.language != null) where.append(" AND e.language = :language");
    if (filter.since != null) where.append(" AND e.first_seen >= :since");
    if (filter.before != null) where.append(" AND (e.placed, e.id) < (:placed, :id)");
    where.append(seen(sight, filter.feed));
    return db.readers.withHandle(h -> {
      var query =
          h.createQuery(
              "SELECT "
                  + COLUMNS
                  + " FROM entry e JOIN feed f ON f.id = e.feed_id WHERE 1 = 1"
                  + where
                  + " ORDER BY e.placed DESC, e.id DESC LIMIT :limit");
      if (filter.feed != null) query.bind("feed", filter.feed);
      if (filter.language != null) query.bind("language", filter.language);
      if (filter.since != null) query.bind("since", filter.since.toEpochMilli());
      if (filter.before != null) {
        query.bind("placed", filter.before.placed).bind("id", filter.before.id);
      }
      return sight.bind(query).bind("limit", limit).map(Entries::read).list();
    });
  }

  /// What is left out of a page. Of one feed it is asked once whether it is followed, and the
  /// feed's own index still leads.
  static String seen(Sight sight, @Nullable Long feed) {
    return feed == null || sight.all()
        ? sight.ofFeed("e.feed_id")
        : " AND EXISTS (SELECT 1 FROM subscription w WHERE w.account_id = :me AND w.feed_id ="
            + " :feed)";
  }

  public Optional<Entry> find(long id) {
    return find(Sight.EVERYTHING, id);
  }

  /// One that an account may see.
  public Optional<Entry> find(Sight sight, long id) {
    return db.readers.withHandle(h ->
        sight
            .bind(
                h.createQuery(
                    "SELECT "
                        + COLUMNS
                        + " FROM entry e JOIN feed f ON f.id = e.feed_id WHERE e.id = :id"
                        + sight.ofOne("e")))
            .bind("id", id)
            .map(Entries::read)
            .findOne());
  }

  /// An entry with what is read only when it is looked at.
  public record Full(Entry entry, EntryBody body) {}

  /// Those of some ids that are there, in no order.
  public List<Full> full(List<Long> ids) {
    if (ids.isEmpty()) return List.of();
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT "
                    + COLUMNS
                    + ", e.body FROM entry e JOIN feed f ON f.id = e.feed_id"
                    + " WHERE e.id IN (<ids>)")
            .bindList("ids", ids)
            .map((row, context) -> new Full(read(row, context), Bodies.read(row.getBytes("body"))))
            .list());
  }

  /// The languages that entries are in. One step in the index a language, however many entries.
  public List<String> languages(Sight sight) {
    return db.readers.withHandle(h ->
        sight
            .bind(
                h.createQuery(
                    """
                    WITH RECURSIVE found(language) AS (
                      SELECT MIN(language) FROM entry
                      UNION ALL
                      SELECT (SELECT MIN(e.language) FROM entry e WHERE e.language > found.language)
                      FROM found WHERE found.language IS NOT NULL)
                    SELECT language FROM found WHERE language IS NOT NULL
                    """
                        + (sight.all()
                            ? ""
                            : " AND EXISTS (SELECT 1 FROM entry e WHERE e.language ="
                                + " found.language"
                                + sight.ofFeed("e.feed_id")
                                + ")")))
            .mapTo(String.class)
            .list());
  }

  public EntryBody body(long id) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT body FROM entry WHERE id = :id")
            .bind("id", id)
            .map((row, _) -> Bodies.read(row.getBytes(1)))
            .findOne()
            .orElse(EntryBody.EMPTY));
  }

  /// What an edited entry was called before, newest first.
  public List<@Nullable String> earlierTitles(long id) {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT title FROM entry_version WHERE entry_id = :id ORDER BY replaced_at DESC")
            .bind("id", id)
            .mapTo(String.class)
            .list());
  }

  /// Every entry with its body, oldest first, one at a time: a million in constant memory.
  public void each(BiConsumer<Entry, EntryBody> each) {
    db.readers.useTransaction(h ->
        h.createQuery(
                "SELECT "
                    + COLUMNS
                    + ", e.body FROM entry e JOIN feed f ON f.id = e.feed_id ORDER BY e.id")
            .setFetchSize(500)
            .map((row, context) -> new Whole(read(row, context), row.getBytes("body")))
            .forEach(whole -> each.accept(whole.entry, Bodies.read(whole.body))));
  }

  private record Whole(Entry entry, byte @Nullable [] body) {}

  /// Feed and time of every publication, oldest first: a history for the laboratory. Entries that
  /// give a day only, none at all, or one that cannot be are left out.
  public void eachPublication(BiConsumer<Long, Instant> each) {
    db.readers.useTransaction(h ->
        h.createQuery(
                """
                SELECT feed_id, published FROM entry
                WHERE NOT date_only AND published > 631152000000 AND published <= first_seen
                ORDER BY published, id
                """)
            .setFetchSize(5000)
            .map((row, _) -> Map.entry(row.getLong(1), Instant.ofEpochMilli(row.getLong(2))))
            .forEach(e -> each.accept(e.getKey(), e.getValue())));
  }

  /// Those of a feed that have one of these keys or aliases.
  public List<Known> known(long feed, List<Long> keys, List<Long> aliases) {
    if (keys.isEmpty()) return List.of();
    List<Known> found = new ArrayList<>();
    db.readers.useHandle(h -> {
      for (boolean byKey : new boolean[] {true, false}) {
        List<Long> all = byKey ? keys : aliases;
        for (int from = 0; from < all.size(); from += 500) {
          List<Long> some = all.subList(from, Math.min(all.size(), from + 500));
          String sql =
              "SELECT id, entry_key, alias, content_hash FROM entry WHERE feed_id = ? AND "
                  + (byKey ? "entry_key" : "alias")
                  + " IN ("
                  + Rows.marks(some.size())
                  + ")";
          var query = h.createQuery(sql).bind(0, feed);
          for (int i = 0; i < some.size(); i++) query.bind(i + 1, some.get(i));
          query
              .map((row, _) ->
                  new Known(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)))
              .forEach(found::add);
        }
      }
    });
    return found;
  }

  /// An entry that could have been had sooner: when it was published, and when we had it.
  public record Arrival(long feedId, Instant published, Instant stored) {}

  /// The newest entries first seen since a time. Those that came with the first fetch of their feed
  /// do not count: nobody could have had them sooner; nor do those with a day but no time, or with
  /// a date in the future.
  public List<Arrival> arrivals(Sight sight, Instant since, int most) {
    return db.readers.withHandle(h ->
        sight
            .bind(
                h.createQuery(
                    """
                    SELECT e.feed_id, e.published, e.first_seen
                    FROM entry e JOIN feed f ON f.id = e.feed_id
                    WHERE e.first_seen >= :since AND NOT e.date_only
                      AND e.published >= f.added_at AND e.published <= e.first_seen
                    """
                        + sight.ofFeed("e.feed_id")
                        + " ORDER BY e.first_seen DESC LIMIT :most"))
            .bind("since", since.toEpochMilli())
            .bind("most", most)
            .map((row, _) ->
                new Arrival(
                    row.getLong(1),
                    requiredTime(row, "published"),
                    requiredTime(row, "first_seen")))
            .list());
  }

  static Entry read(ResultSet row, StatementContext context) throws SQLException {
    return new Entry(
        row.getLong("id"),
        row.getLong("feed_id"),
        row.getString("feed_name"),
        row.getString("guid"),
        row.getString("link"),
        row.getString("title"),
        row.getString("excerpt"),
        Rows.lines(row.getString("authors")),
        Rows.lines(row.getString("categories")),
        row.getString("image"),
        time(row, "published"),
        row.getBoolean("date_only"),
        requiredTime(row, "first_seen"),
        time(row, "updated"),
        time(row, "edited_at"),
        row.getString("language"));
  }
}
