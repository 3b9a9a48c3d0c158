package freshet.store;

import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;

import freshet.model.EntryBody;
import freshet.model.Understood;
import freshet.store.Writer.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What entries are compared by, for the start and for grouping anew.
public final class Signatures {
  /// Those of entries that were stored by earlier versions stand beside them.
  private static final String BYTES = "COALESCE(g.bytes, e.signature)";

  static final String JOIN = " LEFT JOIN entry_signature g ON g.entry_id = e.id ";

  /// Of an entry called `e`, where [#JOIN] is.
  static final String COLUMN = BYTES + " AS signature";

  private static final String ROWS =
      "SELECT e.id, e.placed, e.feed_id, COALESCE(e.story_id, -e.id), "
          + COLUMN
          + " FROM entry e"
          + JOIN;

  private static final String THERE = " AND " + BYTES + " IS NOT NULL";

  private static final String KEPT =
      ROWS + " WHERE e.id > ? AND e.placed >= ?" + THERE + " ORDER BY e.id";

  static final String OF_ONE = "SELECT " + COLUMN + " FROM entry e" + JOIN + " WHERE e.id = ?";

  /// So many are asked for by their numbers at once.
  private static final int SOME = 500;

  private final Database db;

  Signatures(Database db) {
    this.db = db;
  }

  /// @param story names its story; a negative number of its own if it is alone
  public record Kept(long id, Instant placed, long feedId, long story, byte[] signature) {}

  /// An entry whose text was never looked at.
  public record Unread(
      long id,
      Instant placed,
      long feedId,
      @Nullable String title,
      @Nullable String link,
      @Nullable String language,
      @Nullable String declared,
      List<String> categories,
      EntryBody body) {}

  /// An entry as events are told by it.
  ///
  /// @param event its event, 0 if none
  public record Arrival(
      long id,
      Instant placed,
      long feedId,
      @Nullable String title,
      @Nullable String excerpt,
      @Nullable String language,
      long event) {}

  /// Who wants to know what other programs have stored.
  public interface Follower {
    /// All up to this one are known.
    long after();

    /// And those of our own from here on, up to `ownTo`, which nobody else can have had.
    long ownFrom();

    long ownTo();

    /// In the order they were stored.
    void came(List<Newcomer> entries);
  }

  /// An entry that another program has stored.
  ///
  /// @param signature null if it was not understood
  /// @param arrival `first`: of those stored, the first of its event; 0 if it tells of none
  public record Newcomer(Arrival arrival, long first, long story, byte @Nullable [] signature) {}

  /// From now on, before entries are placed, the follower is told what others have stored. It is
  /// called on the writer's thread.
  public void follow(Follower follower) {
    db.writer.beforePlacing(statements -> {
      List<Newcomer> all = new ArrayList<>();
      try (ResultSet row =
          set(
                  statements.get(
                      """
                      SELECT e.id, e.placed, e.feed_id, e.title, e.excerpt, e.language,
                        COALESCE(e.event_id, 0), CASE WHEN e.event_id IS NULL THEN 0 ELSE
                          (SELECT MIN(x.id) FROM entry x WHERE x.event_id = e.event_id) END,
                        COALESCE(e.story_id, -e.id), %s
                      FROM entry e %s WHERE e.id > ? AND (e.id < ? OR e.id > ?) ORDER BY e.id
                      """
                          .formatted(COLUMN, JOIN)),
                  follower.after(),
                  follower.ownFrom(),
                  follower.ownTo())
              .executeQuery()) {
        while (row.next()) {
          all.add(
              new Newcomer(
                  new Arrival(
                      row.getLong(1),
                      requiredTime(row, "placed"),
                      row.getLong(3),
                      row.getString(4),
                      row.getString(5),
                      row.getString(6),
                      row.getLong(7)),
                  row.getLong(8),
                  row.getLong(9),
                  row.getBytes(10)));
        }
      }
      follower.came(all);
      return all.size();
    });
  }

