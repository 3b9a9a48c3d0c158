package freshet.extract;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where a page sends whoever opens it, by its own words rather than by its server's.
final class Refresh {
  private static final int LONGEST = 4000;

  /// `location = "/x"`, `window.location.href='/x'`, `location.replace("/x")`.
  private static final Pattern SCRIPT =
      Pattern.compile(
          "\\blocation(?:\\.href)?\\s*=\\s*[\"']([^\"']{1,4000})[\"']"
              + "|\\blocation\\.(?:replace|assign)\\(\\s*[\"']([^\"']{1,4000})[\"']");

  private Refresh() {}

  /// Reads `0;url=/x`, `5; URL='/x'`, `0,/x`, each character once: a publisher decides how long
  /// that is.
  ///
  /// @param content of a `meta` element
  static @Nullable String byMeta(String content) {
    int at = afterBlanks(content, 0);
    while (at < content.length() && ".0123456789".indexOf(content.charAt(at)) >= 0) at++;
    at = afterBlanks(content, at);
    if (at == content.length() || ";,".indexOf(content.charAt(at)) < 0) return null;
    at = afterBlanks(content, at + 1);
    if (content.regionMatches(true, at, "url", 0, 3)) {
      int sign = afterBlanks(content, at + 3);
      if (sign < content.length() && content.charAt(sign) == '=') {
        at = afterBlanks(content, sign + 1);
      }
    }
    int end = content.length();
    if (at < end && "\"'".indexOf(content.charAt(at)) >= 0) {
      int closed = content.indexOf(content.charAt(at), at + 1);
      if (closed >= 0) end = closed;
      at++;
    }
    String address = content.substring(at, end).strip();
    return address.isEmpty() || address.length() > LONGEST ? null : address;
  }

  private static int afterBlanks(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
    return at;
  }

  static @Nullable String byScript(String script) {
    Matcher m = SCRIPT.matcher(script);
    if (!m.find()) return null;
    return m.group(1) != null ? m.group(1) : m.group(2);
  }
}
