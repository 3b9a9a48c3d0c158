package freshet.store;

import static freshet.store.Rows.set;

import freshet.model.Mark;
import freshet.model.Marked;
import freshet.model.Selection;
import freshet.store.Writer.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What an account has read, starred and tagged.
///
/// A story is read once: who reads one of its entries has read them all.
public final class Reading {
  /// So many at a time, so that polls are written between them.
  private static final int FORGOTTEN_AT_ONCE = 5_000;

  private static final int CHUNK = 20_000;

  /// The name of a value in SQL; what writes has places instead.
  private static final Pattern NAME = Pattern.compile(":([a-z]+)");

  private final Database db;

  Reading(Database db) {
    this.db = db;
  }

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
                      """
                      UPDATE reading SET read_at = NULL, unmarked_at = ?
                      WHERE account_id = ? AND entry_id = ?
                      """),
                  now,
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
        if (!starred)
          set(statements.get(upsert("unmarked_at")), account, entry, now).executeUpdate();
      }
      return entries.size();
    });
  }

  /// Puts a tag on entries, or takes it off.
  public void tag(long account, Collection<Long> entries, String tag, boolean on) {
    if (entries.isEmpty()) return;
    db.writer.write(statements -> {
      for (long entry : entries) tag(statements, account, entry, tag, on);
      return entries.size();
    });
  }

  static void tag(Statements statements, long account, long entry, String tag, boolean on)
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
            tag,
            entry)
        .executeUpdate();
  }

  /// Gives a tag another name on all entries, or takes it off all.
  public void renameTag(long account, String from, @Nullable String to) {
    db.writer.write(statements -> {
      if (to != null) {
        set(
                statements.get(
                    """
                    INSERT INTO entry_label (account_id, label, entry_id)
                    SELECT account_id, CAST(? AS TEXT), entry_id FROM entry_label
                    WHERE account_id = ? AND label = ?
                    ON CONFLICT (account_id, label, entry_id) DO NOTHING
                    """),
                to,
                account,
                from)
            .executeUpdate();
      }
      return set(
              statements.get("DELETE FROM entry_label WHERE account_id = ? AND label = ?"),
              account,
              from)
          .executeUpdate();
    });
  }

  private static List<Long> existing(Statements statements, Collection<Long> entries)
      throws SQLException {
    List<Long> there = new ArrayList<>();
    for (long entry : entries) {
      if (statements.any("SELECT 1 FROM entry WHERE id = ?", entry)) there.add(entry);
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
      Map<Long, Set<String>> tags = new HashMap<>();
      h.createQuery(
              """
              SELECT entry_id, label FROM entry_label
              WHERE account_id = :me AND entry_id IN (<ids>) ORDER BY label
              """)
          .bind("me", account)
          .bindList("ids", List.copyOf(entries))
          .map((row, _) -> Map.entry(row.getLong(1), row.getString(2)))
          .forEach(
              e -> tags.computeIfAbsent(e.getKey(), _ -> new LinkedHashSet<>()).add(e.getValue()));
      for (long id : entries) {
        marks.put(
            id,
            new Mark(unread.contains(id), starred.contains(id), tags.getOrDefault(id, Set.of())));
      }
      return marks;
    });
  }

  public Mark mark(long account, long entry) {
    return marks(account, List.of(entry)).getOrDefault(entry, Mark.NONE);
  }

  /// The tags of entries, with how many have each.
  public Map<String, Long> tags(long account) {
    Map<String, Long> all =
        new TreeMap<>(String.CASE_INSENSITIVE_ORDER.thenComparing(Comparator.naturalOrder()));
    db.readers.useHandle(h ->
        h.createQuery(
                "SELECT label, COUNT(*) FROM entry_label WHERE account_id = :me GROUP BY label")
            .bind("me", account)
            .map((row, _) -> Map.entry(row.getString(1), row.getLong(2)))
            .forEach(e -> all.put(e.getKey(), e.getValue())));
    return all;
  }

  /// Marks all unread entries of a selection as read, with their stories.
  ///
  /// @param upTo the last entry that the reader could see, by number
  /// @param datedBefore leaves younger ones alone
  public Marked readAll(
      long account,
      Selection which,
      @Nullable Long upTo,
      @Nullable Instant datedBefore,
      Instant now) {
    String where =
        " WHERE u.account_id = :me"
            + Selected.narrowed(which, "e", "u.feed_id")
            + Selected.aboutAndWhen(which)
            + Selected.starred(which)
            + (upTo == null ? "" : " AND u.entry_id <= :upto")
            + (datedBefore == null ? "" : " AND u.placed < :dated");
    Map<String, Object> named = Selected.values(account, which);
    if (upTo != null) named.put("upto", upTo);
    if (datedBefore != null) named.put("dated", datedBefore);
    List<@Nullable Object> values = new ArrayList<>();
    String some =
        NAME.matcher(
                "SELECT u.entry_id FROM unread u"
                    + (where.contains(" e.") ? " JOIN entry e ON e.id = u.entry_id" : "")
                    + where
                    + " ORDER BY u.entry_id LIMIT "
                    + CHUNK)
            .replaceAll(m -> {
              values.add(named.get(m.group(1)));
              return "?";
            });
    int all = 0;
    while (true) {
      int marked = db.writer.write(s -> readSome(s, account, some, values.toArray(), now));
      all += marked;
      if (marked < CHUNK) return new Marked(now.toEpochMilli(), all);
    }
  }

  private static int readSome(
      Statements statements, long account, String some, @Nullable Object[] values, Instant now)
      throws SQLException {
    List<Long> entries = new ArrayList<>();
    try (ResultSet row = set(statements.get(some), values).executeQuery()) {
      while (row.next()) entries.add(row.getLong(1));
    }
    Map<Long, Integer> ofFeeds = new TreeMap<>();
    for (long entry : wholeStories(statements, entries)) {
      try (ResultSet row =
          set(
                  statements.get(
                      "DELETE FROM unread WHERE account_id = ? AND entry_id = ? RETURNING feed_id"),
                  account,
                  entry)
              .executeQuery()) {
        if (!row.next()) continue;
        ofFeeds.merge(row.getLong(1), 1, Integer::sum);
      }
      set(statements.get(upsert("read_at")), account, entry, now).executeUpdate();
    }
    for (var of : ofFeeds.entrySet()) Unread.add(statements, account, of.getKey(), -of.getValue());
    return entries.size();
  }

  /// Takes back what [#readAll] did.
  public int undo(long account, long batch, Instant now) {
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
                      """
                      UPDATE reading SET read_at = NULL, unmarked_at = ?
                      WHERE account_id = ? AND read_at = ?
                      """),
                  now,
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
  ///
  /// @return how many were forgotten: a part of them, unless it is 0
  public int forget(Instant before) {
    return db.writer.write(statements -> {
      Map<Long, Set<Long>> feeds = new TreeMap<>();
      int gone = 0;
      try (ResultSet row =
          set(
                  statements.get(
                      """
                      DELETE FROM unread WHERE entry_id IN (
                        SELECT id FROM entry WHERE first_seen < ?
                          AND id IN (SELECT entry_id FROM unread ORDER BY entry_id LIMIT ?))
                      RETURNING account_id, feed_id
                      """),
                  before,
                  FORGOTTEN_AT_ONCE)
              .executeQuery()) {
        for (; row.next(); gone++) {
          feeds.computeIfAbsent(row.getLong(1), _ -> new TreeSet<>()).add(row.getLong(2));
        }
      }
      for (var account : feeds.entrySet()) {
        for (long feed : account.getValue()) Unread.recount(statements, account.getKey(), feed);
      }
      return gone;
    });
  }
}
