package freshet.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.article.PageFetcher;
import freshet.article.PageFetcher.Reading.Text;
import freshet.cluster.Message.Answered;
import freshet.cluster.Message.ArticlePage;
import freshet.cluster.Message.Fetch;
import freshet.cluster.Message.Poll;
import freshet.cluster.Message.Work;
import freshet.fetch.FetchLimits;
import freshet.fetch.Hop;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.model.FeedArticles.Recipe;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchRequest;
import freshet.model.ParseOutcome.Parsed;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.poll.FeedReader.Request;
import freshet.poll.LocalReader;
import freshet.poll.Readings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TerminalWorkTest {
  private static final String RSS =
      "<rss version='2.0'><channel><title>T</title>"
          + "<item><guid>1</guid><title>One</title></item></channel></rss>";

  private final MockWebServer web = new MockWebServer();
  private final BrokerClock clock = new BrokerClock(BrokerClock.Ticks.SYSTEM);
  private HttpFetcher fetcher;
  private TerminalWork work;

  @BeforeEach
  void start() throws IOException {
    web.start();
    clock.measured(clock.mark(), 1_000_000);
    fetcher =
        new HttpFetcher(
            new Identity("Freshet", "1", null),
            FetchLimits.DEFAULT,
            new Network(null, true),
            Politeness.NONE,
            clock,
            RandomGenerator.of("Xoshiro256PlusPlus"));
    work =
        new TerminalWork(
            fetcher,
            new LocalReader(fetcher, new FeedParser(ParseLimits.DEFAULT), Readings.unrecorded()),
            clock,
            "t");
  }

  @AfterEach
  void stop() {
    fetcher.close();
    web.close();
  }

  private Poll poll(long startBy, long endBy, Hop... hops) {
    FeedUrl url = FeedUrl.of(web.url("/feed").toString());
    return new Poll(
        "r",
        startBy,
        endBy,
        new Request(1, FetchRequest.of(url), "s", null),
        List.of(hops),
        Duration.ZERO,
        true);
  }

  private static Answered answer(TerminalWork work, Work poll) throws InterruptedException {
    return Objects.requireNonNull(work.answer(poll));
  }

  @Test
  void aFeedIsAskedForAndReadAndItsBytesStayBehind() throws InterruptedException {
    web.enqueue(new MockResponse.Builder().body(RSS).build());
    Answered answer = answer(work, poll(1_010_000, 1_070_000));
    Fetched fetched = (Fetched) Objects.requireNonNull(answer.leg().outcome());
    assertThat(fetched.body()).isEmpty();
    Parsed parsed = (Parsed) Objects.requireNonNull(answer.parsed());
    assertThat(parsed.feed().entries()).hasSize(1);
  }

  @Test
  void aRedirectToAnotherHostIsLeftToTheController() throws InterruptedException {
    web.enqueue(
        new MockResponse.Builder().code(301).addHeader("Location", "http://b.example/f").build());
    Answered answer = answer(work, poll(1_010_000, 1_070_000));
    assertThat(answer.leg().outcome()).isNull();
    assertThat(answer.leg().hops()).containsExactly(new Hop("http://b.example/f", 301));
  }

  @Test
  void theWayGoesOnWhereItWasLeft() throws InterruptedException {
    web.enqueue(new MockResponse.Builder().body(RSS).build());
    Hop here = new Hop(web.url("/moved").toString(), 301);
    Answered answer = answer(work, poll(1_010_000, 1_070_000, here));
    assertThat(web.takeRequest().getTarget()).isEqualTo("/moved");
    Fetched fetched = (Fetched) Objects.requireNonNull(answer.leg().outcome());
    assertThat(fetched.answer().movedTo()).isEqualTo(FeedUrl.of(here.to()));
  }

  @Test
  void whatIsTooLateIsNotBegun() {
    assertThat(work.isInTime(poll(1_010_000, 1_070_000))).isTrue();
    assertThat(work.isInTime(poll(999_000, 1_070_000))).isFalse();
  }

  /// As if it had been stopped after it began, and woken up when its time was over.
  @Test
  void nobodyIsAskedWhenTheTimeIsOver() throws InterruptedException {
    assertThat(work.answer(poll(1_010_000, 999_000))).isNull();
    assertThat(web.getRequestCount()).isZero();
  }

  @Test
  void thePageOfAnArticleIsReadHereAndItsBytesStayBehind() throws InterruptedException {
    String text = "The council has decided on the new bridge over the river. ".repeat(20);
    web.enqueue(
        new MockResponse.Builder()
            .setHeader("Content-Type", "text/html")
            .body("<html><title>Bridge</title><body><nav>Home</nav><article><p>" + text + "</p>")
            .build());
    FeedUrl url = FeedUrl.of(web.url("/page").toString());
    var request = new PageFetcher.Request(1, FetchRequest.of(url), Recipe.USUAL, null, 2);
    Answered answer =
        answer(
            work,
            new ArticlePage("r", 1_010_000, 1_070_000, request, List.of(), Duration.ZERO, true));
    Fetched fetched = (Fetched) Objects.requireNonNull(answer.leg().outcome());
    assertThat(fetched.body()).isEmpty();
    Text read = (Text) Objects.requireNonNull(answer.read());
    assertThat(read.page().text()).contains("new bridge").doesNotContain("Home");
    assertThat(read.page().title()).isEqualTo("Bridge");
  }

  @Test
  void whatACrawlAsksForIsSentAsItIsUpToASize() throws InterruptedException {
    FeedUrl url = FeedUrl.of(web.url("/page").toString());
    for (int most : List.of(10, 5)) {
      web.enqueue(new MockResponse.Builder().body("<p>page").build());
      Answered answer =
          answer(
              work,
              new Fetch(
                  "r",
                  1_010_000,
                  1_070_000,
                  FetchRequest.of(url),
                  most,
                  List.of(),
                  Duration.ZERO,
                  true));
      if (most == 10) {
        assertThat(((Fetched) Objects.requireNonNull(answer.leg().outcome())).body())
            .asString()
            .isEqualTo("<p>page");
      } else assertThat(answer.leg().outcome()).isInstanceOf(FetchOutcome.Unreachable.class);
    }
  }
}
