package freshet.store;

import static freshet.store.Rows.marks;
import static freshet.store.Rows.set;

import freshet.model.EntryBody;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What was translated, what is to be, and how much each translator was given.
public final class Translations {
  private static final int SOME = 500;

  private final Database db;

  Translations(Database db) {
    this.db = db;
  }

  /// A text as somebody translated it.
  public record Kept(String provider, String text) {}

  /// What is kept of some texts, by their hashes.
  public Map<String, List<Kept>> kept(Collection<String> hashes) {
    Map<String, List<Kept>> found = new HashMap<>();
    List<String> all = hashes.stream().distinct().toList();
    db.readers.useHandle(h -> {
      for (int from = 0; from < all.size(); from += SOME) {
        List<String> some = all.subList(from, Math.min(all.size(), from + SOME));
        h.createQuery("SELECT hash, provider, words FROM translation WHERE hash IN (<hashes>)")
            .bindList("hashes", some)
            .map((row, _) ->
                found
                    .computeIfAbsent(row.getString(1), _ -> new ArrayList<>())
                    .add(new Kept(row.getString(2), unpack(row.getBytes(3)))))
            .list();
      }
    });
    return found;
  }

  /// @param texts by their hashes
  public void keep(String provider, Map<String, String> texts, Instant now) {
    Map<String, byte[]> packed = new LinkedHashMap<>();
    texts.forEach((hash, text) -> packed.put(hash, pack(text)));
    int _ =
        db.writer.writePatiently(statements -> {
          for (Map.Entry<String, byte[]> e : packed.entrySet()) {
            set(
                    statements.get(
                        """
                        INSERT INTO translation (hash, provider, made, words) VALUES (?, ?, ?, ?)
                        ON CONFLICT (hash, provider) DO NOTHING
                        """),
                    e.getKey(),
                    provider,
                    now,
                    e.getValue())
                .executeUpdate();
          }
          return packed.size();
        });
  }

  /// Takes characters from a day's budget, if so many are left. Written before they are sent, so
  /// that no kill gives them back.
  ///
  /// @param day since 1970
  /// @param most of the day
  public boolean take(String provider, long day, long characters, long most) {
    return db.writer.write(statements -> {
      try (ResultSet row =
          set(
                  statements.get(
                      "SELECT characters FROM translation_use WHERE provider = ? AND day = ?"),
                  provider,
                  day)
              .executeQuery()) {
        long used = row.next() ? row.getLong(1) : 0;
        if (used + characters > most) return false;
      }
      set(
              statements.get(
                  """
                  INSERT INTO translation_use (provider, day, characters) VALUES (?, ?, ?)
                  ON CONFLICT (provider, day) DO UPDATE
                  SET characters = translation_use.characters + excluded.characters
                  """),
              provider,
              day,
              characters)
          .executeUpdate();
      return true;
    });
  }

  /// The characters that each translator was given on a day.
  public Map<String, Long> used(long day) {
    Map<String, Long> used = new TreeMap<>();
    db.readers.useHandle(h ->
        h.createQuery("SELECT provider, characters FROM translation_use WHERE day = :day")
            .bind("day", day)
            .map((row, _) -> used.put(row.getString(1), row.getLong(2)))
            .list());
    return used;
  }

  /// @param texts that are kept
  /// @param waiting what is still to be translated
  public record Sums(long texts, long entries, long waiting) {}

