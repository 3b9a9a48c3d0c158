package freshet.extract;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Relative addresses made absolute as browsers do (RFC 3986, 5.2, and backslashes for slashes).
/// Nothing else about them is changed.
public final class Hrefs {
  private static final int LONGEST = 8192;

  /// Schemes that open a reader or a player of podcasts with a web address (`feed:https://…`,
  /// `feed://…`).
  private static final Set<String> SUBSCRIBING = Set.of("feed", "itpc", "pcast", "podcast");

  private Hrefs() {}

  /// The absolute address, or null if it is no web address: `mailto:`, `javascript:`, nothing but a
  /// fragment, longer than any server takes.
  ///
  /// @param base absolute, of the page or of its `<base>`
  public static @Nullable String join(String base, String href) {
    String s = trimmed(href);
    if (s.isEmpty() || s.charAt(0) == '#') return null;
    if (s.length() > LONGEST || base.length() > LONGEST) return null;
    int colon = schemeEnd(s);
    if (subscribes(s, colon)) {
      String rest = s.substring(colon + 1);
      return rest.startsWith("//") ? "http:" + rest : schemeEnd(rest) < 0 ? null : join(base, rest);
    }
    if (colon >= 0) {
      boolean web = s.regionMatches(true, 0, "http", 0, 4) && (colon == 4 || colon == 5);
      return web && s.length() > colon + 3 && isSlash(s.charAt(colon + 1)) ? s : null;
    }
    int authority = base.indexOf("://") + 3;
    if (authority < 3) return null;
    int path = end(base, authority, "/?#");
    int query = end(base, path, "?#");
    char first = s.charAt(0) == '\\' ? '/' : s.charAt(0);
    if (first == '/' && s.length() > 1 && isSlash(s.charAt(1))) {
      return base.substring(0, authority - 2) + s;
    }
    if (first == '/') return withoutDots(base.substring(0, path) + s, path);
    if (first == '?') return base.substring(0, query) + s;
    int slash = base.lastIndexOf('/', query - 1);
    String folder = slash < path ? base.substring(0, path) + "/" : base.substring(0, slash + 1);
    return withoutDots(folder + s, path);
  }

  /// Whether a link opens a reader: what it names is a feed, whatever its address looks like.
  static boolean subscribes(String href) {
    String s = trimmed(href);
    return subscribes(s, schemeEnd(s));
  }

  private static boolean subscribes(String s, int colon) {
    return colon >= 0 && SUBSCRIBING.contains(s.substring(0, colon).toLowerCase(Locale.ROOT));
  }

  private static String withoutDots(String url, int path) {
    if (url.indexOf("/.", path) < 0) return url;
    int end = end(url, path, "?#");
    StringBuilder out = new StringBuilder(url.length()).append(url, 0, end);
    removeDots(out, path);
    return out.append(url, end, url.length()).toString();
  }

  /// Removes `.` and `..` from the path that begins at `start` (RFC 3986, 5.2.4).
  public static void removeDots(StringBuilder out, int start) {
    if (out.indexOf("/.", start) < 0) return;
    String path = out.substring(start).replace('\\', '/');
    out.setLength(start);
    int i = 0;
    while (i < path.length()) {
      int next = path.indexOf('/', i + 1);
      if (next < 0) next = path.length();
      String segment = path.substring(i + 1, next);
      boolean last = next == path.length();
      if (segment.equals("..")) {
        out.setLength(Math.max(start, out.lastIndexOf("/")));
        if (last) out.append('/');
      } else if (segment.equals(".")) {
        if (last) out.append('/');
      } else {
        out.append('/').append(segment);
      }
      i = next;
    }
  }

  /// Blanks around are dropped, line breaks and tabs everywhere.
  public static String trimmed(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isBlank(text.charAt(from))) from++;
    while (to > from && isBlank(text.charAt(to - 1))) to--;
    String s = text.substring(from, to);
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == '\n' || c == '\r' || c == '\t') {
        return s.replace("\n", "").replace("\r", "").replace("\t", "");
      }
    }
    return s;
  }

  /// Where the scheme of an address ends, or -1 if it has none.
  public static int schemeEnd(String s) {
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (c == ':') return i == 0 ? -1 : i;
      if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'))) {
        return -1;
      }
    }
    return -1;
  }

  private static boolean isBlank(char c) {
    return c <= ' ' || c == '\u00A0' || c == '\uFEFF' || c == '\u3000' || c == '\u200B';
  }

  private static boolean isSlash(char c) {
    return c == '/' || c == '\\';
  }

  private static int end(String s, int from, String ends) {
    for (int i = from; i < s.length(); i++) if (ends.indexOf(s.charAt(i)) >= 0) return i;
    return s.length();
  }
}
