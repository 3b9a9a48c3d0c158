package freshet.search;

import freshet.words.Folding;
import freshet.words.Stemmer;
import freshet.words.WordMemory;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// The words of one language as they stand in the index: each as it is written, without case and
/// accents, and beside it, where that is something else, as the root of its forms, marked with the
/// language. Many words of a text are their own roots.
///
/// Finding a root runs one of Lucene's analysers, which costs microseconds: it is done once a word.
final class Lexicon {
  private static final Map<String, Lexicon> LANGUAGES = new ConcurrentHashMap<>();
  private static final int MOST_LANGUAGES = 400;

  /// @param exact as written, folded
  /// @param root null for a word without one: of an unknown language, or one that carries no
  ///   meaning
  record Word(long key, BytesRef exact, @Nullable BytesRef root) implements WordMemory.Word {
    /// The root if it stands in the index: null if there is none, or the word is its own.
    @Nullable BytesRef ownRoot() {
      return root == null || unmarked(root).equals(exact) ? null : root;
    }
  }

  private final String language;
  private final @Nullable Stemmer stemmer;
  private final WordMemory<Word> words = new WordMemory<>((w, key) -> make(w, key, false));
  private final WordMemory<Word> pairs = new WordMemory<>((w, key) -> make(w, key, true));

  private Lexicon(@Nullable String language) {
    this.language = language == null ? "" : language;
    this.stemmer = language == null ? null : Stemmer.of(language);
  }

  /// @param language null if it is unknown
  static Lexicon of(@Nullable String language) {
    String name = name(language);
    Lexicon known = LANGUAGES.get(name);
    if (known != null) return known;
    if (LANGUAGES.size() > MOST_LANGUAGES) LANGUAGES.clear(); // feeds declare what they like
    return LANGUAGES.computeIfAbsent(name, n -> new Lexicon(n.isEmpty() ? null : n));
  }

  /// `et-EE` is `et`; nothing if it is no language.
  static String name(@Nullable String language) {
    if (language == null) return "";
    int end = 0;
    while (end < language.length() && isLetter(language.charAt(end))) end++;
    String name = language.substring(0, end);
    boolean tag =
        end == language.length() || language.charAt(end) == '-' || language.charAt(end) == '_';
    if (!tag || end < 2 || end > 3) return "";
    name = name.toLowerCase(Locale.ROOT);
    return name.equals("und") ? "" : name;
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  /// The word at a place of a text.
  ///
  /// @param pair whether it is two signs of a script without spaces, which have no root
  Word at(String text, int start, int end, boolean pair) {
    return (pair ? pairs : words).at(text, start, end);
  }

  /// Whether a word is one that carries no meaning, such as `the`; in texts of no known language,
  /// as in English.
  boolean isSmall(String word) {
    String small = word.toLowerCase(Locale.ROOT);
    if (stemmer != null && !language.equals("en")) return stemmer.isSmallWord(small);
    return Compiler.OF_QUESTIONS.contains(small) || Stemmer.of("en").isSmallWord(small);
  }

  Word of(String word, boolean pair) {
    return at(word, 0, word.length(), pair);
  }

  /// The same, made anew.
  Word make(String written, boolean pair) {
    return make(written, 0, pair);
  }

  private Word make(String written, long key, boolean pair) {
    String folded = Folding.fold(written);
    BytesRef exact = bytes(pair ? Signs.fold(folded) : folded);
    if (stemmer == null || pair || hasSign(written)) return new Word(key, exact, null);
    String root = Roots.of(language, stemmer, written);
    return new Word(key, exact, root.isEmpty() ? null : marked(language, root));
  }

  /// `C++` is no form of `C`.
  private static boolean hasSign(String word) {
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if (c < '0' || (c > '9' && c < 'A')) return true;
    }
    return false;
  }

  /// The root of a word's forms as it stands in texts of this language where a word is its own
  /// root; null if none is.
  @Nullable BytesRef plainRoot(String word) {
    BytesRef root = of(word, false).root();
    if (root == null) return null;
    BytesRef plain = unmarked(root);
    Word alone = of(plain.utf8ToString(), false);
    return root.equals(alone.root()) && plain.equals(alone.exact()) ? plain : null;
  }

  private static BytesRef bytes(String word) {
    return new BytesRef(word.getBytes(StandardCharsets.UTF_8));
  }

  /// Roots stand among the words of the index, where no word can be taken for one.
  private static BytesRef marked(String language, String root) {
    return bytes("\u0001" + language + "\u0002" + root);
  }

  /// What the roots of this language begin with.
  byte[] mark() {
    return marked(language, "").bytes;
  }

  private static BytesRef unmarked(BytesRef root) {
    int end = root.offset;
    while (root.bytes[end] != 2) end++;
    return new BytesRef(root.bytes, end + 1, root.offset + root.length - end - 1);
  }

  static boolean isRoot(BytesRef term) {
    return term.length > 0 && term.bytes[term.offset] == 1;
  }
}
