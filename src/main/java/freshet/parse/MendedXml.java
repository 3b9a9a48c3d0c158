package freshet.parse;

import freshet.bound.Stop;
import org.jsoup.nodes.Entities;

/// A broken document with two things put right that jsoup would read as HTML does or not at all:
/// - `?a=1&copy=2` has no copyright sign: XML has no entities without a semicolon;
/// - a CDATA section that nobody closed would swallow every entry after it.
final class MendedXml {
  private static final String DATA = "<![CDATA[";
  private static final String END = "]]>";

  private MendedXml() {}

  static String of(String document) {
    int n = document.length();
    StringBuilder out = new StringBuilder(n + 64);
    int lastEnd = document.lastIndexOf(END); // beyond it nothing is closed, so nothing is sought
    for (int from = 0; from < n; ) {
      Stop.check();
      int data = document.indexOf(DATA, from);
      ampersands(document, from, data < 0 ? n : data, out);
      if (data < 0) break;
      int end = data < lastEnd ? document.indexOf(END, data) : -1;
      if (end < 0) {
        from = data + DATA.length();
      } else {
        from = end + END.length();
        out.append(document, data, from);
      }
    }
    return out.toString();
  }

  private static void ampersands(String s, int from, int to, StringBuilder out) {
    int done = from;
    for (int at = s.indexOf('&', from, to); at >= 0; at = s.indexOf('&', at + 1, to)) {
      if (isReference(s, at)) continue;
      out.append(s, done, at).append("&amp;");
      done = at + 1;
    }
    out.append(s, done, to);
  }

  private static boolean isReference(String s, int at) {
    int end = at + 1;
    while (end < s.length()
        && end - at < 40
        && (Character.isLetterOrDigit(s.charAt(end)) || s.charAt(end) == '#')) {
      end++;
    }
    if (end == at + 1 || end == s.length() || s.charAt(end) != ';') return false;
    return s.charAt(at + 1) == '#' || Entities.isNamedEntity(s.substring(at + 1, end));
  }
}
