package freshet.store;

import static freshet.store.Rows.set;

import freshet.store.StoryResolver.Place;
import freshet.store.Writer.Statements;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// The rows of stories and events, in step with the entries: an entry that is written is put with
/// those it belongs to in the same transaction.
///
/// A story's entry that stands for it (`first_entry`, the only one not folded) is the earliest of
/// its preferred feeds, or else the earliest of all.
final class StoryLinker {
  private final Statements statements;
  private final StoryResolver resolver;
  private final int index;
  private final long placed;
  private @Nullable Long story;
  private @Nullable Long event;
  private boolean folded;

  /// What has to be put right once the entry is there.
  private boolean whole;

  private boolean newStory;
  private List<Long> alone = List.of();
  private Set<Long> merged = Set.of();

  private StoryLinker(Statements statements, StoryResolver resolver, int index, long placed) {
    this.statements = statements;
    this.resolver = resolver;
    this.index = index;
    this.placed = placed;
  }

  @Nullable Long story() {
    return story;
  }

  @Nullable Long event() {
    return event;
  }

  boolean folded() {
    return folded;
  }

  /// Looks where an entry belongs, before it is written.
  static StoryLinker find(
      Statements statements, StoryResolver resolver, int index, long placed, long feed)
      throws SQLException {
    StoryLinker t = new StoryLinker(statements, resolver, index, placed);
    Place place = resolver.find(index, 0, signatures(statements));
    if (!place.sameStory().isEmpty()) t.findStory(place.sameStory(), feed);
    Long first = place.sameEvent();
    if (first != null) t.event = event(statements, first);
    return t;
  }

  private void findStory(List<Long> entries, long feed) throws SQLException {
    alone = new ArrayList<>();
    TreeSet<Long> stories = new TreeSet<>();
    for (long entry : entries) {
      Long known = storyOf(statements, entry);
      if (known == null) continue;
      if (known == 0) alone.add(entry);
      else stories.add(known);
    }
    if (alone.isEmpty() && stories.isEmpty()) return;
    whole = !alone.isEmpty() || stories.size() > 1;
    newStory = stories.isEmpty();
    long target = newStory ? newStory(statements) : stories.first();
    stories.remove(target);
    merged = stories;
    story = target;
    folded = whole || !comesFirst(target, feed);
  }

  /// Whether an entry of this feed and time would stand for the story.
  private boolean comesFirst(long target, long feed) throws SQLException {
    try (ResultSet row =
        set(
                statements.get(
                    """
                    SELECT e.placed, f.preferred, mine.preferred FROM story s
                    JOIN entry e ON e.id = s.first_entry JOIN feed f ON f.id = e.feed_id
                    JOIN feed mine ON mine.id = ?
                    WHERE s.id = ?
                    """),
                feed,
                target)
            .executeQuery()) {
      if (!row.next()) return true;
      boolean theirs = row.getBoolean(2);
      boolean mine = row.getBoolean(3);
      return mine == theirs ? placed < row.getLong(1) : mine;
    }
  }

  /// The entry is written under this id, or was there already (0).
  void settle(long id) throws SQLException {
    if (id == 0) {
      if (newStory && story != null) {
        set(statements.get("DELETE FROM story WHERE id = ?"), story).executeUpdate();
      }
      return;
    }
    resolver.keep(index, id);
    statements.onUndo(() -> resolver.drop(id));
    if (story != null) {
      if (whole) {
        join(statements, story, alone, merged);
      } else {
        if (!folded) {
          set(
                  statements.get(
                      """
                      UPDATE entry SET folded = TRUE
                      WHERE id = (SELECT first_entry FROM story WHERE id = ?)
                      """),
                  story)
              .executeUpdate();
        }
        set(
                statements.get(
                    """
                    UPDATE story SET entries = entries + 1,
                      first_entry = CASE WHEN ? THEN first_entry ELSE ? END,
                      first_seen = CASE WHEN first_seen < ? THEN first_seen ELSE ? END,
                      last_seen = CASE WHEN last_seen > ? THEN last_seen ELSE ? END
                    WHERE id = ?
                    """),
                folded,
                id,
                placed,
                placed,
                placed,
                placed,
                story)
            .executeUpdate();
      }
    }
    if (event != null) {
      set(
              statements.get(
                  """
                  UPDATE event SET stories = stories + ?,
                    last_seen = CASE WHEN last_seen > ? THEN last_seen ELSE ? END
                  WHERE id = ?
                  """),
              story == null ? 1 : 0,
              placed,
              placed,
              event)
          .executeUpdate();
    }
  }

