package freshet.words;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import morfologik.stemming.Dictionary;
import morfologik.stemming.DictionaryLookup;
import morfologik.stemming.WordData;

/// Kinds by a dictionary of all forms of words. A form that can be of several kinds is told by the
/// words beside it, as far as that is possible without a grammar; one that is not in the dictionary
/// is taken for a noun, as names and new words are.
final class LookedUpKinds implements KindFinder {
  /// How a form can be read.
  private enum Reading {
    NOUN,
    VERB,
    /// Adjectives, participles, numerals: what stands before a noun.
    ADJECTIVE,
    /// All that only joins other words.
    SMALL
  }

  private final DictionaryLookup dictionary;

  private LookedUpKinds(Dictionary dictionary) {
    this.dictionary = new DictionaryLookup(dictionary);
  }

  static Supplier<KindFinder> load(String resource) throws IOException {
    URL url = LookedUpKinds.class.getResource(resource);
    if (url == null) throw new FileNotFoundException(resource);
    Dictionary read = Dictionary.read(url);
    return () -> new LookedUpKinds(read);
  }

  @Override
  public List<Kind> tell(List<String> tokens) {
    List<Set<Reading>> readings = new ArrayList<>();
    for (String token : tokens) readings.add(readings(token));
    List<Kind> kinds = new ArrayList<>();
    boolean hasVerb = false; // since the last mark
    for (int i = 0; i < tokens.size(); i++) {
      Kind kind = Kind.OTHER;
      if (Character.isLetter(tokens.get(i).charAt(0))) {
        Set<Reading> before = i == 0 ? Set.of() : readings.get(i - 1);
        Set<Reading> after = i + 1 == tokens.size() ? Set.of() : readings.get(i + 1);
        kind = kind(readings.get(i), before, after, hasVerb);
      } else {
        hasVerb = false;
      }
      hasVerb |= kind == Kind.VERB;
      kinds.add(kind);
    }
    return kinds;
  }

  private static Kind kind(
      Set<Reading> readings, Set<Reading> before, Set<Reading> after, boolean hasVerb) {
    if (readings.contains(Reading.SMALL)) return Kind.OTHER;
    boolean noun = readings.contains(Reading.NOUN);
    boolean verb = readings.contains(Reading.VERB);
    boolean adjective = readings.contains(Reading.ADJECTIVE);
    if (noun && verb) {
      boolean described = before.contains(Reading.ADJECTIVE) && !before.contains(Reading.VERB);
      return described || hasVerb ? Kind.NOUN : Kind.VERB;
    }
    if (adjective && (noun || verb)) {
      if (after.contains(Reading.NOUN) && !hasVerbOnly(after)) return Kind.OTHER;
      return noun ? Kind.NOUN : Kind.VERB;
    }
    if (adjective) return Kind.OTHER;
    return verb ? Kind.VERB : Kind.NOUN;
  }

  private static boolean hasVerbOnly(Set<Reading> readings) {
    return readings.size() == 1 && readings.contains(Reading.VERB);
  }

  /// None for what is not in the dictionary.
  private Set<Reading> readings(String token) {
    Set<Reading> found = EnumSet.noneOf(Reading.class);
    String small = token.toLowerCase(Locale.ROOT);
    add(small, found);
    if (found.isEmpty() && !small.equals(token)) add(token, found);
    return found;
  }

  private void add(String form, Set<Reading> found) {
    for (WordData data : dictionary.lookup(form)) {
      CharSequence tags = data.getTag();
      if (tags == null) continue;
      for (String tag : tags.toString().split("[+|]")) found.add(reading(tag));
    }
  }

  /// By the tag sets of both dictionaries, which begin with the part of speech.
  private static Reading reading(String tag) {
    if (tag.contains("pron")) return Reading.SMALL;
    int end = tag.indexOf(':');
    return switch (end < 0 ? tag : tag.substring(0, end)) {
      case "subst", "depr", "ger", "noun" -> Reading.NOUN;
      case "verb", "fin", "praet", "inf", "impt", "imps", "bedzie" -> Reading.VERB;
      case "adj", "adja", "adjp", "adjc", "num", "numr", "numcol", "pact", "ppas" ->
          Reading.ADJECTIVE;
      default -> Reading.SMALL;
    };
  }
}
