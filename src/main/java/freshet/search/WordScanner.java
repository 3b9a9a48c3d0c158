package freshet.search;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Walks over the words of a text: runs of letters, digits and marks. A number is one word however
/// its thousands are set apart (`1,500`, `1.500` and `1500` are the same), and so are `C++`, `C#`
/// and `.NET`. Where words stand together with a hyphen, an apostrophe, a period or an ampersand
/// between them, each is a word, and the first also knows what they are written together: `covid19`
/// of `COVID-19`, `oneill` of `O'Neill`; of `U.S.` that it is an acronym.
///
/// Scripts that are written without blanks (Chinese, Japanese, Thai …, and Korean, whose words end
/// in particles) are read in pairs of characters that overlap, so that any part of a run can be
/// found; the last character of a run also stands alone, in the place of the last pair, so that one
/// character can be found too, and so does the first behind a word of other letters or a number:
/// `月` of `11月15日`.
final class WordScanner {
  /// Longer "words" are encoded data; their beginning is enough.
  static final int LONGEST = 40;

  /// So many letters of a unit stand right behind a number: `1.5bn`, `2.4GHz`.
  private static final int LONGEST_UNIT = 3;

  /// Numbers of telephones and books, whatever stands between their digits.
  private static final int LONG_NUMBER = 10;

  private static final char ARABIC_POINT = '\u066B';
  private static final char ARABIC_GROUP = '\u066C';

  /// So many letters around a word in capitals say whether that means anything.
  private static final int SURROUNDINGS = 40;

  private final String text;
  private final int length;
  private int at;
  private int start;
  private int end;
  private boolean pair;
  private boolean alone;
  private boolean behindWord;
  private int lastOfRun = -1;
  private boolean inRun;

  /// What the word is if not what stands there.
  private @Nullable String other;

  private @Nullable String together;
  private @Nullable String acronym;

  /// Where the words end that stand together.
  private int togetherEnd;

  WordScanner(String text) {
    this.text = text;
    this.length = text.length();
  }

  /// Moves to the next word; false at the end.
  boolean next() {
    other = null;
    together = null;
    acronym = null;
    behindWord = false;
    if (inRun) return nextOfRun();
    while (at < length) {
      int c = text.codePointAt(at);
      if (isDigit(c) && isNumber(c)) return true;
      if (isDense(c)) {
        inRun = true;
        lastOfRun = -1;
        nextOfRun();
        behindWord = start > 0 && isWord(text.codePointBefore(start));
        return true;
      }
      if (isWord(c) && !isIgnored(c)) {
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
        if (at < length && text.charAt(at) != ' ') joined();
        if (acronym == null && end - start < 4 && isUpper(text.charAt(start))) capitals();
        return true;
      }
      if (c == '.' && dotted()) return true;
      at += Character.charCount(c);
    }
    return false;
  }

  private char at(int place) {
    return place >= 0 && place < length ? text.charAt(place) : ' ';
  }

  private static boolean isDigit(int c) {
    return (c >= '0' && c <= '9')
        || (c >= 0x660 && c <= 0x669) // Arabic
        || (c >= 0x6F0 && c <= 0x6F9) // Persian
        || (c >= 0x966 && c <= 0x96F) // Hindi
        || (c >= 0xE50 && c <= 0xE59); // Thai
  }

  private static boolean isUpper(char c) {
    return c < 0x80 ? c >= 'A' && c <= 'Z' : Character.isUpperCase(c);
  }

  private int digits(int from) {
    int to = from;
    while (isDigit(at(to))) to++;
    return to - from;
  }

  /// Reads `1,500`, `1 500` with a blank that does not break, `1.500.000,25` and `3.14` as one
  /// word; with a usual blank between the groups they are words of their own, too.
  private boolean isNumber(int c) {
    if (!isDigit(c) || isWord(at(at - 1))) return false;
    if (isGroupMark(at(at - 1)) && isDigit(at(at - 2))) return false; // of a date
    int first = digits(at);
    int to = at + first;
    char mark = at(to);
    if (first > 12 || !(isGroupMark(mark) || mark == ' ')) return false;
    int groups = to;
    if (first <= 3 && c != '0') {
      while (at(groups) == mark && digits(groups + 1) == 3) groups += 4;
    }
    boolean grouped = groups > to;
    int whole = grouped ? groups : to;
    if (mark == ' ') {
      if (!grouped || isWord(at(whole)) || isDigit(at(at - 2))) return false;
      together = bare(at, whole);
      togetherEnd = whole;
      start = at;
      at = to;
      end = to;
      pair = false;
      alone = false;
      return true;
    }
    char point = at(whole);
    boolean isPoint = point == '.' || point == ',' || point == ARABIC_POINT;
    int fraction = isPoint ? digits(whole + 1) : 0;
    int last = fraction == 0 ? whole : whole + 1 + fraction;
    boolean more = isGroupMark(at(last)) && isDigit(at(last + 1));
    if ((!grouped && fraction == 0) || more) return false;
    if (isWord(at(last)) && (fraction == 0 || !isUnit(last))) return false;
    start = at;
    at = last;
    end = last;
    pair = false;
    alone = false;
    other = bare(start, whole);
    if (fraction > 0) other += '.' + bare(whole + 1, last);
    return true;
  }

