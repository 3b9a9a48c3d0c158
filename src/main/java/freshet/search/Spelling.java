package freshet.search;

import freshet.words.Folding;
import freshet.words.Stemmer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// How else a word may be written, and what stands in the index for that beside the words: the one
/// place that texts and queries share.
///
/// | in the index | of | for |
/// |---|---|---|
/// | `covid19`, `oneill`, `at&t` | words that stand together | `covid19` finds `COVID-19` |
/// | `^us` | `U.S.`, and `US` among small letters | `US` does not find every "us" |
/// | `~zelensk` | names in Cyrillic and Greek letters | `Zelensky` finds `Зеленського` |
/// | `t34` | `Т-34` in Cyrillic letters | `T-34` finds it |
/// | `mueller`, `djokovic` | names with `ü`, `đ` … | `Mueller` finds `Müller` |
/// | `<` and a root backwards | long words where words are put together | `Finanzierung` finds `Krankenhausfinanzierung` |
///
/// What is marked begins as roots do, so that no word can be taken for it.
final class Spelling {
  private static final String ACRONYM = "\u0001^\u0002";
  private static final String NAME = "\u0001~\u0002";
  private static final String BACKWARDS = "\u0001<\u0002";

  /// Languages that write words together which others write apart.
  static final Set<String> COMPOUNDING =
      Set.of("de", "et", "fi", "sv", "nl", "da", "nb", "nn", "no", "is", "hu", "lb", "fy", "af");

  /// A word of so many letters may be put together of two.
  static final int COMPOUND = 9;

  /// Shorter words are the ends of too many others.
  private static final int SHORTEST_PART = 4;

  /// Short words of English that are also acronyms, beside those that carry no meaning.
  private static final Set<String> EVERYDAY =
      Set.of(
          "us", "who", "he", "she", "me", "my", "we", "do", "go", "up", "so", "am", "pm", "all",
          "any", "can", "may", "new", "one", "two", "now", "how", "out", "off", "per", "ice", "aid",
          "act", "age", "air", "arm", "art", "bad", "bar", "bat", "big", "car", "cat", "cup", "day",
          "eat", "end", "era", "fat", "fed", "fit", "for", "gap", "get", "has", "her", "his", "him",
          "its", "job", "law", "let", "map", "men", "met", "mit", "nor", "old", "our", "pin", "red",
          "run", "sad", "sat", "say", "see", "set", "sit", "ten", "tin", "top", "try", "use", "was",
          "way", "win", "you");

  private Spelling() {}

  static BytesRef acronym(String letters) {
    return new BytesRef(ACRONYM + letters);
  }

  static BytesRef name(String key) {
    return new BytesRef(NAME + key);
  }

  /// What long words of a language that end in a root stand for, from their end.
  static BytesRef backwards(String root) {
    return new BytesRef(BACKWARDS + new StringBuilder(root).reverse());
  }

  /// What a word of a text stands for in the index, beside itself and its root.
  ///
  /// @param read where the word was looked up
  static void beside(WordScanner word, String language, WordTable read, List<BytesRef> to) {
    beside(word, to);
    if (word.end() - word.start() >= COMPOUND && !word.isPair() && COMPOUNDING.contains(language)) {
      String root = read.plainRoot().utf8ToString();
      to.add(backwards(root));
      // What is taken for an ending may be the root's own: raudteejaamas, raudteeja.
      if (language.equals("et") && read.exact().utf8ToString().startsWith(root + "am")) {
        to.add(backwards(root + "am"));
      }
    }
  }

  /// The same but for what depends on the language.
  static void beside(WordScanner word, List<BytesRef> to) {
    String together = word.together();
    if (together != null) to.add(new BytesRef(Folding.fold(together)));
    String acronym = word.acronym();
    if (acronym != null) to.add(acronym(Folding.fold(acronym)));
    if (word.isPair()) return;
    if (word.isCapital()) {
      String written = together != null ? together : word.word();
      String key = Transliteration.isForeign(written.charAt(0)) ? Transliteration.key(written) : "";
      if (!key.isEmpty()) to.add(name(key));
      String longer = longer(written);
      if (longer != null) to.add(new BytesRef(longer));
      String model = together == null ? null : Transliteration.model(together);
      if (model != null) to.add(new BytesRef(model));
    }
  }

