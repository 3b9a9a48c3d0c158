package freshet.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.discover.Describer;
import freshet.fetch.Fetcher;
import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.Validators;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QuickLookTest {
  private static final FeedUrl PAGE = FeedUrl.of("https://slow.example/page");

  @TempDir Path folder;

  private Discoveries.Look look(Fetcher fetcher) throws InterruptedException {
    var discoveries =
        new Discoveries(
            folder,
            fetcher,
            new FeedParser(ParseLimits.DEFAULT),
            new Describer(_ -> null),
            null,
            InstantSource.system(),
            1);
    return discoveries.look(PAGE, Duration.ofMillis(500));
  }

  /// A server that answers is not out of reach, however long the search for its feeds takes: such a
  /// page was followed as if it were a feed that is down.
  @Test
  void aPageThatAnswersWhileItsSearchIsUnfinishedIsNotOutOfReach() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    Discoveries.Look look =
        look(request -> {
          if (!request.url().equals(PAGE)) never.await();
          byte[] body = "<html><a href='/feed'>Feed</a></html>".getBytes(StandardCharsets.UTF_8);
          var answer =
              new Answer(
                  200,
                  request.url(),
                  null,
                  Validators.NONE,
                  null,
                  null,
                  null,
                  100,
                  Instant.now(),
                  Duration.ZERO);
          return new FetchOutcome.Fetched(body, "text/html", 1, answer);
        });
    assertThat(look.trouble()).isNull();
    assertThat(look.unfinished()).isTrue();
    assertThat(look.page()).isNotNull();
  }

  @Test
  void aServerThatDoesNotAnswerIs() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    Discoveries.Look look =
        look(_ -> {
          never.await();
          throw new AssertionError();
        });
    assertThat(look.trouble()).isEqualTo("It took too long to answer.");
    assertThat(look.unfinished()).isFalse();
  }
}
