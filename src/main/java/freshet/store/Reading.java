package freshet.store;

import static freshet.store.Rows.set;

import freshet.store.Writer.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What an account has read, starred and labelled.
///
/// A story is read once: who reads one of its entries has read them all.
public final class Reading {
  /// So many at a time, so that polls are written between them.
  private static final int CHUNK = 20_000;

  private final Database db;

  Reading(Database db) {
    this.db = db;
  }

  /// What an account made of an entry.
  public record Mark(boolean unread, boolean starred, Set<String> labels) {
    static final Mark NONE = new Mark(false, false, Set.of());
  }

  /// Which unread entries: null means all.
  ///
  /// @param upTo the last entry that the reader could see, by id
  /// @param arrivedBefore by when Freshet had it
  /// @param placedBefore by its date
  public record Scope(
      @Nullable Long feed,
      @Nullable String folder,
      @Nullable String topic,
      @Nullable String language,
      @Nullable Long event,
      @Nullable Long upTo,
      @Nullable Instant arrivedBefore,
      @Nullable Instant placedBefore) {
    public static final Scope ALL = new Scope(null, null, null, null, null, null, null, null);

    public static Scope ofFeed(long feed) {
      return new Scope(feed, null, null, null, null, null, null, null);
    }

    public static Scope ofFolder(String folder) {
      return new Scope(null, folder, null, null, null, null, null, null);
    }

    public Scope arrivedBefore(Instant time) {
      return new Scope(feed, folder, topic, language, event, upTo, time, placedBefore);
    }

    public Scope upTo(@Nullable Long entry) {
      return new Scope(feed, folder, topic, language, event, entry, arrivedBefore, placedBefore);
    }
  }

  /// @param batch what [#undo] wants
  public record Marked(long batch, int entries) {}

  /// Marks entries, and all that are the same story, as read or unread.
  ///
  /// @return how many were not so before
  public int read(long account, Collection<Long> entries, boolean read, Instant now) {
    if (entries.isEmpty()) return 0;
    return db.writer.write(statements -> {
      int changed = 0;
      for (long entry : wholeStories(statements, entries)) {
        if (read) {
          if (!Unread.takeAway(statements, account, entry)) continue;
          set(statements.get(upsert("read_at")), account, entry, now).executeUpdate();
        } else {
          set(
                  statements.get(
                      "UPDATE reading SET read_at = NULL WHERE account_id = ? AND entry_id = ?"),
                  account,
                  entry)
              .executeUpdate();
          Unread.putBack(statements, account, entry);
        }
        changed++;
      }
      return changed;
    });
  }

  private static Set<Long> wholeStories(Statements statements, Collection<Long> entries)
      throws SQLException {
    Set<Long> all = new LinkedHashSet<>(entries);
    for (long entry : entries) {
      try (ResultSet row =
          set(
                  statements.get(
                      """
                      SELECT o.id FROM entry e JOIN entry o ON o.story_id = e.story_id
                      WHERE e.id = ? AND e.story_id IS NOT NULL
                      """),
                  entry)
              .executeQuery()) {
        while (row.next()) all.add(row.getLong(1));
      }
    }
    return all;
  }

  private static String upsert(String column) {
    return "INSERT INTO reading (account_id, entry_id, "
        + column
        + ") VALUES (?, ?, ?) ON CONFLICT (account_id, entry_id) DO UPDATE SET "
        + column
        + " = excluded."
        + column;
  }

  public void star(long account, Collection<Long> entries, boolean starred, Instant now) {
    if (entries.isEmpty()) return;
    db.writer.write(statements -> {
      for (long entry : existing(statements, entries)) {
        set(statements.get(upsert("starred_at")), account, entry, starred ? now : null)
            .executeUpdate();
      }
      return entries.size();
    });
  }

  /// Puts a word on entries, or takes it off.
  public void label(long account, Collection<Long> entries, String label, boolean on) {
    if (entries.isEmpty()) return;
    db.writer.write(statements -> {
      for (long entry : entries) label(statements, account, entry, label, on);
      return entries.size();
    });
  }

