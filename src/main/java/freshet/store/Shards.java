package freshet.store;

import static freshet.store.Rows.set;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The parts of the feeds that programs share out among themselves, and what they leave word of for
/// each other. What a program owns changes by its own writes alone, unless it is shut out.
public final class Shards {
  public static final int COUNT = 64;

  private static final Duration WORDS_KEPT = Duration.ofHours(1);

  private final Database db;

  Shards(Database db) {
    this.db = db;
  }

  /// Who owns what.
  ///
  /// @param members how many programs there are, this one too
  /// @param ready how many of them take shards, this one too
  /// @param mine shards of this program, `free` those of nobody
  public record Standing(int members, int ready, Set<Integer> mine, Set<Integer> free) {}

  /// A program that shares the work.
  ///
  /// @param first whether it also does what only one may
  public record Member(String name, boolean first, int shards) {}

  /// Something was changed about a feed.
  ///
  /// @param what as the program that polls it understands it
  public record Word(long id, long feed, String what) {}

  /// By which the others know this program; null if it shares the work with nobody.
  public @Nullable String me() {
    return db.member();
  }

  public Standing look() {
    return db.readers.withHandle(h -> {
      Set<Integer> mine = new TreeSet<>();
      Set<Integer> free = new TreeSet<>();
      int members = h.createQuery("SELECT COUNT(*) FROM member").mapTo(Integer.class).one();
      int ready =
          h.createQuery("SELECT COUNT(*) FROM member WHERE ready OR name = :me")
              .bind("me", db.member())
              .mapTo(Integer.class)
              .one();
      h.createQuery("SELECT number, owner FROM shard")
          .map((row, _) -> {
            String owner = row.getString(2);
            if (owner == null) free.add(row.getInt(1));
            else if (owner.equals(db.member())) mine.add(row.getInt(1));
            return owner;
          })
          .list();
      return new Standing(members, ready, mine, free);
    });
  }

  /// From now on this program takes shards: the others leave it some.
  public void ready() {
    int _ =
        db.writer.write(s ->
            set(s.get("UPDATE member SET ready = TRUE WHERE name = ?"), db.member())
                .executeUpdate());
  }

  /// All that share the work, the first before the others.
  public List<Member> members() {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT m.name, m.first, COUNT(s.number) FROM member m
                LEFT JOIN shard s ON s.owner = m.name
                GROUP BY m.name, m.first ORDER BY m.first DESC, m.name
                """)
            .map((row, _) -> new Member(row.getString(1), row.getBoolean(2), row.getInt(3)))
            .list());
  }

  /// Takes some that nobody owns.
  ///
  /// @return those that were had
  public Set<Integer> take(Collection<Integer> wanted) {
    return change(wanted, "UPDATE shard SET owner = ? WHERE number = ? AND owner IS NULL");
  }

  /// Gives some away: to be called when nothing of theirs is under way.
  public Set<Integer> release(Collection<Integer> shards) {
    return change(shards, "UPDATE shard SET owner = NULL WHERE owner = ? AND number = ?");
  }

  private Set<Integer> change(Collection<Integer> shards, String sql) {
    return db.writer.write(statements -> {
      Set<Integer> changed = new TreeSet<>();
      // In order, so that two programs never wait for each other.
      for (int number : new TreeSet<>(shards)) {
        if (set(statements.get(sql), db.member(), number).executeUpdate() > 0) changed.add(number);
      }
      return changed;
    });
  }

  /// Leaves word for whoever polls these feeds. One at a time does, so words have the order of
  /// their numbers.
  public void say(Collection<Long> feeds, String what, Instant now) {
    int _ =
        db.writer.place(statements -> {
          for (long feed : feeds) {
            set(
                    statements.get("INSERT INTO word (feed_id, what, at) VALUES (?, ?, ?)"),
                    feed,
                    what,
                    now)
                .executeUpdate();
          }
          return set(statements.get("DELETE FROM word WHERE at < ?"), now.minus(WORDS_KEPT))
              .executeUpdate();
        });
  }

  /// The number of the last word that was left.
  public long lastWord() {
    return db.readers.withHandle(
        h -> h.createQuery("SELECT COALESCE(MAX(id), 0) FROM word").mapTo(Long.class).one());
  }

  /// Words that were left after one.
  public List<Word> words(long after) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT id, feed_id, what FROM word WHERE id > :after ORDER BY id")
            .bind("after", after)
            .map((row, _) -> new Word(row.getLong(1), row.getLong(2), row.getString(3)))
            .list());
  }
}
