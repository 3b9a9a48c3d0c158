package freshet.poll;

import freshet.fetch.HttpFetcher;
import freshet.fetch.PostOutcome;
import freshet.model.Feed;
import freshet.model.ParseOutcome;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.store.HubSubscriptions.Row;
import freshet.store.Store;
import freshet.websub.Callback;
import freshet.websub.HubRequest;
import freshet.websub.HubSubscription;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps subscriptions at the hubs of feeds that have one (WebSub), where the settings give an
/// address under which hubs can reach us. A feed is looked after when it is polled, which a
/// subscribed feed still is, rarely; so no timer of its own is needed.
public final class HubClient {
  private static final Logger log = LoggerFactory.getLogger(HubClient.class);

  /// After a hub did not take or confirm a request.
  private static final Duration TRY_AGAIN = Duration.ofHours(6);

  /// After a hub declined.
  private static final Duration DECLINED = Duration.ofDays(7);

  private final Store store;
  private final HttpFetcher fetcher;
  private final FeedParser parser;
  private final String callbackBase;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  /// When a feed's subscription gave way to one at another hub or under another name: there are
  /// feeds that name themselves otherwise each time.
  private final Map<Long, Instant> replaced = new ConcurrentHashMap<>();

  /// @param publicAddress where hubs reach us, such as `https://freshet.example/`
  public HubClient(
      Store store,
      HttpFetcher fetcher,
      FeedParser parser,
      String publicAddress,
      InstantSource clock) {
    this.store = store;
    this.fetcher = fetcher;
    this.parser = parser;
    this.callbackBase = publicAddress + (publicAddress.endsWith("/") ? "" : "/") + "websub";
    this.clock = clock;
  }

  /// How long the feed need not be polled because its hub tells us of new entries, or null. Asks
  /// nobody.
  ///
  /// @param topic what the feed calls itself at its hub, null if that was not said this time
  @Nullable Duration spares(Feed feed, @Nullable String hub, @Nullable String topic) {
    Row row = store.hubSubscriptions().of(feed.id()).orElse(null);
    return row != null && isTo(row, hub, topic) && subscription(row).active(clock.instant())
        ? HubSubscription.SAFETY_NET
        : null;
  }

  private static boolean isTo(Row row, @Nullable String hub, @Nullable String topic) {
    return row.hub().equals(hub) && (topic == null || topic.equals(row.topic()));
  }

  /// Subscribes, renews or starts over where it is time. Waits for the hub, which may be slow.
  ///
  /// @param topic what the feed calls itself at its hub, null if that was not said this time
  void look(Feed feed, @Nullable String hub, @Nullable String topic) throws InterruptedException {
    if (hub == null) return;
    Instant now = clock.instant();
    Row row = store.hubSubscriptions().of(feed.id()).orElse(null);
    if (row != null && isTo(row, hub, topic)) {
      if (now.isBefore(row.askAt())) return;
      if (row.wanted()) {
        ask(feed, subscription(row), now);
        return;
      }
    } else if (row != null && !mayReplace(feed, now)) {
      return;
    }
    String name = topic == null ? feed.url().toString() : topic;
    ask(feed, HubSubscription.to(hub, name, random), now);
  }

  private boolean mayReplace(Feed feed, Instant now) {
    replaced.values().removeIf(at -> !now.isBefore(at.plus(TRY_AGAIN)));
    return replaced.putIfAbsent(feed.id(), now) == null;
  }

  /// Nobody wants any more what the hub brings; it is told so when it brings something.
  void end(Row row) {
    Instant now = clock.instant();
    store.hubSubscriptions().put(row(row.feedId(), subscription(row).ended(), now));
  }

  private void ask(Feed feed, HubSubscription subscription, Instant now)
      throws InterruptedException {
    store.hubSubscriptions().put(row(feed.id(), subscription, now.plus(TRY_AGAIN)));
    try {
      switch (fetcher.post(HubRequest.of(subscription, callbackBase))) {
        case PostOutcome.Taken _ -> log.info("asked for a {}", subscription);
        case PostOutcome.Declined d ->
            log.info("a {} was declined ({}): {}", subscription, d.status(), d.says());
        case PostOutcome.Failed f -> log.info("a {} failed: {}", subscription, f.reason());
      }
    } catch (IllegalArgumentException e) {
      log.info("a {} is impossible: {}", subscription, e.getMessage());
    }
  }

  /// The hub asks whether a request was ours.
  Callback.Reply verify(String id, Map<String, String> query) {
    Optional<Row> row = store.hubSubscriptions().find(id);
    Instant now = clock.instant();
    var reply = Callback.verify(row.map(HubClient::subscription).orElse(null), query, now);
    if (reply.note() != null) log.info("{}", reply.note());
    HubSubscription changed = reply.now();
    // Anybody can ask about what is not there.
    String note = reply.note();
    if (note != null && reply.status() == 200) log.info("{}", note);
    else if (note != null) log.debug("{}", note);
    if (changed != null && row.isPresent()) {
      Instant again = changed.wanted() ? changed.renewAt(now) : now.plus(DECLINED);
      store.hubSubscriptions().put(row(row.get().feedId(), changed, again));
    }
    return reply;
  }

  /// The hub brings something: what it is, and of which feed.
  Callback.Delivery receive(
      @Nullable Row row, @Nullable String signature, @Nullable String type, byte[] body) {
    return Callback.receive(row == null ? null : subscription(row), signature, type, body);
  }

  /// What it brought, read as a feed. Call it where it may take its time (see [Readings]).
  ParseOutcome read(Feed feed, Callback.Delivery.Genuine brought) {
    return parser.parse(
        brought.body(), brought.contentType(), feed.url().uri(), HtmlHandling.SANITISED);
  }

  private static HubSubscription subscription(Row r) {
    return new HubSubscription(r.id(), r.hub(), r.topic(), r.secret(), r.wanted(), r.leaseEnd());
  }

  private static Row row(long feed, HubSubscription s, Instant askAt) {
    return new Row(feed, s.id(), s.hub(), s.topic(), s.secret(), s.wanted(), s.leaseEnd(), askAt);
  }
}