  /// With `ue` for `ü`, `dj` for `đ` and so on, folded; null if the word has none of them.
  static @Nullable String longer(String word) {
    StringBuilder out = null;
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      String by = c < 0xC0 ? null : byTwo(Character.toLowerCase(c));
      if (by != null && out == null) out = new StringBuilder(word.substring(0, i));
      if (out != null) {
        if (by == null) out.append(c);
        else out.append(by);
      }
    }
    return out == null ? null : Folding.fold(out.toString());
  }

  private static @Nullable String byTwo(char c) {
    return switch (c) {
      case 'ä' -> "ae";
      case 'ö', 'ø' -> "oe";
      case 'ü' -> "ue";
      case 'å' -> "aa";
      case 'đ' -> "dj";
      default -> null;
    };
  }

  /// One way to write a word of a query.
  ///
  /// @param words one after another; one word may have any of its forms if `forms`
  /// @param term what stands in the index for it, in place of words
  record Way(List<String> words, boolean forms, @Nullable BytesRef term) {
    static Way word(String word) {
      return new Way(List.of(word), true, null);
    }

    static Way exactly(String word) {
      return new Way(List.of(word), false, null);
    }

    static Way term(BytesRef term) {
      return new Way(List.of(), false, term);
    }
  }

  /// All ways to write a word of a query, the best first. Empty for scripts that are read in pairs.
  ///
  /// @param languages that the index has entries in
  static List<Way> ways(String text, List<String> languages) {
    List<String> words = new ArrayList<>();
    WordScanner scanner = new WordScanner(text);
    String together = null;
    String acronym = null;
    boolean whole = false;
    boolean possessive = false;
    while (scanner.next()) {
      if (scanner.isPair()) return kana(text);
      if (words.isEmpty()) {
        together = scanner.together();
        acronym = scanner.acronym();
        whole = scanner.togetherEnd() == text.length();
      }
      possessive =
          words.size() == 1
              && scanner.word().equalsIgnoreCase("s")
              && isAfterApostrophe(text, scanner.start());
      words.add(scanner.word());
    }
    if (words.isEmpty()) return List.of();
    Set<Way> ways = new LinkedHashSet<>();
    if (words.size() == 1) {
      one(words.getFirst(), acronym, languages, ways);
    } else if (acronym != null && together == null && whole) {
      ways.add(Way.term(acronym(Folding.fold(acronym))));
      if (acronym.length() > 3) ways.add(Way.word(acronym));
    } else if (possessive) {
      ways.add(Way.word(words.getFirst()));
      ways.add(Way.exactly(words.getFirst() + "s"));
    } else if (together != null && whole && text.indexOf('&') >= 0) {
      ways.add(Way.exactly(together));
    } else {
      ways.add(new Way(List.copyOf(words), false, null));
      if (together != null && whole) one(together, null, languages, ways);
    }
    return List.copyOf(ways);
  }

  /// A name in katakana, and as it is written in Latin letters; empty for any other word of scripts
  /// that are read in pairs.
  private static List<Way> kana(String text) {
    String latin = Kana.latin(text);
    return latin == null ? List.of() : List.of(pairs(text), Way.exactly(latin));
  }

  private static Way pairs(String run) {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i + 2 <= run.length(); i++) pairs.add(run.substring(i, i + 2));
    return new Way(pairs, false, null);
  }

  private static boolean isAfterApostrophe(String text, int at) {
    return at > 0 && WordScanner.isApostrophe(text.charAt(at - 1));
  }

  private static void one(
      String word, @Nullable String acronym, List<String> languages, Set<Way> ways) {
    if (acronym != null && isWord(acronym, languages)) {
      ways.add(Way.term(acronym(Folding.fold(acronym))));
      return;
    }
    ways.add(Way.word(word));
    if (word.length() > 1 && word.length() < 6) ways.add(Way.term(acronym(Folding.fold(word))));
    String longer = longer(word);
    if (longer != null) ways.add(Way.exactly(longer));
    String model = Transliteration.model(word);
    if (model != null) ways.add(Way.exactly(model));
    int border = border(word);
    if (border > 0) {
      ways.add(new Way(List.of(word.substring(0, border), word.substring(border)), false, null));
    }
    for (String key : Transliteration.keys(word, languages)) ways.add(Way.term(name(key)));
    for (String other : Transliteration.spellings(word, languages)) ways.add(Way.exactly(other));
    if (word.length() > 3 && languages.contains("ja")) {
      String kana = Kana.katakana(Folding.fold(word));
      if (kana != null) ways.add(pairs(kana));
    }
  }

  /// Whether what was written in capitals is also an everyday word.
  private static boolean isWord(String acronym, List<String> languages) {
    return EVERYDAY.contains(acronym)
        || languages.stream().anyMatch(l -> Stemmer.of(l).isSmallWord(acronym));
  }

  /// Where letters end and a number begins, or the other way round, if there is one such place.
  private static int border(String word) {
    int border = 0;
    for (int i = 1; i < word.length(); i++) {
      if (!Character.isLetterOrDigit(word.charAt(i))) return 0;
      if (Character.isDigit(word.charAt(i)) == Character.isDigit(word.charAt(i - 1))) continue;
      if (border > 0) return 0;
      border = i;
    }
    return border;
  }

  /// Two words of a query that may also be one in a text, written together; null if they may not:
  /// `covid 19`, `1 500`.
  static @Nullable String oneOf(String first, String second) {
    boolean letters = first.chars().allMatch(Character::isLetter);
    boolean number = second.chars().allMatch(c -> c >= '0' && c <= '9');
    if (letters && number && first.length() < 12 && second.length() < 5) return first + second;
    return isGroup(first, 1) && isGroup(second, 3) ? first + second : null;
  }

  /// Whether two words are one number with a blank in it.
  static boolean isNumber(String first, String second) {
    return isGroup(first, 1) && isGroup(second, 3);
  }

  private static boolean isGroup(String s, int least) {
    return s.length() >= least
        && s.length() <= 3
        && s.charAt(0) <= '9'
        && s.chars().allMatch(c -> c >= '0' && c <= '9')
        && (least == 3 || s.charAt(0) != '0');
  }

  /// How long words end that have this one as their last part, in the languages that put words
  /// together; empty if it is too short.
  static Set<BytesRef> ends(String word, List<String> languages) {
    Set<BytesRef> ends = new LinkedHashSet<>();
    if (word.length() < SHORTEST_PART) return ends;
    for (String language : languages) {
      if (!COMPOUNDING.contains(language)) continue;
      String root = Stemmer.of(language).root(word.toLowerCase(Locale.ROOT));
      if (root.length() > 2) ends.add(backwards(root));
    }
    return ends;
  }
}
