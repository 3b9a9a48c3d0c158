package freshet.fetch;

import freshet.model.FeedUrl;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/// The way through the redirects of one request.
final class Trail {
  private final HttpUrl start;
  private final Set<HttpUrl> seen = new HashSet<>();
  private final List<Hop> followed = new ArrayList<>();
  private HttpUrl now;
  private boolean permanentSoFar = true;
  private @Nullable HttpUrl movedTo;
  private List<Hop> robots = List.of();

  Trail(HttpUrl start) {
    this.start = start;
    now = start;
    seen.add(start);
  }

  HttpUrl start() {
    return start;
  }

  HttpUrl now() {
    return now;
  }

  int hops() {
    return seen.size() - 1;
  }

  /// The redirects so far.
  List<Hop> followed() {
    return followed;
  }

  /// The redirects from the robots.txt of the address we stand at to a host that has to be asked
  /// for it first; none if it need not be.
  List<Hop> robots() {
    return robots;
  }

  void robots(List<Hop> leads) {
    robots = leads;
  }

  /// Goes on to the next address; false if it was there before.
  boolean follow(HttpUrl to, int status) {
    permanentSoFar &= status == 301 || status == 308;
    if (permanentSoFar) movedTo = to;
    now = to;
    followed.add(new Hop(to.toString(), status));
    return seen.add(to);
  }

  /// Where the permanent redirects at the beginning lead, if there were any.
  @Nullable FeedUrl movedTo() {
    HttpUrl to = movedTo;
    if (to == null) return null;
    if (!start.username().isEmpty() && to.username().isEmpty() && isHome(to)) {
      // The user name and password in the feed's address move along with it.
      to = to.newBuilder().username(start.username()).password(start.password()).build();
    }
    return feedUrl(to);
  }

  /// The address we stand at, if it is one that a feed can have.
  @Nullable FeedUrl address() {
    return feedUrl(now);
  }

  /// Whether a feed can have that address.
  static boolean isAddress(HttpUrl url) {
    return url.toString().length() <= FeedUrl.MAX_LENGTH && feedUrl(url) != null;
  }

  /// OkHttp takes more for a host name than we do.
  private static @Nullable FeedUrl feedUrl(HttpUrl url) {
    try {
      return new FeedUrl(new URI(url.toString()));
    } catch (URISyntaxException e) {
      return feedUrl(url.uri());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static @Nullable FeedUrl feedUrl(URI uri) {
    try {
      return new FeedUrl(uri);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /// Whether what was meant for the first server may be told to the present one.
  boolean atHome() {
    return isHome(now);
  }

  /// The same host, and never in the clear what was meant to be secret.
  private boolean isHome(HttpUrl url) {
    return url.host().equals(start.host())
        && (url.isHttps() || !start.isHttps())
        && (url.port() == start.port() || (url.isHttps() && !start.isHttps()));
  }
}
