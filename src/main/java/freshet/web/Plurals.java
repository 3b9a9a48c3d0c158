package freshet.web;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Numbers and the words beside them. A text says what it says for some numbers as `{0,plural,=0#no
/// feeds|one#{0,number} feed|other#{0,number} feeds}`: a number itself goes before the forms of the
/// language, which have the names and rules of Unicode's CLDR (zero, one, two, few, many, other).
final class Plurals {
  private static final String OPENING = ",plural,";

  private Plurals() {}

  /// The pattern with the part that fits the numbers in place of all of them; what is left is for
  /// `MessageFormat`.
  static String choose(String pattern, Locale language, Object... values) {
    int at = pattern.indexOf(OPENING);
    if (at < 0) return pattern;
    int open = pattern.lastIndexOf('{', at);
    int close = closing(pattern, open);
    int index = Integer.parseInt(pattern, open + 1, at, 10);
    String part = part(pattern.substring(at + OPENING.length(), close), language, values[index]);
    return choose(
        pattern.substring(0, open) + part + pattern.substring(close + 1), language, values);
  }

  private static int closing(String pattern, int open) {
    int depth = 0;
    for (int i = open; i >= 0 && i < pattern.length(); i++) {
      if (pattern.charAt(i) == '{') depth++;
      if (pattern.charAt(i) == '}' && --depth == 0) return i;
    }
    throw new IllegalArgumentException("braces of a plural do not match: " + pattern);
  }

  private static String part(String parts, Locale language, Object value) {
    BigDecimal given = new BigDecimal(value.toString());
    BigDecimal number = value instanceof Double ? given.stripTrailingZeros() : given;
    String form = form(language, number);
    String other = null;
    String found = null;
    for (String part : split(parts)) {
      int hash = part.indexOf('#');
      if (hash < 0) throw new IllegalArgumentException("a plural's form without #: " + parts);
      String name = part.substring(0, hash);
      String text = part.substring(hash + 1);
      if (name.startsWith("=")) {
        if (number.compareTo(new BigDecimal(name.substring(1))) == 0) return text;
      } else if (name.equals(form)) {
        found = text;
      }
      if (name.equals("other")) other = text;
    }
    if (other == null) throw new IllegalArgumentException("a plural without other: " + parts);
    return found == null ? other : found;
  }

  /// At each `|` that is not within braces.
  private static List<String> split(String parts) {
    List<String> all = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < parts.length(); i++) {
      switch (parts.charAt(i)) {
        case '{' -> depth++;
        case '}' -> depth--;
        case '|' -> {
          if (depth == 0) {
            all.add(parts.substring(from, i));
            from = i + 1;
          }
        }
        default -> {}
      }
    }
    all.add(parts.substring(from));
    return all;
  }

  /// The form that a language has for a number, by CLDR's cardinal rules.
  static String form(Locale language, BigDecimal number) {
    BigDecimal n = number.scale() < 0 ? number.abs().setScale(0) : number.abs();
    return switch (language.getLanguage()) {
      case "tr", "es" ->
          n.compareTo(BigDecimal.ONE) == 0
              ? "one"
              : language.getLanguage().equals("es") && millions(n) ? "many" : "other";
      case "fr" -> whole(n).compareTo(BigInteger.TWO) < 0 ? "one" : millions(n) ? "many" : "other";
      case "hr" -> {
        int last = n.scale() == 0 ? hundredth(whole(n)) : hundredth(fraction(n));
        yield endsInOne(last) ? "one" : endsInFew(last) ? "few" : "other";
      }
      case "ru" -> {
        int last = hundredth(whole(n));
        yield n.scale() > 0 ? "other" : endsInOne(last) ? "one" : endsInFew(last) ? "few" : "many";
      }
      case "ro" -> {
        int last = hundredth(whole(n));
        if (isOne(n)) yield "one";
        yield n.scale() > 0 || n.signum() == 0 || (last >= 1 && last <= 19) ? "few" : "other";
      }
      case "ar" -> {
        if (n.stripTrailingZeros().scale() > 0) yield "other";
        int last = hundredth(whole(n));
        if (n.signum() == 0) yield "zero";
        if (n.compareTo(BigDecimal.ONE) == 0) yield "one";
        if (n.compareTo(BigDecimal.TWO) == 0) yield "two";
        yield last >= 3 && last <= 10 ? "few" : last >= 11 ? "many" : "other";
      }
      default -> isOne(n) ? "one" : "other";
    };
  }

  private static boolean isOne(BigDecimal n) {
    return n.scale() == 0 && n.compareTo(BigDecimal.ONE) == 0;
  }

  private static boolean endsInOne(int last) {
    return last % 10 == 1 && last != 11;
  }

  private static boolean endsInFew(int last) {
    return last % 10 >= 2 && last % 10 <= 4 && (last < 12 || last > 14);
  }

  private static boolean millions(BigDecimal n) {
    return n.scale() == 0
        && n.signum() != 0
        && whole(n).mod(BigInteger.valueOf(1_000_000)).signum() == 0;
  }

  private static BigInteger whole(BigDecimal n) {
    return n.toBigInteger();
  }

  /// The digits after the point, as a number.
  private static BigInteger fraction(BigDecimal n) {
    return n.remainder(BigDecimal.ONE).unscaledValue();
  }

  private static int hundredth(BigInteger i) {
    return i.mod(BigInteger.valueOf(100)).intValue();
  }
}
