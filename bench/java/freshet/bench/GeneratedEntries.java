package freshet.bench;

import freshet.search.IndexEntry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Invented entries in twelve languages. Words are drawn as in real texts: a few all the time, most
/// hardly ever; half of those that are rare are made up, as names are. Half of the entries are
/// English.
final class GeneratedEntries {
  static final Instant NOW = Instant.parse("2026-11-16T00:00:00Z");
  private static final String[] LANGUAGES = {
    "en", "de", "tr", "et", "ru", "fr", "es", "ro", "hr", "el", "ar", "ja"
  };
  private static final int RARE = 60_000;
  private static final int WORDS = 130;

  private final List<List<String>> vocabularies = new ArrayList<>();

  GeneratedEntries() {
    for (String language : LANGUAGES) vocabularies.add(vocabulary(language));
  }

  private static List<String> vocabulary(String language) {
    Set<String> words = new LinkedHashSet<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                GeneratedEntries.class.getResourceAsStream("/demo/" + language + ".txt"),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        for (String w : line.split("[^\\p{L}\\p{M}]+")) if (!w.isEmpty()) words.add(w);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> known = new ArrayList<>(words);
    Random random = new Random(language.hashCode());
    List<String> all = new ArrayList<>(known);
    while (all.size() < RARE) {
      // a name, or two words of the language grown together
      String one = known.get(random.nextInt(known.size()));
      String two = known.get(random.nextInt(known.size()));
      all.add(
          random.nextBoolean()
              ? one + two.toLowerCase(java.util.Locale.ROOT)
              : one.substring(0, (one.length() + 1) / 2)
                  + Integer.toString(random.nextInt(46656), 36));
    }
    return all;
  }

  /// The same entry for the same number.
  IndexEntry entry(long id) {
    Random random = new Random(id * 0x9E3779B97F4A7C15L);
    int language = random.nextInt(2) == 0 ? 0 : 1 + random.nextInt(LANGUAGES.length - 1);
    List<String> words = vocabularies.get(language);
    return new IndexEntry(
        id,
        1 + random.nextInt(1000),
        text(words, random, 9),
        text(words, random, WORDS / 2 + random.nextInt(WORDS)),
        List.of("News"),
        LANGUAGES[language],
        NOW.minusSeconds(random.nextInt(365 * 86_400)),
        1 + random.nextInt(12),
        id);
  }

  private static String text(List<String> words, Random random, int count) {
    StringBuilder out = new StringBuilder(count * 7);
    for (int i = 0; i < count; i++) {
      if (i > 0) out.append(random.nextInt(12) == 0 ? ". " : " ");
      out.append(word(words, random));
    }
    return out.toString();
  }

  /// By Zipf's law: the number of a word is spread evenly over the orders of magnitude.
  static String word(List<String> words, Random random) {
    return words.get((int) Math.exp(random.nextDouble() * Math.log(words.size())) - 1);
  }

  List<String> words(int language) {
    return vocabularies.get(language);
  }
}
