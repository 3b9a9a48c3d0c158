package freshet.discover;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Tells by the beginning of some bytes whether to read them as a feed: reading every page as one
/// first would cost as much as reading it as a page.
final class Sniffer {
  private static final int LOOKED_AT = 8192;

  private Sniffer() {}

  static boolean maybeFeed(byte[] body) {
    String head = head(body);
    int feed = Integer.MAX_VALUE;
    for (String mark :
        new String[] {"<rss", "<feed", "<rdf:rdf", "<rdf ", "<channel", "<atom:feed"}) {
      int at = head.indexOf(mark);
      if (at >= 0) feed = Math.min(feed, at);
    }
    if (feed < Integer.MAX_VALUE) {
      int html = Math.max(head.indexOf("<html"), head.indexOf("<!doctype html"));
      return html < 0 || feed < html;
    }
    String start = head.stripLeading();
    boolean json = start.startsWith("{") || start.matches("(?s)[\\w$.]{1,200}\\s*\\(\\s*\\{.*");
    return json
        && (start.contains("jsonfeed.org")
            || (start.contains("\"items\"") && start.contains("\"version\""))
            || (start.contains("\"rss\"") && start.contains("\"channel\"")));
  }

  static boolean isOpml(byte[] body) {
    String head = head(body);
    return head.contains("<opml") && !head.contains("<html");
  }

  private static String head(byte[] body) {
    String head =
        new String(body, 0, Math.min(body.length, LOOKED_AT), StandardCharsets.ISO_8859_1);
    if (head.indexOf('\0') >= 0) head = head.replace("\0", ""); // UTF-16
    return head.toLowerCase(Locale.ROOT);
  }
}