  private static boolean isGroupMark(char c) {
    return switch (c) {
      case ',', '.', 0xA0, 0x2009, 0x202F, ARABIC_GROUP -> true;
      default -> isApostrophe(c);
    };
  }

  /// `1.5bn`: a word of its own behind a number.
  private boolean isUnit(int from) {
    int to = from;
    while (isLatin(at(to))) to++;
    return to > from && to - from <= LONGEST_UNIT && !isWord(at(to));
  }

  private String bare(int from, int to) {
    StringBuilder digits = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (isDigit(c)) digits.append((char) ('0' + Character.digit(c, 10)));
    }
    return digits.toString();
  }

  /// `.NET`: one word with its period, found without it, too.
  private boolean dotted() {
    char before = at(at - 1);
    if (before == '.' || isWord(before)) return false;
    int to = at + 1;
    while (isLatin(at(to))) to++;
    int letters = to - at - 1;
    if (letters < 2 || letters > 5 || isWord(at(to)) || at(to) == '.') return false;
    start = at;
    end = to;
    at = to;
    other = text.substring(start, end);
    together = text.substring(start + 1, end);
    togetherEnd = end;
    pair = false;
    alone = false;
    return true;
  }

  private static boolean isLatin(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  /// Finds what the word at `start` is written together with what follows it without a blank.
  private void joined() {
    char c = text.charAt(at);
    if (end - start == 1 && (c == '+' || c == '#') && sign(c)) return;
    if (start < togetherEnd) return; // the first of them knows it
    if (isHyphen(c)) apart(c, 6, 24);
    else if (isApostrophe(c)) apostrophe();
    else if (c == '.') apart(c, 6, 16);
    else if (c == '&') apart(c, 2, 8);
  }

  /// `C++`, `C#`.
  private boolean sign(char c) {
    int to = at;
    while (at(to) == c) to++;
    if (to - at != (c == '+' ? 2 : 1) || isWord(at(to))) return false;
    other = text.substring(start, to);
    end = to;
    at = to;
    return true;
  }

  private static boolean isHyphen(char c) {
    return c == '-' || c == '\u2010' || c == '\u2011';
  }

  static boolean isApostrophe(char c) {
    return switch (c) {
      case '\'', '’', 'ʼ', 'ʻ', '‘', '‛', '′', '´', '`', 'ʹ', '＇' -> true;
      default -> false;
    };
  }

  private void apart(char mark, int most, int longest) {
    StringBuilder all = new StringBuilder(text.substring(start, end));
    int parts = 1;
    int shortest = end - start;
    int longestPart = shortest;
    int to = at;
    while (at(to) == mark && isWord(at(to + 1)) && !isDense(at(to + 1))) {
      int from = to + 1;
      if (mark == '.' && isDigit(at(to - 1)) && isDigit(at(from))) return; // 1.5bn is not 15bn
      to = from;
      while (to < length && isWord(text.charAt(to)) && to - from <= longest) to++;
      if (mark == '&') all.append('&');
      all.append(text, from, to);
      shortest = Math.min(shortest, to - from);
      longestPart = Math.max(longestPart, to - from);
      if (++parts > most || all.length() > longest) return;
    }
    if (parts < 2) return;
    // The s of M&M's belongs to the name.
    if (mark == '&' && isApostrophe(at(to)) && isS(at(to + 1)) && !isWord(at(to + 2))) {
      all.append(at(to + 1));
      to += 2;
    }
    togetherEnd = to;
    if (mark == '.' && longestPart == 1) {
      if (isLatinOrOther(all)) acronym = all.toString().toLowerCase(Locale.ROOT);
      return;
    }
    boolean period = mark != '.' || shortest <= 3;
    // 2-1 and 15.11.2026 are numbers that stand side by side; 978-3-16-148410-0 is one.
    boolean isLong = mark != '.' && all.length() >= LONG_NUMBER;
    if (period && (hasLetter(all) || isLong)) together = all.toString();
  }

  private static boolean isS(char c) {
    return c == 's' || c == 'S';
  }

  private static boolean isLatinOrOther(CharSequence s) {
    return s.chars().allMatch(Character::isLetter);
  }

  private static boolean hasLetter(CharSequence s) {
    return s.chars().anyMatch(Character::isLetter);
  }

  /// What follows an apostrophe belongs to the word in names (`O'Neill`) and in Ukrainian; it is an
  /// ending in `Kim's`, and what stands before it is an article in `l'homme`.
  private void apostrophe() {
    int from = at + 1;
    if (!isWord(at(from)) || isDense(at(from))) return;
    int to = from;
    while (to < length && isWord(text.charAt(to)) && to - from < 24) to++;
    togetherEnd = to;
    boolean upper = Character.isUpperCase(text.charAt(from));
    boolean latin = text.charAt(from) < 0x0250;
    if (latin && !upper) {
      if (to - from < 3 && isEnding(text.substring(from, to))) return;
      if (end - start < 2 || isElided(text.substring(start, end))) return;
    }
    together = text.substring(start, end) + text.substring(from, to);
  }

  private static boolean isEnding(String s) {
    return switch (s.toLowerCase(Locale.ROOT)) {
      case "s", "t", "re", "ll", "ve", "d", "m" -> true;
      default -> false;
    };
  }

  /// Articles and the like that lose their vowel, of two letters or more.
  static boolean isElided(String s) {
    return switch (s.toLowerCase(Locale.ROOT)) {
      case "qu", "un", "gl", "ch", "de", "ne", "se", "ve", "po", "be" -> true;
      case "dell", "nell", "sull", "dall", "all", "quest", "jusqu", "lorsqu", "puisqu" -> true;
      default -> false;
    };
  }

  /// Two or three capitals, unless all around it is in capitals.
  private void capitals() {
    if (end - start < 2 || other != null) return;
    for (int i = start; i < end; i++) if (!isUpper(text.charAt(i))) return;
    int from = Math.max(0, start - SURROUNDINGS);
    int to = Math.min(length, end + SURROUNDINGS);
    boolean lower = to - from <= end - start;
    boolean upper = false;
    for (int i = from; i < to && !lower; i++) {
      if (i == start) i = end;
      if (i >= to) break;
      char c = text.charAt(i);
      lower = Character.isLowerCase(c);
      upper |= Character.isUpperCase(c);
    }
    if (lower || !upper) acronym = text.substring(start, end).toLowerCase(Locale.ROOT);
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
    return other == null ? text.substring(start, end) : other;
  }

  /// The text that has the word between `from` and `to`: the text itself but for words that are
  /// written otherwise than they are read.
  String source() {
    return other == null ? text : other;
  }

  int from() {
    return other == null ? start : 0;
  }

  int to() {
    return other == null ? end : other.length();
  }

  /// What this word and those that follow it without a blank are written together; null if that is
  /// nothing.
  @Nullable String together() {
    return together;
  }

  /// In small letters if it is one: `us` of `U.S.` and of `US` in a text of small letters; else
  /// null.
  @Nullable String acronym() {
    return acronym;
  }

  /// Where the words end that `together` and `acronym` are made of.
  int togetherEnd() {
    return Math.max(end, togetherEnd);
  }

  /// Whether it begins with a capital letter.
  boolean isCapital() {
    return other == null && isUpper(text.charAt(start));
  }

  /// Whether it is of a script that is read in pairs.
  boolean isPair() {
    return pair;
  }

  /// Whether it is the last character of a run, which stands in the place of the pair before.
  boolean isLastOfRun() {
    return alone;
  }

  /// Whether it is the first pair of a run, right behind a word of other letters or a number.
  boolean isBehindWord() {
    return behindWord;
  }

  static boolean hasWords(String text) {
    return new WordScanner(text).next();
  }

  /// Where a word may be broken, or may not; texts that were copied are full of them.
  private static boolean isIgnored(int c) {
    return c == 0xAD || (c >= 0x200B && c <= 0x200D) || c == 0x2060;
  }

  private static boolean isWord(int c) {
    if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (c >= 0x2B9 && c <= 0x2BC) return c == 0x2BA; // letters to Unicode, apostrophes to people
    if (Character.isLetterOrDigit(c)) return true;
    if (isIgnored(c)) return true;
    if (c >= 0x2080 && c <= 0x2089) return true; // CO₂
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }

  private static boolean isDense(int c) {
    if (c < 0x0E00 || isDigit(c)) return false;
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
