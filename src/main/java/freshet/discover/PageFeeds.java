package freshet.discover;

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

  /// Files that are no pages.
  private static final Pattern FILE =
      Pattern.compile(
          "\\.(jpe?g|png|gif|webp|svg|ico|bmp|tiff?|avif|css|js|mjs|map|woff2?|ttf|eot|otf|pdf|docx?|"
              + "xlsx?|pptx?|odt|ods|odp|rtf|epub|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|msi|dmg|pkg|deb|rpm|"
              + "apk|iso|mp3|m4a|ogg|oga|opus|wav|flac|aac|mp4|m4v|webm|avi|mov|mkv|wmv|flv|torrent|"
              + "ics|vcf|swf|bin|csv)$",
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
  static Leads of(
      HtmlPage page, FeedUrl url, Boundary boundary, boolean inside, boolean follow, int depth) {
    Map<String, Item> found = new LinkedHashMap<>();
    for (Alternate a : page.alternates()) {
      boolean told = FeedLooks.isAnnounced(a.type(), a.url());
      boolean loose = a.type().isEmpty() && FeedLooks.isAddress(a.url());
      if (!told && !loose && !(a.rel().equals("feed") && !FeedLooks.isNoFeed(a.url()))) continue;
      FeedUrl feed = address(a.url());
      if (feed == null) continue;
      How how = inside ? How.ALTERNATE : How.DIRECTORY;
      found.putIfAbsent(
          feed.toString(), new Item(Kind.ANNOUNCED, feed, how, url, a.title(), depth));
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
      Kind kind;
      if (!within) {
        if (NOWHERE.matcher(link.url()).find()) continue;
        kind = Kind.OUTSIDE;
      } else {
        kind = FeedLooks.promises(link.url(), link.text()) ? Kind.PROMISING : Kind.PAGE;
      }
      How how = within ? How.LINK : How.DIRECTORY;
      found.putIfAbsent(to.toString(), new Item(kind, to, how, url, link.text(), depth + 1));
    }
    return new Leads(new ArrayList<>(found.values()), announces);
  }

  static boolean isFile(FeedUrl url) {
    String path = url.uri().getRawPath();
    return path != null && FILE.matcher(path).find();
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
