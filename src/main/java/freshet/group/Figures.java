package freshet.group;

import freshet.group.Traces.Trace;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Numbers as every language means them: `1,500`, `1.500` and `1 500` are one, `2.4 billion`, `2,4
/// Milliarden` and `24億` another, and so are `3-1` and `3:1`. Years and what can be counted on two
/// hands say nothing; the more digits a number has, the more it says.
final class Figures {
  private Figures() {}

  /// Where what begins with a digit ends.
  static int end(String text, int from) {
    int at = from;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (isDigit(c)) {
        at++;
        continue;
      }
      boolean between = at + 1 < text.length() && isDigit(text.charAt(at + 1));
      boolean blank = c == ' ' || c == 0xA0 || c == 0x202F || c == 0x2009;
      if (blank) between = threeFollow(text, at + 1) && groupOfThree(text, from, at);
      if (!between || !(blank || ".,'’:-–".indexOf(c) >= 0)) break;
      at++;
    }
    return at;
  }

  static boolean isDigit(char c) {
    return (c >= '0' && c <= '9')
        || (c > 0x80 && Character.getType(c) == Character.DECIMAL_DIGIT_NUMBER);
  }

  private static boolean threeFollow(String text, int at) {
    int n = 0;
    while (at + n < text.length() && isDigit(text.charAt(at + n))) n++;
    return n == 3;
  }

  private static boolean groupOfThree(String text, int from, int to) {
    int n = 0;
    while (to - n - 1 >= from && isDigit(text.charAt(to - n - 1))) n++;
    return n <= 3;
  }

  static @Nullable Trace trace(String text, int from, int to, String language) {
    StringBuilder out = new StringBuilder();
    for (int i = from; i < to && out.length() < 20; i++) {
      char c = text.charAt(i);
      if (isDigit(c)) out.append((char) ('0' + Character.digit(c, 10)));
      else
        out.append(c == ':' || c == '-' || c == '–' ? ':' : c == ',' ? ',' : c == '.' ? '.' : ' ');
    }
    String s = out.toString();
    if (s.indexOf(':') >= 0) return s.length() == 3 ? figure(s, 0.4f) : null;
    BigDecimal value = value(s);
    if (value == null) return null;
    BigDecimal whole = value.multiply(BigDecimal.valueOf(times(text, to, language)));
    String plain = whole.stripTrailingZeros().toPlainString();
    long digits = plain.chars().filter(c -> c >= '1' && c <= '9').count();
    boolean fraction = plain.indexOf('.') >= 0;
    if (!fraction && whole.compareTo(BigDecimal.valueOf(12)) < 0) return null;
    boolean year =
        !fraction
            && plain.length() == 4
            && s.length() == 4
            && (plain.startsWith("19") || plain.startsWith("20"));
    if (year) return null;
    boolean day = !fraction && whole.compareTo(BigDecimal.valueOf(31)) <= 0;
    float weight = day ? 0.3f : digits < 2 ? 0.4f : digits == 2 && !fraction ? 0.6f : 0.9f;
    return figure(plain, weight);
  }

  private static Trace figure(String plain, float weight) {
    return new Trace(new int[] {Traces.key('f', plain)}, weight, Traces.NUMBER);
  }

  private static @Nullable BigDecimal value(String s) {
    int comma = s.lastIndexOf(',');
    int point = s.lastIndexOf('.');
    int blank = s.lastIndexOf(' ');
    int last = Math.max(comma, Math.max(point, blank));
    int behind = s.length() - last - 1;
    boolean mixed = (comma >= 0 ? 1 : 0) + (point >= 0 ? 1 : 0) + (blank >= 0 ? 1 : 0) > 1;
    boolean zero = s.startsWith("0");
    boolean fraction = last == Math.max(comma, point) && last > 0 && (behind != 3 || mixed || zero);
    String digits = s.replaceAll("[^0-9]", "");
    if (digits.isEmpty() || digits.length() > 15) return null;
    if (!fraction) return new BigDecimal(digits);
    if (s.indexOf(s.charAt(last)) != last) return null; // 12.11.2026
    String before = s.substring(0, last).replaceAll("[^0-9]", "");
    return new BigDecimal(before + "." + s.substring(last + 1));
  }

  private static final String[] MILLIARDS = {
    "milliard",
    "mrd",
    "mld",
    "миллиард",
    "млрд",
    "милиард",
    "мільярд",
    "milijard",
    "miliar",
    "miljard",
    "δισεκ",
    "δις",
    "مليار",
    "billion",
    "bn",
    "億"
  };

  private static final String[] MILLIONS = {
    "million", "millió", "mill", "mio", "mln", "milion", "milijun", "miljon", "milyon", "милли",
    "млн", "мільйон", "милион", "εκατ", "مليون", "ملايين", "万"
  };

  private static final String[] THOUSANDS = {
    "thousand",
    "tausend",
    "tisuć",
    "tisuc",
    "hiljad",
    "хиляд",
    "тысяч",
    "тыс",
    "тисяч",
    "tuhat",
    "tuhan",
    "χιλ",
    "ألف",
    "آلاف"
  };

  /// What the word behind a number multiplies it with.
  private static long times(String text, int to, String language) {
    int at = to;
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == 0xA0)) at++;
    if (at < text.length() && at == to && (text.charAt(at) == '万' || text.charAt(at) == '億')) {
      return text.charAt(at) == '万' ? 10_000 : 100_000_000;
    }
    int end = at;
    while (end < text.length() && end < at + 12 && Character.isLetter(text.charAt(end))) end++;
    String word = text.substring(at, end).toLowerCase(java.util.Locale.ROOT);
    if (language.equals("ro") && word.equals("de") && end + 1 < text.length()) {
      return times(text, end, "");
    }
    if (word.length() < 2) return 1;
    switch (word) {
      case "mil" -> {
        return text.startsWith(" mill", end) ? 1_000_000_000 : 1_000;
      }
      case "bin", "mii", "mie", "tis" -> {
        return 1_000;
      }
      default -> {}
    }
    if (begins(word, MILLIARDS)) return 1_000_000_000;
    if (begins(word, MILLIONS)) return 1_000_000;
    return begins(word, THOUSANDS) ? 1_000 : 1;
  }

  private static boolean begins(String word, String[] beginnings) {
    for (String b : beginnings) if (word.startsWith(b)) return true;
    return false;
  }
}
