package freshet.discover;

import freshet.crawl.Shapes;
import freshet.crawl.SiteTraps;
import freshet.discover.Item.Kind;
import freshet.extract.Alternate;
import freshet.extract.Hrefs;
import freshet.extract.HtmlPage;
import freshet.extract.Link;
import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.LinkHeader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a page leads to, in this order: the feeds it announces; then, only if it lies within the
/// boundary, its links.
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

  private static final Pattern FEED_RELATION = Pattern.compile("(^| )(service\\.)?feed( |$)");

  private PageFeeds() {}

  /// The feeds that an answer announces, wherever it lies: in its `Link` headers (RFC 8288, of
  /// whatever media type the body is), and in the head of the page.
  ///
  /// @param page null if what came is no page
  /// @param item what led to the page
  /// @param inside whether the page lies within the boundary
  static List<Item> announced(@Nullable HtmlPage page, Answer answer, boolean inside, Item item) {
    FeedUrl url = answer.finalUrl();
    List<Alternate> alternates = new ArrayList<>();
    for (LinkHeader link : answer.links()) {
      if (!link.has("alternate") && !link.has("feed")) continue;
      String target = Hrefs.join(url.toString(), link.target());
      if (target == null) continue;
      String rel = link.has("alternate") ? "alternate" : "feed";
      alternates.add(new Alternate(rel, link.type(), link.title(), "", target));
    }
    if (page != null) alternates.addAll(page.alternates());
    Map<String, Item> found = new LinkedHashMap<>();
    for (Alternate a : alternates) {
      boolean announced = FeedLooks.isAnnounced(a.type(), a.url());
      boolean loose = a.type().isEmpty() && FeedLooks.isAddress(a.url());
      boolean named = FEED_RELATION.matcher(a.rel()).find() && !FeedLooks.isNoFeed(a.url());
      FeedUrl feed = announced || loose || named ? address(a.url()) : null;
      FeedUrl list = a.rel().contains("blogroll") ? address(a.url()) : null;
      if (list != null) {
        found.putIfAbsent(
            list.toString(),
            new Item(Kind.LINKED, list, How.DIRECTORY, url, a.title(), item.depth()));
      }
      if (feed == null || list != null) continue;
      How how = inside ? How.ALTERNATE : How.DIRECTORY;
      boolean comments = item.kind() != Kind.START && FeedLooks.isComments(a.url(), a.title());
      Kind kind = comments ? Kind.COMMENTS : Kind.ANNOUNCED;
      found.putIfAbsent(feed.toString(), new Item(kind, feed, how, url, a.title(), item.depth()));
    }
    return List.copyOf(found.values());
  }

  /// The links of a page within the boundary: those that look like feeds, and pages.
  ///
  /// @param follow whether pages are to be looked at
  /// @param unlike whether the page is unlike others
  static List<Item> links(
      HtmlPage page,
      FeedUrl url,
      Boundary boundary,
      boolean follow,
      Item item,
      SiteTraps traps,
      boolean unlike) {
    int depth = item.depth();
    List<Item> found = new ArrayList<>();
    Map<String, Link> within = new LinkedHashMap<>();
    for (Link link : page.links()) {
      String subscribed = Mentions.subscribed(link.url());
      FeedUrl to = address(subscribed == null ? link.url() : subscribed);
      if (to == null) continue;
      boolean ours = boundary.contains(to);
      boolean sure = subscribed != null || FEED_RELATION.matcher(link.rel()).find();
      if (sure || FeedLooks.isLink(link.url(), null, link.text())) {
        How how = ours ? How.LINK : How.DIRECTORY;
        found.add(new Item(Kind.LINKED, to, how, url, link.text(), depth));
      } else if (follow && !link.rel().contains("nofollow") && !isFile(to)) {
        if (ours) {
          within.putIfAbsent(link.url(), link);
        } else if (!NOWHERE.matcher(link.url()).find()) {
          found.add(new Item(Kind.OUTSIDE, to, How.DIRECTORY, url, link.text(), depth + 1));
        }
      }
    }
    for (SiteTraps.Way way :
        traps.ways(url.toString(), item.chain(), unlike, List.copyOf(within.keySet()))) {
      Link link = within.get(way.link());
      FeedUrl to = address(way.url());
      if (link == null || to == null) continue;
      Kind kind =
          way.suspicious()
              ? Kind.SUSPICIOUS
              : FeedLooks.promises(way.url(), link.text()) ? Kind.PROMISING : Kind.PAGE;
      found.add(new Item(kind, to, How.LINK, url, link.text(), depth + 1, way.chain()));
    }
    return found;
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

  /// A page, as far as it is ASCII.
  static String text(byte[] body) {
    return new String(body, StandardCharsets.ISO_8859_1);
  }

  /// The beginning of a page, as far as it tells what made it.
  static String head(byte[] body) {
    return new String(body, 0, Math.min(body.length, 30_000), StandardCharsets.ISO_8859_1);
  }

  /// What the page says made it.
  static @Nullable String generator(String head) {
    Matcher m = GENERATOR.matcher(head);
    if (!m.find()) return null;
    return m.group(1) != null ? m.group(1) : m.group(2);
  }
}
