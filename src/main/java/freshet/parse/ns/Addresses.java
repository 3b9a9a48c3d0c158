package freshet.parse.ns;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Resolves references as RFC 3986, section 5, says, but takes the characters that real feeds use
/// and java.net.URI refuses.
public final class Addresses {
  private static final int MAX_LENGTH = 8192;

  private Addresses() {}

  /// @return null for an empty address, one that is or becomes endless, and one that runs code
  public static @Nullable String resolve(@Nullable String base, String reference) {
    String s = clean(reference);
    if (s.isEmpty() || s.length() > MAX_LENGTH) return null;
    int colon = schemeEnd(s);
    if (colon > 0) return !isWeb(s) && runsCode(s, colon) ? null : s;
    if (base == null || schemeEnd(base) <= 0) {
      if (s.startsWith("//")) return "https:" + s;
      return base == null ? s : joinedPaths(base, s);
    }
    if (base.length() > MAX_LENGTH) return null;
    String joined = join(base, s);
    return joined.length() > MAX_LENGTH ? null : joined;
  }

  /// Where nobody knows the server, a relative `xml:base` still says which folder is meant.
  private static String joinedPaths(String base, String s) {
    char first = s.charAt(0);
    if (first == '/' || first == '#' || first == '?') return s;
    int end = before(base, '?', 0, before(base, '#', 0));
    int refEnd = before(s, '?', 0, before(s, '#', 0));
    String folder = base.substring(0, base.lastIndexOf('/', Math.max(0, end - 1)) + 1);
    return withoutDots(folder + s.substring(0, refEnd)) + s.substring(refEnd);
  }

  public static boolean isAbsolute(String address) {
    return schemeEnd(address) > 0;
  }

  public static boolean isWeb(@Nullable String address) {
    return address != null
        && (address.regionMatches(true, 0, "http://", 0, 7)
            || address.regionMatches(true, 0, "https://", 0, 8));
  }

  /// Blanks around go, line breaks inside are what a pretty-printer left.
  private static String clean(String s) {
    String t = s.strip();
    boolean breaks = false;
    for (int i = 0; i < t.length() && !breaks; i++) breaks = t.charAt(i) < ' ';
    return breaks ? t.replaceAll("[\\x00-\\x1f]+ *", "") : t;
  }

  private static boolean runsCode(String s, int colon) {
    return switch (s.substring(0, colon).toLowerCase(Locale.ROOT)) {
      case "javascript", "vbscript", "data", "livescript", "mocha", "about" -> true;
      default -> false;
    };
  }

  private static int schemeEnd(String s) {
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == ':') return i;
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'))) {
        return -1;
      }
    }
    return -1;
  }

  private static String join(String base, String ref) {
    int colon = schemeEnd(base);
    String scheme = base.substring(0, colon + 1);
    if (ref.startsWith("//")) return scheme + ref;
    int pathStart = colon + 1;
    if (base.startsWith("//", pathStart)) {
      int from = pathStart + 2;
      pathStart = before(base, '/', from, before(base, '?', from, before(base, '#', from)));
    }
    int pathEnd = before(base, '?', pathStart, before(base, '#', pathStart));
    int hash = base.indexOf('#', pathEnd);
    char first = ref.charAt(0);
    if (first == '#') return (hash < 0 ? base : base.substring(0, hash)) + ref;
    String root = base.substring(0, pathStart);
    String path = base.substring(pathStart, pathEnd);
    if (first == '?') return root + path + ref;
    int refPathEnd = before(ref, '?', 0, before(ref, '#', 0));
    String merged =
        first == '/'
            ? ref.substring(0, refPathEnd)
            : (path.isEmpty() ? "/" : path.substring(0, path.lastIndexOf('/') + 1))
                + ref.substring(0, refPathEnd);
    return root + withoutDots(merged) + ref.substring(refPathEnd);
  }

  private static int before(String s, char c, int from) {
    return before(s, c, from, s.length());
  }

  /// Where a character is, or the end if it is not before that.
  private static int before(String s, char c, int from, int end) {
    int at = from < end ? s.indexOf(c, from, end) : -1;
    return at < 0 ? end : at;
  }

  private static String withoutDots(String path) {
    if (!path.contains("/.") && !path.startsWith(".")) return path;
    List<String> kept = new ArrayList<>();
    String[] parts = path.split("/", -1);
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i];
      boolean last = i == parts.length - 1;
      if (part.equals("..")) {
        if (kept.size() > 1) kept.removeLast();
        if (last) kept.add("");
      } else if (part.equals(".")) {
        if (last) kept.add("");
      } else {
        kept.add(part);
      }
    }
    return String.join("/", kept);
  }
}
