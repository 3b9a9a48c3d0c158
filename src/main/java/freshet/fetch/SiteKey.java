package freshet.fetch;

import crawlercommons.domains.EffectiveTldFinder;
import freshet.model.FeedUrl;
import org.jspecify.annotations.Nullable;

/// Which addresses belong to one publisher, by the public suffix list: `www.example.co.uk` and
/// `blog.example.co.uk` are one site, `a.blogspot.com` and `b.blogspot.com` are two. Sites under
/// such a suffix share a platform, whose servers they all load.
public final class SiteKey {
  private SiteKey() {}

  public static String of(FeedUrl url) {
    String host = url.host();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : of(host);
  }

  static String of(String host) {
    if (isAddress(host)) return host;
    String site = EffectiveTldFinder.getAssignedDomain(host, false, false);
    return site == null ? host : site;
  }

  /// The platform that a host or site is a guest of, or null.
  public static @Nullable String platform(String host) {
    if (isAddress(host)) return null;
    String owner = EffectiveTldFinder.getAssignedDomain(host, false, true);
    return owner == null || owner.equals(of(host)) ? null : owner;
  }

  private static boolean isAddress(String host) {
    if (host.isEmpty() || host.indexOf(':') >= 0) return true;
    char last = host.charAt(host.length() - 1);
    return last >= '0' && last <= '9';
  }
}
