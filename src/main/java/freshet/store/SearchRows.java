package freshet.store;

import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.FeedUrl;
import freshet.model.Visibility;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;

/// Entries as the search index follows them, and what its results are called.
public final class SearchRows {
  private static final String SELECT =
      "SELECT "
          + Entries.COLUMNS
          + ", e.topic_id, e.story_id, "
          + Articles.COLUMNS
          + " FROM entry e JOIN feed f ON f.id = e.feed_id"
          + Articles.JOIN;
  private static final int SOME = 500;

  private final Database db;

  SearchRows(Database db) {
    this.db = db;
  }

  /// An entry with all that is searched.
  ///
  /// @param topic 0 if it has none; so has `story`
  public record Row(Entry entry, EntryBody body, long topic, long story) {}

  private static Row read(ResultSet row, StatementContext context) throws SQLException {
    return new Row(
        Entries.read(row, context),
        Articles.body(row),
        row.getLong("topic_id"),
        row.getLong("story_id"));
  }

  /// Those that were stored after an entry, in their order. One writer gives the numbers, so a
  /// higher one is never seen before a lower one.
  public List<Row> after(long id, int limit) {
    return db.readers.withHandle(h ->
        h.createQuery(SELECT + "WHERE e.id > :id ORDER BY e.id LIMIT :limit")
            .bind("id", id)
            .bind("limit", limit)
            .map(SearchRows::read)
            .list());
  }

  /// Those of these entries that are there.
  public List<Row> rows(List<Long> ids) {
    List<Row> found = new ArrayList<>();
    db.readers.useHandle(h -> {
      for (int from = 0; from < ids.size(); from += SOME) {
        List<Long> some = ids.subList(from, Math.min(ids.size(), from + SOME));
        in(h, SELECT + "WHERE e.id IN ", some).map(SearchRows::read).forEach(found::add);
      }
    });
    return found;
  }

  /// Where an entry belongs; 0 for nowhere.
  public record Place(long topic, long story) {}

  public Map<Long, Place> places(List<Long> ids) {
    Map<Long, Place> found = new HashMap<>();
    db.readers.useHandle(h -> {
      for (int from = 0; from < ids.size(); from += SOME) {
        List<Long> some = ids.subList(from, Math.min(ids.size(), from + SOME));
        in(h, "SELECT id, topic_id, story_id FROM entry WHERE id IN ", some)
            .map((row, _) -> Map.entry(row.getLong(1), new Place(row.getLong(2), row.getLong(3))))
            .forEach(e -> found.put(e.getKey(), e.getValue()));
      }
    });
    return found;
  }

  private static Query in(Handle h, String sql, List<Long> ids) {
    Query query = h.createQuery(sql + "(" + Rows.marks(ids.size()) + ")");
    for (int i = 0; i < ids.size(); i++) query.bind(i, ids.get(i));
    return query;
  }

  /// Entries that were changed since a time: by their publisher, because they have another topic,
  /// or because they were translated. Doubles are dropped here: for a UNION, SQLite would read the
  /// whole table in order.
  public List<Long> changedSince(Instant t) {
    return db.readers.withHandle(h ->
        h
            .createQuery(
                """
                SELECT id FROM entry WHERE edited_at >= :t
                UNION ALL SELECT id FROM entry WHERE topic_changed >= :t
                UNION ALL SELECT entry_id FROM translated_entry WHERE at >= :t
                """)
            .bind("t", t.toEpochMilli())
            .mapTo(Long.class)
            .stream()
            .distinct()
            .toList());
  }

  public long count() {
    return db.readers.withHandle(
        h -> h.createQuery("SELECT COUNT(*) FROM entry").mapTo(Long.class).one());
  }

  /// The highest number; 0 if there is no entry.
  public long last() {
    return db.readers.withHandle(
        h -> h.createQuery("SELECT COALESCE(MAX(id), 0) FROM entry").mapTo(Long.class).one());
  }

  /// Which numbers there are, in short: other sets of numbers hardly ever come to the same.
  public record Numbers(long count, long sum, long mixed) {
    public static Numbers of(long[] ids) {
      long sum = 0;
      long mixed = 0;
      for (long id : ids) {
        sum += id;
        mixed += id % 46_337 * (id % 46_327);
      }
      return new Numbers(ids.length, sum, mixed);
    }
  }