  static void label(Statements statements, long account, long entry, String label, boolean on)
      throws SQLException {
    set(
            statements.get(
                on
                    ? """
                    INSERT INTO entry_label (account_id, label, entry_id)
                    SELECT CAST(? AS BIGINT), CAST(? AS TEXT), id FROM entry WHERE id = ?
                    ON CONFLICT (account_id, label, entry_id) DO NOTHING
                    """
                    : """
                    DELETE FROM entry_label
                    WHERE account_id = ? AND label = ? AND entry_id = ?
                    """),
            account,
            label,
            entry)
        .executeUpdate();
  }

  private static List<Long> existing(Statements statements, Collection<Long> entries)
      throws SQLException {
    List<Long> there = new ArrayList<>();
    for (long entry : entries) {
      try (ResultSet row =
          set(statements.get("SELECT 1 FROM entry WHERE id = ?"), entry).executeQuery()) {
        if (row.next()) there.add(entry);
      }
    }
    return there;
  }

  /// What an account made of each of some entries.
  public Map<Long, Mark> marks(long account, Collection<Long> entries) {
    Map<Long, Mark> marks = new HashMap<>();
    if (entries.isEmpty()) return marks;
    return db.readers.withHandle(h -> {
      Set<Long> unread =
          new HashSet<>(
              h.createQuery(
                      "SELECT entry_id FROM unread WHERE account_id = :me AND entry_id IN (<ids>)")
                  .bind("me", account)
                  .bindList("ids", List.copyOf(entries))
                  .mapTo(Long.class)
                  .list());
      Set<Long> starred =
          new HashSet<>(
              h.createQuery(
                      """
                      SELECT entry_id FROM reading WHERE account_id = :me AND entry_id IN (<ids>)
                        AND starred_at IS NOT NULL
                      """)
                  .bind("me", account)
                  .bindList("ids", List.copyOf(entries))
                  .mapTo(Long.class)
                  .list());
      Map<Long, Set<String>> labels = new HashMap<>();
      h.createQuery(
              """
              SELECT entry_id, label FROM entry_label
              WHERE account_id = :me AND entry_id IN (<ids>) ORDER BY label
              """)
          .bind("me", account)
          .bindList("ids", List.copyOf(entries))
          .map((row, _) -> Map.entry(row.getLong(1), row.getString(2)))
          .forEach(e ->
              labels.computeIfAbsent(e.getKey(), _ -> new LinkedHashSet<>()).add(e.getValue()));
      for (long id : entries) {
        marks.put(
            id,
            new Mark(unread.contains(id), starred.contains(id), labels.getOrDefault(id, Set.of())));
      }
      return marks;
    });
  }

  public Mark mark(long account, long entry) {
    return marks(account, List.of(entry)).getOrDefault(entry, Mark.NONE);
  }

  /// The labels of entries, with how many have each.
  public Map<String, Long> labels(long account) {
    Map<String, Long> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    db.readers.useHandle(h ->
        h.createQuery(
                "SELECT label, COUNT(*) FROM entry_label WHERE account_id = :me GROUP BY label")
            .bind("me", account)
            .map((row, _) -> Map.entry(row.getString(1), row.getLong(2)))
            .forEach(e -> all.put(e.getKey(), e.getValue())));
    return all;
  }

  /// Marks all unread entries of a scope as read.
  public Marked readAll(long account, Scope scope, Instant now) {
    StringBuilder where = new StringBuilder("u.account_id = ?");
    List<Object> values = new ArrayList<>(List.of(account));
    if (scope.feed != null) narrow(where, values, " AND u.feed_id = ?", scope.feed);
    if (scope.folder != null) {
      where.append(
          " AND u.feed_id IN (SELECT feed_id FROM subscription WHERE account_id = ? AND folder ="
              + " ?)");
      values.add(account);
      values.add(scope.folder);
    }
    if (scope.topic != null) {
      narrow(where, values, " AND e.topic_id = (SELECT id FROM topic WHERE name = ?)", scope.topic);
    }
    if (scope.language != null) narrow(where, values, " AND e.language = ?", scope.language);
    if (scope.event != null) narrow(where, values, " AND e.event_id = ?", scope.event);
    if (scope.upTo != null) narrow(where, values, " AND u.entry_id <= ?", scope.upTo);
    if (scope.arrivedBefore != null) {
      narrow(where, values, " AND e.first_seen <= ?", scope.arrivedBefore);
    }
    if (scope.placedBefore != null) narrow(where, values, " AND u.placed < ?", scope.placedBefore);
    boolean entryNeeded = where.indexOf("e.") >= 0;
    String some =
        "SELECT u.entry_id FROM unread u"
            + (entryNeeded ? " JOIN entry e ON e.id = u.entry_id" : "")
            + " WHERE "
            + where
            + " ORDER BY u.entry_id LIMIT "
            + CHUNK;
    int all = 0;
    while (true) {
      int marked = db.writer.write(s -> readSome(s, account, some, values.toArray(), now));
      all += marked;
      if (marked < CHUNK) return new Marked(now.toEpochMilli(), all);
    }
  }

