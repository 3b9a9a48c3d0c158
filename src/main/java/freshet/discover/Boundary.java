package freshet.discover;

import freshet.fetch.SiteKey;
import freshet.model.FeedUrl;
import java.util.HashSet;
import java.util.Set;

/// What belongs to an input ([Reach]). A bare address of a machine is a site for each of its ports.
final class Boundary {
  private final Reach reach;
  private final Set<String> keys = new HashSet<>();

  Boundary(FeedUrl input, Reach reach) {
    this.reach = reach;
    keys.add(key(input, reach));
  }

  /// An input that moved (`a.example` → `a.com`) is the same site.
  void include(FeedUrl moved) {
    keys.add(key(moved, reach));
  }

  boolean contains(FeedUrl url) {
    return keys.contains(key(url, reach));
  }

  static String key(FeedUrl url, Reach reach) {
    String domain = SiteKey.of(url);
    boolean machine =
        domain.equals("localhost")
            || domain.indexOf(':') >= 0
            || Character.isDigit(domain.charAt(domain.length() - 1));
    if (machine) return domain + " " + url.uri().getPort();
    if (reach == Reach.DOMAIN) return domain;
    String host = url.host();
    // "www.ee" may be somebody's domain
    boolean www = host.startsWith("www.") && !host.equals(domain);
    return www ? host.substring(4) : host;
  }
}
