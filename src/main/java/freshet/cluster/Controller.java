package freshet.cluster;

import freshet.article.LocalPages;
import freshet.article.PageFetcher;
import freshet.fetch.FetchLimits;
import freshet.fetch.Fetcher;
import freshet.fetch.HttpFetcher;
import freshet.model.Machine;
import freshet.poll.FeedReader;
import freshet.store.Leases;
import freshet.store.Store;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/// What a program needs to have its feeds read by terminals.
public final class Controller implements AutoCloseable {
  private final KafkaPost post;
  private final Dispatch dispatch;
  private final RemoteReader reader;
  private final RemoteFetcher fetcher;
  private final RemotePages pages;

  /// @param brokers and `more`: see [Topics]
  /// @param first whether it takes over what one that is no more had given away
  /// @param local reads what cannot be sent away; `stays` tells which requests these are
  /// @throws BrokerAway if no broker answers
  public static Controller start(
      String brokers,
      Map<String, String> more,
      String name,
      String version,
      Leases leases,
      HttpFetcher fetcher,
      FetchLimits limits,
      FeedReader local,
      Predicate<FeedReader.Request> stays,
      boolean first,
      InstantSource clock)
      throws InterruptedException {
    KafkaPost post = new KafkaPost(new Topics(brokers, more), name, version, first);
    Dispatch dispatch = new Dispatch(post, leases, fetcher, LeaseTimes.of(limits), clock);
    return new Controller(post, dispatch, fetcher, local, stays);
  }

  private Controller(
      KafkaPost post,
      Dispatch dispatch,
      HttpFetcher fetcher,
      FeedReader local,
      Predicate<FeedReader.Request> stays) {
    this.post = post;
    this.dispatch = dispatch;
    this.reader = new RemoteReader(dispatch, fetcher, local, stays);
    this.fetcher = new RemoteFetcher(dispatch, fetcher);
    this.pages = new RemotePages(dispatch, new LocalPages(fetcher));
  }

  /// The gate that this program shares with other controllers on the same store.
  public static SharedHosts sharedHosts(Store store, FetchLimits limits) {
    return new SharedHosts(store.hostTurns(), LeaseTimes.of(limits).whole());
  }

  public FeedReader reader() {
    return reader;
  }

  /// For searches and crawls.
  public Fetcher fetcher() {
    return fetcher;
  }

  /// For articles.
  public PageFetcher pages() {
    return pages;
  }

  /// Begins to take answers, first of all those for which a program that is no more had asked. To
  /// be called before anything is polled.
  public void resume(RemoteReader.Taker taker) throws InterruptedException {
    post.start(dispatch);
    dispatch.resume(taker);
  }

  /// Begins to take answers, of its own alone.
  public void start() {
    post.start(dispatch);
  }

  /// How many terminals were heard of lately.
  public int terminals() {
    return post.terminals().size();
  }

  /// Everybody who was heard of lately, this one too.
  public List<Machine> machines() {
    return post.all().stream()
        .map(h ->
            new Machine(
                h.name(),
                String.valueOf(h.role()).toLowerCase(Locale.ROOT),
                h.version(),
                h.underWay(),
                h.most(),
                h.done()))
        .toList();
  }

  @Override
  public void close() {
    post.close();
  }
}
