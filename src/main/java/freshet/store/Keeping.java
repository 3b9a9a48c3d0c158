package freshet.store;

import static freshet.store.Rows.set;

import freshet.model.Kept;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// How long things are kept: what they cost, what a limit would take away, and taking it away, a
/// few at a time. What somebody starred or tagged stays whole.
public final class Keeping {
  /// Of an entry `x.entry_id` that nobody has starred or tagged.
  private static final String UNMARKED =
      """
       AND NOT EXISTS (SELECT 1 FROM reading r
         WHERE r.entry_id = x.entry_id AND r.starred_at IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM entry_label l WHERE l.entry_id = x.entry_id)
      """;

  private final Database db;

  Keeping(Database db) {
    this.db = db;
  }

  public List<Kept> all(Instant now) {
    return List.of(
        kept(Kept.Kind.ARTICLES, "article", "arrived", now),
        kept(Kept.Kind.VERSIONS, "entry_version", "replaced_at", now));
  }

  private Kept kept(Kept.Kind kind, String table, String when, Instant now) {
    return db.readers.withHandle(h -> {
      String sums = "SELECT COUNT(*), COALESCE(SUM(LENGTH(x.body)), 0) FROM " + table + " x";
      long[] whole =
          h.createQuery(sums + " WHERE x.body IS NOT NULL")
              .map((row, _) -> new long[] {row.getLong(1), row.getLong(2)})
              .one();
      List<Kept.Older> older = new ArrayList<>();
      for (int days : Kept.DAYS) {
        older.add(
            h.createQuery(
                    sums + " WHERE x.body IS NOT NULL AND x." + when + " < :before" + UNMARKED)
                .bind("before", now.minus(Duration.ofDays(days)).toEpochMilli())
                .map((row, _) -> new Kept.Older(days, row.getLong(1), row.getLong(2)))
                .one());
      }
      return new Kept(kind, whole[0], whole[1], older);
    });
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
                        + " WHERE x.replaced_at < ?"
                        + UNMARKED
                        + " ORDER BY x.replaced_at LIMIT ?)"),
                before,
                most)
            .executeUpdate());
  }
}
