package freshet.dedupe;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;

/// Reads the words of the canonical form of a text one after the other: lower case, no punctuation,
/// no auxiliary words.
///
/// What is compared is the folded word. Everywhere, the two Unicode forms of Romanian ș and ț (with
/// comma and with cedilla) are one. In languages whose writers often leave the marks out, marks do
/// not count at all; elsewhere they make another letter (Turkish ı and i, Estonian o and õ) and
/// stay. Letters of scripts written without spaces are a word each.
final class WordReader {
  private static final long SEED = 0xcbf29ce484222325L;
  private static final long PRIME = 0x9E3779B97F4A7C15L;
  private static final Locale TURKISH = Locale.of("tr");

  private static final Set<String> MARKS_ARE_OFTEN_LEFT_OUT =
      Set.of("ro", "hr", "bs", "sr", "sl", "cs", "sk", "pl", "lt", "lv", "hu", "sq", "vi", "pt");

  private static final char[] PLAIN = new char[0x250];
  private static final char[] PLAIN_VIETNAMESE = new char[0x1f00 - 0x1e00];

  static {
    for (char c = 0; c < PLAIN.length; c++) PLAIN[c] = plain(c);
    for (int i = 0; i < PLAIN_VIETNAMESE.length; i++) {
      PLAIN_VIETNAMESE[i] = plain((char) (0x1e00 + i));
    }
    PLAIN['đ'] = 'd';
    PLAIN['ł'] = 'l';
  }

  private static char plain(char c) {
    return Normalizer.normalize(String.valueOf(c), Normalizer.Form.NFD).charAt(0);
  }

  /// The lower case of an ASCII letter or digit, 0 for other characters.
  private static final char[] ASCII = new char[0x80];

  static {
    for (char c = '0'; c <= '9'; c++) ASCII[c] = c;
    for (char c = 'a'; c <= 'z'; c++) {
      ASCII[c] = c;
      ASCII[c - 0x20] = c;
    }
  }

  private final char[] text;
  private final AuxiliaryWords auxiliary;
  private final boolean dotless;
  private final boolean foldMarks;
  private int at;
  private int start;
  private long hash;

  WordReader(String text, String language) {
    this(text, language, AuxiliaryWords.of(language));
  }

  WordReader(String text, String language, AuxiliaryWords auxiliary) {
    this.text = composed(text);
    this.auxiliary = auxiliary;
    this.dotless = language.equals("tr") || language.equals("az");
    this.foldMarks = MARKS_ARE_OFTEN_LEFT_OUT.contains(language);
  }

  private static char[] composed(String text) {
    char[] chars = text.toCharArray();
    for (char c : chars) {
      if (c >= '\u0300' && c <= '\u036f') {
        return Normalizer.normalize(text, Normalizer.Form.NFC).toCharArray();
      }
    }
    return chars;
  }

  /// Moves to the next word; false at the end of the text.
  boolean next() {
    while (at < text.length) {
      char c = text[at];
      if (!isWord(c)) {
        at++;
        continue;
      }
      start = at;
      long h = SEED;
      boolean alone = isAlone(c);
      do {
        h = (h ^ fold(c)) * PRIME;
        at++;
        c = at < text.length ? text[at] : ' ';
      } while (!alone && isWord(c) && !isAlone(c));
      h ^= h >>> 32;
      h *= PRIME;
      h ^= h >>> 29;
      hash = h == 0 ? 1 : h;
      if (!auxiliary.contains(hash)) return true;
    }
    return false;
  }

  /// The hash of the folded word, never 0: FNV-1a over 64 bits with a larger prime, then mixed.
  long hash() {
    return hash;
  }

  /// The word in lower case, with its marks.
  String word() {
    return new String(text, start, at - start).toLowerCase(dotless ? TURKISH : Locale.ROOT);
  }

  boolean isNumber() {
    return text[start] >= '0' && text[start] <= '9';
  }

  private char fold(char c) {
    if (c < 0x80) return dotless && c == 'I' ? 'ı' : ASCII[c];
    char lower = Character.toLowerCase(c);
    if (lower == 'ş' && !dotless) return foldMarks ? 's' : 'ș';
    if (lower == 'ţ') return foldMarks ? 't' : 'ț';
    if (!foldMarks) return lower;
    if (lower < PLAIN.length) return PLAIN[lower];
    return lower >= 0x1e00 && lower < 0x1f00 ? PLAIN_VIETNAMESE[lower - 0x1e00] : lower;
  }

  private static boolean isWord(char c) {
    if (c < 0x80) return ASCII[c] != 0;
    if (Character.isLetterOrDigit(c)) return true;
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }

  /// Han, kana, Thai, Lao, Burmese, Khmer: no spaces between words.
  private static boolean isAlone(char c) {
    if (c < 0x0e00) return false;
    return (c >= 0x3040 && c <= 0x30ff)
        || (c >= 0x3400 && c <= 0x9fff)
        || (c >= 0x0e00 && c <= 0x0eff)
        || (c >= 0x1000 && c <= 0x109f)
        || (c >= 0x1780 && c <= 0x17ff);
  }
}
