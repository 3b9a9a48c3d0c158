package freshet.cluster;

import freshet.cluster.Dispatch.Result;
import freshet.cluster.Dispatch.Task;
import freshet.cluster.Message.Answered;
import freshet.cluster.Message.Fetch;
import freshet.cluster.Message.Kind;
import freshet.fetch.Fetcher;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchRequest;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Has whatever is asked for by searches and crawls fetched by terminals (see [Dispatch]), and gets
/// it as it is. What browsers wait for is fetched here.
final class RemoteFetcher implements Fetcher {
  /// What is larger does not fit into a message, packed as badly as can be.
  private static final int MOST_BYTES = 5 * 1024 * 1024;

  private static final int HOSTS = 10_000;

  private final Dispatch dispatch;
  private final Fetcher local;

  /// By host, the one that was asked for longest ago first; guarded by itself.
  private final Map<String, List<String>> sitemaps =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<String>> eldest) {
          return size() > HOSTS;
        }
      };

  /// @param local fetches what some terminal does not know how to
  RemoteFetcher(Dispatch dispatch, Fetcher local) {
    this.dispatch = dispatch;
    this.local = local;
  }

  @Override
  public FetchOutcome fetch(FetchRequest request) throws InterruptedException {
    return fetch(request, MOST_BYTES);
  }

  @Override
  public FetchOutcome fetch(FetchRequest request, int mostBytes) throws InterruptedException {
    int most = Math.min(mostBytes, MOST_BYTES);
    Result result =
        dispatch.once(
            new Task(
                Kind.FETCH,
                0,
                request.url(),
                (id, startBy, endBy, hops, spent) ->
                    new Fetch(id, startBy, endBy, request, most, hops, spent, true)));
    if (result == null) return local.fetch(request, mostBytes);
    Answered answer = result.answer();
    if (answer != null && result.outcome() instanceof Fetched f) {
      remember(f.answer().finalUrl(), answer.sitemaps());
    }
    return result.outcome();
  }

  private void remember(FeedUrl at, List<String> named) {
    synchronized (sitemaps) {
      sitemaps.put(host(at), named);
    }
  }

  private static String host(FeedUrl url) {
    return url.uri().getScheme() + " " + url.uri().getRawAuthority();
  }

  @Override
  public List<String> sitemaps(FeedUrl url) {
    List<String> known;
    synchronized (sitemaps) {
      known = sitemaps.get(host(url));
    }
    return known == null ? local.sitemaps(url) : known;
  }

  @Override
  public FetchOutcome fetchForBrowser(FetchRequest request, int mostBytes)
      throws InterruptedException {
    return local.fetchForBrowser(request, mostBytes);
  }

  @Override
  public @Nullable Instant restsUntil(FeedUrl url) {
    return local.restsUntil(url);
  }

  @Override
  public @Nullable Instant restsUntil(String site) {
    return local.restsUntil(site);
  }
}
