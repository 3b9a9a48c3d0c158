package freshet.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.cluster.Message.Answered;
import freshet.cluster.Message.Poll;
import freshet.fetch.FetchLimits;
import freshet.fetch.Hop;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.model.FeedUrl;
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
        Duration.ZERO);
  }

  private static Answered answer(TerminalWork work, Poll poll) throws InterruptedException {
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
}
