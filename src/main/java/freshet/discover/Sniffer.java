package freshet.discover;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tells by the beginning of some bytes whether to read them as a feed: reading every page as one
/// first would cost as much as reading it as a page.
final class Sniffer {
  private static final int LOOKED_AT = 8192;

  /// Comments before the feed, such as a licence, are passed over as far as this.
  private static final int LONGEST_COMMENTS = 200_000;

  private static final Pattern ROOT =
      Pattern.compile("<([\\w-]{1,30}:)?(rss|feed|rdf|channel)[\\s>]");

  private Sniffer() {}

  static boolean maybeFeed(byte[] body) {
    String head = head(body);
    Matcher feed = ROOT.matcher(head);
    if (feed.find()) {
      int html = Math.max(head.indexOf("<html"), head.indexOf("<!doctype html"));
      return html < 0 || feed.start() < html;
    }
    String start = head.stripLeading();
    boolean json = start.startsWith("{") || start.matches("(?s)[\\w$.]{1,200}\\s*\\(\\s*\\{.*");
    return json
        && (start.contains("jsonfeed.org")
            || (start.contains("\"items\"") && (start.contains("\"version\"") || endsAsFeed(body)))
            || (start.contains("\"rss\"") && start.contains("\"channel\"")));
  }

  /// JSON has no order: what it is may stand at its end.
  private static boolean endsAsFeed(byte[] body) {
    int from = Math.max(0, body.length - LOOKED_AT);
    String end = new String(body, from, body.length - from, StandardCharsets.ISO_8859_1);
    return end.contains("jsonfeed.org");
  }

  static boolean isOpml(byte[] body) {
    String head = head(body);
    return head.contains("<opml") && !head.contains("<html");
  }

  /// Without comments, in lower case.
  private static String head(byte[] body) {
    String head = text(body, LOOKED_AT);
    int comment = head.indexOf("<!--");
    if (comment >= 0) head = withoutComments(text(body, LONGEST_COMMENTS), comment);
    return head.toLowerCase(Locale.ROOT);
  }

  private static String text(byte[] body, int most) {
    String text = new String(body, 0, Math.min(body.length, most), StandardCharsets.ISO_8859_1);
    return text.indexOf('\0') < 0 ? text : text.replace("\0", ""); // UTF-16
  }

  private static String withoutComments(String text, int first) {
    StringBuilder out = new StringBuilder(LOOKED_AT);
    int from = 0;
    for (int at = first; at >= 0 && out.length() < LOOKED_AT; at = text.indexOf("<!--", from)) {
      out.append(text, from, at);
      int end = text.indexOf("-->", at + 4);
      from = end < 0 ? text.length() : end + 3;
    }
    int left = Math.max(0, LOOKED_AT - out.length());
    return out.append(text, from, Math.min(text.length(), from + left)).toString();
  }
}
