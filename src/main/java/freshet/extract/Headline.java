package freshet.extract;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A page's title without the name of its site, which most sites put before or behind it ("Storm in
/// Larkfield | The Post"). Only what the page itself says elsewhere decides: a title may well have
/// a dash in it.
final class Headline {
  /// What stands between a title and the name of a site. A hyphen needs its blanks, a bar does not.
  private static final String BARS = "|»«•";

  private static final String DASHES = "-–—·~:/>";

  private Headline() {}

  /// @param title of the page
  /// @param declared what the page says in its head that it is called, "" if nothing
  /// @param site what it says there its site is called, "" if nothing
  /// @param headings of which one may be the title, or the name of the site
  static String of(String title, String declared, String site, List<String> headings) {
    boolean agreed = headings.contains(declared) && rest(title, declared) != null;
    if (!declared.equals(site) && (agreed || isTheLonger(declared, title))) return declared;
    String rest = rest(title, site);
    if (rest != null && !rest.isEmpty()) return rest;
    for (String heading : headings) {
      if (isTheLonger(heading, title)) return heading;
    }
    return title;
  }

  /// Names of sites are usually the shorter part; some sites give their own as every page's title.
  private static boolean isTheLonger(String part, String title) {
    String rest = rest(title, part);
    return rest != null && rest.length() < part.length();
  }

  /// What a text begins or ends with besides the other, null if it does neither.
  private static @Nullable String rest(String text, String other) {
    if (other.isEmpty() || text.length() <= other.length()) return null;
    if (text.startsWith(other)) {
      int begin = other.length();
      int end = begin;
      while (end < text.length() && isBetween(text.charAt(end))) end++;
      return divides(text.substring(begin, end)) ? text.substring(end) : null;
    }
    if (!text.endsWith(other)) return null;
    int end = text.length() - other.length();
    int begin = end;
    while (begin > 0 && isBetween(text.charAt(begin - 1))) begin--;
    return divides(text.substring(begin, end)) ? text.substring(0, begin) : null;
  }

  private static boolean isBetween(char c) {
    return Character.isWhitespace(c) || BARS.indexOf(c) >= 0 || DASHES.indexOf(c) >= 0;
  }

  private static boolean divides(String between) {
    String mark = between.strip();
    if (mark.isEmpty() || mark.length() > 3) return false;
    boolean bar = mark.length() == 1 && BARS.contains(mark);
    boolean apart =
        Character.isWhitespace(between.charAt(0))
            && Character.isWhitespace(between.charAt(between.length() - 1));
    return bar || apart;
  }
}
