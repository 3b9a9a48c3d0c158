package freshet.fetch;

import freshet.model.FeedUrl;
import java.util.HashSet;
import java.util.Set;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/// The way through the redirects of one request.
final class Trail {
  private final HttpUrl start;
  private final Set<HttpUrl> seen = new HashSet<>();
  private HttpUrl now;
  private boolean permanentSoFar = true;
  private @Nullable HttpUrl movedTo;

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

  /// Goes on to the next address; false if it was there before.
  boolean follow(HttpUrl to, int status) {
    permanentSoFar &= status == 301 || status == 308;
    if (permanentSoFar) movedTo = to;
    now = to;
    return seen.add(to);
  }

  /// Where the permanent redirects at the beginning lead, if there were any.
  @Nullable FeedUrl movedTo() {
    return movedTo == null ? null : new FeedUrl(movedTo.uri());
  }

  /// Whether what was meant for the first server may be told to this one: the same host, and never
  /// in the clear what was meant to be secret.
  boolean atHome() {
    return now.host().equals(start.host())
        && (now.isHttps() || !start.isHttps())
        && (now.port() == start.port() || (now.isHttps() && !start.isHttps()));
  }
}
