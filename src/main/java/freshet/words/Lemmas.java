package freshet.words;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.net.URL;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import morfologik.stemming.Dictionary;
import morfologik.stemming.DictionaryLookup;
import morfologik.stemming.WordData;
import org.jspecify.annotations.Nullable;

/// The word that a dictionary has for one of its forms, in languages whose endings no rule takes
/// away: `domach` is of `dom`. The dictionaries are read when their language is first met, and
/// given back when memory is short.
public final class Lemmas {
  private static final Map<String, String> FILES =
      Map.of(
          "pl", "/morfologik/stemming/polish/polish.dict",
          "uk", "/ua/net/nlp/ukrainian.dict");

  private static final Map<String, SoftReference<Dictionary>> READ = new ConcurrentHashMap<>();

  private Lemmas() {}

  /// @param language ISO 639-1
  /// @return of several the shortest, and of those the first in the alphabet; null for a word that
  ///   is in no dictionary
  public static @Nullable String of(String language, String form) {
    String file = FILES.get(language);
    if (file == null) return null;
    DictionaryLookup lookup = new DictionaryLookup(dictionary(file));
    String small = form.toLowerCase(Locale.ROOT);
    String lemma = first(lookup, small);
    if (lemma != null || small.isEmpty()) return lemma;
    return first(lookup, Character.toUpperCase(small.charAt(0)) + small.substring(1));
  }

  private static @Nullable String first(DictionaryLookup lookup, String form) {
    String best = null;
    for (WordData data : lookup.lookup(form)) {
      CharSequence stem = data.getStem();
      if (stem == null) continue;
      String lemma = stem.toString();
      if (best == null || isBefore(lemma, best)) best = lemma;
    }
    return best;
  }

  private static boolean isBefore(String lemma, String other) {
    return lemma.length() != other.length()
        ? lemma.length() < other.length()
        : lemma.compareTo(other) < 0;
  }

  private static Dictionary dictionary(String file) {
    SoftReference<Dictionary> known = READ.get(file);
    Dictionary dictionary = known == null ? null : known.get();
    if (dictionary != null) return dictionary;
    synchronized (READ) {
      known = READ.get(file);
      dictionary = known == null ? null : known.get();
      if (dictionary == null) {
        dictionary = read(file);
        READ.put(file, new SoftReference<>(dictionary));
      }
      return dictionary;
    }
  }

  private static Dictionary read(String file) {
    URL url = Lemmas.class.getResource(file);
    if (url == null) throw new IllegalStateException("The dictionary " + file + " is not there");
    try {
      return Dictionary.read(url);
    } catch (IOException e) {
      throw new UncheckedIOException("The dictionary " + file + " cannot be read", e);
    }
  }
}
