package freshet.discover;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What an address and the words of a link to it tell of whether it is a feed, before anybody asks.
public final class FeedLooks {
  private static final Set<String> TYPES =
      Set.of(
          "application/rss+xml",
          "application/atom+xml",
          "application/rdf+xml",
          "application/feed+json",
          "application/x.atom+xml",
          "application/x-rss+xml",
          "application/xml+rss",
          "text/rss+xml",
          "text/atom+xml",
          "application/rss",
          "text/rss");

  /// Generic types that some sites announce their feeds with: as an alternate of a page there is
  /// hardly anything else of these types that has no name of its own (see [#isNoFeed]).
  private static final Set<String> LOOSE_TYPES =
      Set.of("text/xml", "application/xml", "application/json", "text/x-opml+xml");

  /// The last step of the path, or the query, says so.
  private static final Pattern FEED =
      Pattern.compile(
          "(^|/)(rss|atom|feed|feeds|rdf|rss2|rss20|xmlrss|newsfeed|feedburner|syndication)"
              + "(\\.(xml|rss|rdf|atom|json|php|aspx?|cfm|jsp|html?))?/?$"
              + "|\\.(rss|atom|rdf|rss2)(\\.xml)?$"
              // nothing that is named so is long, and a path of 8,000 letters would take long
              + "|(^|/)[^/]{0,100}(feed|rss|atom)[^/]{0,100}\\.(xml|json|php|aspx?)$"
              + "|(^|/)(feed|rss|feeds)/(atom|rss|rss2|rdf|posts|all|default|xml|json|latest)/?$"
              + "|(^|/)feeds/posts/default|(^|/)index\\.(xml|rdf)$|(^|/)feeds?/[^/]+\\.xml$");

  private static final Pattern QUERY =
      Pattern.compile(
          "(^|[?&])(feed=(rss2?|atom|rdf|feed|json)?|format=(feed|rss|atom)|type=(rss|atom|100)|"
              + "output=(rss|atom)|rss(=|$|&)|atom(=|$|&)|alt=(rss|atom)|(view|mode|action)=(rss|atom))");

  private static final Pattern WORDS =
      Pattern.compile(
          "(?iU)\\b(rss|atom|feeds?|xml|syndicat\\w*|syndizier\\w*|podcast-?feed|subscribe via rss|"
              + "abonne\\w* rss|uudisvoog|rss-voog|besleme\\w*|kanal rss|flux)\\b");

  /// Announced as an alternate and yet no feed.
  private static final Pattern NO_FEED =
      Pattern.compile(
          "oembed|/wp-json(/|\\?|$)|rest_route=|/xmlrpc\\.php|/wlwmanifest\\.xml|opensearch|"
              + "osd\\.xml|/manifest\\.json|browserconfig\\.xml|/sitemap[^/]*\\.xml");

  private static final Pattern COMMENTS =
      Pattern.compile(
          "/comments/(feed|default|rss|atom)|/feeds/(\\d+/)?comments/|comments?[-_.]?(rss|feed|atom)|"
              + "feed=comments|/feed/comments|withcomments|commentrss");

  private static final Pattern COMMENT_WORDS =
      Pattern.compile(
          "(?iU)\\b(comments?|kommentare?|kommentaar\\w*|commentaires?|comentarios?|yorum\\w*|"
              + "komentar\\w*|commenti|comentarii|комментари\\w*|replies)\\b");

  private FeedLooks() {}

  /// Whether a page that announces an alternate of this type means a feed.
  ///
  /// @param type of the link, in any case, with or without parameters
  public static boolean isAnnounced(@Nullable String type, String url) {
    if (type == null || isNoFeed(url)) return false;
    String t = type.toLowerCase(Locale.ROOT);
    int end = t.indexOf(';');
    t = (end < 0 ? t : t.substring(0, end)).strip();
    return TYPES.contains(t) || LOOSE_TYPES.contains(t);
  }

  /// Whether the address alone looks like one of a feed.
  public static boolean isAddress(String url) {
    String rest = pathAndQuery(url);
    if (isNoFeed(rest)) return false;
    int q = rest.indexOf('?');
    String path = q < 0 ? rest : rest.substring(0, q);
    return FEED.matcher(path).find() || (q >= 0 && QUERY.matcher(rest.substring(q)).find());
  }

  /// Whether a link in a body probably leads to a feed: by its address, or by its words where the
  /// address could be anything.
  public static boolean isLink(String url, @Nullable String type, String words) {
    if (isAnnounced(type, url)) return true;
    if (isAddress(url)) return true;
    return words.length() <= 60 && WORDS.matcher(words).find() && endsLikeData(url);
  }

  /// Links whose words promise a page with feeds on it: to be visited before others.
  public static boolean promises(String url, String words) {
    if (words.length() <= 80 && WORDS.matcher(words).find()) return true;
    String path = pathAndQuery(url);
    return path.contains("rss") || path.contains("feed") || path.contains("subscribe");
  }

  /// Whether an address is that of a file for programs rather than of a page.
  public static boolean endsLikeData(String url) {
    String path = pathAndQuery(url);
    int q = path.indexOf('?');
    if (q >= 0) path = path.substring(0, q);
    return path.endsWith(".xml") || path.endsWith(".json") || path.endsWith(".rdf");
  }

  /// oEmbed, wp-json, search descriptions and the like are XML or JSON, but no feeds.
  public static boolean isNoFeed(String url) {
    return NO_FEED.matcher(pathAndQuery(url)).find();
  }

  /// Whether a feed is one of readers' comments rather than of entries.
  public static boolean isComments(String url, @Nullable String title) {
    if (COMMENTS.matcher(pathAndQuery(url)).find()) return true;
    return title != null && COMMENT_WORDS.matcher(title).find();
  }

  private static String pathAndQuery(String url) {
    int host = url.indexOf("://");
    int from = host < 0 ? 0 : url.indexOf('/', host + 3);
    return (from < 0 ? "/" : url.substring(from)).toLowerCase(Locale.ROOT);
  }
}
