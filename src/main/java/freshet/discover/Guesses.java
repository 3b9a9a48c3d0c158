package freshet.discover;

import freshet.model.FeedUrl;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Where feeds usually are when nobody says so, likeliest first.
///
/// The first seven hold three quarters of all feeds: the shares are those of 36,515 feeds of the
/// open web whose paths were counted. The others are where the software of many sites puts its feed
/// and where the finders of other readers look, in the order of how many sites have such software;
/// they are tried at the root of a site only. Beyond them each path has fewer than one feed in a
/// thousand, so that asking on is a nuisance.
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

  /// By the software that has its feed there: Tumblr, Blogger, WordPress without permalinks,
  /// Movable Type and the press of Japan, Wix, Squarespace, Joomla, Discourse, Pelican …
  public static final List<String> RARER =
      List.of(
          "/rss",
          "/feeds/posts/default",
          "/?feed=rss2",
          "/index.rdf",
          "/feed.json",
          "/blog/feed/",
          "/blog/rss.xml",
          "/blog/index.xml",
          "/feeds/",
          "/feed.rss",
          "/feed.atom",
          "/index.rss",
          "/index.atom",
          "/rss2.xml",
          "/blog-feed.xml",
          "/blog?format=rss",
          "/?format=feed&type=rss",
          "/latest.rss",
          "/feeds/all.atom.xml",
          "/feed/rss/",
          "/news/feed/",
          "/rss/index.rdf",
          "/rdf.xml",
          "/atom");

  private Guesses() {}

  /// Whether an address is one that would have been guessed at the root of its site.
  static boolean isUsual(FeedUrl feed) {
    String query = feed.uri().getRawQuery();
    String path = feed.uri().getRawPath() + (query == null ? "" : "?" + query);
    return RARER.contains(path) || PATHS.stream().anyMatch(p -> p.path.equals(path));
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