  /// Every entry of the window, by id, one at a time.
  public void each(Instant since, Consumer<Kept> each) {
    long first = first(since);
    db.readers.useTransaction(h ->
        h.createQuery(KEPT)
            .bind(0, first - 1)
            .bind(1, since.toEpochMilli())
            .setFetchSize(1000)
            .map((row, _) -> kept(row))
            .forEach(each));
  }

  /// Those of the window that were stored after an entry, or edited since a time, by id, some at a
  /// time. First all numbers are asked for, each by its index, and then what belongs to them: of
  /// very many, signatures take more room than there may be.
  public void changed(Instant since, long after, Instant edited, Consumer<List<Kept>> some) {
    long[] ids =
        db.readers.withHandle(h ->
            h
                .createQuery(
                    """
                    SELECT id FROM entry WHERE id > :after
                    UNION ALL SELECT id FROM entry WHERE edited_at >= :edited
                    UNION ALL SELECT entry_id FROM article WHERE arrived >= :edited
                    """)
                .bind("after", after)
                .bind("edited", edited.toEpochMilli())
                .map((row, _) -> row.getLong(1))
                .stream()
                .mapToLong(Long::longValue)
                .sorted()
                .distinct()
                .toArray());
    for (int from = 0; from < ids.length; from += SOME) {
      int first = from;
      int count = Math.min(SOME, ids.length - from);
      some.accept(
          db.readers.withHandle(h -> {
            var query =
                h.createQuery(
                    ROWS + " WHERE e.id IN (" + Rows.marks(count) + ")" + THERE + " ORDER BY e.id");
            for (int i = 0; i < count; i++) query.bind(i, ids[first + i]);
            return query.map((row, _) -> kept(row)).filter(k -> !k.placed().isBefore(since)).list();
          }));
    }
  }

  /// The entries of each of these stories.
  public Map<Long, List<Long>> ofStories(Collection<Long> stories) {
    return together("story_id", stories);
  }

  /// The entries of each of these events.
  public Map<Long, List<Long>> ofEvents(Collection<Long> events) {
    return together("event_id", events);
  }

  private Map<Long, List<Long>> together(String column, Collection<Long> numbers) {
    Map<Long, List<Long>> all = new HashMap<>();
    List<Long> wanted = List.copyOf(numbers);
    for (int from = 0; from < wanted.size(); from += SOME) {
      List<Long> some = wanted.subList(from, Math.min(wanted.size(), from + SOME));
      db.readers.useHandle(h -> {
        var query =
            h.createQuery(
                "SELECT %1$s, id FROM entry WHERE %1$s IN (%2$s)"
                    .formatted(column, Rows.marks(some.size())));
        for (int i = 0; i < some.size(); i++) query.bind(i, some.get(i));
        query
            .map((row, _) -> Map.entry(row.getLong(1), row.getLong(2)))
            .forEach(
                e -> all.computeIfAbsent(e.getKey(), _ -> new ArrayList<>()).add(e.getValue()));
      });
    }
    return all;
  }

  /// Whether the store has entries as they are remembered: none at another time, and most of them
  /// at all.
  ///
  /// @param seconds when each was published, by its number
  public boolean has(Map<Long, Integer> seconds) {
    if (seconds.isEmpty()) return true;
    List<Long> ids = List.copyOf(seconds.keySet());
    List<Boolean> found =
        db.readers.withHandle(h -> {
          var query =
              h.createQuery(
                  "SELECT id, placed FROM entry WHERE id IN (" + Rows.marks(ids.size()) + ")");
          for (int i = 0; i < ids.size(); i++) query.bind(i, ids.get(i));
          return query
              .map((row, _) -> {
                Integer second = seconds.get(row.getLong(1));
                return second != null && requiredTime(row, "placed").getEpochSecond() == second;
              })
              .list();
        });
    return !found.contains(false) && found.size() * 2 >= ids.size();
  }