  public Sums sums() {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT (SELECT COUNT(*) FROM translation), (SELECT COUNT(*) FROM translated_entry WHERE provider <> ''),
                  (SELECT COUNT(*) FROM translation_task)
                """)
            .map((row, _) -> new Sums(row.getLong(1), row.getLong(2), row.getLong(3)))
            .one());
  }

  /// How many texts of each translator are kept, by its id.
  public Map<String, Long> givers() {
    Map<String, Long> givers = new TreeMap<>();
    db.readers.useHandle(h ->
        h.createQuery("SELECT provider, COUNT(*) FROM translation GROUP BY provider")
            .map((row, _) -> givers.put(row.getString(1), row.getLong(2)))
            .list());
    return givers;
  }

  /// What one translator gave since a time.
  ///
  /// @param entries that have some of it
  public record Given(long texts, long entries) {}

  public Given given(String provider, Instant since) {
    long texts =
        db.readers.withHandle(h ->
            h.createQuery(
                    "SELECT COUNT(*) FROM translation WHERE provider = :who AND made >= :since")
                .bind("who", provider)
                .bind("since", since.toEpochMilli())
                .mapTo(Long.class)
                .one());
    long entries = entriesOf(provider, since).stream().map(Part::entry).distinct().count();
    return new Given(texts, entries);
  }

  /// Forgets it. The entries are shown and found as they were written until they are translated
  /// again, which they are asked for. After a kill it can be done again, for what is left.
  public void forget(String provider, Instant since, Instant now) {
    String last = "";
    while (true) {
      List<String> some = hashes(provider, since, last);
      if (some.isEmpty()) break;
      last = some.getLast();
      int _ =
          db.writer.writePatiently(statements -> {
            for (String hash : some) {
              set(
                      statements.get("DELETE FROM translation WHERE hash = ? AND provider = ?"),
                      hash,
                      provider)
                  .executeUpdate();
            }
            return some.size();
          });
    }
    List<Part> parts = entriesOf(provider, since);
    for (int from = 0; from < parts.size(); from += SOME) {
      List<Part> some = parts.subList(from, Math.min(parts.size(), from + SOME));
      int _ =
          db.writer.writePatiently(statements -> {
            for (Part p : some) forget(statements, p, now);
            return some.size();
          });
    }
  }

  private List<String> hashes(String provider, Instant since, String behind) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT hash FROM translation
                WHERE hash > :behind AND provider = :who AND made >= :since
                ORDER BY hash LIMIT :most
                """)
            .bind("behind", behind)
            .bind("who", provider)
            .bind("since", since.toEpochMilli())
            .bind("most", SOME)
            .mapTo(String.class)
            .list());
  }

  /// An entry that was translated, or its title alone.
  private record Part(long entry, String into, String providers, boolean whole) {}

  private List<Part> entriesOf(String provider, Instant since) {
    return db
        .readers
        .withHandle(h ->
            h.createQuery(
                    """
                    SELECT entry_id, into_language, provider, words IS NOT NULL
                    FROM translated_entry WHERE at >= :since AND provider <> ''
                    """)
                .bind("since", since.toEpochMilli())
                .map((row, _) ->
                    new Part(row.getLong(1), row.getString(2), row.getString(3), row.getBoolean(4)))
                .list())
        .stream()
        .filter(p -> List.of(p.providers.split(",")).contains(provider))
        .toList();
  }

  /// The row stays with its time, by which the search index sees that it has changed.
  private static void forget(Writer.Statements statements, Part p, Instant now)
      throws SQLException {
    set(
            statements.get(
                """
                UPDATE translated_entry
                SET at = ?, provider = '', of_title = '-', title = NULL, words = NULL
                WHERE entry_id = ? AND into_language = ?
                """),
            now,
            p.entry,
            p.into)
        .executeUpdate();
    for (String part : p.whole ? List.of("title", "text") : List.of("title")) {
      set(
              statements.get(
                  """
                  INSERT INTO translation_task (entry_id, into_language, part, urgency)
                  SELECT id, ?, ?, ? FROM entry WHERE id = ?
                  ON CONFLICT (entry_id, into_language, part) DO NOTHING
                  """),
              p.into,
              part,
              part.equals("title") ? 1 : 2,
              p.entry)
          .executeUpdate();
    }
  }

  /// An entry as it is shown in lists and searched.
  ///
  /// @param ofTitle hash of the title that was translated
  /// @param text plain, null if only the title was translated
  public record Translated(
      long entry,
      String into,
      String provider,
      String ofTitle,
      @Nullable String title,
      @Nullable String text) {}

  /// Those of some entries, into any language.
  public List<Translated> ofEntries(Collection<Long> entries) {
    if (entries.isEmpty()) return List.of();
    return db.readers.withHandle(h -> {
      var query =
          h.createQuery(
              "SELECT entry_id, into_language, provider, of_title, title, words"
                  + " FROM translated_entry WHERE entry_id IN ("
                  + marks(entries.size())
                  + ") ORDER BY entry_id, into_language");
      int at = 0;
      for (Long entry : entries) query.bind(at++, entry);
      return query.map((row, _) -> read(row)).list();
    });
  }

  private static Translated read(ResultSet row) throws SQLException {
    byte[] words = row.getBytes("words");
    return new Translated(
        row.getLong("entry_id"),
        row.getString("into_language"),
        row.getString("provider"),
        row.getString("of_title"),
        row.getString("title"),
        words == null ? null : unpack(words));
  }

  /// Keeps an entry as it was translated; a text that there was stays if only the title is new,
  /// unless the entry was edited since.
  ///
  /// @return whether the entry is still there
  public boolean translated(Translated t, Instant now) {
    byte[] words = t.text == null ? null : pack(t.text);
    return db.writer.writePatiently(statements -> {
      if (!statements.any("SELECT 1 FROM entry WHERE id = ?", t.entry)) return false;
      set(
              statements.get(
                  """
                  INSERT INTO translated_entry
                    (entry_id, into_language, at, provider, of_title, title, words)
                  VALUES (?, ?, ?, ?, ?, ?, ?)
                  ON CONFLICT (entry_id, into_language) DO UPDATE
                  SET at = excluded.at, provider = excluded.provider, of_title = excluded.of_title,
                    title = excluded.title,
                    words = COALESCE(excluded.words, CASE WHEN EXISTS (
                      SELECT 1 FROM entry e
                      WHERE e.id = excluded.entry_id AND e.edited_at > translated_entry.at)
                      THEN NULL ELSE translated_entry.words END)
                  """),
              t.entry,
              t.into,
              now,
              t.provider,
              t.ofTitle,
              t.title,
              words)
          .executeUpdate();
      return true;
    });
  }

  /// A text that was translated is packed like the body of an entry.
  private static byte[] pack(String text) {
    try (Bodies.Packer packer = new Bodies.Packer()) {
      byte[] bytes =
          packer.write(new EntryBody(null, text, List.of(), List.of(), List.of(), null, null));
      return bytes == null ? new byte[0] : bytes;
    }
  }

  private static String unpack(byte[] bytes) {
    String text = Bodies.read(bytes).content();
    return text == null ? "" : text;
  }
}
