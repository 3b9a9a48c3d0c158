package freshet.discover;

import freshet.crawl.Shapes;
import freshet.crawl.SiteTraps;
import freshet.discover.Item.Kind;
import freshet.extract.Alternate;
import freshet.extract.HtmlPage;
import freshet.extract.Link;
import freshet.model.FeedUrl;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a page leads to, in the order of S1.1: the feeds it announces; then, only if it lies within
/// the boundary, its links.
final class PageFeeds {
  private static final Pattern GENERATOR =
      Pattern.compile(
          "<meta[^>]{0,200}name\\s*=\\s*[\"']?generator[\"']?[^>]{0,200}?content\\s*=\\s*[\"']([^\"'>]{1,80})"
              + "|<meta[^>]{0,200}content\\s*=\\s*[\"']([^\"'>]{1,80})[\"'][^>]{0,100}name\\s*=\\s*[\"']?generator",
          Pattern.CASE_INSENSITIVE);

  /// Pages that hold no feed of anybody's: shares, log-ins, networks without feeds.
  private static final Pattern NOWHERE =
      Pattern.compile(
          "^https?://([\\w-]+\\.)*(facebook|twitter|x|instagram|linkedin|tiktok|whatsapp|wa|t|pinterest|"
              + "google|goo|apple|microsoft|paypal|doubleclick|addtoany|sharethis)\\.(com|me|gl|net)/",
          Pattern.CASE_INSENSITIVE);

  private PageFeeds() {}

  /// @param announces whether it names feeds, whatever they prove to be
  record Leads(List<Item> items, boolean announces) {}

  /// @param inside whether the page lies within the boundary
  /// @param follow whether its links may be followed
  /// @param item what led to the page
  static Leads of(
      HtmlPage page,
      FeedUrl url,
      Boundary boundary,
      boolean inside,
      boolean follow,
      Item item,
      SiteTraps traps) {
    int depth = item.depth();
    Map<String, Item> found = new LinkedHashMap<>();
    for (Alternate a : page.alternates()) {
      boolean told = FeedLooks.isAnnounced(a.type(), a.url());
      boolean loose = a.type().isEmpty() && FeedLooks.isAddress(a.url());
      if (!told && !loose && !(a.rel().equals("feed") && !FeedLooks.isNoFeed(a.url()))) continue;
      FeedUrl feed = address(a.url());
      if (feed == null) continue;
      How how = inside ? How.ALTERNATE : How.DIRECTORY;
      boolean comments = item.kind() != Kind.START && FeedLooks.isComments(a.url(), a.title());
      Kind kind = comments ? Kind.COMMENTS : Kind.ANNOUNCED;
      found.putIfAbsent(feed.toString(), new Item(kind, feed, how, url, a.title(), depth));
    }
    boolean announces = !found.isEmpty();
    if (!inside) return new Leads(List.copyOf(found.values()), announces);
    for (Link link : page.links()) {
      FeedUrl to = address(link.url());
      if (to == null) continue;
      boolean within = boundary.contains(to);
      boolean feed = FeedLooks.isLink(link.url(), null, link.text());
      if (feed) {
        announces = true;
        How how = within ? How.LINK : How.DIRECTORY;
        found.putIfAbsent(to.toString(), new Item(Kind.LINKED, to, how, url, link.text(), depth));
        continue;
      }
      if (!follow || link.rel().contains("nofollow") || isFile(to)) continue;
      if (!within) {
        if (NOWHERE.matcher(link.url()).find()) continue;
        found.putIfAbsent(
            to.toString(), new Item(Kind.OUTSIDE, to, How.DIRECTORY, url, link.text(), depth + 1));
        continue;
      }
      int chain = traps.chain(link.url(), url.toString(), item.chain());
      if (chain < 0) continue;
      Kind kind = kind(link);
      found.putIfAbsent(
          to.toString(), new Item(kind, to, How.LINK, url, link.text(), depth + 1, chain));
    }
    return new Leads(new ArrayList<>(found.values()), announces);
  }

  private static Kind kind(Link link) {
    if (Shapes.isSuspicious(link.url())) return Kind.SUSPICIOUS;
    return FeedLooks.promises(link.url(), link.text()) ? Kind.PROMISING : Kind.PAGE;
  }

  static boolean isFile(FeedUrl url) {
    return Shapes.isFile(url.toString());
  }

  static @Nullable FeedUrl address(String url) {
    try {
      return FeedUrl.of(url);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /// What the page says made it.
  static @Nullable String generator(byte[] body) {
    String head =
        new String(
            body, 0, Math.min(body.length, 30_000), java.nio.charset.StandardCharsets.ISO_8859_1);
    Matcher m = GENERATOR.matcher(head);
    if (!m.find()) return null;
    return m.group(1) != null ? m.group(1) : m.group(2);
  }
}
