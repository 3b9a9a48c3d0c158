package freshet.store;

import static freshet.store.Rows.set;

import freshet.model.Cursor;
import freshet.model.Kept;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How long things are kept: what they cost, what a limit would take away, and taking it away, a
/// few at a time. What somebody starred or tagged stays whole.
public final class Keeping {
  /// Before the oldest.
  public static final Cursor START = new Cursor(Long.MIN_VALUE, 0);

  /// That nothing else needs an entry either: neither what people taught about topics, nor an alert
  /// that has not gone out yet.
  private static final String UNNEEDED =
      unmarked("e.id")
          + """
           AND e.topic_given = FALSE
           AND NOT EXISTS (SELECT 1 FROM alert a WHERE a.entry_id = e.id AND a.state = 'waiting')
          """;

  /// Entries that came, and were last changed, before a time.
  private static final String OLD =
      "SELECT e.id, e.feed_id, e.first_seen FROM entry e"
          + " WHERE (e.first_seen, e.id) > (?, ?) AND e.first_seen < ?"
          + " AND (e.edited_at IS NULL OR e.edited_at < ?)"
          + " AND EXISTS (SELECT 1 FROM feed f WHERE f.id = e.feed_id AND f.crawl IS %sNULL) AND"
          + UNNEEDED
          + " ORDER BY e.first_seen, e.id LIMIT ?";

  /// That nobody has starred or tagged an entry.
  ///
  /// @param entry what holds its number
  static String unmarked(String entry) {
    return """
     NOT EXISTS (SELECT 1 FROM reading r WHERE r.entry_id = %1$s AND r.starred_at IS NOT NULL)
     AND NOT EXISTS (SELECT 1 FROM entry_label l WHERE l.entry_id = %1$s)
    """
        .formatted(entry);
  }

  private final Database db;

  Keeping(Database db) {
    this.db = db;
  }

  /// @param limits for which to say what would go
  public List<Kept> all(Instant now, List<Duration> limits) {
    List<Kept> all = new ArrayList<>();
    for (Kept.Kind kind : Kept.Kind.values()) all.add(kept(kind, now, limits));
    return all;
  }

  /// The same of one kind, in one pass over it.
  public Kept kept(Kept.Kind kind, Instant now, List<Duration> limits) {
    StringBuilder sql = new StringBuilder("SELECT COUNT(*), COALESCE(SUM(x.size), 0)");
    for (int i = 0; i < limits.size(); i++) {
      sql.append(", COALESCE(SUM(CASE WHEN x.since < :b%1$d THEN 1 ELSE 0 END), 0)".formatted(i));
      sql.append(
          ", COALESCE(SUM(CASE WHEN x.since < :b%1$d THEN x.size ELSE 0 END), 0)".formatted(i));
    }
    sql.append(" FROM (").append(rows(kind)).append(") x");
    return db.readers.withHandle(h -> {
      var query = h.createQuery(sql.toString());
      for (int i = 0; i < limits.size(); i++) {
        Instant before = now.minus(limits.get(i));
        if (kind == Kept.Kind.POLLS) before = before.truncatedTo(ChronoUnit.DAYS);
        query.bind("b" + i, before.toEpochMilli());
      }
      return query
          .map((row, _) -> {
            List<Kept.Older> older = new ArrayList<>();
            for (int i = 0; i < limits.size(); i++) {
              older.add(
                  new Kept.Older(limits.get(i), row.getLong(3 + 2 * i), row.getLong(4 + 2 * i)));
            }
            return new Kept(kind, row.getLong(1), row.getLong(2), older);
          })
          .one();
    });
  }

  /// Size, and the time since when it is kept: null for what stays.
  private static String rows(Kept.Kind kind) {
    return switch (kind) {
      case ENTRIES -> entries("");
      case PAGES -> entries("NOT ");
      case ARTICLES -> beside("article", "arrived");
      case VERSIONS -> beside("entry_version", "replaced_at");
      case POLLS ->
          "SELECT 80 + COALESCE(LENGTH(message), 0) + COALESCE(LENGTH(why), 0) AS size, at AS since"
              + " FROM poll";
    };
  }

  private static String beside(String table, String when) {
    return "SELECT LENGTH(x.body) AS size, CASE WHEN "
        + unmarked("x.entry_id")
        + " THEN x."
        + when
        + " END AS since FROM "
        + table
        + " x WHERE x.body IS NOT NULL";
  }

  /// With about what the row and its places in the indexes of the database cost.
  private static String entries(String not) {
    return """
    SELECT 400 + COALESCE(LENGTH(e.body), 0) + COALESCE(LENGTH(e.signature), 0)
        + COALESCE(LENGTH(e.excerpt), 0) + COALESCE(LENGTH(e.title), 0)
        + COALESCE(LENGTH(e.link), 0) AS size,
      CASE WHEN %s THEN
        CASE WHEN e.edited_at > e.first_seen THEN e.edited_at ELSE e.first_seen END
      END AS since
    FROM entry e JOIN feed f ON f.id = e.feed_id WHERE f.crawl IS %sNULL
    """
        .formatted(UNNEEDED, not);
  }

  /// @param byFeed the entries that are gone
  /// @param last where to go on
  public record Deleted(Map<Long, List<Long>> byFeed, Cursor last) {
    public int count() {
      return byFeed.values().stream().mapToInt(List::size).sum();
    }
  }

  /// Deletes some entries of feeds or pages of crawls, the oldest first. They do not come back as
  /// new when their feed still lists them.
  ///
  /// @param before they came and were last changed before
  /// @param after where the step before ended
  public Deleted deleteOld(Kept.Kind kind, Instant before, Cursor after, int most) {
    String which = OLD.formatted(kind == Kept.Kind.PAGES ? "NOT " : "");
    return db.writer.place(statements ->
        Removal.old(
            statements,
            set(statements.get(which), after.placed(), after.id(), before, before, most)));
  }

  /// Drops some earlier versions of entries that were replaced before a time, the oldest first.
  ///
  /// @return how many
  public int forgetVersions(Instant before, int most) {
    return db.writer.write(statements ->
        set(
                statements.get(
                    "DELETE FROM entry_version WHERE (entry_id, replaced_at) IN ("
                        + "SELECT x.entry_id, x.replaced_at FROM entry_version x"
                        + " WHERE x.replaced_at < ? AND"
                        + unmarked("x.entry_id")
                        + " ORDER BY x.replaced_at LIMIT ?)"),
                before,
                most)
            .executeUpdate());
  }
}
