package freshet.discover;

import com.dynatrace.hash4j.hashing.Hashing;
import freshet.crawl.Normaliser;
import freshet.model.FeedUrl;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Which addresses were looked at, across all inputs: each is asked once. A page within its own
/// site must still be followed though another site's search has looked at it, so the two are kept
/// apart. What a feed proved to be is remembered, since many sites name the same one.
///
/// Eight bytes an address, by its hash: at a hundred million addresses, the chance that any two
/// share one is a quarter of a thousandth.
final class Visited {
  private final Set<Long> pages = ConcurrentHashMap.newKeySet();
  private final Map<Long, CompletableFuture<@Nullable FoundFeed>> looks = new ConcurrentHashMap<>();

  private static final int DEAD = 3;

  private final Map<String, Integer> silent = new ConcurrentHashMap<>();

  /// Whether a host has failed to answer so often in a row that it is not worth asking again.
  boolean isDead(FeedUrl url) {
    return silent.getOrDefault(url.uri().getRawAuthority(), 0) >= DEAD;
  }

  void answered(FeedUrl url, boolean answered) {
    String host = url.uri().getRawAuthority();
    if (answered) silent.remove(host);
    else silent.merge(host, 1, Integer::sum);
  }

  static long key(FeedUrl url) {
    String name = url.toString();
    try {
      name = Normaliser.normalise(name);
    } catch (IllegalArgumentException e) {
      // as it is written, then
    }
    return Hashing.komihash5_0().hashCharsToLong(name);
  }

  /// True the first time for a page within its site.
  boolean enter(long key) {
    return pages.add(key);
  }

  /// A look from outside, or at what is probably a feed: the first one looks, others learn from it.
  ///
  /// @return what the look of somebody else brought; null in the future if it was no feed, no
  ///   future at all if this call is the one to look
  @Nullable CompletableFuture<@Nullable FoundFeed> claim(long key) {
    return looks.putIfAbsent(key, new CompletableFuture<>());
  }

  void looked(long key, @Nullable FoundFeed found) {
    looks.computeIfAbsent(key, _ -> new CompletableFuture<>()).complete(found);
  }

  /// As [#looked], for what an earlier run has found.
  void found(long key, FoundFeed feed) {
    looks.put(key, CompletableFuture.completedFuture(feed));
  }

  /// After a look that came to nothing for reasons that may pass.
  void unclaim(long key) {
    pages.remove(key);
    CompletableFuture<@Nullable FoundFeed> claim = looks.remove(key);
    if (claim != null) claim.complete(null);
  }
}
