package freshet.poll;

import static freshet.poll.PollBed.NOON;
import static freshet.poll.PollBed.PARSER;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.fetch.Fetcher;
import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchRequest;
import freshet.model.ParseOutcome;
import freshet.model.ParsedFeed;
import freshet.model.Validators;
import freshet.parse.HtmlHandling;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What whoever fetches and reads feeds must do, in this process or on another machine.
abstract class FeedReaderContract {
  private static final FeedUrl URL = FeedUrl.of("https://a.example/feed?x=%C3%BC");
  private static final FeedReader.Request REQUEST =
      new FeedReader.Request(
          17,
          new FetchRequest(
              URL,
              new Validators("\"v1\"", "Sun, 15 Nov 2026 11:00:00 GMT"),
              -42,
              Map.of("Authorization", "Basic x")),
          "a.example",
          null);

  /// @param web what it fetches from
  abstract FeedReader reader(Fetcher web);

  private static Answer full(int status) {
    return new Answer(
        status,
        FeedUrl.of("https://b.example/feed"),
        FeedUrl.of("https://b.example/feed"),
        new Validators("\"v2\"", null),
        Duration.ofMinutes(5),
        "https://hub.example/",
        "https://a.example/self",
        12_345,
        NOON.plusMillis(678),
        Duration.ofMillis(87));
  }

  private static Answer bare(int status) {
    return new Answer(status, URL, null, Validators.NONE, null, null, null, 0, NOON, Duration.ZERO);
  }

  static Stream<FetchOutcome> withoutABody() {
    return Stream.of(
        new FetchOutcome.Unchanged(full(304)),
        new FetchOutcome.Unchanged(bare(200)),
        new FetchOutcome.Gone(full(410)),
        new FetchOutcome.Refused(429, Duration.ofHours(2), full(429), "Its API says so."),
        new FetchOutcome.Refused(500, null, bare(500)),
        new FetchOutcome.Unreachable(FetchOutcome.Trouble.TLS, "Its certificate is not valid."),
        new FetchOutcome.Forbidden(FetchOutcome.Ban.RESTING, "It rests."));
  }

  @ParameterizedTest
  @MethodSource("withoutABody")
  void whatTheServerDidComesBackAsItIs(FetchOutcome outcome) throws InterruptedException {
    FeedReader.Answer answer = reader(_ -> outcome).read(REQUEST);
    assertThat(answer).isEqualTo(new FeedReader.Answer(outcome, null, null));
  }

  @Test
  void theServerIsAskedWithAllThatIsKnown() throws InterruptedException {
    var asked = new AtomicReference<@Nullable FetchRequest>();
    Fetcher web =
        request -> {
          asked.set(request);
          return new FetchOutcome.Unchanged(bare(304));
        };
    reader(web).read(REQUEST);
    assertThat(asked.get()).isEqualTo(REQUEST.fetch());
  }

  @Test
  void untilWhenTheSiteRestsIsSaid() throws InterruptedException {
    Instant until = NOON.plusSeconds(3_600);
    Fetcher web =
        new Fetcher() {
          @Override
          public FetchOutcome fetch(FetchRequest request) {
            return new FetchOutcome.Forbidden(FetchOutcome.Ban.RESTING, "It rests.");
          }

          @Override
          public @Nullable Instant restsUntil(String site) {
            return site.equals("a.example") ? until : null;
          }
        };
    assertThat(reader(web).read(REQUEST).restsUntil()).isEqualTo(until);
  }

  @Test
  void aBodyIsReadAndItsBytesStayBehind() throws InterruptedException {
    FeedReader.Answer answer = read(PollBed.rss("one", "two").getBytes(StandardCharsets.UTF_8));
    Fetched fetched = (Fetched) answer.outcome();
    assertThat(fetched.body()).isEmpty();
    assertThat(fetched.bodyHash()).isEqualTo(77);
    assertThat(fetched.contentType()).isEqualTo("application/rss+xml");
    assertThat(fetched.answer()).isEqualTo(full(200));
    ParsedFeed feed = ((ParseOutcome.Parsed) parsed(answer)).feed();
    assertThat(feed.entries()).extracting(e -> e.title()).containsExactly("one", "two");
  }

  @Test
  void whatIsNoFeedIsNamed() throws InterruptedException {
    FeedReader.Answer answer = read("<html></html>".getBytes(StandardCharsets.UTF_8));
    assertThat(answer.parsed())
        .isEqualTo(new ParseOutcome.NotAFeed("It is a web page, not a feed"));
  }

  static List<Path> feeds() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/feeds"))) {
      return files
          .filter(f -> f.toString().matches(".*\\.(rss|atom|rdf|cdf|json-feed)"))
          .sorted()
          .toList();
    }
  }

  /// Real feeds, with everything that feeds can say: nothing of it is lost on the way.
  @ParameterizedTest
  @MethodSource("feeds")
  void realFeedsAreReadAsTheParserReadsThem(Path file) throws Exception {
    byte[] body = Files.readAllBytes(file);
    ParseOutcome expected =
        PARSER.parse(
            body, "application/rss+xml", full(200).finalUrl().uri(), HtmlHandling.SANITISED);
    assertThat(read(body).parsed()).isEqualTo(expected);
  }

  private FeedReader.Answer read(byte[] body) throws InterruptedException {
    return reader(_ -> new Fetched(body, "application/rss+xml", 77, full(200))).read(REQUEST);
  }

  private static ParseOutcome parsed(FeedReader.Answer answer) {
    return Objects.requireNonNull(answer.parsed());
  }
}
