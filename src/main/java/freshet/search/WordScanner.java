package freshet.search;

/// Walks over the words of a text: runs of letters, digits and marks. Scripts that are written
/// without blanks (Chinese, Japanese, Thai …, and Korean, whose words end in particles) are read in
/// pairs of characters that overlap, so that any part of a run can be found; the last character of
/// a run also stands alone, in the place of the last pair, so that one character can be found too.
final class WordScanner {
  /// Longer "words" are encoded data; their beginning is enough.
  static final int LONGEST = 40;

  private final String text;
  private final int length;
  private int at;
  private int start;
  private int end;
  private boolean pair;
  private boolean alone;
  private int lastOfRun = -1;
  private boolean inRun;

  WordScanner(String text) {
    this.text = text;
    this.length = text.length();
  }

  /// Moves to the next word; false at the end.
  boolean next() {
    if (inRun) return nextOfRun();
    while (at < length) {
      int c = text.codePointAt(at);
      if (isDense(c)) {
        inRun = true;
        lastOfRun = -1;
        return nextOfRun();
      }
      if (isWord(c)) {
        start = at;
        int letters = 0;
        end = at;
        while (at < length) {
          c = text.codePointAt(at);
          if (!isWord(c) || isDense(c)) break;
          at += Character.charCount(c);
          if (++letters <= LONGEST) end = at;
        }
        pair = false;
        alone = false;
        return true;
      }
      at += Character.charCount(c);
    }
    return false;
  }

  private boolean nextOfRun() {
    int first = text.codePointAt(at);
    int second = at + Character.charCount(first);
    if (second < length && isDense(text.codePointAt(second))) {
      start = at;
      end = second + Character.charCount(text.codePointAt(second));
      lastOfRun = at;
      at = second;
      pair = true;
      alone = false;
      return true;
    }
    start = at;
    end = second;
    alone = lastOfRun >= 0;
    pair = true;
    at = second;
    inRun = false;
    return true;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  String word() {
    return text.substring(start, end);
  }

  /// Whether it is of a script that is read in pairs.
  boolean isPair() {
    return pair;
  }

  /// Whether it is the last character of a run, which stands in the place of the pair before.
  boolean isLastOfRun() {
    return alone;
  }

  static boolean hasWords(String text) {
    return new WordScanner(text).next();
  }

  private static boolean isWord(int c) {
    if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (Character.isLetterOrDigit(c)) return true;
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }

  private static boolean isDense(int c) {
    if (c < 0x0E00) return false;
    boolean range =
        c <= 0x0EFF // Thai, Lao
            || (c >= 0x1000 && c <= 0x109F) // Myanmar
            || (c >= 0x1100 && c <= 0x11FF) // Hangul letters
            || (c >= 0x1780 && c <= 0x17FF) // Khmer
            || (c >= 0x2E80 && c <= 0x2FDF)
            || (c >= 0x3005 && c <= 0x30FF) // kana
            || (c >= 0x3130 && c <= 0x318F)
            || (c >= 0x31F0 && c <= 0x31FF)
            || (c >= 0x3400 && c <= 0x9FFF) // Han
            || (c >= 0xAC00 && c <= 0xD7AF) // Hangul
            || (c >= 0xF900 && c <= 0xFAFF)
            || (c >= 0xFF66 && c <= 0xFF9F)
            || (c >= 0x20000 && c <= 0x3FFFF);
    return range && isWord(c);
  }
}
