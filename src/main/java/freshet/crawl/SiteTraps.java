package freshet.crawl;

import java.util.List;

/// The watch for traps, for those who walk through one site by themselves. Takes addresses of pages
/// as they are; for one thread at a time.
public final class SiteTraps {
  private final TrapWatch watch = new TrapWatch();

  /// How many pages of the same suspicious pattern in a row lead to an address, or -1 if it is not
  /// to be followed.
  ///
  /// @param from the page that links to it
  /// @param chain the same number for that page
  public int chain(String url, String from, int chain) {
    Shapes.Shape shape = shape(url);
    if (!shape.isSuspicious()) return 0;
    int linked = shape.pattern().equals(shape(from).pattern()) ? chain + 1 : 0;
    String host = Normaliser.host(url);
    return watch.mayFollow(host.hashCode(), host, shape, linked) ? linked : -1;
  }

  /// Whether it may be visited, by what came of addresses like it.
  public boolean mayVisit(String url) {
    Shapes.Shape shape = shape(url);
    int host = Normaliser.host(url).hashCode();
    return watch.mayVisit(host, shape) && !watch.isFacetClosed(host, shape);
  }

  /// Takes a page into account.
  ///
  /// @return whether it says something new
  public boolean visited(String url, byte[] body) {
    String host = Normaliser.host(url);
    return watch.visited(host.hashCode(), host, shape(url), body);
  }

  /// What is no longer followed, a sentence each.
  public List<String> reports() {
    return watch.reports();
  }

  private static Shapes.Shape shape(String url) {
    try {
      return Shapes.of(Normaliser.normalise(url));
    } catch (IllegalArgumentException e) {
      return Shapes.of(url);
    }
  }
}
