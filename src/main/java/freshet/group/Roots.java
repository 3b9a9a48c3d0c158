package freshet.group;

import freshet.words.RootMemory;
import freshet.words.Stemmer;
import freshet.words.WordMemory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The roots of words, each found once.
public final class Roots {
  private static final int MOST_LANGUAGES = 400;
  private static final Map<String, Roots> LANGUAGES = new ConcurrentHashMap<>();

  private record Word(long key, String root) implements WordMemory.Word {}

  private final WordMemory<Word> words;
  private final RootMemory numbers;

  private Roots(String language) {
    Stemmer stemmer = Stemmer.of(language);
    words = new WordMemory<>((written, key) -> new Word(key, stemmer.root(written)));
    numbers = new RootMemory(stemmer::root);
  }

  public static Roots of(String language) {
    Roots known = LANGUAGES.get(language);
    if (known != null) return known;
    if (LANGUAGES.size() > MOST_LANGUAGES) LANGUAGES.clear(); // feeds declare what they like
    return LANGUAGES.computeIfAbsent(language, Roots::new);
  }

  /// The root of a word, "" if it is one that carries no meaning.
  public String root(String word) {
    return words.at(word, 0, word.length()).root;
  }

  /// A number for the root of the word at a place of a text, 0 if it carries no meaning.
  int number(String text, int start, int end) {
    return numbers.at(text, start, end);
  }
}
