package freshet.extract;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A page's title without the name of its site, which most sites put before or behind it ("Storm in
/// Larkfield | The Post"). Only what the page itself says elsewhere decides: a title may well have
/// a dash in it.
final class Headline {
  /// What stands between a title and the name of a site. A hyphen needs its blanks, a bar does not.
  private static final String BETWEEN = "\\s*[|»«•]\\s*|\\s+(?:[-–—·~:/]|::|-->?)\\s+";

  private static final Pattern ENDS_SO = Pattern.compile("(?:" + BETWEEN + ")$");
  private static final Pattern BEGINS_SO = Pattern.compile("^(?:" + BETWEEN + ")");

  private Headline() {}

  /// @param title of the page
  /// @param declared what the page says in its head that it is called, "" if nothing
  /// @param site what it says there its site is called, "" if nothing
  /// @param headings of which one may be the title; or the name of the site, so it has to be the
  ///   longer part
  static String of(String title, String declared, String site, List<String> headings) {
    if (rest(title, declared) != null && !declared.equals(site)) return declared;
    String rest = rest(title, site);
    if (rest != null && !rest.isEmpty()) return rest;
    for (String heading : headings) {
      String other = rest(title, heading);
      if (other != null && other.length() < heading.length()) return heading;
    }
    return title;
  }

  /// What a text begins or ends with besides the other, null if it does neither.
  private static @Nullable String rest(String text, String other) {
    if (other.isEmpty() || text.length() <= other.length()) return null;
    if (text.startsWith(other)) return without(BEGINS_SO, text.substring(other.length()));
    if (!text.endsWith(other)) return null;
    return without(ENDS_SO, text.substring(0, text.length() - other.length()));
  }

  private static @Nullable String without(Pattern between, String text) {
    var found = between.matcher(text);
    return found.find() ? found.replaceFirst("").strip() : null;
  }
}
