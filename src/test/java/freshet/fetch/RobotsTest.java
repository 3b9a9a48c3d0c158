package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RobotsTest {
  private final MockWebServer server = new MockWebServer();
  private final Map<String, MockResponse> pages = new ConcurrentHashMap<>();
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final List<Long> times = Collections.synchronizedList(new ArrayList<>());
  private Instant now = Instant.parse("2026-11-15T12:00:00Z");
  private final HttpFetcher fetcher =
      new HttpFetcher(
          new Identity("Freshet", "0.1", null),
          FetchLimits.DEFAULT,
          new Network(null, true),
          new Politeness(Duration.ZERO, true),
          () -> now,
          new Random(1));

  @BeforeEach
  void start() throws IOException {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            String path = request.getUrl().encodedPath();
            asked.add(path);
            times.add(System.nanoTime());
            return pages.getOrDefault(path, page(404, ""));
          }
        });
    server.start();
    pages.put("/feed", page(200, "<rss/>"));
  }

  @AfterEach
  void stop() {
    fetcher.close();
    server.close();
  }

  private static MockResponse page(int status, String body) {
    return new MockResponse.Builder().code(status).body(body).build();
  }

  private static MockResponse redirect(String to) {
    return new MockResponse.Builder().code(301).setHeader("Location", to).build();
  }

  private FetchOutcome fetch(String path) throws InterruptedException {
    return fetcher.fetch(FetchRequest.of(FeedUrl.of(server.url(path).toString())));
  }

  @Test
  void aClosedAddressIsNotAskedFor() throws Exception {
    pages.put("/robots.txt", page(200, "User-agent: Freshet\nDisallow: /feed"));
    var forbidden = (Forbidden) fetch("/feed");
    assertThat(forbidden.ban()).isEqualTo(FetchOutcome.Ban.ROBOTS);
    assertThat(forbidden.reason()).contains("robots.txt of localhost");
    assertThat(asked).containsExactly("/robots.txt");
  }

  @Test
  void aSiteIsVisitedInTheHoursThatItsFileNames() throws Exception {
    pages.put("/robots.txt", page(200, "User-agent: *\nVisit-time: 2200-0600"));
    var early = (Forbidden) fetch("/feed");
    assertThat(early.ban()).isEqualTo(FetchOutcome.Ban.RESTING);
    assertThat(early.until()).isEqualTo(Instant.parse("2026-11-15T22:00:00Z"));
    assertThat(early.reason()).contains("from 22:00 to 06:00 UTC", "2026-11-15T22:00:00Z");
    assertThat(fetcher.restsUntil(FeedUrl.of(server.url("/other").toString())))
        .isEqualTo(Instant.parse("2026-11-15T22:00:00Z"));
    assertThat(fetcher.restsUntil("localhost")).as("other hosts of the site").isNull();
    now = Instant.parse("2026-11-15T21:59:59Z");
    assertThat(fetch("/feed")).isInstanceOf(Forbidden.class);
    assertThat(asked).containsExactly("/robots.txt");
    now = Instant.parse("2026-11-15T22:00:00Z");
    assertThat(fetch("/feed")).isInstanceOf(Fetched.class);
    now = Instant.parse("2026-11-16T05:59:00Z");
    assertThat(fetch("/feed")).isInstanceOf(Fetched.class);
    now = Instant.parse("2026-11-16T06:00:00Z");
    assertThat(fetch("/feed")).isInstanceOf(Forbidden.class);
  }

  @Test
  void everyTwoRequestsOfOneVisitHaveTheGapOrTheCrawlDelayBetweenThem() throws Exception {
    pages.put("/robots.txt", redirect("/elsewhere.txt"));
    pages.put("/elsewhere.txt", page(200, "User-agent: *\nCrawl-delay: 0.3"));
    pages.put("/start", redirect("/feed"));
    try (HttpFetcher polite = polite(Duration.ofMillis(50))) {
      var start = FetchRequest.of(FeedUrl.of(server.url("/start").toString()));
      assertThat(polite.fetch(start)).isInstanceOf(Fetched.class);
    }
    assertThat(asked).containsExactly("/robots.txt", "/elsewhere.txt", "/start", "/feed");
    assertThat(between(0)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
    assertThat(between(1)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
    assertThat(between(2)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
  }

  /// The visit in which it is asked for its robots.txt is over before its rules are known.
  @Test
  void aHostWhoseRobotsFileIsElsewhereHasItsCrawlDelayBeforeTheFirstPage() throws Exception {
    try (MockWebServer other = new MockWebServer();
        HttpFetcher polite = polite(Duration.ofMillis(50))) {
      other.start();
      other.enqueue(page(200, "User-agent: *\nCrawl-delay: 1.5"));
      pages.put("/robots.txt", redirect(other.url("/robots.txt").toString()));
      FetchRequest request = FetchRequest.of(FeedUrl.of(server.url("/feed").toString()));
      assertThat(polite.fetch(request)).isInstanceOf(Fetched.class);
      assertThat(asked).containsExactly("/robots.txt", "/feed");
      assertThat(between(0)).isGreaterThanOrEqualTo(Duration.ofMillis(1500));
    }
  }

  @Test
  void whoHasNoTimeForThatCrawlDelayComesBackAfterIt() throws Exception {
    try (MockWebServer other = new MockWebServer();
        HttpFetcher polite = polite(Duration.ofMillis(50))) {
      other.start();
      other.enqueue(page(200, "User-agent: *\nCrawl-delay: 40"));
      pages.put("/robots.txt", redirect(other.url("/robots.txt").toString()));
      FetchRequest request = FetchRequest.of(FeedUrl.of(server.url("/feed").toString()));
      Leg first = polite.leg(request, List.of(), Duration.ZERO);
      Leg second = polite.robotsLeg(request.url(), first.robots(), first.spent());
      assertThat(second.robots()).isEmpty();
      Leg third =
          Permit.within(
              () -> Duration.ofSeconds(30), () -> polite.leg(request, List.of(), second.spent()));
      assertThat(third.outcome()).isInstanceOf(Forbidden.class);
      assertThat(third.restsFor()).isEqualTo(Duration.ofSeconds(40));
      assertThat(asked).containsExactly("/robots.txt");
    }
  }

  private HttpFetcher polite(Duration gap) {
    return new HttpFetcher(
        new Identity("Freshet", "0.1", null),
        FetchLimits.DEFAULT,
        new Network(null, true),
        new Politeness(gap, true),
        () -> now,
        new Random(1));
  }

  private Duration between(int first) {
    return Duration.ofNanos(times.get(first + 1) - times.get(first));
  }

  @Test
  void aHostThatRefusesItsRobotsFileIsLeftAloneAsItAsks() throws Exception {
    pages.put(
        "/robots.txt", new MockResponse.Builder().code(503).setHeader("Retry-After", "40").build());
    var forbidden = (Forbidden) fetch("/feed");
    assertThat(forbidden.until()).as("what a terminal tells its controller").isNotNull();
    assertThat(fetcher.restsUntil(FeedUrl.of(server.url("/other").toString())))
        .isEqualTo(now.plusSeconds(40));
  }

  @Test
  void aRedirectIntoAClosedAddressIsNotFollowed() throws Exception {
    pages.put("/robots.txt", page(200, "User-agent: *\nDisallow: /feed"));
    pages.put("/start", redirect("/feed"));
    assertThat(fetch("/start")).isInstanceOf(Forbidden.class);
    assertThat(asked).containsExactly("/robots.txt", "/start");
  }

  @Test
  void aMissingFileAllowsAllAndIsAskedForOnceADay() throws Exception {
    assertThat(fetch("/feed")).isInstanceOf(Fetched.class);
    assertThat(fetch("/feed")).isInstanceOf(Fetched.class);
    assertThat(asked).containsExactly("/robots.txt", "/feed", "/feed");
    now = now.plus(Duration.ofHours(25));
    fetch("/feed");
    assertThat(asked).hasSize(5);
  }

  @Test
  void aFailingServerClosesEverythingForAWhile() throws Exception {
    pages.put("/robots.txt", page(500, ""));
    assertThat(((Forbidden) fetch("/feed")).reason()).contains("status 500");
    pages.put("/robots.txt", page(200, ""));
    assertThat(fetch("/feed")).isInstanceOf(Forbidden.class);
    now = now.plus(Duration.ofHours(1));
    assertThat(fetch("/feed")).isInstanceOf(Fetched.class);
  }

  @Test
  void whatWasKnownHoldsWhileAServerFails() throws Exception {
    pages.put("/robots.txt", page(200, "User-agent: *\nDisallow: /closed"));
    fetch("/feed");
    pages.put("/robots.txt", page(500, ""));
    now = now.plus(Duration.ofHours(25));
    assertThat(fetch("/feed")).isInstanceOf(Fetched.class);
    assertThat(fetch("/closed")).isInstanceOf(Forbidden.class);
  }

  @Test
  void afterAMonthOfFailureTheFileCountsAsMissing() throws Exception {
    pages.put("/robots.txt", page(500, ""));
    assertThat(fetch("/feed")).isInstanceOf(Forbidden.class);
    now = now.plus(Duration.ofDays(31));
    assertThat(fetch("/feed")).isInstanceOf(Fetched.class);
  }

  @Test
  void redirectsToTheFileAreFollowed() throws Exception {
    pages.put("/robots.txt", redirect("/elsewhere.txt"));
    pages.put("/elsewhere.txt", page(200, "User-agent: *\nDisallow: /"));
    assertThat(fetch("/feed")).isInstanceOf(Forbidden.class);
  }

  @Test
  void aHugeFileIsReadAsFarAsTheLimit() throws Exception {
    String filler = "# nothing\n".repeat(60_000);
    pages.put(
        "/robots.txt", page(200, "User-agent: *\nDisallow: /feed\n" + filler + "Allow: /feed\n"));
    assertThat(fetch("/feed")).isInstanceOf(Forbidden.class);
  }

  private Thread fetching(HttpFetcher by, String address, List<FetchOutcome> came) {
    return Thread.ofVirtual()
        .start(() -> {
          try {
            came.add(by.fetch(FetchRequest.of(FeedUrl.of(address))));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  /// Whoever else asks that host at this moment is not to meet us there.
  @Test
  void aRobotsFileOfAnotherHostIsAskedForInThatHostsTurn() throws Exception {
    List<FetchOutcome> came = Collections.synchronizedList(new ArrayList<>());
    try (MockWebServer other = new MockWebServer()) {
      other.start();
      other.enqueue(page(200, "User-agent: *\nDisallow: /feed"));
      pages.put("/robots.txt", redirect(other.url("/rules").toString()));
      Thread poll;
      try (Turn turn = fetcher.turn(FeedUrl.of(other.url("/").toString()))) {
        turn.asked();
        poll = fetching(fetcher, server.url("/feed").toString(), came);
        // Its turn is given back before the other's is awaited.
        await().until(() -> asked.contains("/robots.txt"));
        try (Turn own = fetcher.turn(FeedUrl.of(server.url("/").toString()))) {
          assertThat(own.forbidden()).isNull();
        }
        assertThat(other.getRequestCount()).isZero();
      }
      poll.join();
      assertThat(other.takeRequest().getTarget()).isEqualTo("/rules");
      assertThat(came).singleElement().isInstanceOf(Forbidden.class);
      assertThat(fetch("/feed")).isInstanceOf(Forbidden.class);
      assertThat(other.getRequestCount()).isEqualTo(1);
      assertThat(asked).containsExactly("/robots.txt");
    }
  }

  @Test
  void twoHostsWhoseRobotsFilesLeadToEachOtherDoNotWaitForEachOther() throws Exception {
    List<FetchOutcome> came = Collections.synchronizedList(new ArrayList<>());
    try (MockWebServer other = new MockWebServer()) {
      other.start();
      other.setDispatcher(
          new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
              return request.getUrl().encodedPath().equals("/robots.txt")
                  ? redirect(server.url("/robots.txt").toString())
                  : page(200, "<rss/>");
            }
          });
      pages.put("/robots.txt", redirect(other.url("/robots.txt").toString()));
      Thread one = fetching(fetcher, server.url("/feed").toString(), came);
      Thread two = fetching(fetcher, other.url("/feed").toString(), came);
      one.join();
      two.join();
      assertThat(came).hasSize(2).allMatch(o -> o instanceof Fetched);
    }
  }

  @Test
  void aHostThatRefusesItsRobotsFileIsNotAskedForThePageByItsOldRules() throws Exception {
    pages.put("/robots.txt", page(200, "User-agent: *\nDisallow: /closed"));
    assertThat(fetch("/feed")).isInstanceOf(Fetched.class);
    now = now.plus(Duration.ofHours(25));
    pages.put(
        "/robots.txt", new MockResponse.Builder().code(503).setHeader("Retry-After", "40").build());
    asked.clear();
    assertThat(fetch("/feed")).isInstanceOf(Forbidden.class);
    assertThat(asked).containsExactly("/robots.txt");
  }

  @Test
  void aTerminalLeavesTheRobotsFileOfAnotherHostToItsController() throws Exception {
    FetchRequest request = FetchRequest.of(FeedUrl.of(server.url("/feed").toString()));
    try (MockWebServer other = new MockWebServer()) {
      other.start();
      other.enqueue(page(200, "User-agent: *\nDisallow: /closed\nCrawl-delay: 7"));
      Hop hop = new Hop(other.url("/rules").toString(), 301);
      pages.put("/robots.txt", redirect(hop.to()));
      Leg first = fetcher.leg(request, List.of(), Duration.ZERO);
      assertThat(first.outcome()).isNull();
      assertThat(first.hops()).isEmpty();
      assertThat(first.robots()).containsExactly(hop);
      assertThat(other.getRequestCount()).isZero();
      assertThat(asked).containsExactly("/robots.txt");
      Leg second = fetcher.robotsLeg(request.url(), first.robots(), first.spent());
      assertThat(second.outcome()).isNull();
      assertThat(second.robots()).isEmpty();
      assertThat(other.getRequestCount()).isEqualTo(1);
      Leg third = fetcher.leg(request, List.of(), second.spent());
      assertThat(third.outcome()).isInstanceOf(Fetched.class);
      assertThat(third.crawlDelay()).isEqualTo(Duration.ofSeconds(7));
    }
  }

  @Test
  void aHostWhoseOwnRobotsFileIsReadForAnotherHasItsCrawlDelayToo() throws Exception {
    for (String file : List.of("/rules", "/robots.txt")) {
      try (MockWebServer other = new MockWebServer()) {
        other.start();
        other.enqueue(page(200, "User-agent: *\nCrawl-delay: 7"));
        Hop hop = new Hop(other.url(file).toString(), 301);
        FeedUrl page = FeedUrl.of("http://page" + file.length() + ".example/feed");
        Leg read = fetcher.robotsLeg(page, List.of(hop), Duration.ZERO);
        assertThat(read.robots()).isEmpty();
        assertThat(read.crawlDelay())
            .as(file)
            .isEqualTo(file.equals("/rules") ? null : Duration.ofSeconds(7));
      }
    }
  }

  @Test
  void aHostWhoseRulesAreNotKnownIsLeftAloneLongerAfterItWasAskedForThoseOfAnother()
      throws Exception {
    try (MockWebServer other = new MockWebServer();
        HttpFetcher polite =
            new HttpFetcher(
                new Identity("Freshet", "0.1", null),
                FetchLimits.DEFAULT,
                new Network(null, true),
                new Politeness(Duration.ofMillis(5), true),
                () -> now,
                new Random(1))) {
      other.start();
      for (int i = 0; i < 4; i++) other.enqueue(page(404, ""));
      Hop hop = new Hop(other.url("/rules").toString(), 301);
      FetchRequest own = FetchRequest.of(FeedUrl.of(other.url("/feed").toString()));
      assertThat(polite.leg(own, List.of(), Duration.ZERO).crawlDelay()).isNull();
      FeedUrl page = FeedUrl.of("http://page.example/feed");
      assertThat(polite.robotsLeg(page, List.of(hop), Duration.ZERO).crawlDelay())
          .as("its own rules are known")
          .isNull();
      now = now.plus(Duration.ofDays(3));
      assertThat(polite.robotsLeg(page, List.of(hop), Duration.ZERO).crawlDelay())
          .isEqualTo(Duration.ofSeconds(10));
    }
  }
}