  private static void narrow(StringBuilder where, List<Object> values, String sql, Object value) {
    where.append(sql);
    values.add(value);
  }

  private static int readSome(
      Statements statements, long account, String some, @Nullable Object[] values, Instant now)
      throws SQLException {
    List<Long> entries = new ArrayList<>();
    try (ResultSet row = set(statements.get(some), values).executeQuery()) {
      while (row.next()) entries.add(row.getLong(1));
    }
    for (long entry : entries) {
      set(statements.get(upsert("read_at")), account, entry, now).executeUpdate();
      set(
              statements.get("DELETE FROM unread WHERE account_id = ? AND entry_id = ?"),
              account,
              entry)
          .executeUpdate();
    }
    if (!entries.isEmpty()) Unread.recount(statements, account, null);
    return entries.size();
  }

  /// Takes back what [#readAll] did.
  public int undo(long account, long batch) {
    return db.writer.write(statements -> {
      set(
              statements.get(
                  """
                  INSERT INTO unread (account_id, entry_id, feed_id, placed)
                  SELECT r.account_id, e.id, e.feed_id, e.placed
                  FROM reading r JOIN entry e ON e.id = r.entry_id
                  JOIN subscription s ON s.account_id = r.account_id AND s.feed_id = e.feed_id
                  WHERE r.account_id = ? AND r.read_at = ?
                  ON CONFLICT (account_id, entry_id) DO NOTHING
                  """),
              account,
              batch)
          .executeUpdate();
      int back =
          set(
                  statements.get(
                      "UPDATE reading SET read_at = NULL WHERE account_id = ? AND read_at = ?"),
                  account,
                  batch)
              .executeUpdate();
      Unread.recount(statements, account, null);
      return back;
    });
  }

  /// Unread entries, newest arrival first.
  public List<Long> unread(long account, int most) {
    return ids(
        "SELECT entry_id FROM unread WHERE account_id = :me ORDER BY entry_id DESC LIMIT :most",
        account,
        most);
  }

  /// Starred entries, the last starred first.
  public List<Long> starred(long account, int most) {
    return ids(
        """
        SELECT entry_id FROM reading WHERE account_id = :me AND starred_at IS NOT NULL
        ORDER BY starred_at DESC, entry_id DESC LIMIT :most
        """,
        account,
        most);
  }

  private List<Long> ids(String sql, long account, int most) {
    return db.readers.withHandle(
        h -> h.createQuery(sql).bind("me", account).bind("most", most).mapTo(Long.class).list());
  }

  /// What is unread for longer counts as read, so that those who never look do not fill the store.
  public int forget(Instant before) {
    return db.writer.write(statements -> {
      List<Long> accounts = new ArrayList<>();
      int gone =
          set(
                  statements.get(
                      """
                      DELETE FROM unread WHERE entry_id IN (
                        SELECT id FROM entry WHERE first_seen < ?
                          AND id IN (SELECT entry_id FROM unread ORDER BY entry_id LIMIT 100000))
                      """),
                  before)
              .executeUpdate();
      if (gone == 0) return 0;
      try (ResultSet row = statements.get("SELECT id FROM account").executeQuery()) {
        while (row.next()) accounts.add(row.getLong(1));
      }
      for (long account : accounts) Unread.recount(statements, account, null);
      return gone;
    });
  }
}
