package freshet.source;

import freshet.text.Html;
import freshet.text.Whole;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads single values out of answers that promise nothing: what is missing or of another type is
/// null.
final class Values {
  /// Such as 2013-06-05T08:05:00+0000, which ISO 8601 allows and `Instant` does not read.
  private static final DateTimeFormatter BASIC_OFFSET =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss[.SSSSSSSSS][.SSSSSS][.SSS][XXX][XX]");

  private Values() {}

  static @Nullable String text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.isString() && !value.isNumber()) return null;
    String s = value.asString().strip();
    return s.isEmpty() ? null : s;
  }

  static @Nullable Instant time(JsonNode node, String name) {
    String s = text(node, name);
    return s == null ? null : time(s);
  }

  static @Nullable Instant time(String s) {
    try {
      return OffsetDateTime.parse(s, BASIC_OFFSET).toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }

  /// A plain number, -1 if it is none.
  static long number(@Nullable String s) {
    return Whole.of(s, 15).orElse(-1L);
  }

  static String encode(String s) {
    return URLEncoder.encode(s, StandardCharsets.UTF_8);
  }

  /// Plain text as HTML, with its line breaks.
  static String html(String text) {
    return Html.escape(text).replace("\n", "<br>");
  }

  static String link(String url, String text) {
    return "<a href=\"" + html(url) + "\">" + html(text) + "</a>";
  }
}
