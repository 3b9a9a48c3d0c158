package freshet.discover;

import freshet.model.FeedUrl;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Where feeds usually are when nobody says so, in the order of how many feeds are there, so that
/// most sites are asked once or twice.
///
/// The first seven hold three quarters of all feeds: the shares are those of 36,515 feeds of the
/// open web whose paths were counted. The order of the others is that of 480 feeds of a public list
/// of personal sites, which were counted one by one; those of which none was there follow, as the
/// software of many sites and the finders of other readers have them. They are tried at the root of
/// a site only.
public final class Guesses {
  /// @param share of all feeds that have this path
  public record Path(String path, double share) {}

  public static final List<Path> PATHS =
      List.of(
          new Path("/feed/", 0.25),
          new Path("/feed.xml", 0.15),
          new Path("/rss.xml", 0.11),
          new Path("/index.xml", 0.11),
          new Path("/atom.xml", 0.06),
          new Path("/rss/", 0.04),
          new Path("/feed", 0.03));

  /// In the order of their yield (decision 0241).
  public static final List<String> RARER =
      List.of(
          // 33 of 480, most of them on hosts that are known by a rule
          "/feeds/posts/default",
          // 8, 7 and 5 of 480
          "/feed/feed.xml",
          "/rss",
          "/feeds/all.atom.xml",
          // 4 and 3 of 480
          "/blog/feed/",
          "/blog/index.xml",
          "/blog/atom.xml",
          "/feed/atom/",
          // 2 of 480
          "/blog/feed.xml",
          "/blog/feed.atom",
          "/feed.rss",
          "/feed.atom",
          "/posts/index.xml",
          "/news?format=rss",
          "/blog/feed",
          // 1 of 480
          "/?feed=rss2",
          "/blog/rss.xml",
          "/blog/rss/",
          "/blog?format=rss",
          "/feed/rss.xml",
          "/index.rss",
          "/index.atom",
          "/posts.atom",
          "/posts/rss.xml",
          "/feeds/blog.xml",
          // by the software of many sites: news, forums, podcasts, sites of former years
          "/index.rdf",
          "/feed.json",
          "/news/rss.xml",
          "/news/feed/",
          "/rss/news.xml",
          "/rss.php",
          "/feed.php",
          "/rss/feed.xml",
          "/rss2.xml",
          "/blog-feed.xml",
          "/?format=feed&type=rss",
          "/latest.rss",
          "/feed/rss/",
          "/feeds/",
          "/blog/rss",
          "/news.rss",
          "/blog.rss",
          "/index.php?feed=rss2",
          "/feeds/news.xml",
          "/en/feed/",
          "/news.xml",
          "/podcast.xml",
          "/rss/index.rdf",
          "/rdf.xml",
          "/atom");

  private Guesses() {}

  /// Whether an address is one that would have been guessed at the root of its site.
  static boolean isUsual(FeedUrl feed) {
    return isRare(feed) || PATHS.stream().anyMatch(p -> p.path.equals(pathOf(feed)));
  }

  /// Whether it is one of the rarer of these.
  static boolean isRare(FeedUrl feed) {
    return RARER.contains(pathOf(feed));
  }

  private static String pathOf(FeedUrl feed) {
    String query = feed.uri().getRawQuery();
    return feed.uri().getRawPath() + (query == null ? "" : "?" + query);
  }

  /// At the root of the site, and below the folder of the page where a site lives in one
  /// (`/~jane/`, `/blog/`).
  public static List<FeedUrl> at(FeedUrl page) {
    String origin = page.uri().getScheme() + "://" + page.uri().getRawAuthority();
    String path = page.uri().getRawPath() == null ? "/" : page.uri().getRawPath();
    String folder = path.substring(0, path.lastIndexOf('/') + 1);
    String last = path.substring(folder.length());
    // "/blog" is a folder as "/blog/" is; "/blog.html" is a page
    if (!last.isEmpty() && !last.contains(".")) folder = path + "/";
    Set<String> bases = new LinkedHashSet<>();
    if (folder.length() > 1 && folder.chars().filter(c -> c == '/').count() <= 3) {
      bases.add(origin + folder.substring(0, folder.length() - 1));
    }
    bases.add(origin);
    List<FeedUrl> guesses = new ArrayList<>();
    for (String base : bases) for (Path p : PATHS) add(guesses, base + p.path);
    for (String rarer : RARER) add(guesses, origin + rarer);
    return guesses;
  }

  private static void add(List<FeedUrl> guesses, String url) {
    try {
      guesses.add(FeedUrl.of(url));
    } catch (IllegalArgumentException e) {
      // a path that is too long has no feed below it
    }
  }
}
