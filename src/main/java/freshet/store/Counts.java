package freshet.store;

import freshet.model.PollRecord.Outcome;
import freshet.model.Visibility;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// How much of everything there is, for statistics. The publishers' times count; entries without
/// one, or with one that Freshet saw before it had come, are left out.
public final class Counts {
  private static final long QUARTER = 900_000;

  private static final List<String> FAILED =
      Arrays.stream(Outcome.values()).filter(Outcome::failed).map(Outcome::word).toList();

  private final Database db;

  Counts(Database db) {
    this.db = db;
  }

  /// @param at when the quarter of an hour begins
  /// @param dateOnly the publishers gave a day without a time
  public record Posts(Instant at, boolean dateOnly, long count) {}

  /// Posts by quarters of an hour, the smallest step between the zones of the world.
  public void eachQuarter(Visibility visibility, Instant from, Instant to, Consumer<Posts> each) {
    db.readers.useTransaction(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    """
                    SELECT published / 900000 AS quarter, date_only, COUNT(*) AS posts FROM entry
                    WHERE published >= :from AND published <= :to
                    """
                        + Visible.feed(visibility, "feed_id")
                        + " GROUP BY published / 900000, date_only ORDER BY 1"))
            .bind("from", from.toEpochMilli())
            .bind("to", to.toEpochMilli())
            .setFetchSize(1000)
            .map((row, _) ->
                new Posts(
                    Instant.ofEpochMilli(row.getLong("quarter") * QUARTER),
                    row.getBoolean("date_only"),
                    row.getLong("posts")))
            .forEach(each));
  }

  /// Posts by language, most first; `und` where none is known.
  public Map<String, Long> languages(Visibility visibility, Instant from, Instant to) {
    Map<String, Long> counts = new LinkedHashMap<>();
    db.readers.useHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    """
                    SELECT COALESCE(language, 'und') AS tag, COUNT(*) AS posts FROM entry
                    WHERE published >= :from AND published <= :to
                    """
                        + Visible.feed(visibility, "feed_id")
                        + " GROUP BY COALESCE(language, 'und') ORDER BY COUNT(*) DESC, 1"))
            .bind("from", from.toEpochMilli())
            .bind("to", to.toEpochMilli())
            .map((row, _) -> Map.entry(row.getString("tag"), row.getLong("posts")))
            .forEach(e -> counts.put(e.getKey(), e.getValue())));
    return counts;
  }

  /// Posts by the language that their feed declares, as it is written; `und` where none is.
  public Map<String, Long> declaredLanguages(Visibility visibility, Instant from, Instant to) {
    Map<String, Long> counts = new LinkedHashMap<>();
    db.readers.useHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    """
                    SELECT COALESCE(f.declared_language, 'und') AS tag, COUNT(*) AS posts
                    FROM entry e JOIN feed f ON f.id = e.feed_id
                    WHERE e.published >= :from AND e.published <= :to
                    """
                        + Visible.feed(visibility, "e.feed_id")
                        + " GROUP BY COALESCE(f.declared_language, 'und') ORDER BY 1"))
            .bind("from", from.toEpochMilli())
            .bind("to", to.toEpochMilli())
            .map((row, _) -> Map.entry(row.getString("tag"), row.getLong("posts")))
            .forEach(e -> counts.put(e.getKey(), e.getValue())));
    return counts;
  }

  /// @param useful polls that brought something new or edited
  /// @param failed polls that no feed came back from; the others found nothing new
  public record Requests(LocalDate day, long useful, long nothingNew, long failed, long bytes) {}

  /// Polls by day, UTC, as far back as each of them is kept.
  public List<Requests> requests(Visibility visibility, Instant since) {
    return db.readers.withHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    """
                    SELECT at / 86400000 AS day,
                      SUM(CASE WHEN new_entries + edited > 0 THEN 1 ELSE 0 END) AS useful,
                      SUM(CASE WHEN new_entries + edited = 0 AND outcome NOT IN (<failed>)
                        THEN 1 ELSE 0 END) AS idle,
                      SUM(CASE WHEN outcome IN (<failed>) THEN 1 ELSE 0 END) AS failed,
                      SUM(bytes) AS bytes
                    FROM poll WHERE at >= :since
                    """
                        + Visible.feed(visibility, "feed_id")
                        + " GROUP BY at / 86400000 ORDER BY 1"))
            .bindList("failed", FAILED)
            .bind("since", since.toEpochMilli())
            .map((row, _) ->
                new Requests(
                    LocalDate.ofEpochDay(row.getLong("day")),
                    row.getLong("useful"),
                    row.getLong("idle"),
                    row.getLong("failed"),
                    row.getLong("bytes")))
            .list());
  }
}
