package freshet.fetch;

import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks a server for a feed or a page. Blocks, so call it on a virtual thread.
public interface Fetcher {

  /// Whatever the server does comes back as a value.
  ///
  /// @throws InterruptedException if the calling thread was interrupted meanwhile
  FetchOutcome fetch(FetchRequest request) throws InterruptedException;

  /// The same of something small: a larger body is not read.
  default FetchOutcome fetch(FetchRequest request, int mostBytes) throws InterruptedException {
    return fetch(request);
  }

  /// Asks in the place of a reader's browser, which wants to show something: a few at a time per
  /// host and without a gap, as browsers do, and without robots.txt, which is not for what people
  /// look at. A site that asked to be left alone is left alone, and no private address is asked.
  default FetchOutcome fetchForBrowser(FetchRequest request, int mostBytes)
      throws InterruptedException {
    return fetch(request, mostBytes);
  }

  /// The sitemaps that the robots.txt of an address's host names, as written there, if that file
  /// has been read; no request is made for it.
  default List<String> sitemaps(FeedUrl url) {
    return List.of();
  }

  /// Until when an address is not asked for, or null: its site rests, or its host is closed at this
  /// time of the day (`Visit-time` in its robots.txt).
  default @Nullable Instant restsUntil(FeedUrl url) {
    return restsUntil(SiteKey.of(url));
  }

  /// Until when a site asked all of us to leave it alone (429, 503), or null.
  default @Nullable Instant restsUntil(String site) {
    return null;
  }
}
