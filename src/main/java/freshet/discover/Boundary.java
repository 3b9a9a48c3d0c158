package freshet.discover;

import freshet.fetch.SiteKey;
import freshet.model.FeedUrl;
import java.util.HashSet;
import java.util.Set;

/// What belongs to an input: everything under its registered domain by the public suffix list. A
/// bare address of a machine is a site for each of its ports.
final class Boundary {
  private final Set<String> keys = new HashSet<>();

  Boundary(FeedUrl input) {
    keys.add(key(input));
  }

  /// An input that moved (`a.example` → `a.com`) is the same site.
  void include(FeedUrl moved) {
    keys.add(key(moved));
  }

  boolean contains(FeedUrl url) {
    return keys.contains(key(url));
  }

  static String key(FeedUrl url) {
    String site = SiteKey.of(url);
    boolean machine =
        site.equals("localhost")
            || site.indexOf(':') >= 0
            || Character.isDigit(site.charAt(site.length() - 1));
    return machine ? site + " " + url.uri().getPort() : site;
  }
}
