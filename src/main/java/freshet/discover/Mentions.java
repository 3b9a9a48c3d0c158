package freshet.discover;

import freshet.crawl.Shapes;
import freshet.extract.Hrefs;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Addresses of feeds that a page mentions without linking to them: in scripts, in the data for
/// them, in its text, and in links that subscribe at some reader.
final class Mentions {
  private static final int MOST = 10;
  private static final int MOST_LISTED = 50;
  private static final int LOOKED_AT = 1_000_000;

  /// What may be an address with a word of feeds in it: from a mark that begins one to the next
  /// that cannot be in it. A slash may be escaped, as in JSON.
  private static final Pattern ADDRESS =
      Pattern.compile("[\"'(=>\\s]((?:https?:|\\\\?/)[^\"'()<>\\s]{0,500})");

  /// A folder or file of feeds, on a page that is about them.
  private static final Pattern FEED_PART =
      Pattern.compile("[/?&=](rss|rss2|feeds?|atom|rdf|xml)([/=&?.]|$)", Pattern.CASE_INSENSITIVE);

  private static final Pattern FEED_WORD =
      Pattern.compile("rss|feed|atom|rdf|syndicat", Pattern.CASE_INSENSITIVE);

  /// Readers that take a feed's address as part of their own.
  private static final Pattern READER =
      Pattern.compile(
          "^https?://([\\w-]+\\.)*(feedly|inoreader|netvibes|yahoo|newsblur|theoldreader|bazqux|google|"
              + "bloglines|newsgator|feedbin|pocketcasts|overcast|live|aol|msn|subtome|podcastaddict|"
              + "follow)\\.(com|net|me|fm|it)/",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern WITHIN =
      Pattern.compile(
          "(?:[=/]|%2F)(https?(?::|%3A)(?:/|%2F){2}[^&#]{4,2000})", Pattern.CASE_INSENSITIVE);

  private Mentions() {}

  /// @param page its HTML, as far as it is ASCII
  /// @param base what relative addresses are relative to
  static List<String> in(String page, String base) {
    return found(
        page, base, MOST, url -> FEED_WORD.matcher(url).find() && FeedLooks.isAddress(url));
  }

  /// The same on a page that is about feeds, which may list dozens in a menu, in fields to copy
  /// from or in its text: less is asked of their addresses.
  static List<String> listed(String page, String base) {
    return found(page, base, MOST_LISTED, Mentions::isListed);
  }

  private static boolean isListed(String url) {
    if (FeedLooks.isAddress(url)) return true;
    if (FeedLooks.isNoFeed(url)) return false;
    return FeedLooks.endsLikeData(url)
        || (!Shapes.isFile(url) && FEED_PART.matcher(url.substring(url.indexOf("//") + 2)).find());
  }

  private static List<String> found(String page, String base, int most, Predicate<String> isFeed) {
    Set<String> found = new LinkedHashSet<>();
    Matcher m = ADDRESS.matcher(page).region(0, Math.min(page.length(), LOOKED_AT));
    while (m.find() && found.size() < most) {
      String text = m.group(1);
      String plain = text.replace("\\/", "/").replace("&amp;", "&").replaceAll("[,;.\\\\]+$", "");
      String url = Hrefs.join(base, plain);
      if (url != null && isFeed.test(url)) found.add(url);
    }
    return new ArrayList<>(found);
  }

  /// The feed that a link to a reader would subscribe to, if it is one.
  static @Nullable String subscribed(String link) {
    if (!READER.matcher(link).find()) return null;
    Matcher m = WITHIN.matcher(link);
    if (!m.find(8)) return null;
    String url = m.group(1);
    try {
      return url.contains("%3A") || url.contains("%3a")
          ? URLDecoder.decode(url, StandardCharsets.UTF_8)
          : url;
    } catch (IllegalArgumentException e) {
      return null; // a percent sign that is none
    }
  }
}
