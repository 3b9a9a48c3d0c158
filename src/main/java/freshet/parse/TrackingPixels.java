package freshet.parse;

import java.util.List;
import java.util.Locale;

/// Images that show nothing and tell somebody that an entry was read.
final class TrackingPixels {
  private static final List<String> COUNTERS =
      List.of(
          "feeds.feedburner.com/~r/",
          "feeds.feedburner.com/~ff/",
          "feedproxy.google.com/~r/",
          "feeds.wordpress.com/1.0/",
          "pixel.wp.com/",
          "stats.wordpress.com/",
          "medium.com/_/stat",
          "google-analytics.com/",
          "doubleclick.net/",
          "quantserve.com/",
          "scorecardresearch.com/",
          "feedsportal.com/",
          "feedblitz.com/~/i/",
          "pheedo.com/",
          "statcounter.com/",
          "matomo.php",
          "piwik.php",
          "/count.gif",
          "facebook.com/tr");

  private TrackingPixels() {}

  /// @param attributes of an `img`: name, value, name, value …
  static boolean is(List<String> attributes) {
    boolean narrow = false;
    boolean low = false;
    for (int i = 0; i + 1 < attributes.size(); i += 2) {
      String value = attributes.get(i + 1);
      switch (attributes.get(i)) {
        case "width" -> narrow = isPoint(value);
        case "height" -> low = isPoint(value);
        case "src" -> {
          if (counts(value)) return true;
        }
        default -> {}
      }
    }
    return narrow && low;
  }

  private static boolean isPoint(String size) {
    String s = size.strip();
    return s.equals("0") || s.equals("1") || s.equals("0px") || s.equals("1px");
  }

  private static boolean counts(String address) {
    String a = address.toLowerCase(Locale.ROOT);
    for (String counter : COUNTERS) if (a.contains(counter)) return true;
    return false;
  }
}
