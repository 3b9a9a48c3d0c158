package freshet.store;

import static freshet.store.Rows.set;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What is to be translated, and for whom.
public final class TranslationTasks {
  /// Setting of a feed that is translated as a whole, before its number.
  private static final String COMMON = "translate.feed.";

  private final Database db;

  TranslationTasks(Database db) {
    this.db = db;
  }

  /// @param part `title` or `text`
  /// @param urgency 0 where somebody waits for it
  /// @param tries how often it failed
  public record Task(long entry, String into, String part, int urgency, int tries) {}

  /// Adds what is not waiting yet; what is becomes as urgent as this.
  public void add(Collection<Task> tasks) {
    if (tasks.isEmpty()) return;
    int _ =
        db.writer.write(statements -> {
          for (Task t : tasks) {
            set(
                    statements.get(
                        """
                        INSERT INTO translation_task (entry_id, into_language, part, urgency)
                        SELECT id, ?, ?, ? FROM entry WHERE id = ?
                        ON CONFLICT (entry_id, into_language, part) DO UPDATE
                        SET urgency = excluded.urgency, not_before = 0
                        WHERE excluded.urgency < translation_task.urgency
                        """),
                    t.into,
                    t.part,
                    t.urgency,
                    t.entry)
                .executeUpdate();
          }
          return tasks.size();
        });
  }

  /// The next, the most urgent and newest first.
  ///
  /// @param leastUrgent those that are less so wait
  public List<Task> next(int most, int leastUrgent, Instant now) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT entry_id, into_language, part, urgency, tries FROM translation_task
                WHERE not_before <= :now AND urgency <= :least
                ORDER BY urgency, entry_id DESC LIMIT :most
                """)
            .bind("now", now.toEpochMilli())
            .bind("least", leastUrgent)
            .bind("most", most)
            .map((row, _) ->
                new Task(
                    row.getLong(1),
                    row.getString(2),
                    row.getString(3),
                    row.getInt(4),
                    row.getInt(5)))
            .list());
  }

  public void done(Collection<Task> tasks) {
    if (tasks.isEmpty()) return;
    int _ =
        db.writer.writePatiently(statements -> {
          for (Task t : tasks) {
            set(
                    statements.get(
                        "DELETE FROM translation_task"
                            + " WHERE entry_id = ? AND into_language = ? AND part = ?"),
                    t.entry,
                    t.into,
                    t.part)
                .executeUpdate();
          }
          return tasks.size();
        });
  }

  /// It failed, and is tried again later.
  public void later(Task t, Instant notBefore) {
    int _ =
        db.writer.writePatiently(statements ->
            set(
                    statements.get(
                        """
                        UPDATE translation_task SET tries = tries + 1, not_before = ?
                        WHERE entry_id = ? AND into_language = ? AND part = ?
                        """),
                    notBefore,
                    t.entry,
                    t.into,
                    t.part)
                .executeUpdate());
  }

  /// It could not be tried, and is looked at again later.
  public void postpone(Task t, Instant notBefore) {
    int _ =
        db.writer.writePatiently(statements ->
            set(
                    statements.get(
                        """
                        UPDATE translation_task SET not_before = ?
                        WHERE entry_id = ? AND into_language = ? AND part = ?
                        """),
                    notBefore,
                    t.entry,
                    t.into,
                    t.part)
                .executeUpdate());
  }

  /// Nobody knows their languages: they are looked at again later, and dropped if that has been so
  /// since long ago.
  public void unknown(Collection<Task> tasks, Instant notBefore, Instant now, Instant longAgo) {
    int _ =
        db.writer.writePatiently(statements -> {
          for (Task t : tasks) {
            set(
                    statements.get(
                        """
                        UPDATE translation_task
                        SET not_before = ?, unknown_since = COALESCE(unknown_since, ?)
                        WHERE entry_id = ? AND into_language = ? AND part = ?
                        """),
                    notBefore,
                    now,
                    t.entry,
                    t.into,
                    t.part)
                .executeUpdate();
            set(
                    statements.get(
                        """
                        DELETE FROM translation_task
                        WHERE entry_id = ? AND into_language = ? AND part = ?
                          AND unknown_since <= ?
                        """),
                    t.entry,
                    t.into,
                    t.part,
                    longAgo)
                .executeUpdate();
          }
          return tasks.size();
        });
  }

  /// A new entry, as far as it decides whether it is translated.
  public record Fresh(long id, long feed, @Nullable String language) {}

  /// Those that were stored after an entry, in their order.
  public List<Fresh> after(long id, int most) {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT id, feed_id, language FROM entry WHERE id > :id ORDER BY id LIMIT :most")
            .bind("id", id)
            .bind("most", most)
            .map((row, _) -> new Fresh(row.getLong(1), row.getLong(2), row.getString(3)))
            .list());
  }

  public List<Fresh> fresh(Collection<Long> ids) {
    if (ids.isEmpty()) return List.of();
    return db.readers.withHandle(h ->
        h.createQuery("SELECT id, feed_id, language FROM entry WHERE id IN (<ids>)")
            .bindList("ids", List.copyOf(ids))
            .map((row, _) -> new Fresh(row.getLong(1), row.getLong(2), row.getString(3)))
            .list());
  }

  public long lastEntry() {
    return db.readers.withHandle(
        h -> h.createQuery("SELECT COALESCE(MAX(id), 0) FROM entry").mapTo(Long.class).one());
  }

  /// The settings of accounts that have this one, by account.
  public Map<Long, Map<String, String>> accountsWith(String setting) {
    Map<Long, Map<String, String>> all = new HashMap<>();
    db.readers.useHandle(h ->
        h.createQuery(
                """
                SELECT s.account_id, s.name, s.value FROM setting s
                JOIN setting has ON has.account_id = s.account_id
                WHERE s.account_id > 0 AND has.name = :name AND has.value <> ''
                """)
            .bind("name", setting)
            .map((row, _) ->
                all.computeIfAbsent(row.getLong(1), _ -> new HashMap<>())
                    .put(row.getString(2), row.getString(3)))
            .list());
    return all;
  }

  /// All entries of a feed are translated into the common language from now on, whoever reads it.
  public void translateFeed(long feed, Instant now) {
    int _ =
        db.writer.write(statements ->
            set(
                    statements.get(
                        """
                        INSERT INTO setting (account_id, name, value, changed_at)
                        VALUES (0, ?, 'common', ?) ON CONFLICT (account_id, name) DO NOTHING
                        """),
                    COMMON + feed,
                    now)
                .executeUpdate());
  }

  /// The feeds whose entries are translated into the common language.
  public Set<Long> commonFeeds() {
    Set<Long> feeds = new TreeSet<>();
    db.readers.useHandle(h ->
        h.createQuery("SELECT name FROM setting WHERE account_id = 0 AND name LIKE :like")
            .bind("like", COMMON + "%")
            .mapTo(String.class)
            .forEach(name -> feeds.add(Long.parseLong(name.substring(COMMON.length())))));
    return feeds;
  }

  /// Who follows some feeds, by feed.
  public Map<Long, Set<Long>> followers(Collection<Long> feeds) {
    Map<Long, Set<Long>> all = new HashMap<>();
    if (feeds.isEmpty()) return all;
    db.readers.useHandle(h ->
        h.createQuery("SELECT feed_id, account_id FROM subscription WHERE feed_id IN (<feeds>)")
            .bindList("feeds", List.copyOf(feeds))
            .map((row, _) ->
                all.computeIfAbsent(row.getLong(1), _ -> new TreeSet<>()).add(row.getLong(2)))
            .list());
    return all;
  }
}
