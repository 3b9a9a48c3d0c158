package freshet.parse;

import freshet.text.Cut;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Links that lead to another place of the same text: footnotes and the ways back. Names of places
/// (`id`, or `name` of a link) are kept only if such a link leads there, and with a prefix, so that
/// a text can name nothing on the page that it is shown on.
///
/// @param targets names as the feed wrote them
record InnerLinks(Set<String> targets) {
  static final InnerLinks NONE = new InnerLinks(Set.of());

  /// Before every name of a place. Pages put the entry's number behind it.
  private static final String PREFIX = "fn-";

  private static final int MOST = 500;

  private static final Pattern NAME =
      Pattern.compile("\\s(?:id|name)\\s*=\\s*[\"']([^\"'\\s<>&]{1,80})[\"']");

  private static final Pattern LINK =
      Pattern.compile("\\shref\\s*=\\s*[\"']([^\"'\\s#]{0,500})#([^\"'\\s<>&]{1,80})[\"']");

  /// A page's own address before the mark is believed for these only: another page of the same site
  /// may well have a place called `top`.
  private static final Pattern NOTE = Pattern.compile("(?i)fn|note|ref|cite|mark");

  static InnerLinks of(String html) {
    if (html.indexOf('#') < 0) return NONE;
    Set<String> led = new HashSet<>();
    Matcher link = LINK.matcher(html);
    while (led.size() < MOST && link.find()) {
      if (isInner(link.group(1), link.group(2))) led.add(link.group(2));
    }
    if (led.isEmpty()) return NONE;
    Set<String> named = new HashSet<>();
    Matcher name = NAME.matcher(html);
    while (named.size() < MOST && name.find()) {
      if (led.contains(name.group(1))) named.add(name.group(1));
    }
    return named.isEmpty() ? NONE : new InnerLinks(named);
  }

  private static boolean isInner(String address, String place) {
    return address.isEmpty() || NOTE.matcher(place).find();
  }

  /// What a name of a place is kept as; null if nothing leads there.
  @Nullable String place(String name) {
    return targets.contains(name) ? prefixed(name) : null;
  }

  /// Where a link within the text leads; null if it leads elsewhere.
  ///
  /// @param base the address of the text, if it has one
  @Nullable String link(String href, @Nullable String base) {
    int mark = href.indexOf('#');
    if (mark < 0) return null;
    String place = href.substring(mark + 1);
    String address = href.substring(0, mark);
    if (!targets.contains(place) || !isInner(address, place)) return null;
    return address.isEmpty() || isSameSite(address, base) ? "#" + prefixed(place) : null;
  }

  /// A text that has been through here before is left as it is.
  private static String prefixed(String name) {
    return name.startsWith(PREFIX) ? name : PREFIX + name;
  }

  private static boolean isSameSite(String address, @Nullable String base) {
    if (!address.contains("//")) return true;
    return base != null && host(address).equalsIgnoreCase(host(base));
  }

  private static String host(String address) {
    int start = address.indexOf("//");
    if (start < 0) return "";
    String rest = address.substring(start + 2);
    int end = rest.indexOf('/');
    return Cut.start(end < 0 ? rest : rest.substring(0, end), 300);
  }
}