  /// The lowest number in the window, by the index of times: a plain MIN(id) would walk along the
  /// numbers from the first entry of all.
  ///
  /// @return 0 if there is none
  public long first(Instant since) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT COALESCE(MIN(id + 0), 0) FROM entry WHERE placed >= :since")
            .bind("since", since.toEpochMilli())
            .mapTo(Long.class)
            .one());
  }

  /// The newest entries of the window, at most so many, by id.
  public List<Kept> newest(Instant since, int most) {
    return db.readers.withHandle(h ->
        h
            .createQuery(
                ROWS
                    + " WHERE e.placed >= :since"
                    + THERE
                    + " ORDER BY e.placed DESC, e.id DESC LIMIT :most")
            .bind("since", since.toEpochMilli())
            .bind("most", most)
            .map((row, _) -> kept(row))
            .list()
            .stream()
            .sorted(Comparator.comparingLong(Kept::id))
            .toList());
  }

  public byte @Nullable [] of(long entry) {
    return db.readers.withHandle(h ->
        h.createQuery(OF_ONE)
            .bind(0, entry)
            .map((row, _) -> Optional.ofNullable(row.getBytes(1)))
            .findOne()
            .flatMap(s -> s)
            .orElse(null));
  }

  private static Kept kept(ResultSet row) throws SQLException {
    return new Kept(
        row.getLong(1),
        Instant.ofEpochMilli(row.getLong(2)),
        row.getLong(3),
        row.getLong(4),
        row.getBytes(5));
  }

  /// Entries of the window that have no signature: stored while understanding was off, or by an
  /// older version.
  public List<Unread> unread(Instant since, long after, int most) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT e.id, e.placed, e.feed_id, e.title, e.link, e.language, f.declared_language,
                  e.categories, %s
                FROM entry e JOIN feed f ON f.id = e.feed_id %s %s
                WHERE e.id > :after AND e.placed >= :since AND %s IS NULL
                ORDER BY e.id LIMIT :most
                """
                    .formatted(Articles.COLUMNS, Articles.JOIN, JOIN, BYTES))
            .bind("after", after)
            .bind("since", since.toEpochMilli())
            .bind("most", most)
            .map((row, _) ->
                new Unread(
                    row.getLong(1),
                    requiredTime(row, "placed"),
                    row.getLong(3),
                    row.getString(4),
                    row.getString(5),
                    row.getString(6),
                    row.getString(7),
                    Rows.lines(row.getString(8)),
                    Articles.body(row)))
            .list());
  }

  /// Writes what was found out about stored entries, and puts them where they belong.
  ///
  /// @param ids as many as there are in `understood`
  public void understood(List<Long> ids, List<Understood> understood, StoryResolver resolver) {
    int _ =
        db.writer.place(statements -> {
          for (int i = 0; i < ids.size(); i++) {
            Understood u = understood.get(i);
            set(
                    statements.get(
                        """
                        UPDATE entry SET topic_confidence = CASE WHEN topic_given THEN topic_confidence ELSE ? END,
                          topic_id = CASE WHEN topic_given THEN topic_id ELSE ? END
                        WHERE id = ?
                        """),
                    u.topicConfidence(),
                    u.topic(),
                    ids.get(i))
                .executeUpdate();
            put(statements, ids.get(i), u.signature());
            StoryLinker.found(statements, resolver, i, ids.get(i));
          }
          return ids.size();
        });
  }

  /// Forgets the signatures of the window: they are to be made again, with other shingles.
  public int forget() {
    return db.writer.write(statements ->
        statements
                .get("UPDATE entry SET signature = NULL WHERE signature IS NOT NULL")
                .executeUpdate()
            + statements.get("DELETE FROM entry_signature").executeUpdate());
  }

  /// The signature of a stored entry is this one from now on.
  static void put(Statements statements, long entry, byte[] signature) throws SQLException {
    set(
            statements.get(
                "UPDATE entry SET signature = NULL WHERE id = ? AND signature IS NOT NULL"),
            entry)
        .executeUpdate();
    set(
            statements.get(
                """
                INSERT INTO entry_signature (entry_id, placed, bytes)
                SELECT id, placed, ? FROM entry WHERE id = ?
                ON CONFLICT (entry_id) DO UPDATE SET bytes = excluded.bytes
                """),
            signature,
            entry)
        .executeUpdate();
  }

  /// Forgets some signatures of entries that nothing is compared with any more.
  ///
  /// @return how many
  public int forget(Instant before, int most) {
    return db.writer.write(statements ->
        set(
                statements.get(
                    """
                    DELETE FROM entry_signature WHERE entry_id IN (SELECT entry_id
                      FROM entry_signature WHERE placed < ? ORDER BY placed LIMIT ?)
                    """),
                before,
                most)
            .executeUpdate());
  }

  /// The newest entries, from which events are found again, at most so many.
  ///
  /// @param after only those that were stored after this one
  public List<Arrival> arrivals(Instant since, long after, int most) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT id, placed, feed_id, title, excerpt, language, event_id FROM entry
                WHERE placed >= :since AND id > :after
                ORDER BY placed DESC, id DESC LIMIT :most
                """)
            .bind("after", after)
            .bind("since", since.toEpochMilli())
            .bind("most", most)
            .map((row, _) ->
                new Arrival(
                    row.getLong(1),
                    requiredTime(row, "placed"),
                    row.getLong(3),
                    row.getString(4),
                    row.getString(5),
                    row.getString(6),
                    row.getLong(7)))
            .list());
  }

  /// Groups the window anew, in one transaction: nobody sees half of it.
  ///
  /// @param after the last entry that the caller has seen
  /// @param decide takes those that came since, and gives the story of every entry of the window,
  ///   by any one entry of it
  /// @param undo if it is not written after all
  /// @return how many entries have another story now
  public int regroup(
      Instant since, long after, Function<List<Kept>, Map<Long, Long>> decide, Runnable undo) {
    return db.writer.place(statements -> {
      List<Kept> late = new ArrayList<>();
      try (ResultSet row = set(statements.get(KEPT), after, since).executeQuery()) {
        while (row.next()) late.add(kept(row));
      }
      statements.onUndo(undo);
      return write(statements, since, decide.apply(late));
    });
  }

  private static int write(Statements statements, Instant since, Map<Long, Long> wanted)
      throws SQLException {
    Map<Long, Long> now = new HashMap<>();
    try (ResultSet row =
        set(
                statements.get(
                    "SELECT id, story_id FROM entry WHERE story_id IS NOT NULL AND placed >= ?"),
                since)
            .executeQuery()) {
      while (row.next()) now.put(row.getLong(1), row.getLong(2));
    }
    Map<Long, List<Long>> groups = new LinkedHashMap<>();
    wanted.forEach((id, story) -> groups.computeIfAbsent(story, _ -> new ArrayList<>()).add(id));
    Set<Long> taken = new HashSet<>();
    Set<Long> touched = new TreeSet<>();
    int moved = 0;
    for (List<Long> group : groups.values()) {
      Long story = null;
      if (group.size() > 1) {
        for (long id : group) {
          Long known = now.get(id);
          if (known != null && taken.add(known)) {
            story = known;
            break;
          }
        }
        if (story == null) story = StoryLinker.newStory(statements);
      }
      for (long id : group) {
        Long known = now.get(id);
        if (java.util.Objects.equals(known, story)) continue;
        StoryLinker.move(statements, id, story);
        moved++;
        if (known != null) touched.add(known);
        if (story != null) touched.add(story);
      }
    }
    for (long story : touched) StoryLinker.recount(statements, story);
    return moved;
  }
}
