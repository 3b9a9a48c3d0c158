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

  private final Store store;
  private final HttpFetcher fetcher;
  private final FeedParser parser;
  private final String callbackBase;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

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
  @Nullable Duration spares(Feed feed, @Nullable String hub) {
    Row row = hub == null ? null : row(feed, hub);
    return row != null && subscription(row).active(clock.instant())
        ? HubSubscription.SAFETY_NET
        : null;
  }

  private @Nullable Row row(Feed feed, String hub) {
    return store.hubSubscriptions().of(feed.id()).filter(r -> r.hub().equals(hub)).orElse(null);
  }

  /// Subscribes, renews or starts over where it is time. Waits for the hub, which may be slow.
  void look(Feed feed, @Nullable String hub, @Nullable String topic) throws InterruptedException {
    if (hub == null) return;
    Instant now = clock.instant();
    Row row = row(feed, hub);
    if (row == null) {
      String name = topic == null ? feed.url().toString() : topic;
      row = row(feed.id(), HubSubscription.to(hub, name, random), now);
    }
    if (!now.isBefore(row.askAt())) {
      store.hubSubscriptions().put(row(feed.id(), subscription(row), now.plus(TRY_AGAIN)));
      ask(subscription(row));
    }
  }

  private void ask(HubSubscription subscription) throws InterruptedException {
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
    HubSubscription changed = reply.now();
    // Anybody can ask about what is not there.
    String note = reply.note();
    if (note != null && reply.status() == 200) log.info("{}", note);
    else if (note != null) log.debug("{}", note);
    if (changed != null && row.isPresent()) {
      store.hubSubscriptions().put(row(row.get().feedId(), changed, changed.renewAt(now)));
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
