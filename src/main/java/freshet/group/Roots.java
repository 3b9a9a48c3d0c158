package freshet.group;

import freshet.words.Stemmer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The roots of words, each found once.
public final class Roots {
  private static final int MOST_REMEMBERED = 200_000;

  private static final Map<String, Roots> LANGUAGES = new ConcurrentHashMap<>();

  private final Stemmer stemmer;
  private final Map<String, String> remembered = new ConcurrentHashMap<>();

  private Roots(String language) {
    stemmer = Stemmer.of(language);
  }

  public static Roots of(String language) {
    return LANGUAGES.computeIfAbsent(language, Roots::new);
  }

  /// The root of a word, "" if it is one that carries no meaning.
  public String root(String word) {
    String known = remembered.get(word);
    if (known != null) return known;
    String root = stemmer.root(word);
    // New words are mostly names and mistakes; when there are too many, start again.
    if (remembered.size() >= MOST_REMEMBERED) remembered.clear();
    remembered.put(word, root);
    return root;
  }
}
