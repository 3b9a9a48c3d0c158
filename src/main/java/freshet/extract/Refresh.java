package freshet.extract;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where a page sends whoever opens it, by its own words rather than by its server's.
final class Refresh {
  /// `0;url=/x`, `5; URL='/x'`, `0,/x`.
  private static final Pattern META =
      Pattern.compile(
          "^\\s*[\\d.]*\\s*[;,]\\s*(?:url\\s*=\\s*)?[\"']?\\s*([^\"'\\s][^\"']{0,4000}?)\\s*[\"']?\\s*$",
          Pattern.CASE_INSENSITIVE);

  /// `location = "/x"`, `window.location.href='/x'`, `location.replace("/x")`.
  private static final Pattern SCRIPT =
      Pattern.compile(
          "\\blocation(?:\\.href)?\\s*=\\s*[\"']([^\"']{1,4000})[\"']"
              + "|\\blocation\\.(?:replace|assign)\\(\\s*[\"']([^\"']{1,4000})[\"']");

  private Refresh() {}

  /// @param content of a `meta` element
  static @Nullable String byMeta(String content) {
    Matcher m = META.matcher(content);
    return m.find() ? m.group(1) : null;
  }

  static @Nullable String byScript(String script) {
    Matcher m = SCRIPT.matcher(script);
    if (!m.find()) return null;
    return m.group(1) != null ? m.group(1) : m.group(2);
  }
}
