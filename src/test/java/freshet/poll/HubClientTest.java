package freshet.poll;

import static freshet.poll.PollBed.NOON;
import static freshet.poll.PollBed.PARSER;
import static freshet.poll.PollBed.fetched;
import static freshet.poll.PollBed.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.model.Account;
import freshet.model.Feed;
import freshet.model.FeedEdit;
import freshet.notify.Inbox;
import freshet.store.HubSubscriptions.Row;
import freshet.websub.HubSignature;
import freshet.websub.HubSubscription;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A feed with a hub, over its days: each poll brings a new entry.
@Timeout(60)
final class HubClientTest {
  private static final String A = "https://a.example/feed";
  private static final Duration DAY = Duration.ofDays(1);

  @TempDir Path folder;
  private PollBed bed;
  private HttpFetcher http;
  private final Inbox hub = new Inbox();
  private final AtomicInteger polls = new AtomicInteger();
  private volatile String more = "";
  private long feed;

  @BeforeEach
  void open() {
    bed = new PollBed(folder);
    http =
        new HttpFetcher(
            new Identity("Freshet", "1", null),
            FetchLimits.DEFAULT,
            new Network(null, true),
            new Politeness(Duration.ZERO, false),
            InstantSource.system(),
            new Random(1));
    feed = bed.add(A);
  }

  @AfterEach
  void close() {
    bed.close();
    http.close();
    hub.close();
  }

  private Watcher watcher() {
    var hubs = new HubClient(bed.store, http, PARSER, "https://freshet.example/", bed.clock);
    return bed.watcher(
        new LocalReader(
            request -> {
              String rss = rss("entry " + polls.incrementAndGet());
              return fetched(request, rss.replace("<item>", link("hub", hub()) + more + "<item>"));
            },
            PARSER),
        null,
        hubs);
  }

  private static String link(String rel, String address) {
    return "<atom:link xmlns:atom='http://www.w3.org/2005/Atom' rel='%s' href='%s'/>"
        .formatted(rel, address);
  }

  private String hub() {
    return hub.web("/hub");
  }

  private void subscribed(String topic) {
    Instant lease = NOON.plus(Duration.ofDays(9));
    bed.store
        .hubSubscriptions()
        .put(new Row(feed, "id", hub(), topic, "secret", true, lease, lease));
  }

  private Row row() {
    return bed.store.hubSubscriptions().of(feed).orElseThrow();
  }

  private void polledAfter(Duration time) throws InterruptedException {
    bed.pass(time);
    bed.told();
  }

  /// What the hub was asked for, once it was asked so often.
  private List<String> asked(int times) {
    await().until(() -> hub.posts.size() >= times);
    assertThat(hub.posts).hasSize(times);
    return hub.posts.stream()
        .map(p -> URLDecoder.decode(p.text(), StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void aHubThatDeclinedIsLeftAloneForAWeekAndThenAskedAnew() throws InterruptedException {
    Watcher watcher = watcher();
    watcher.start();
    bed.told();
    assertThat(asked(1).getFirst()).startsWith("hub.mode=subscribe&hub.topic=" + A);
    String id = row().id();
    assertThat(watcher.verify(id, Map.of("hub.mode", "denied", "hub.topic", A)).status())
        .isEqualTo(200);
    for (int day = 1; day < 7; day++) polledAfter(DAY);
    assertThat(asked(1)).hasSize(1);
    polledAfter(DAY);
    assertThat(asked(2).getLast()).startsWith("hub.mode=subscribe&hub.topic=" + A);
    assertThat(row().id()).isNotEqualTo(id);
    assertThat(row().wanted()).isTrue();
  }

  @Test
  void aFeedThatAsksForMoreIsLeftAloneAsItAsks() throws InterruptedException {
    subscribed(A);
    more = "<ttl>1440</ttl>";
    watcher().start();
    bed.told();
    assertThat(bed.feed(feed).plan().notBefore()).isEqualTo(NOON.plus(DAY));
    assertThat(bed.feed(feed).plan().heldBy()).contains("ttl");
  }

  @Test
  void aFeedThatNamesItselfOtherwiseIsSubscribedUnderItsNewName() throws InterruptedException {
    subscribed(A);
    more = link("self", "https://new.example/feed");
    watcher().start();
    bed.told();
    assertThat(asked(1).getFirst()).contains("hub.topic=https://new.example/feed&");
    assertThat(row().topic()).isEqualTo("https://new.example/feed");
    assertThat(bed.feed(feed).plan().notBefore())
        .as("the old name's subscription spares no poll")
        .isBefore(NOON.plus(HubSubscription.SAFETY_NET));
  }

  @Test
  void aFeedThatNamesItselfOtherwiseEachTimeBothersNoHub() throws InterruptedException {
    Watcher watcher = watcher();
    more = link("self", "https://a.example/feed?0");
    watcher.start();
    bed.told();
    assertThat(asked(1)).hasSize(1);
    for (int i = 1; i <= 6; i++) {
      Map<String, String> confirmed =
          Map.of("hub.mode", "subscribe", "hub.topic", row().topic(), "hub.challenge", "c");
      var _ = watcher.verify(row().id(), confirmed);
      more = link("self", "https://a.example/feed?" + i);
      assertThat(watcher.hurry(feed)).isTrue();
      polledAfter(Duration.ofMinutes(20));
    }
    polledAfter(DAY); // what came before has been asked by now
    assertThat(asked(3).getLast()).contains("hub.topic=https://a.example/feed?6");
  }

  @Test
  void whatAHubBringsForAPausedFeedIsNotWanted() throws InterruptedException {
    subscribed(A);
    Watcher watcher = watcher();
    watcher.start();
    bed.told();
    bed.store.feeds().edit(Account.FIRST, feed, FeedEdit.state(Feed.State.PAUSED), false);
    assertThat(push(watcher, "while paused")).isEqualTo(410);
    assertThat(bed.feed(feed).entries()).isEqualTo(1);
    assertThat(row().wanted()).isFalse();
    bed.store.feeds().edit(Account.FIRST, feed, FeedEdit.state(Feed.State.ACTIVE), false);
    watcher.changed(feed);
    polledAfter(DAY);
    assertThat(asked(1).getFirst()).startsWith("hub.mode=subscribe&");
    assertThat(row().wanted()).isTrue();
    assertThat(bed.feed(feed).state()).isEqualTo(Feed.State.ACTIVE);
  }

  @Test
  void whatAHubBringsForAFeedThatNobodyFollowsIsNotWanted() throws InterruptedException {
    subscribed(A);
    var _ = bed.store.subscriptions().add(1, feed, null, null, NOON);
    Watcher watcher = watcher();
    watcher.start();
    bed.told();
    assertThat(push(watcher, "while followed")).isEqualTo(202);
    assertThat(bed.feed(feed).entries()).isEqualTo(2);
    var _ = bed.store.subscriptions().remove(1, feed);
    assertThat(push(watcher, "afterwards")).isEqualTo(410);
    assertThat(bed.feed(feed).entries()).isEqualTo(2);
  }

  private int push(Watcher watcher, String title) throws InterruptedException {
    byte[] body = rss(title).getBytes(StandardCharsets.UTF_8);
    return watcher.push(row().id(), HubSignature.of("secret", body), "application/rss+xml", body);
  }
}
