package freshet.notify;

import freshet.change.Background;
import freshet.change.Changes;
import freshet.change.Follower;
import freshet.exchange.OutFeed;
import freshet.fetch.Call;
import freshet.fetch.CallOutcome;
import freshet.fetch.HttpFetcher;
import freshet.fetch.PostOutcome;
import freshet.fetch.PostRequest;
import freshet.model.FeedUrl;
import freshet.store.HubSubscribers.Row;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import freshet.websub.HubForm;
import freshet.websub.HubSignature;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The hub of our own feeds (WebSub): takes subscriptions, asks back whether they were meant, and
/// sends a feed to its subscribers when it changed.
///
/// What a subscriber has is written down as a hash of it, so nothing is queued: whoever has
/// something else than what the feed is now is sent the feed as it is now. A kill loses nothing.
public final class OwnHub implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(OwnHub.class);
  static final int MOST_SUBSCRIBERS = 1000;
  static final int MOST_OF_A_FEED = 100;

  /// Questions back that are under way at once; more requests are told to come later.
  private static final int MOST_ASKED = 20;

  /// After about 18 hours nobody is there any more; a subscriber who is renews the lease.
  private static final int MOST_TRIES = AlertSender.MOST_TRIES;

  /// Many polls bring something new: our feeds are looked at this often at most, and this rarely at
  /// least, for what no poll brings, such as a star.
  private static final Duration SHORTEST_LOOK = Duration.ofSeconds(1);

  private static final Duration LONGEST_LOOK = Duration.ofSeconds(30);

  private final Store store;
  private final OutFeeds feeds;
  private final HttpFetcher fetcher;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();
  private final Semaphore asked = new Semaphore(MOST_ASKED);
  private final Set<String> busy = ConcurrentHashMap.newKeySet();
  private final Follower follower;

  /// @param fetcher with its guard against private addresses: a callback is a stranger's
  public OwnHub(Store store, OutFeeds feeds, HttpFetcher fetcher, InstantSource clock) {
    this.store = store;
    this.feeds = feeds;
    this.fetcher = fetcher;
    this.clock = clock;
    this.follower =
        new Follower(
            "the hub", SHORTEST_LOOK, LONGEST_LOOK, this::pass, Set.of(StoreUnavailable.class));
  }

  /// @param changes what was stored, or what can be found
  public void start(Changes changes) {
    changes.listen(_ -> follower.wake());
    follower.start();
  }

  /// What to answer to a request; the status, and a sentence for whoever asks.
  public record Reply(int status, String sentence) {}

  /// Somebody wants to subscribe, or no longer. They are asked back before anything happens.
  ///
  /// @param hosts under which we are reached, ports included: topics elsewhere are not ours
  public Reply ask(Map<String, String> form, Set<String> hosts) {
    HubForm request;
    try {
      request = HubForm.of(form);
    } catch (IllegalArgumentException e) {
      return new Reply(400, String.valueOf(e.getMessage()));
    }
    boolean ours =
        hosts.stream().anyMatch(h -> request.topic().matches("https?://\\Q" + h + "\\E/.*"));
    if (!ours || (request.subscribe() && feeds.at(request.topic()).isEmpty())) {
      return new Reply(404, "hub.topic is no feed of this hub");
    }
    List<Row> all = store.hubSubscribers().all();
    if (!request.subscribe() && all.stream().noneMatch(r -> isOf(r, request))) {
      return new Reply(404, "there is no such subscription");
    }
    if (request.subscribe()) {
      long same = all.stream().filter(r -> r.topic().equals(request.topic())).count();
      boolean known = all.stream().anyMatch(r -> isOf(r, request));
      if (!known && (all.size() >= MOST_SUBSCRIBERS || same >= MOST_OF_A_FEED)) {
        return new Reply(503, "this hub has as many subscribers as it takes");
      }
    }
    if (follower.isClosed() || !asked.tryAcquire())
      return new Reply(503, "too many at once; ask again later");
    Background.start(
        "a question of the hub",
        () -> {
          try {
            verify(request);
          } catch (StoreUnavailable e) {
            log.info("a subscription could not be taken down: {}", e.getMessage());
          } finally {
            asked.release();
          }
        });
    return new Reply(202, "you are asked back");
  }

  private static boolean isOf(Row r, HubForm request) {
    return r.topic().equals(request.topic()) && r.callback().equals(request.callback().toString());
  }

  private void verify(HubForm request) throws InterruptedException {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    String challenge = HexFormat.of().formatHex(bytes);
    boolean meant =
        fetcher.call(Call.get(request.verification(challenge))) instanceof CallOutcome.Answered a
            && a.good()
            && new String(a.body(), StandardCharsets.UTF_8).strip().equals(challenge);
    String callback = request.callback().toString();
    if (!meant) {
      log.info("{} did not confirm what was asked of the hub", request.callback().host());
      return;
    }
    if (!request.subscribe()) {
      store.hubSubscribers().remove(request.topic(), callback);
      return;
    }
    Optional<OutFeed> feed = feeds.at(request.topic());
    if (feed.isEmpty()) return;
    Instant now = clock.instant();
    store
        .hubSubscribers()
        .put(
            new Row(
                request.topic(),
                callback,
                request.secret(),
                now.plus(request.lease()),
                OutFeeds.state(feed.get()),
                0,
                now));
  }

  /// Sends every feed that changed to those who have it otherwise.
  void pass() {
    Instant now = clock.instant();
    List<Row> all = store.hubSubscribers().all();
    if (all.stream().anyMatch(r -> !r.leaseEnd().isAfter(now))) {
      int _ = store.hubSubscribers().forget(now);
    }
    Map<String, List<Row>> byTopic =
        all.stream()
            .filter(r -> r.leaseEnd().isAfter(now) && !r.nextAt().isAfter(now))
            .collect(Collectors.groupingBy(Row::topic));
    byTopic.forEach((topic, rows) -> {
      Optional<OutFeed> feed = feeds.at(topic);
      if (feed.isEmpty()) {
        rows.forEach(r -> store.hubSubscribers().remove(r.topic(), r.callback()));
        return;
      }
      long state = OutFeeds.state(feed.get());
      List<Row> behind = rows.stream().filter(r -> r.sent() != state).toList();
      if (behind.isEmpty()) return;
      OutFeeds.Written written = OutFeeds.written(feed.get(), now);
      for (Row row : behind) send(row, feed.get(), written, state);
    });
  }

  /// On a thread of its own: a slow subscriber keeps nobody waiting but itself.
  private void send(Row row, OutFeed feed, OutFeeds.Written written, long state) {
    String key = row.topic() + " " + row.callback();
    if (!busy.add(key)) return;
    Background.start(
        "a delivery of the hub",
        () -> {
          try {
            deliver(row, feed, written, state);
          } catch (StoreUnavailable e) {
            if (!follower.isClosed()) log.warn("The hub waits for the store: {}", e.getMessage());
          } finally {
            busy.remove(key);
          }
        });
  }

  private void deliver(Row row, OutFeed feed, OutFeeds.Written written, long state)
      throws InterruptedException {
    Map<String, String> headers = new HashMap<>();
    headers.put("Link", "<" + feed.hub() + ">; rel=\"hub\", <" + feed.self() + ">; rel=\"self\"");
    if (row.secret() != null) {
      headers.put("X-Hub-Signature", HubSignature.of(row.secret(), written.bytes()));
    }
    var request =
        new PostRequest(FeedUrl.of(row.callback()), written.type(), written.bytes(), headers);
    switch (fetcher.post(request)) {
      case PostOutcome.Taken _ -> store.hubSubscribers().tried(row, state, 0, clock.instant());
      case PostOutcome.Declined d when d.status() == 410 ->
          store.hubSubscribers().remove(row.topic(), row.callback());
      case PostOutcome.Declined d -> failed(row, "answered " + d.status(), d.retryAfter());
      case PostOutcome.Failed f -> failed(row, f.reason(), null);
    }
  }

  private void failed(Row row, String why, @Nullable Duration asksFor) {
    int tries = row.tries() + 1;
    log.info("a subscriber of {} did not take it: {}", row.topic(), why);
    if (tries >= MOST_TRIES) {
      store.hubSubscribers().remove(row.topic(), row.callback());
      return;
    }
    Duration wait = AlertSender.waitAfter(tries);
    if (asksFor != null && asksFor.compareTo(wait) > 0) wait = asksFor;
    store.hubSubscribers().tried(row, row.sent(), tries, clock.instant().plus(wait));
  }

  @Override
  public void close() {
    follower.close();
  }
}
