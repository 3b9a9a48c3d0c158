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
/// | `月` | signs behind a number or a word | `11月` finds `11月15日` |
/// | `ירושלים` | words in Hebrew without what is written in front of them | it finds `בירושלים` |
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

  /// What is typed in small letters may be a name or an everyday word: `vote` sounds like `Вот`. So
  /// short ones are looked for in other letters only where few entries have them as typed.
  private static final int LONG_KEY = 5;

  private static final int LONG_NAME = 7;

  private static final int SHORTEST_PAIR = 5;
  private static final int LONGEST_PAIR = 20;

  /// What stands before a word in Hebrew without a blank, and how short a word may be without it.
  private static final String HEBREW_BEFORE = "והבלכמש";

  private static final int SHORTEST_HEBREW = 4;

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

  /// Whether there is more to find in texts of a language than what is typed in small letters.
  static boolean findsMore(String language) {
    return COMPOUNDING.contains(language)
        || language.equals("ja")
        || Transliteration.hasOtherLetters(language);
  }

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
    if (word.isPair()) {
      if (word.isBehindWord()) {
        int first = word.source().codePointAt(word.from());
        int next = word.from() + Character.charCount(first);
        if (next < word.to()) to.add(Lexicon.of(null).of(Character.toString(first), true).exact());
      }
      return;
    }
    for (String bare : bareHebrew(word.word())) to.add(new BytesRef(Folding.fold(bare)));
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

  /// A word of Hebrew without one or two of the letters that mean "and", "the", "in" and so on.
  private static List<String> bareHebrew(String word) {
    List<String> bare = new ArrayList<>();
    for (int from = 1; from <= 2 && word.length() - from >= SHORTEST_HEBREW; from++) {
      if (HEBREW_BEFORE.indexOf(word.charAt(from - 1)) < 0) break;
      bare.add(word.substring(from));
    }
    return bare;
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
  /// @param widely whether words in small letters, too, are looked for as names in other letters
  static List<Way> ways(String text, List<String> languages, boolean widely) {
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
      one(words.getFirst(), acronym, languages, widely, ways);
    } else if (acronym != null && together == null && whole) {
      ways.add(Way.term(acronym(Folding.fold(acronym))));
      if (acronym.length() > 3) ways.add(Way.word(acronym));
    } else if (possessive) {
      ways.add(Way.word(words.getFirst()));
      ways.add(Way.exactly(words.getFirst() + "s"));
    } else if (words.size() == 2 && isElided(words, text)) {
      one(words.getLast(), null, languages, widely, ways);
      ways.add(Way.exactly(words.getFirst() + words.getLast()));
    } else if (together != null && whole && text.indexOf('&') >= 0) {
      ways.add(Way.exactly(together));
    } else {
      ways.add(new Way(List.copyOf(words), false, null));
      if (together != null && whole) one(together, null, languages, widely, ways);
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

  /// `l'eau`, `dell'Italia`: an article, in small letters. `L'Aquila` is a name.
  private static boolean isElided(List<String> words, String text) {
    String article = words.getFirst();
    int at = text.length() - words.getLast().length();
    return words.getLast().length() > 2
        && Character.isLowerCase(article.charAt(0))
        && isAfterApostrophe(text, at)
        && (article.length() == 1 || WordScanner.isElided(article));
  }

  private static void one(
      String word,
      @Nullable String acronym,
      List<String> languages,
      boolean widely,
      Set<Way> ways) {
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
    List<String> parts = partsByCapitals(word);
    if (parts.size() > 1) ways.add(new Way(parts, false, null));
    for (String other : Aliases.of(word)) ways.add(Way.exactly(other));
    for (String bare : bareHebrew(word)) ways.add(Way.exactly(bare));
    boolean name = widely || !Character.isLowerCase(word.codePointAt(0));
    for (String key : Transliteration.keys(word, languages)) {
      if (name || key.length() >= LONG_KEY) ways.add(Way.term(name(key)));
    }
    if (name || word.length() >= LONG_NAME) {
      for (String other : Transliteration.spellings(word, languages)) ways.add(Way.exactly(other));
    }
    if (word.length() > 3 && languages.contains("ja")) {
      String kana = Kana.katakana(Folding.fold(word));
      if (kana != null && kana.length() >= (name ? 3 : 4)) ways.add(pairs(kana));
    }
  }

  /// `SpaceX`, `BlackLivesMatter`: what may be written apart.
  private static List<String> partsByCapitals(String word) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int i = 1; i < word.length(); i++) {
      if (!Character.isUpperCase(word.charAt(i)) || !Character.isLowerCase(word.charAt(i - 1))) {
        continue;
      }
      parts.add(word.substring(from, i));
      from = i;
    }
    parts.add(word.substring(from));
    return parts;
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
  /// `covid 19`, `16 GB`, `health care`, `1 500`.
  static @Nullable String oneOf(String first, String second) {
    if (isLetters(first) && isLetters(second)) {
      int length = first.length() + second.length();
      return length >= SHORTEST_PAIR && length <= LONGEST_PAIR ? first + second : null;
    }
    if (isLetters(first) && isNumber(second)) {
      return first.length() < 12 && second.length() < 5 ? first + second : null;
    }
    if (isNumber(first) && isLetters(second)) {
      return first.length() < 7 && second.length() < 4 ? first + second : null;
    }
    return isGroup(first, 1) && isGroup(second, 3) ? first + second : null;
  }

  private static boolean isLetters(String s) {
    return s.chars().allMatch(c -> Character.isLetter(c) && c < 0x0E00);
  }

  private static boolean isNumber(String s) {
    return s.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  static boolean hasNumber(String word) {
    return word.chars().anyMatch(Character::isDigit);
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
