package freshet.demo;

import java.net.URI;
import java.util.List;

/// One site of the demo as the world sees it, and the truth about it.
///
/// @param id names it among the sites
/// @param language BCP 47
/// @param offsetHours its local time against UTC
/// @param rhythm when it publishes its own entries, in demo time; copies from an agency come on top
public record DemoSite(
    String id,
    String title,
    String language,
    URI url,
    List<Feed> feeds,
    int offsetHours,
    Rhythm rhythm,
    Announced announced) {

  public DemoSite {
    feeds = List.copyOf(feeds);
  }

  /// @param url as people know it: of a feed that moved, the old address
  /// @param finalUrl where it answers
  /// @param format such as `rss 2.0`
  public record Feed(URI url, URI finalUrl, String title, String format) {}

  /// How a visitor of the site can learn of its feeds.
  public enum Announced {
    /// `link rel=alternate` in every page.
    ALTERNATE,
    /// An ordinary link in the body of the home page.
    LINK,
    /// Nowhere: only who tries the usual paths finds it.
    PATH,
    /// Only in the sitemap.
    SITEMAP
  }
}
