package freshet.store;

import static freshet.store.Rows.millis;
import static freshet.store.Rows.set;

import freshet.model.NewEntry;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed.Person;
import freshet.model.Understood;
import freshet.store.Writer.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Inserts the new entries of one poll. SQLite is given each and asked for its number. A server is
/// asked once for the numbers of all, so that their rows, which then nobody waits for, go there
/// with those of other polls.
final class NewEntries {
  private static final String COLUMNS =
      """
      feed_id, entry_key, alias, content_hash, guid, link, title, excerpt, authors, categories,
        image, published, date_only, first_seen, placed, updated, language, topic_id,
        topic_confidence, story_id, folded, event_id, body, duration\
      """;
  private static final int COUNT = 24;

  private static final String INSERT =
      "INSERT INTO entry ("
          + COLUMNS
          + ") VALUES ("
          + Rows.marks(COUNT)
          + ") ON CONFLICT (feed_id, entry_key) DO NOTHING";

  private static final String INSERT_NUMBERED =
      "INSERT INTO entry (" + COLUMNS + ", id) VALUES (" + Rows.marks(COUNT + 1) + ")";

  /// In the order they were asked for, which is that of their rows.
  private static final String NUMBERS =
      """
      SELECT k, nextval(pg_get_serial_sequence('entry', 'id')) FROM (
        SELECT n.k FROM unnest(CAST(? AS BIGINT[])) WITH ORDINALITY AS n (k, place)
        WHERE NOT EXISTS (SELECT 1 FROM entry e WHERE e.feed_id = ? AND e.entry_key = n.k)
        ORDER BY n.place) AS wanted
      """;

  private static final String SIGNATURE =
      "INSERT INTO entry_signature (entry_id, placed, bytes) VALUES (?, ?, ?)";

  private final Statements statements;
  private final long feed;
  private final Instant at;
  private final Map<Long, Long> numbers = new HashMap<>();

  /// @param entries those that are known already are left out
  NewEntries(Statements statements, long feed, Instant at, List<NewEntry> entries)
      throws SQLException {
    this.statements = statements;
    this.feed = feed;
    this.at = at;
    if (!statements.sqlite) number(entries);
  }

  /// Of this transaction only: numbers are in the order of commits.
  private void number(List<NewEntry> entries) throws SQLException {
    List<String> keys = new ArrayList<>();
    for (NewEntry e : entries) if (e.knownId() == 0) keys.add(Long.toString(e.parsed().key()));
    if (keys.isEmpty()) return;
    statements.flush(feed);
    String array = "{" + String.join(",", keys) + "}";
    try (ResultSet row = set(statements.beside(NUMBERS), array, feed).executeQuery()) {
      while (row.next()) numbers.putIfAbsent(row.getLong(1), row.getLong(2));
    }
  }

  /// @return its number, or 0 if it was there already
  long insert(NewEntry entry, byte @Nullable [] body, long placed, StoryLinker together)
      throws SQLException {
    @Nullable Object[] row = row(entry, body, placed, together);
    long id;
    if (statements.sqlite) {
      id = statements.insert(INSERT, row);
      if (id == 0) return 0;
    } else {
      Long number = numbers.remove(entry.parsed().key());
      if (number == null) return 0;
      id = number;
      @Nullable Object[] numbered = Arrays.copyOf(row, COUNT + 1);
      numbered[COUNT] = id;
      statements.later(feed, INSERT_NUMBERED, numbered);
    }
    Understood u = entry.understood();
    if (u != null) statements.later(feed, SIGNATURE, id, placed, u.signature());
    return id;
  }

  private @Nullable Object[] row(
      NewEntry entry, byte @Nullable [] body, long placed, StoryLinker together) {
    ParsedEntry e = entry.parsed();
    Understood u = entry.understood();
    return new @Nullable Object[] {
      feed,
      e.key(),
      e.alias(),
      e.contentHash(),
      e.id(),
      e.link(),
      e.title(),
      entry.excerpt(),
      Rows.lines(names(e.authors())),
      Rows.lines(e.categories()),
      e.picture(),
      millis(e.published()),
      e.dateOnly(),
      at,
      placed,
      millis(e.updated()),
      entry.language(),
      u == null ? null : u.topic(),
      u == null ? null : u.topicConfidence(),
      together.story(),
      together.folded(),
      together.event(),
      body,
      seconds(e.duration())
    };
  }

  static @Nullable Long seconds(@Nullable Duration duration) {
    return duration == null ? null : duration.toSeconds();
  }

  static List<String> names(List<Person> people) {
    List<String> names = new ArrayList<>(people.size());
    for (Person p : people) {
      String name = p.name() != null ? p.name() : p.email() != null ? p.email() : p.uri();
      if (name != null) names.add(name);
    }
    return names;
  }
}