  /// A stored entry has another text now: what it is the same as joins its story.
  static void edited(Statements statements, StoryResolver resolver, int index, long id)
      throws SQLException {
    Place place = resolver.find(index, id, signatures(statements));
    resolver.keep(index, id);
    if (place.sameStory().isEmpty()) return;
    List<Long> all = new ArrayList<>(place.sameStory());
    all.add(id);
    unite(statements, all);
  }

  /// A stored entry has a longer text now: it may be the same as others, and tell of an event.
  static void relink(Statements statements, StoryResolver resolver, int index, long id)
      throws SQLException {
    Place place = resolver.find(index, id, signatures(statements));
    resolver.keep(index, id);
    if (!place.sameStory().isEmpty()) {
      List<Long> all = new ArrayList<>(place.sameStory());
      all.add(id);
      unite(statements, all);
    }
    joinEvent(statements, place, id);
  }

  /// A stored entry was looked at for the first time.
  static void found(Statements statements, StoryResolver resolver, int index, long id)
      throws SQLException {
    Place place = resolver.find(index, id, signatures(statements));
    resolver.keep(index, id);
    statements.onUndo(() -> resolver.drop(id));
    if (!place.sameStory().isEmpty()) {
      List<Long> all = new ArrayList<>(place.sameStory());
      all.add(id);
      unite(statements, all);
    }
    joinEvent(statements, place, id);
  }

  /// A stored entry's event is found to be another one, or its entry to tell of one.
  ///
  /// @param first the first entry of the other event
  /// @return whether anything changed
  static boolean uniteEvents(Statements statements, long id, long first) throws SQLException {
    Long event = event(statements, first);
    if (event == null) return false;
    long own;
    try (ResultSet row =
        set(statements.get("SELECT COALESCE(event_id, 0) FROM entry WHERE id = ?"), id)
            .executeQuery()) {
      if (!row.next()) return false;
      own = row.getLong(1);
    }
    if (own == event) return false;
    if (own == 0) {
      set(statements.get("UPDATE entry SET event_id = ? WHERE id = ?"), event, id).executeUpdate();
    } else {
      set(statements.get("UPDATE entry SET event_id = ? WHERE event_id = ?"), event, own)
          .executeUpdate();
      set(statements.get("DELETE FROM event WHERE id = ?"), own).executeUpdate();
    }
    count(statements, event);
    return true;
  }

  private static void joinEvent(Statements statements, Place place, long id) throws SQLException {
    Long first = place.sameEvent();
    Long event = first == null ? null : event(statements, first);
    if (event == null) return;
    set(statements.get("UPDATE entry SET event_id = ? WHERE id = ?"), event, id).executeUpdate();
    count(statements, event);
  }

  /// Makes one story of entries and the stories they belong to.
  static void unite(Statements statements, List<Long> entries) throws SQLException {
    List<Long> alone = new ArrayList<>();
    TreeSet<Long> stories = new TreeSet<>();
    for (long entry : entries) {
      Long known = storyOf(statements, entry);
      if (known == null) continue;
      if (known == 0) alone.add(entry);
      else stories.add(known);
    }
    if (alone.size() + stories.size() < 2) return;
    long target = stories.isEmpty() ? newStory(statements) : stories.first();
    stories.remove(target);
    join(statements, target, alone, stories);
  }

  static void join(Statements statements, long story, List<Long> alone, Set<Long> merged)
      throws SQLException {
    for (long entry : alone) move(statements, entry, story);
    for (long other : merged) {
      set(statements.get("UPDATE entry SET story_id = ? WHERE story_id = ?"), story, other)
          .executeUpdate();
      set(statements.get("DELETE FROM story WHERE id = ?"), other).executeUpdate();
    }
    for (long event : events(statements, story)) count(statements, event);
    recount(statements, story);
  }

  private static List<Long> events(Statements statements, long story) throws SQLException {
    List<Long> events = new ArrayList<>();
    try (ResultSet row =
        set(
                statements.get(
                    "SELECT DISTINCT event_id FROM entry WHERE story_id = ?"
                        + " AND event_id IS NOT NULL ORDER BY event_id"),
                story)
            .executeQuery()) {
      while (row.next()) events.add(row.getLong(1));
    }
    return events;
  }

  static void move(Statements statements, long entry, @Nullable Long story) throws SQLException {
    set(
            statements.get("UPDATE entry SET story_id = ?, folded = ? WHERE id = ?"),
            story,
            story != null,
            entry)
        .executeUpdate();
  }

  static long newStory(Statements statements) throws SQLException {
    return statements.insert("INSERT INTO story (first_seen, last_seen, entries) VALUES (0, 0, 0)");
  }

