package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Gone;
import freshet.model.FetchOutcome.Refused;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HttpFetcherTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final Identity IDENTITY = new Identity("Freshet", "0.1", "mail@example.org");

  private final MockWebServer server = new MockWebServer();
  private Instant now = NOW;
  private final HttpFetcher fetcher = fetcher(new Network(null, true));

  private HttpFetcher fetcher(Network network) {
    FetchLimits limits =
        new FetchLimits(
            Duration.ofSeconds(2), Duration.ofMillis(400), Duration.ofSeconds(2), 100_000, 3);
    return new HttpFetcher(IDENTITY, limits, network, Politeness.NONE, () -> now, new Random(1));
  }

  @BeforeEach
  void start() throws IOException {
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
    fetcher.close();
  }

  private FeedUrl url(String path) {
    return FeedUrl.of(server.url(path).toString());
  }

  private FetchOutcome fetch(String path) throws InterruptedException {
    return fetcher.fetch(FetchRequest.of(url(path)));
  }

  private void answer(int status, String body, String... headers) {
    MockResponse.Builder response = new MockResponse.Builder().code(status).body(body);
    for (int i = 0; i < headers.length; i += 2) response.setHeader(headers[i], headers[i + 1]);
    server.enqueue(response.build());
  }

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    }
    return out.toByteArray();
  }

  @Test
  void aBodyComesWithItsTypeHashAndValidators() throws Exception {
    answer(
        200,
        "<rss/>",
        "Content-Type",
        "application/rss+xml",
        "ETag",
        "\"a\"",
        "Cache-Control",
        "max-age=600");
    var fetched = (Fetched) fetch("/feed");
    assertThat(fetched.body()).asString().isEqualTo("<rss/>");
    assertThat(fetched.contentType()).isEqualTo("application/rss+xml");
    assertThat(fetched.bodyHash()).isNotZero();
    assertThat(fetched.answer().validators()).isEqualTo(new Validators("\"a\"", null));
    assertThat(fetched.answer().freshFor()).isEqualTo(Duration.ofMinutes(10));
    assertThat(fetched.answer().finalUrl()).isEqualTo(url("/feed"));
    assertThat(fetched.answer().at()).isEqualTo(NOW);
    RecordedRequest request = server.takeRequest();
    assertThat(request.getHeaders().get("User-Agent"))
        .isEqualTo("Freshet/0.1 (feed reader; +mail@example.org)");
    assertThat(request.getHeaders().get("Cookie")).isNull();
  }

  @Test
  void validatorsAreSentAndA304KeepsThem() throws Exception {
    answer(304, "", "ETag", "\"new\"");
    var known = new Validators("\"old\"", "Sat, 14 Nov 2026 12:00:00 GMT");
    var outcome = fetcher.fetch(new FetchRequest(url("/"), known, 5, Map.of()));
    assertThat(((Unchanged) outcome).answer().validators())
        .isEqualTo(new Validators("\"new\"", "Sat, 14 Nov 2026 12:00:00 GMT"));
    RecordedRequest request = server.takeRequest();
    assertThat(request.getHeaders().get("If-None-Match")).isEqualTo("\"old\"");
    assertThat(request.getHeaders().get("If-Modified-Since"))
        .isEqualTo("Sat, 14 Nov 2026 12:00:00 GMT");
  }

  @Test
  void theSameBytesAreUnchangedWithoutA304() throws Exception {
    answer(200, "same");
    answer(200, "same");
    long hash = ((Fetched) fetch("/")).bodyHash();
    assertThat(fetcher.fetch(new FetchRequest(url("/"), Validators.NONE, hash, Map.of())))
        .isInstanceOf(Unchanged.class);
  }

  @Test
  void aPackedBodyIsUnpackedAndCountedAsSent() throws Exception {
    byte[] packed = gzip("x".repeat(5000).getBytes(StandardCharsets.UTF_8));
    server.enqueue(
        new MockResponse.Builder()
            .body(new Buffer().write(packed))
            .setHeader("Content-Encoding", "gzip")
            .build());
    var fetched = (Fetched) fetch("/");
    assertThat(fetched.body()).hasSize(5000);
    assertThat(fetched.answer().wireBytes()).isBetween((long) packed.length, packed.length + 200L);
  }

  @Test
  void permanentRedirectsMoveTheFeedAndTemporaryOnesDoNot() throws Exception {
    answer(301, "", "Location", "/b");
    answer(308, "", "Location", "/c");
    answer(302, "", "Location", "/d");
    answer(200, "ok");
    var fetched = (Fetched) fetch("/a");
    assertThat(fetched.answer().movedTo()).isEqualTo(url("/c"));
    assertThat(fetched.answer().finalUrl()).isEqualTo(url("/d"));
  }

  @Test
  void thePasswordInTheAddressMovesAlongOnTheSameHost() throws Exception {
    answer(301, "", "Location", "/b");
    answer(200, "ok");
    String address = server.url("/a").toString().replace("://", "://me:p%40ss@");
    var fetched = (Fetched) fetcher.fetch(FetchRequest.of(FeedUrl.of(address)));
    assertThat(fetched.answer().movedTo()).isEqualTo(FeedUrl.of(address.replace("/a", "/b")));
  }

  @Test
  void aPermanentRedirectBehindATemporaryOneMovesNothing() throws Exception {
    answer(302, "", "Location", "/b");
    answer(301, "", "Location", "/c");
    answer(200, "ok");
    assertThat(((Fetched) fetch("/a")).answer().movedTo()).isNull();
  }

  @Test
  void redirectsEndSomewhere() throws Exception {
    answer(302, "", "Location", "/b");
    answer(302, "", "Location", "/a");
    var circle = (Unreachable) fetch("/a");
    assertThat(circle.trouble()).isEqualTo(FetchOutcome.Trouble.TOO_MANY_REDIRECTS);
    for (int i = 0; i < 4; i++) answer(302, "", "Location", "/" + i);
    var endless = (Unreachable) fetch("/start");
    assertThat(endless.reason()).contains("more than 3 times");
  }

  @Test
  void secretsStayWithTheirHost() throws Exception {
    try (MockWebServer other = new MockWebServer()) {
      other.start();
      String elsewhere = other.url("/x").toString().replace("localhost", "127.0.0.1");
      answer(302, "", "Location", "/same-host");
      answer(302, "", "Location", elsewhere);
      other.enqueue(new MockResponse.Builder().body("ok").build());
      String withSecret = server.url("/").toString().replace("://", "://user:pa%20ss@");
      var request =
          new FetchRequest(
              FeedUrl.of(withSecret),
              Validators.NONE,
              0,
              Map.of("X-Key", "k", "Accept-Language", "et"));
      assertThat(fetcher.fetch(request)).isInstanceOf(Fetched.class);
      for (int i = 0; i < 2; i++) {
        RecordedRequest own = server.takeRequest();
        assertThat(own.getHeaders().get("Authorization")).isEqualTo("Basic dXNlcjpwYSBzcw==");
        assertThat(own.getHeaders().get("X-Key")).isEqualTo("k");
      }
      RecordedRequest foreign = other.takeRequest();
      assertThat(foreign.getHeaders().get("Authorization")).isNull();
      assertThat(foreign.getHeaders().get("X-Key")).isNull();
      assertThat(foreign.getHeaders().get("Accept-Language")).isEqualTo("et");
    }
  }

  @Test
  void refusalsSayWhenToComeBack() throws Exception {
    answer(503, "", "Retry-After", "120");
    answer(429, "", "Retry-After", "Sun, 15 Nov 2026 13:00:00 GMT");
    answer(410, "");
    assertThat(((Refused) fetch("/")).retryAfter()).isEqualTo(Duration.ofMinutes(2));
    now = NOW.plusSeconds(120);
    assertThat(((Refused) fetch("/")).retryAfter()).isEqualTo(Duration.ofMinutes(58));
    now = NOW.plusSeconds(3600);
    assertThat(fetch("/")).isInstanceOf(Gone.class);
  }

  @Test
  void aRefusalLetsTheWholeSiteRest() throws Exception {
    answer(503, "", "Retry-After", "120");
    fetch("/one");
    var resting = (Forbidden) fetch("/another");
    assertThat(resting.ban()).isEqualTo(FetchOutcome.Ban.RESTING);
    assertThat(fetcher.gate().restsUntil("localhost")).isEqualTo(NOW.plusSeconds(120));
    assertThat(server.getRequestCount()).isEqualTo(1);
  }

  @Test
  void loopbackIsForbiddenUnlessAllowed() throws Exception {
    try (HttpFetcher careful = fetcher(Network.DIRECT)) {
      for (String host : new String[] {"localhost", "127.0.0.1", "[::1]", "0.0.0.0"}) {
        var url = FeedUrl.of("http://" + host + ":" + server.getPort() + "/");
        var forbidden = (Forbidden) careful.fetch(FetchRequest.of(url));
        assertThat(forbidden.ban()).isEqualTo(FetchOutcome.Ban.PRIVATE_ADDRESS);
      }
    }
    assertThat(server.getRequestCount()).isZero();
  }

  private PostRequest message() {
    return new PostRequest(
        url("/hub"),
        "application/x-www-form-urlencoded",
        "a=b".getBytes(StandardCharsets.UTF_8),
        Map.of("X-Key", "k"));
  }

  @Test
  void whatIsPostedArrives() throws Exception {
    answer(307, "", "Location", "/moved");
    answer(202, "");
    assertThat(fetcher.post(message())).isEqualTo(new PostOutcome.Taken(202));
    server.takeRequest();
    RecordedRequest request = server.takeRequest();
    assertThat(request.getMethod()).isEqualTo("POST");
    assertThat(request.getBody()).isNotNull();
    assertThat(request.getBody().utf8()).isEqualTo("a=b");
    assertThat(request.getHeaders().get("X-Key")).isEqualTo("k");
    assertThat(request.getHeaders().get("Content-Type"))
        .isEqualTo("application/x-www-form-urlencoded");
  }

  @Test
  void aPostIsNotRepeatedByARedirectThatMeansAGet() throws Exception {
    answer(302, "see there", "Location", "/moved");
    assertThat(fetcher.post(message())).isEqualTo(new PostOutcome.Declined(302, "see there", null));
    assertThat(server.getRequestCount()).isEqualTo(1);
  }

  @Test
  void whatAServerSaysAgainstAPostIsKept() throws Exception {
    answer(429, "no".repeat(10_000), "Retry-After", "60");
    var declined = (PostOutcome.Declined) fetcher.post(message());
    assertThat(declined.says()).hasSize(500);
    assertThat(declined.retryAfter()).isEqualTo(Duration.ofMinutes(1));
    assertThat(fetcher.restsUntil(url("/feed"))).isEqualTo(now.plusSeconds(60));
  }

  @Test
  void nothingIsPostedToAPrivateAddress() throws Exception {
    try (HttpFetcher careful = fetcher(Network.DIRECT)) {
      var failed = (PostOutcome.Failed) careful.post(message());
      assertThat(failed.reason()).contains("private network");
    }
  }

  @Test
  void http2IsNotSpokenAsItsAnswersFillMemoryBeforeTheyAreRead() throws Exception {
    try (MockWebServer secure = new MockWebServer()) {
      var certificate = MadeCertificate.of("localhost");
      secure.useHttps(certificate.server());
      secure.enqueue(new MockResponse.Builder().body("over TLS").build());
      secure.start();
      GuardedClient trusting =
          new GuardedClient(
              FetchLimits.DEFAULT,
              new Network(null, true),
              okhttp3.Dns.SYSTEM,
              certificate::trustedBy);
      try (HttpFetcher modern =
          new HttpFetcher(
              IDENTITY, FetchLimits.DEFAULT, Politeness.NONE, () -> NOW, new Random(1), trusting)) {
        var outcome = modern.fetch(FetchRequest.of(FeedUrl.of(secure.url("/").toString())));
        assertThat(((Fetched) outcome).body()).asString().isEqualTo("over TLS");
        assertThat(secure.takeRequest().getVersion()).isEqualTo("HTTP/1.1");
      }
    }
  }

  @Test
  void anInterruptedThreadStopsWaiting() throws Exception {
    Thread caller = Thread.currentThread();
    server.setDispatcher(
        new mockwebserver3.Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
            caller.interrupt();
            return new MockResponse.Builder()
                .headersDelay(1, java.util.concurrent.TimeUnit.SECONDS)
                .build();
          }
        });
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> fetch("/"))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void aServerThatIsStillAtARequestThatWeGaveUpIsNotAskedMeanwhile() throws Exception {
    assertThat(betweenTwo(Duration.ofMillis(400), Duration.ZERO)).isPositive();
  }

  /// Redirects before may have used up the time: then a request is broken off after a moment, and
  /// as long again would be nothing.
  @Test
  void aServerThatHadLittleTimeIsNotAskedMeanwhileEither() throws Exception {
    assertThat(betweenTwo(Duration.ofMillis(1_500), Duration.ofMillis(1_900))).isPositive();
  }

  /// From the end of a request of 700 ms, which was given up before, to the next.
  private long betweenTwo(Duration firstByte, Duration used) throws Exception {
    var log = new ConcurrentLinkedQueue<long[]>();
    HttpServer slow =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    slow.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    slow.createContext(
        "/",
        exchange -> {
          long from = System.nanoTime();
          try (exchange) {
            Thread.sleep(700);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } finally {
            log.add(new long[] {from, System.nanoTime()});
          }
        });
    slow.start();
    FetchLimits limits =
        new FetchLimits(Duration.ofSeconds(2), firstByte, Duration.ofSeconds(2), 100_000, 3);
    var politeness = new Politeness(Duration.ofMillis(100), false);
    try (HttpFetcher gentle =
        new HttpFetcher(
            IDENTITY, limits, new Network(null, true), politeness, () -> now, new Random(1))) {
      FeedUrl feed = FeedUrl.of("http://127.0.0.1:" + slow.getAddress().getPort() + "/feed");
      Leg first = gentle.leg(FetchRequest.of(feed), List.of(), used);
      assertThat(first.outcome())
          .isInstanceOfSatisfying(
              Unreachable.class,
              u -> assertThat(u.trouble()).isEqualTo(FetchOutcome.Trouble.TIMEOUT));
      gentle.fetch(FetchRequest.of(feed));
      await().until(() -> log.size() == 2);
      List<long[]> visits = List.copyOf(log);
      return visits.get(1)[0] - visits.get(0)[1];
    } finally {
      slow.stop(0);
    }
  }

  @Test
  void aRedirectForWhichACrawlDelayLeavesNoTimeIsFollowedInTheNextTurn() throws Exception {
    answer(200, "User-agent: *\nCrawl-delay: 2\n");
    answer(301, "", "Location", "/there");
    answer(200, "body");
    FetchLimits limits =
        new FetchLimits(
            Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofSeconds(2), 100_000, 3);
    var politeness = new Politeness(Duration.ofMillis(10), true);
    try (HttpFetcher polite =
        new HttpFetcher(
            IDENTITY, limits, new Network(null, true), politeness, () -> now, new Random(1))) {
      Leg first =
          Permit.within(
              countdown(Duration.ofSeconds(4).plusMillis(800)),
              () -> polite.leg(FetchRequest.of(url("/here")), List.of(), Duration.ZERO));
      assertThat(first.outcome()).isNull();
      assertThat(first.hops()).containsExactly(new Hop(url("/there").toString(), 301));
      Leg second =
          Permit.within(
              countdown(Duration.ofSeconds(10)),
              () -> polite.leg(FetchRequest.of(url("/here")), first.hops(), first.spent()));
      assertThat(second.outcome()).isInstanceOf(Fetched.class);
    }
  }

  private static Supplier<Duration> countdown(Duration whole) {
    long end = System.nanoTime() + whole.toNanos();
    return () -> Duration.ofNanos(end - System.nanoTime());
  }

  /// It is another server, which others may be asking at this moment in a turn of its own.
  @Test
  void aRedirectToAnotherPortOfTheHostWaitsForThatTurn() throws Exception {
    try (MockWebServer other = new MockWebServer()) {
      other.start();
      answer(302, "", "Location", other.url("/there").toString());
      Leg leg = fetcher.leg(FetchRequest.of(url("/here")), List.of(), Duration.ZERO);
      assertThat(leg.outcome()).isNull();
      assertThat(leg.hops()).containsExactly(new Hop(other.url("/there").toString(), 302));
      assertThat(other.getRequestCount()).isZero();
    }
  }
}
