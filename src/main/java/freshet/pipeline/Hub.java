package freshet.pipeline;

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
import freshet.websub.Signature;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The hub of our own feeds (WebSub): takes subscriptions, asks back whether they were meant, and
/// sends a feed to its subscribers when it changed.
///
/// What a subscriber has is written down as a hash of it, so nothing is queued: whoever has
/// something else than what the feed is now is sent the feed as it is now. A kill loses nothing.
public final class Hub implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Hub.class);
  static final int MOST_SUBSCRIBERS = 1000;
  static final int MOST_OF_A_FEED = 100;

  /// Questions back that are under way at once; more requests are told to come later.
  private static final int MOST_ASKED = 20;

  /// After about 18 hours nobody is there any more; a subscriber who is renews the lease.
  private static final int MOST_TRIES = AlertSender.MOST_TRIES;

  /// Many polls bring news; feeds are looked at this often at most, and this rarely at least, for
  /// what no poll tells, such as a star.
  private static final Duration SHORTEST_LOOK = Duration.ofSeconds(1);

  private static final Duration LONGEST_LOOK = Duration.ofSeconds(30);

  private final Store store;
  private final OutFeeds feeds;
  private final HttpFetcher fetcher;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();
  private final Semaphore asked = new Semaphore(MOST_ASKED);
  private final Semaphore news = new Semaphore(0);
  private final Set<String> busy = ConcurrentHashMap.newKeySet();
  private final Thread thread;
  private volatile boolean closed;

  /// @param fetcher with its guard against private addresses: a callback is a stranger's wish
  public Hub(Store store, OutFeeds feeds, HttpFetcher fetcher, InstantSource clock) {
    this.store = store;
    this.feeds = feeds;
    this.fetcher = fetcher;
    this.clock = clock;
    this.thread = Thread.ofPlatform().daemon().name("hub").unstarted(this::run);
  }

  /// @param told of what was stored, or of what can be found
  public void start(Announcer told) {
    told.listen(_ -> news.release());
    thread.start();
  }

  /// What to answer to a request; the status, and a sentence for whoever asks.
  public record Reply(int status, String sentence) {}

  /// Somebody wants to subscribe, or no longer. They are asked back before anything happens.
  ///
  /// @param hosts under which we are reached, ports included: topics elsewhere are not ours
  public Reply ask(Map<String, String> form, Set<String> hosts) {
    HubForm wish;
    try {
      wish = HubForm.of(form);
    } catch (IllegalArgumentException e) {
      return new Reply(400, String.valueOf(e.getMessage()));
    }
    boolean ours =
        hosts.stream().anyMatch(h -> wish.topic().matches("https?://\\Q" + h + "\\E/.*"));
    if (!ours || (wish.subscribe() && feeds.at(wish.topic()).isEmpty())) {
      return new Reply(404, "hub.topic is no feed of this hub");
    }
    if (wish.subscribe()) {
      List<Row> all = store.hubSubscribers().all();
      long same = all.stream().filter(r -> r.topic().equals(wish.topic())).count();
      boolean known = all.stream().anyMatch(r -> isOf(r, wish));
      if (!known && (all.size() >= MOST_SUBSCRIBERS || same >= MOST_OF_A_FEED)) {
        return new Reply(503, "this hub has as many subscribers as it takes");
      }
    }
    if (closed || !asked.tryAcquire()) return new Reply(503, "too many at once; ask again later");
    Errand.start(
        "a question of the hub",
        () -> {
          try {
            verify(wish);
          } catch (StoreUnavailable e) {
            log.info("a subscription could not be taken down: {}", e.getMessage());
          } finally {
            asked.release();
          }
        });
    return new Reply(202, "you are asked back");
  }

  private static boolean isOf(Row r, HubForm wish) {
    return r.topic().equals(wish.topic()) && r.callback().equals(wish.callback().toString());
  }

  private void verify(HubForm wish) throws InterruptedException {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    String challenge = HexFormat.of().formatHex(bytes);
    boolean meant =
        fetcher.call(Call.get(wish.verification(challenge))) instanceof CallOutcome.Answered a
            && a.good()
            && new String(a.body(), StandardCharsets.UTF_8).strip().equals(challenge);
    String callback = wish.callback().toString();
    if (!meant) {
      log.info("{} did not confirm what was asked of the hub", wish.callback().host());
      return;
    }
    if (!wish.subscribe()) {
      store.hubSubscribers().remove(wish.topic(), callback);
      return;
    }
    Optional<OutFeed> feed = feeds.at(wish.topic());
    if (feed.isEmpty()) return;
    Instant now = clock.instant();
    store
        .hubSubscribers()
        .put(
            new Row(
                wish.topic(),
                callback,
                wish.secret(),
                now.plus(wish.lease()),
                OutFeeds.state(feed.get()),
                0,
                now));
  }

  private void run() {
    while (!closed) {
      try {
        if (news.tryAcquire(LONGEST_LOOK.toMillis(), TimeUnit.MILLISECONDS)) news.drainPermits();
        if (!closed) Errand.start("a look of the hub", this::pass).join();
        Thread.sleep(SHORTEST_LOOK);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /// Sends every feed that changed to those who have it otherwise.
  void pass() {
    try {
      sendChanged();
    } catch (StoreUnavailable e) {
      if (!closed) log.warn("The hub waits for the store: {}", e.getMessage());
    }
  }

  private void sendChanged() {
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
    Errand.start(
        "a delivery of the hub",
        () -> {
          try {
            deliver(row, feed, written, state);
          } catch (StoreUnavailable e) {
            if (!closed) log.warn("The hub waits for the store: {}", e.getMessage());
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
      headers.put("X-Hub-Signature", Signature.of(row.secret(), written.bytes()));
    }
    var request =
        new PostRequest(FeedUrl.of(row.callback()), written.type(), written.bytes(), headers);
    switch (fetcher.post(request)) {
      case PostOutcome.Taken _ -> store.hubSubscribers().told(row, state, 0, clock.instant());
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
    store.hubSubscribers().told(row, row.sent(), tries, clock.instant().plus(wait));
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      if (thread.isAlive()) thread.join(Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