  /// Those of all entries.
  public Numbers numbers() {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT COUNT(*) AS n, COALESCE(SUM(id), 0) AS sum,"
                    + " COALESCE(SUM(id % 46337 * (id % 46327)), 0) AS mixed FROM entry")
            .map(
                (row, _) -> new Numbers(row.getLong("n"), row.getLong("sum"), row.getLong("mixed")))
            .one());
  }

  /// How many have a number above this one.
  public long countAfter(long id) {
    return db.readers.withHandle(h ->
        (id == 0
                ? h.createQuery("SELECT COUNT(*) FROM entry")
                : h.createQuery("SELECT COUNT(*) FROM entry WHERE id > :id").bind("id", id))
            .mapTo(Long.class)
            .one());
  }

  /// The numbers of all entries, ascending.
  public void eachId(LongConsumer each) {
    db.readers.useTransaction(h ->
        h.createQuery("SELECT id FROM entry ORDER BY id")
            .setFetchSize(5000)
            .map((row, _) -> row.getLong(1))
            .forEach(each::accept));
  }

  public Map<Long, String> topics() {
    return db.readers.withHandle(h -> {
      Map<Long, String> names = new HashMap<>();
      h.createQuery("SELECT id, name FROM topic")
          .map((row, _) -> Map.entry(row.getLong(1), row.getString(2)))
          .forEach(e -> names.put(e.getKey(), e.getValue()));
      return names;
    });
  }

  /// Feeds with this number, or with this text in their name or address, that an account may see.
  public List<Long> feedsCalled(Visibility visibility, String text, int most) {
    if (text.matches("\\d{1,18}")) {
      long id = Long.parseLong(text);
      return visibility.all() || feeds(visibility).contains(id) ? List.of(id) : List.of();
    }
    return db.readers.withHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    "SELECT id FROM feed WHERE ("
                        + has(text, "COALESCE(given_title, title, '')")
                        + " OR "
                        + has(text, "address")
                        + ")"
                        + Visible.feed(visibility, "id")
                        + " ORDER BY id LIMIT :most"))
            .bind("like", like(text))
            .bind("most", most)
            .mapTo(Long.class)
            .list());
  }

  /// The feeds of crawls that an account may see: of the crawl with this number, of those with this
  /// text in their name, or of all.
  public List<Long> crawlsCalled(Visibility visibility, String text, int most) {
    boolean all = text.equalsIgnoreCase("all");
    boolean number = text.matches("\\d{1,9}");
    return db.readers.withHandle(h -> {
      var query =
          Visible.bind(
                  visibility,
                  h.createQuery(
                      "SELECT id FROM feed WHERE crawl IS NOT NULL"
                          + (all
                              ? ""
                              : number
                                  ? " AND crawl = :number"
                                  : " AND " + has(text, "COALESCE(given_title, '')"))
                          + Visible.feed(visibility, "id")
                          + " ORDER BY id LIMIT :most"))
              .bind("most", most);
      if (number) query.bind("number", Integer.parseInt(text));
      else if (!all) query.bind("like", like(text));
      return query.mapTo(Long.class).list();
    });
  }

  /// Text of A to Z needs no more than SQLite's own function, which is ten times as fast.
  private String has(String text, String column) {
    boolean plain = text.chars().allMatch(c -> c < 128);
    return (plain ? "LOWER" : db.lower) + "(" + column + ") LIKE :like ESCAPE '!'";
  }

  private static String like(String text) {
    return "%"
        + text.toLowerCase(Locale.ROOT).replace("!", "!!").replace("%", "!%").replace("_", "!_")
        + "%";
  }

  /// What a feed is called, and where it is.
  public record FeedName(String name, String address) {}

  public Map<Long, FeedName> feedNames(List<Long> ids) {
    Map<Long, FeedName> names = new HashMap<>();
    if (ids.isEmpty()) return names;
    db.readers.useHandle(h ->
        in(
                h,
                "SELECT id, COALESCE(given_title, title, address), address FROM feed WHERE id IN ",
                ids)
            .map((row, _) -> {
              String name = FeedUrl.shownName(row.getString(2));
              return Map.entry(row.getLong(1), new FeedName(name, row.getString(3)));
            })
            .forEach(e -> names.put(e.getKey(), e.getValue())));
    return names;
  }

  /// The feeds that an account may see.
  public List<Long> feeds(Visibility visibility) {
    return db.readers.withHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery("SELECT id FROM feed WHERE 1 = 1" + Visible.feed(visibility, "id")))
            .mapTo(Long.class)
            .list());
  }

  /// The feeds that there are.
  public List<Long> feeds() {
    return db.readers.withHandle(
        h -> h.createQuery("SELECT id FROM feed ORDER BY id").mapTo(Long.class).list());
  }
}
