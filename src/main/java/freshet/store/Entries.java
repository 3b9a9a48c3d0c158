package freshet.store;

import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;
import static freshet.store.Rows.time;

import freshet.model.Cursor;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.FeedUrl;
import freshet.model.FullEntry;
import freshet.model.Selection;
import freshet.model.Visibility;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/// The entries, as they are read. They are written with the poll that brought them: see [Polls].
public final class Entries {
  static final String COLUMNS =
      """
      e.id, e.feed_id, COALESCE(f.given_title, f.title, f.address) AS feed_name, e.guid, e.link,
      e.title, e.excerpt, e.authors, e.categories, e.image, e.published, e.date_only,
      e.first_seen, e.updated, e.edited_at, e.language, e.duration
      """;

  /// Entries with their bodies, to be narrowed.
  private static final String FULL =
      "SELECT "
          + COLUMNS
          + ", "
          + Articles.COLUMNS
          + " FROM entry e JOIN feed f ON f.id = e.feed_id"
          + Articles.JOIN;

  private final Database db;

  Entries(Database db) {
    this.db = db;
  }

  /// A stored entry as far as needed to tell whether one that was read is new, edited or the same.
  ///
  /// @param id 0 if it was kept long enough and deleted: it is not new, and nothing is left to edit
  public record Known(long id, long key, long alias, long contentHash) {
    public boolean isDeleted() {
      return id == 0;
    }
  }

  /// Newest first, of what an account may see.
  ///
  /// @param before goes on behind it
  public List<Entry> page(
      Selection which, Visibility visibility, @Nullable Cursor before, int limit) {
    String placed = Selected.placed(which);
    String id = Selected.id(which);
    String sql =
        "SELECT "
            + COLUMNS
            + " FROM "
            + Selected.from(which)
            + " JOIN feed f ON f.id = e.feed_id WHERE 1 = 1"
            + Selected.marked(which)
            + Selected.narrowed(which, "e")
            + Selected.aboutAndWhen(which)
            + (before == null ? "" : " AND (%s, %s) < (:placed, :id)".formatted(placed, id))
            + (Selected.isOwn(which) ? "" : seen(visibility, which.feed()))
            + " ORDER BY %s DESC, %s DESC LIMIT :limit".formatted(placed, id);
    return db.readers.withHandle(h -> {
      var query = Selected.bind(h.createQuery(sql), sql, visibility.account(), which);
      if (before != null) query.bind("placed", before.placed()).bind("id", before.id());
      return query.bind("limit", limit).map(Entries::read).list();
    });
  }

  /// What is left out of a page. Of one feed it is asked once whether it is followed, and the
  /// feed's own index still leads.
  static String seen(Visibility visibility, @Nullable Long feed) {
    return feed == null || visibility.all()
        ? Visible.feed(visibility, "e.feed_id")
        : " AND EXISTS (SELECT 1 FROM subscription w WHERE w.account_id = :me AND w.feed_id ="
            + " :feed)";
  }

  public Optional<Entry> find(long id) {
    return find(Visibility.EVERYTHING, id);
  }