  /// Counts the entries of a story again and chooses the one that stands for it; a story of one is
  /// none.
  static void recount(Statements statements, long story) throws SQLException {
    long first = 0;
    int entries = 0;
    try (ResultSet row =
        set(
                statements.get(
                    """
                    SELECT e.id, COUNT(*) OVER () FROM entry e JOIN feed f ON f.id = e.feed_id
                    WHERE e.story_id = ? ORDER BY f.preferred DESC, e.placed, e.id LIMIT 1
                    """),
                story)
            .executeQuery()) {
      if (row.next()) {
        first = row.getLong(1);
        entries = row.getInt(2);
      }
    }
    if (entries < 2) {
      if (entries == 1) move(statements, first, null);
      set(statements.get("DELETE FROM story WHERE id = ?"), story).executeUpdate();
      return;
    }
    set(
            statements.get(
                """
                UPDATE story SET first_entry = ?, entries = ?,
                  first_seen = (SELECT MIN(placed) FROM entry WHERE story_id = ?),
                  last_seen = (SELECT MAX(placed) FROM entry WHERE story_id = ?)
                WHERE id = ?
                """),
            first,
            entries,
            story,
            story,
            story)
        .executeUpdate();
    set(
            statements.get(
                "UPDATE entry SET folded = (id <> ?) WHERE story_id = ? AND folded <> (id <> ?)"),
            first,
            story,
            first)
        .executeUpdate();
  }

  /// Counts the stories of an event again after some of its entries have gone; an event of one is
  /// none.
  static void recountEvent(Statements statements, long event) throws SQLException {
    try (ResultSet row =
        set(
                statements.get(
                    "SELECT COUNT(DISTINCT COALESCE(story_id, -id)) FROM entry WHERE event_id = ?"),
                event)
            .executeQuery()) {
      if (row.next() && row.getInt(1) > 1) {
        count(statements, event);
        return;
      }
    }
    set(statements.get("UPDATE entry SET event_id = NULL WHERE event_id = ?"), event)
        .executeUpdate();
    set(statements.get("DELETE FROM event WHERE id = ?"), event).executeUpdate();
  }

  private static void count(Statements statements, long event) throws SQLException {
    set(
            statements.get(
                """
                UPDATE event SET
                  stories = (SELECT COUNT(DISTINCT COALESCE(story_id, -id)) FROM entry
                    WHERE event_id = ?),
                  first_seen = (SELECT MIN(placed) FROM entry WHERE event_id = ?),
                  last_seen = (SELECT MAX(placed) FROM entry WHERE event_id = ?)
                WHERE id = ?
                """),
            event,
            event,
            event,
            event)
        .executeUpdate();
  }

  /// The event that starts with an entry; made if that one was alone so far.
  private static @Nullable Long event(Statements statements, long first) throws SQLException {
    String title;
    long placed;
    try (ResultSet row =
        set(statements.get("SELECT event_id, title, placed FROM entry WHERE id = ?"), first)
            .executeQuery()) {
      if (!row.next()) return null;
      long known = row.getLong(1);
      if (!row.wasNull()) return known;
      title = row.getString(2);
      placed = row.getLong(3);
    }
    long event =
        statements.insert(
            "INSERT INTO event (title, first_seen, last_seen) VALUES (?, ?, ?)",
            title,
            placed,
            placed);
    set(statements.get("UPDATE entry SET event_id = ? WHERE id = ?"), event, first).executeUpdate();
    return event;
  }

  /// The story of an entry: 0 if it is alone, null if there is no such entry.
  private static @Nullable Long storyOf(Statements statements, long entry) throws SQLException {
    try (ResultSet row =
        set(statements.get("SELECT story_id FROM entry WHERE id = ?"), entry).executeQuery()) {
      return row.next() ? (Long) row.getLong(1) : null;
    }
  }

  private static byte @Nullable [] signature(Statements statements, long entry)
      throws SQLException {
    PreparedStatement read = set(statements.beside(Signatures.OF_ONE), entry);
    try (ResultSet row = read.executeQuery()) {
      return row.next() ? row.getBytes(1) : null;
    }
  }

  static LongFunction<byte @Nullable []> signatures(Statements statements) {
    return id -> {
      try {
        // Looked for past the rows that wait to be written: hardly any of those is asked for.
        byte[] there = signature(statements, id);
        if (there == null && statements.waits()) {
          statements.flush();
          there = signature(statements, id);
        }
        return there;
      } catch (SQLException e) {
        throw new StoreUnavailable("A signature cannot be read", e);
      }
    };
  }
}
