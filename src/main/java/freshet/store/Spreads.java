package freshet.store;

import freshet.model.FeedUrl;
import freshet.model.Selection;
import freshet.model.StoryCopy;
import freshet.model.Visibility;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jdbi.v3.core.statement.Query;

/// Who printed which story when, for counting how stories spread.
public final class Spreads {
  private static final int AT_ONCE = 500;

  private final Database db;

  Spreads(Database db) {
    this.db = db;
  }

  /// An entry of a story.
  public record Copy(long story, long feed, long entry, Instant placed) {}

  /// A feed with entries in a time.
  ///
  /// @param site whose it is
  /// @param entries how many, since a moment
  public record Printed(long feed, String name, String address, String site, long entries) {}

  /// The entries that are in stories, story by story, the earliest of each first. They are read
  /// along the index of stories, which has all that is asked for; the `+` keeps the planner from
  /// the index by time, which would have every entry looked at and sorted.
  ///
  /// @param which by folder, topic and language; all else of it is not asked for here
  /// @param most ends after so many
  public void each(
      Visibility visibility,
      Selection which,
      Instant from,
      Instant to,
      int most,
      Consumer<Copy> copies) {
    String sql =
        """
        SELECT e.story_id, e.feed_id, e.id, e.placed FROM entry e
        WHERE e.story_id IS NOT NULL AND +e.placed >= :from AND +e.placed < :to
        """
            + narrowed(visibility, which)
            + " ORDER BY e.story_id, e.placed, e.id LIMIT :most";
    db.readers.useTransaction(h ->
        bound(h.createQuery(sql), sql, visibility, which, from, to)
            .bind("most", most)
            .setFetchSize(1000)
            .map((row, _) ->
                new Copy(
                    row.getLong("story_id"),
                    row.getLong("feed_id"),
                    row.getLong("id"),
                    Rows.requiredTime(row, "placed")))
            .forEach(copies));
  }

  /// The feeds that printed something in a time.
  ///
  /// @param since entries are counted from here
  public List<Printed> feeds(
      Visibility visibility, Selection which, Instant from, Instant to, Instant since) {
    // The index by feed has all that is asked for, unless the entries are chosen by more.
    boolean byFeed = which.language() == null && which.topic() == null;
    String sql =
        """
        SELECT n.feed_id, COALESCE(f.given_title, f.title, f.address) AS name, f.address, f.site_key,
          n.entries
        FROM (SELECT e.feed_id, SUM(CASE WHEN e.placed >= :since THEN 1 ELSE 0 END) AS entries
          FROM entry e WHERE ${placed} >= :from AND ${placed} < :to
        """
                .replace("${placed}", byFeed ? "+e.placed" : "e.placed")
            + narrowed(visibility, which)
            + " GROUP BY e.feed_id) n JOIN feed f ON f.id = n.feed_id ORDER BY n.feed_id";
    return db.readers.withHandle(h -> {
      List<Printed> feeds = new ArrayList<>();
      bound(h.createQuery(sql), sql, visibility, which, from, to)
          .bind("since", since.toEpochMilli())
          .map((row, _) ->
              new Printed(
                  row.getLong("feed_id"),
                  FeedUrl.shownName(row.getString("name")),
                  row.getString("address"),
                  row.getString("site_key"),
                  row.getLong("entries")))
          .forEach(feeds::add);
      return feeds;
    });
  }

  /// Entries by their numbers, of those that the account may see.
  public Map<Long, StoryCopy> entries(Visibility visibility, List<Long> ids) {
    Map<Long, StoryCopy> all = new HashMap<>();
    for (int i = 0; i < ids.size(); i += AT_ONCE) {
      List<Long> some = ids.subList(i, Math.min(ids.size(), i + AT_ONCE));
      db.readers.useHandle(h ->
          Visible.bind(
                  visibility,
                  h.createQuery(
                      """
                      SELECT e.story_id, e.id, e.feed_id, e.title, e.placed,
                        COALESCE(f.given_title, f.title, f.address) AS feed_name,
                        f.address AS feed_address
                      FROM entry e JOIN feed f ON f.id = e.feed_id WHERE e.id IN (<ids>)
                      """
                          + Visible.feed(visibility, "e.feed_id")))
              .bindList("ids", some)
              .map((row, _) -> Stories.copy(row))
              .forEach(entry -> all.put(entry.id(), entry)));
    }
    return all;
  }

  private static String narrowed(Visibility visibility, Selection which) {
    return Visible.feed(visibility, "e.feed_id")
        + Visible.shownCrawls(visibility, "e.feed_id")
        + Selected.narrowed(which.withFeed(null), "e")
        + (which.topic() == null
            ? ""
            : " AND e.topic_id = (SELECT id FROM topic WHERE name = :topic)");
  }

  private static Query bound(
      Query query, String sql, Visibility visibility, Selection which, Instant from, Instant to) {
    Selected.values(visibility.account(), which)
        .forEach((name, value) -> {
          if (!name.equals("since") && sql.contains(":" + name)) query.bind(name, value);
        });
    return query.bind("from", from.toEpochMilli()).bind("to", to.toEpochMilli());
  }
}