  /// One that an account may see.
  public Optional<Entry> find(Visibility visibility, long id) {
    return db.readers.withHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    "SELECT "
                        + COLUMNS
                        + " FROM entry e JOIN feed f ON f.id = e.feed_id WHERE e.id = :id"
                        + Visible.entry(visibility, "e")))
            .bind("id", id)
            .map(Entries::read)
            .findOne());
  }

  /// Those of some entries that are of feeds an account follows, or that it has starred or tagged.
  public List<Long> own(long account, List<Long> ids) {
    if (ids.isEmpty()) return List.of();
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT e.id FROM entry e WHERE e.id IN (<ids>)"
                    + Visible.entry(new Visibility(account, false), "e"))
            .bindList("ids", ids)
            .bind("me", account)
            .mapTo(Long.class)
            .list());
  }

  /// Those of some ids that are there, in no order.
  public List<FullEntry> full(List<Long> ids) {
    if (ids.isEmpty()) return List.of();
    return db.readers.withHandle(h ->
        h.createQuery(FULL + " WHERE e.id IN (<ids>)")
            .bindList("ids", ids)
            .map((row, context) -> new FullEntry(read(row, context), Articles.body(row)))
            .list());
  }

  /// What names an entry outside of Freshet.
  public interface Named {
    void entry(long id, @Nullable String link, @Nullable String guid);
  }

  /// All entries of the feeds that an account follows, in no order.
  public void eachNamed(long account, Named each) {
    db.readers.useTransaction(h ->
        h
            .createQuery(
                """
                SELECT e.id, e.link, e.guid FROM subscription s JOIN entry e ON e.feed_id = s.feed_id
                WHERE s.account_id = :me
                """)
            .bind("me", account)
            .setFetchSize(1000)
            .map((row, _) -> {
              each.entry(row.getLong(1), row.getString(2), row.getString(3));
              return row.getLong(1);
            })
            .stream()
            .forEach(_ -> {}));
  }

  /// The languages that entries are in. One step in the index a language, however many entries.
  public List<String> languages(Visibility visibility) {
    return db.readers.withHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    """
                    WITH RECURSIVE found(language) AS (
                      SELECT MIN(language) FROM entry
                      UNION ALL
                      SELECT (SELECT MIN(e.language) FROM entry e WHERE e.language > found.language)
                      FROM found WHERE found.language IS NOT NULL)
                    SELECT language FROM found WHERE language IS NOT NULL
                    """
                        + (visibility.all()
                            ? ""
                            : " AND EXISTS (SELECT 1 FROM entry e WHERE e.language ="
                                + " found.language"
                                + Visible.feed(visibility, "e.feed_id")
                                + ")")))
            .mapTo(String.class)
            .list());
  }

  public EntryBody body(long id) {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT "
                    + Articles.COLUMNS
                    + " FROM entry e"
                    + Articles.JOIN
                    + " WHERE e.id = :id")
            .bind("id", id)
            .map((row, _) -> Articles.body(row))
            .findOne()
            .orElse(EntryBody.EMPTY));
  }

  /// What an edited entry was before.
  ///
  /// @param until when its publisher replaced it, as far as Freshet saw
  public record Version(Instant until, @Nullable String title, EntryBody body) {}

  /// The earlier versions of an entry, newest first; none if it was never edited.
  public List<Version> versions(long entry) {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT replaced_at, title, body FROM entry_version WHERE entry_id = :id"
                    + " ORDER BY replaced_at DESC")
            .bind("id", entry)
            .map((row, _) ->
                new Version(
                    requiredTime(row, "replaced_at"),
                    row.getString("title"),
                    Bodies.read(row.getBytes("body"))))
            .list());
  }

  /// Every entry with its body, oldest first, one at a time: a million in constant memory.
  public void each(BiConsumer<Entry, EntryBody> each) {
    db.readers.useTransaction(h ->
        h.createQuery(FULL + " ORDER BY e.id")
            .setFetchSize(500)
            .map((row, context) -> new FullEntry(read(row, context), Articles.body(row)))
            .forEach(full -> each.accept(full.entry(), full.body())));
  }

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

  /// Those of a feed that have one of these keys or aliases, the deleted ones first.
  public List<Known> known(long feed, List<Long> keys, List<Long> aliases) {
    if (keys.isEmpty()) return List.of();
    List<Known> stored = new ArrayList<>();
    List<Known> found = new ArrayList<>();
    db.readers.useHandle(h -> {
      // What is stored first: an entry that is deleted meanwhile is then seen at least once.
      known(h, "id, entry_key, alias, content_hash FROM entry", feed, keys, aliases, stored);
      boolean deleted =
          h.createQuery("SELECT EXISTS (SELECT 1 FROM entry_deleted WHERE feed_id = :feed)")
              .bind("feed", feed)
              .mapTo(Boolean.class)
              .one();
      if (deleted)
        known(h, "0, entry_key, alias, 0 FROM entry_deleted", feed, keys, aliases, found);
    });
    found.addAll(stored);
    return found;
  }

  private static void known(
      Handle h, String from, long feed, List<Long> keys, List<Long> aliases, List<Known> found) {
    for (boolean byKey : new boolean[] {true, false}) {
      List<Long> all = byKey ? keys : aliases;
      for (int at = 0; at < all.size(); at += 500) {
        List<Long> some = all.subList(at, Math.min(all.size(), at + 500));
        String sql =
            "SELECT "
                + from
                + " WHERE feed_id = ? AND "
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
  }

  /// Stores how long the sounds of entries last, where that is not known yet.
  ///
  /// @param lengths by key
  public void fillIn(long feed, Map<Long, Duration> lengths) {
    List<Long> missing = new ArrayList<>();
    List<Long> keys = List.copyOf(lengths.keySet());
    db.readers.useHandle(h -> {
      for (int at = 0; at < keys.size(); at += 500) {
        List<Long> some = keys.subList(at, Math.min(keys.size(), at + 500));
        h.createQuery(
                "SELECT entry_key FROM entry WHERE feed_id = :feed AND duration IS NULL"
                    + " AND entry_key IN (<keys>)")
            .bind("feed", feed)
            .bindList("keys", some)
            .mapTo(Long.class)
            .forEach(missing::add);
      }
    });
    if (missing.isEmpty()) return;
    int _ =
        db.writer.write(statements -> {
          for (long key : missing) {
            set(
                    statements.get(
                        """
                        UPDATE entry SET duration = ?
                        WHERE feed_id = ? AND entry_key = ? AND duration IS NULL
                        """),
                    NewEntries.seconds(lengths.get(key)),
                    feed,
                    key)
                .executeUpdate();
          }
          return missing.size();
        });
  }

  /// An entry of a feed, by which it can be told although its address has changed.
  public record Recent(Known known, @Nullable String title, Instant firstSeen) {}

  /// The entries of a feed that were seen last, the last first.
  public List<Recent> recent(long feed, int most) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT id, entry_key, alias, content_hash, title, first_seen FROM entry
                WHERE feed_id = :feed ORDER BY id DESC LIMIT :most
                """)
            .bind("feed", feed)
            .bind("most", most)
            .map((row, _) ->
                new Recent(
                    new Known(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)),
                    row.getString(5),
                    Rows.requiredTime(row, "first_seen")))
            .list());
  }

  /// An entry that could have been had sooner: when it was published, and when we had it.
  public record Arrival(long feedId, Instant published, Instant stored) {}

  /// The newest entries first seen since a time. Those that came with the first fetch of their feed
  /// do not count: nobody could have had them sooner; nor do those with a day but no time, or with
  /// a date in the future.
  public List<Arrival> arrivals(Visibility visibility, Instant since, int most) {
    return db.readers.withHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    """
                    SELECT e.feed_id, e.published, e.first_seen
                    FROM entry e JOIN feed f ON f.id = e.feed_id
                    WHERE e.first_seen >= :since AND NOT e.date_only
                      AND e.published >= f.added_at AND e.published <= e.first_seen
                    """
                        + Visible.feed(visibility, "e.feed_id")
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
        FeedUrl.shownName(row.getString("feed_name")),
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
        row.getString("language"),
        duration(row));
  }

  private static @Nullable Duration duration(ResultSet row) throws SQLException {
    long seconds = row.getLong("duration");
    return row.wasNull() ? null : Duration.ofSeconds(seconds);
  }
}
