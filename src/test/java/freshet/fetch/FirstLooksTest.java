package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class FirstLooksTest {
  private static final FeedUrl FEED = FeedUrl.of("https://a.example/news");

  private Instant now = Instant.parse("2026-11-17T12:00:00Z");
  private final AtomicInteger asked = new AtomicInteger();
  private final FirstLooks looks = new FirstLooks(() -> now);
  private final Fetcher server =
      request -> {
        asked.incrementAndGet();
        return new FetchOutcome.Fetched(new byte[9], "application/rss+xml", 7, answer(request));
      };

  private Answer answer(FetchRequest request) {
    return new Answer(
        200, request.url(), null, Validators.NONE, null, null, null, 9, now, Duration.ZERO);
  }

  private void look(FeedUrl url) throws InterruptedException {
    FirstLooks.Look look = looks.look(server);
    look.fetch(FetchRequest.of(url));
    look.keep(url);
  }

  @Test
  void theFirstPollTakesWhatTheLookBroughtAndTheNextAsks() throws InterruptedException {
    look(FEED);
    Fetcher polls = looks.recalling(server);
    assertThat(polls.fetch(FetchRequest.of(FEED))).isInstanceOf(FetchOutcome.Fetched.class);
    assertThat(asked).hasValue(1);
    polls.fetch(FetchRequest.of(FEED));
    assertThat(asked).hasValue(2);
  }

  @Test
  void whatIsOldOrAskedForOtherwiseIsAskedAgain() throws InterruptedException {
    Fetcher polls = looks.recalling(server);
    look(FEED);
    polls.fetch(new FetchRequest(FEED, Validators.NONE, 7, Map.of()));
    polls.fetch(new FetchRequest(FEED, Validators.NONE, 0, Map.of("Authorization", "x")));
    polls.fetch(FetchRequest.of(FeedUrl.of("https://b.example/news")));
    assertThat(asked).hasValue(4);
    now = now.plus(Duration.ofMinutes(3));
    polls.fetch(FetchRequest.of(FEED));
    assertThat(asked).hasValue(5);
  }

  @Test
  void whatALookMetOnTheWayIsNotKept() throws InterruptedException {
    FirstLooks.Look look = looks.look(server);
    look.fetch(FetchRequest.of(FeedUrl.of("https://a.example/")));
    look.fetch(FetchRequest.of(FEED));
    look.keep(FEED);
    assertThat(looks.bytes()).isEqualTo(9);
  }

  @Test
  void whatHasMovedIsKeptUnderTheAddressThatItMovedTo() throws InterruptedException {
    FeedUrl old = FeedUrl.of("http://a.example/news");
    FirstLooks.Look look =
        looks.look(request -> {
          asked.incrementAndGet();
          Answer a = answer(request);
          Answer moved =
              new Answer(200, FEED, FEED, a.validators(), null, null, null, 9, a.at(), a.took());
          return new FetchOutcome.Fetched(new byte[9], null, 7, moved);
        });
    look.fetch(FetchRequest.of(old));
    look.keep(FEED);
    FetchOutcome polled = looks.recalling(server).fetch(FetchRequest.of(FEED));
    assertThat(asked).hasValue(1);
    assertThat(polled)
        .isInstanceOfSatisfying(
            FetchOutcome.Fetched.class, f -> assertThat(f.answer().movedTo()).isNull());
  }

  @Test
  void whatNobodyTookInTimeIsFreedAndNotMoreIsKeptThanAllowed() throws InterruptedException {
    look(FEED);
    now = now.plus(Duration.ofMinutes(3));
    look(FeedUrl.of("https://b.example/news"));
    assertThat(looks.bytes()).isEqualTo(9);
    for (int i = 0; i < 5; i++) {
      FeedUrl url = FeedUrl.of("https://large.example/" + i);
      byte[] body = new byte[FirstLooks.MOST_BYTES / 3];
      looks.keep(url, new FetchOutcome.Fetched(body, null, 7, answer(FetchRequest.of(url))));
    }
    assertThat(looks.bytes()).isEqualTo(3L * (FirstLooks.MOST_BYTES / 3));
    byte[] tooLarge = new byte[FirstLooks.MOST_BYTES + 1];
    looks.keep(FEED, new FetchOutcome.Fetched(tooLarge, null, 7, answer(FetchRequest.of(FEED))));
    assertThat(looks.bytes()).isZero();
  }
}
