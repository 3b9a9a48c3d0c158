package freshet.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.change.Changes;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.model.Account;
import freshet.model.ParseOutcome.Parsed;
import freshet.model.SharedView;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.parse.ParseLimits;
import freshet.store.Store;
import freshet.web.Samples;
import freshet.web.Samples.Text;
import freshet.websub.Callback;
import freshet.websub.HubRequest;
import freshet.websub.HubSubscription;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Our hub, and our own subscriber at the other end.
final class OwnHubTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final String HOST = "freshet.example:8080";
  private static final String TOPIC = "http://" + HOST + "/out/abcdefghijkl.atom";

  @TempDir Path folder;
  private Instant now = NOW;
  private Store store;
  private HttpFetcher fetcher;
  private OwnHub hub;
  private Samples samples;
  private long feed;
  private MockWebServer subscriber;
  private HubSubscription subscription;
  private volatile int status = 200;
  private volatile boolean honest = true;

  /// Whether it confirms that it wants no more, as other subscribers do; ours never asks for that.
  private volatile boolean leaves;

  private final List<RecordedRequest> brought = Collections.synchronizedList(new ArrayList<>());
  private final List<Callback.Reply> verified = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void open() throws IOException {
    store = Store.open(folder, null);
    samples = new Samples(store, NOW);
    feed = samples.feed("https://a.example/rss", "News");
    samples.poll(feed, "A", NOW, Text.of("First", "One", NOW.minusSeconds(60)));
    store.outViews().open(new SharedView(Account.FIRST, "abcdefghijkl", "/", "All"), NOW);
    fetcher = fetcher(true);
    hub = new OwnHub(store, new OutFeeds(store, null, true), fetcher, () -> now);
    subscriber = new MockWebServer();
    subscriber.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            if (request.getMethod().equals("POST")) {
              brought.add(request);
              return new MockResponse.Builder().code(status).build();
            }
            Map<String, String> query = new HashMap<>();
            for (String name : request.getUrl().queryParameterNames()) {
              query.put(name, String.valueOf(request.getUrl().queryParameter(name)));
            }
            String challenge = query.get("hub.challenge");
            if (leaves && challenge != null && "unsubscribe".equals(query.get("hub.mode"))) {
              return new MockResponse.Builder().code(200).body(challenge).build();
            }
            var reply = Callback.verify(honest ? subscription : null, query, now);
            verified.add(reply);
            return new MockResponse.Builder().code(reply.status()).body(reply.body()).build();
          }
        });
    subscriber.start(InetAddress.getLoopbackAddress(), 0);
    subscription =
        HubSubscription.to("http://" + HOST + "/hub", TOPIC, new SecureRandom(new byte[] {1}));
  }

  private HttpFetcher fetcher(boolean allowPrivate) {
    return new HttpFetcher(
        new Identity("Freshet", "test", null),
        FetchLimits.DEFAULT,
        new Network(null, allowPrivate),
        new Politeness(Duration.ZERO, false),
        () -> now,
        new Random(1));
  }

  @AfterEach
  void close() {
    hub.close();
    fetcher.close();
    subscriber.close();
    store.close();
  }

  /// The very form that our subscriber posts.
  private Map<String, String> form(HubSubscription s) {
    String body =
        new String(
            HubRequest.of(s, subscriber.url("/websub").toString()).body(),
            StandardCharsets.US_ASCII);
    Map<String, String> form = new HashMap<>();
    for (String pair : body.split("&")) {
      int equals = pair.indexOf('=');
      form.put(
          pair.substring(0, equals),
          URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return form;
  }

  private void subscribe() {
    assertThat(hub.ask(form(subscription), Set.of(HOST)).status()).isEqualTo(202);
    await().until(() -> store.hubSubscribers().all().size() == 1);
  }

  private void another(String title) {
    samples.poll(feed, "A", now, Text.of(title, "More", now));
  }

  @Test
  void whoSubscribesIsSentTheFeedSignedWhenItChanges() {
    subscribe();
    hub.pass();
    assertThat(brought).isEmpty();
    another("Second");
    hub.pass();
    await().until(() -> brought.size() == 1);
    RecordedRequest sent = brought.getFirst();
    byte[] body = Objects.requireNonNull(sent.getBody()).toByteArray();
    var delivery =
        Callback.receive(
            subscription,
            sent.getHeaders().get("X-Hub-Signature"),
            sent.getHeaders().get("Content-Type"),
            body);
    assertThat(delivery).isInstanceOf(Callback.Delivery.Genuine.class);
    assertThat(sent.getHeaders().get("Link")).contains("rel=\"hub\"").contains(TOPIC);
    var read =
        new FeedParser(ParseLimits.DEFAULT)
            .parse(body, "application/atom+xml", URI.create(TOPIC), HtmlHandling.SANITISED);
    assertThat(((Parsed) read).feed().entries()).hasSize(2);
    assertThat(((Parsed) read).feed().channel().self()).isEqualTo(TOPIC);
    await().until(() -> store.hubSubscribers().all().getFirst().sent() != 0);
    await()
        .until(() -> {
          hub.pass();
          return brought.size() == 1 && store.hubSubscribers().all().getFirst().tries() == 0;
        });
  }

  @Test
  void nobodyIsSubscribedOrUnsubscribedByAStranger() {
    honest = false;
    assertThat(hub.ask(form(subscription), Set.of(HOST)).status()).isEqualTo(202);
    await().until(() -> verified.size() == 1);
    assertThat(store.hubSubscribers().all()).isEmpty();
    honest = true;
    Map<String, String> stranger = form(subscription);
    stranger.put("hub.mode", "unsubscribe");
    assertThat(hub.ask(stranger, Set.of(HOST)).status())
        .as("nobody is asked back for a subscription that there is not")
        .isEqualTo(404);
    subscribe();
    // The subscriber still wants it, and says so when it is asked back.
    Map<String, String> forged = form(subscription);
    forged.put("hub.mode", "unsubscribe");
    assertThat(hub.ask(forged, Set.of(HOST)).status()).isEqualTo(202);
    await().until(() -> verified.size() == 3);
    assertThat(store.hubSubscribers().all()).hasSize(1);
    leaves = true;
    Map<String, String> leaving = form(subscription);
    leaving.put("hub.mode", "unsubscribe");
    hub.ask(leaving, Set.of(HOST));
    await().until(() -> store.hubSubscribers().all().isEmpty());
  }

  @Test
  void whatIsNotTakenIsTriedLaterAndLaterAndNotForEver() {
    subscribe();
    status = 500;
    another("Second");
    for (int i = 1; i <= AlertSender.MOST_TRIES; i++) {
      int tries = i;
      hub.pass();
      await().until(() -> brought.size() == tries);
      await()
          .until(() ->
              tries == AlertSender.MOST_TRIES
                  ? store.hubSubscribers().all().isEmpty()
                  : store.hubSubscribers().all().getFirst().tries() == tries);
      hub.pass();
      assertThat(brought).hasSize(tries);
      now = now.plus(AlertSender.waitAfter(tries)).plusSeconds(1);
    }
    assertThat(Duration.between(NOW, now)).isGreaterThan(Duration.ofHours(8));
  }

  @Test
  void aLeaseEndsAndOneWhoIsGoneIsForgotten() {
    subscribe();
    now = now.plus(Duration.ofDays(11));
    another("Late");
    hub.pass();
    assertThat(store.hubSubscribers().all()).isEmpty();
    subscribe();
    status = 410;
    another("Later");
    hub.pass();
    await().until(() -> store.hubSubscribers().all().isEmpty());
    assertThat(brought).hasSize(1);
  }

  @Test
  void aClosedViewEndsItsSubscriptions() {
    subscribe();
    store.outViews().close(Account.FIRST, "/");
    hub.pass();
    assertThat(store.hubSubscribers().all()).isEmpty();
  }

  @Test
  void aLookThatFailsByAMistakeOfOursIsTakenAgain() {
    subscribe();
    another("Second");
    AtomicInteger calls = new AtomicInteger();
    try (OwnHub failing =
        new OwnHub(
            store,
            new OutFeeds(store, null, true),
            fetcher,
            () -> {
              if (calls.incrementAndGet() == 1) throw new AssertionError("no time");
              return now;
            })) {
      failing.start(new Changes());
      await().until(() -> brought.size() == 1);
    }
  }

  @Test
  void wrongRequestsAreAnsweredWithASentence() {
    for (var wrong :
        List.of(
            Map.of("hub.mode", "publish"),
            Map.of("hub.callback", "ftp://x"),
            Map.of("hub.callback", ""),
            Map.of("hub.secret", "s".repeat(200)))) {
      Map<String, String> form = form(subscription);
      form.putAll(wrong);
      OwnHub.Reply reply = hub.ask(form, Set.of(HOST));
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.sentence()).startsWith("hub.");
    }
    for (String topic :
        List.of(
            "http://elsewhere.example/out/abcdefghijkl.atom",
            "http://" + HOST + "/out/unknownunknown.atom",
            "http://" + HOST + "/settings")) {
      Map<String, String> form = form(subscription);
      form.put("hub.topic", topic);
      assertThat(hub.ask(form, Set.of(HOST)).status()).as(topic).isEqualTo(404);
    }
    assertThat(verified).isEmpty();
  }

  @Test
  void aCallbackInTheOperatorsNetworkIsNotCalled() {
    try (HttpFetcher guarded = fetcher(false);
        OwnHub strict = new OwnHub(store, new OutFeeds(store, null, true), guarded, () -> now)) {
      assertThat(strict.ask(form(subscription), Set.of(HOST)).status()).isEqualTo(202);
      // The next, which is allowed, is through; the first never came.
      subscribe();
      assertThat(verified).hasSize(1);
    }
  }
}
