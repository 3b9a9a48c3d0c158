package freshet.crawl;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where to go on from a page. What is said here takes effect when the visit is over, all at once.
public final class Links {
  /// @param hash of the address, [AddressLog#hash]
  /// @param trusted whether traps are not looked for
  /// @param mapped what a sitemap says of it, or null
  record Followed(
      String url,
      long hash,
      int level,
      String note,
      boolean trusted,
      Sitemap.@Nullable Page mapped) {}

  private final String base;
  private final List<Followed> followed = new ArrayList<>();

  Links(String base) {
    this.base = base;
  }

  /// Follows a link, unless its address is known already, leads to no page (pictures, programs,
  /// other schemes), is deeper than the limit or has the shape of a trap.
  ///
  /// @param url absolute, or relative to the page
  /// @param priority from 0 to 1: the best ones of a host are visited first
  /// @param note comes back with the visit ([Visit#note]); at most 2,000 characters are kept
  /// @return whether the address can be one of a page
  public boolean follow(String url, double priority, String note) {
    String normal = Normaliser.resolve(base, url);
    if (normal == null || Shapes.isFile(normal)) return false;
    followed.add(new Followed(normal, AddressLog.hash(normal), level(priority), note, false, null));
    return true;
  }

  /// Follows an address that somebody named on purpose, such as the link of an entry: whatever its
  /// shape, and whether or not pages like it were seen.
  public boolean followNamed(String url, double priority, String note) {
    String normal = Normaliser.resolve(base, url);
    if (normal == null || Shapes.isFile(normal)) return false;
    followed.add(new Followed(normal, AddressLog.hash(normal), level(priority), note, true, null));
    return true;
  }

  /// Follows an address of a sitemap, with the priority that stands there, and remembers how often
  /// it says the page changes; of one that is known already, too.
  public boolean followMapped(Sitemap.Page page, String note) {
    String normal = Normaliser.resolve(base, page.url());
    if (normal == null || Shapes.isFile(normal)) return false;
    followed.add(
        new Followed(normal, AddressLog.hash(normal), level(page.priority()), note, false, page));
    return true;
  }

  static int level(double priority) {
    double p = Math.max(0, Math.min(1, priority));
    return Math.min(HostQueues.LEVELS - 1, (int) (p * HostQueues.LEVELS));
  }

  List<Followed> followed() {
    return followed;
  }
}
