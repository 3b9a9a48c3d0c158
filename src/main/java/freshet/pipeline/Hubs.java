package freshet.pipeline;

import freshet.fetch.HttpFetcher;
import freshet.fetch.PostOutcome;
import freshet.model.Feed;
import freshet.store.HubSubscriptions.Row;
import freshet.store.Store;
import freshet.websub.Callback;
import freshet.websub.HubRequest;
import freshet.websub.Subscription;
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
public final class Hubs {
  private static final Logger log = LoggerFactory.getLogger(Hubs.class);

  /// After a hub did not take or confirm a request.
  private static final Duration TRY_AGAIN = Duration.ofHours(6);

  private final Store store;
  private final HttpFetcher fetcher;
  private final String callbackBase;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  /// @param publicAddress where hubs reach us, such as `https://freshet.example/`
  public Hubs(Store store, HttpFetcher fetcher, String publicAddress, InstantSource clock) {
    this.store = store;
    this.fetcher = fetcher;
    this.callbackBase = publicAddress + (publicAddress.endsWith("/") ? "" : "/") + "websub";
    this.clock = clock;
  }

  /// Subscribes, renews or starts over where it is time. Returns how long the feed need not be
  /// polled because its hub tells us of news, or null.
  @Nullable Duration look(Feed feed, @Nullable String hub, @Nullable String topic)
      throws InterruptedException {
    if (hub == null) return null;
    Instant now = clock.instant();
    Optional<Row> known = store.hubs().of(feed.id());
    Row row = known.filter(r -> r.hub().equals(hub)).orElse(null);
    if (row == null) {
      String name = topic == null ? feed.url().toString() : topic;
      row = row(feed.id(), Subscription.to(hub, name, random), now);
    }
    if (!now.isBefore(row.askAt())) {
      store.hubs().put(row(feed.id(), subscription(row), now.plus(TRY_AGAIN)));
      ask(subscription(row));
    }
    return subscription(row).active(now) ? Subscription.SAFETY_NET : null;
  }

  private void ask(Subscription subscription) throws InterruptedException {
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
  public Callback.Reply verify(String id, Map<String, String> query) {
    Optional<Row> row = store.hubs().find(id);
    Instant now = clock.instant();
    var reply = Callback.verify(row.map(Hubs::subscription).orElse(null), query, now);
    Subscription changed = reply.now();
    if (changed != null && row.isPresent()) {
      store.hubs().put(row(row.get().feedId(), changed, changed.renewAt(now)));
    }
    return reply;
  }

  /// The hub brings something: what it is, and of which feed.
  Callback.Delivery receive(
      @Nullable Row row, @Nullable String signature, @Nullable String type, byte[] body) {
    return Callback.receive(row == null ? null : subscription(row), signature, type, body);
  }

  private static Subscription subscription(Row r) {
    return new Subscription(r.id(), r.hub(), r.topic(), r.secret(), r.wanted(), r.leaseEnd());
  }

  private static Row row(long feed, Subscription s, Instant askAt) {
    return new Row(feed, s.id(), s.hub(), s.topic(), s.secret(), s.wanted(), s.leaseEnd(), askAt);
  }
}
