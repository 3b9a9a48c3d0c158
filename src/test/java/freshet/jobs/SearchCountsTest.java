package freshet.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.discover.Describer;
import freshet.discover.FinderLimits;
import freshet.fetch.Fetcher;
import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Searches of several accounts and of the command on one data folder: a page is visited once ever,
/// and all that is done is counted, whoever began it.
final class SearchCountsTest {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
  private static final Map<String, String> WEB =
      Map.of(
          "https://a.example/",
          "<html><head><link rel=alternate type=application/rss+xml href=/news.xml></head>"
              + "<a href=/more>more</a>",
          "https://a.example/more",
          "<html>more words",
          "https://a.example/news.xml",
          "<rss version='2.0'><channel><title>News</title><item><title>One</title>"
              + "<link>https://a.example/1</link></item></channel></rss>");

  @TempDir Path folder;
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private Discoveries discoveries;

  @BeforeEach
  void open() {
    Fetcher web =
        new Fetcher() {
          @Override
          public FetchOutcome fetch(FetchRequest request) {
            return answered(request);
          }
        };
    discoveries =
        new Discoveries(
            folder.resolve("discoveries"),
            web,
            new FeedParser(ParseLimits.DEFAULT),
            new Describer(_ -> null),
            null,
            InstantSource.fixed(NOON),
            4);
    discoveries.start();
  }

  @AfterEach
  void close() {
    discoveries.close();
  }

  private FetchOutcome answered(FetchRequest request) {
    asked.add(request.url().toString());
    String body = WEB.get(request.url().toString());
    Answer answer =
        new Answer(
            body == null ? 404 : 200,
            request.url(),
            null,
            Validators.NONE,
            null,
            null,
            null,
            100,
            NOON,
            Duration.ZERO);
    if (body == null) return new FetchOutcome.Refused(404, null, answer);
    String type = body.startsWith("<rss") ? "application/rss+xml" : "text/html";
    return new FetchOutcome.Fetched(body.getBytes(StandardCharsets.UTF_8), type, 1, answer);
  }

  private Discovery search(long account, boolean again) {
    Discovery search =
        discoveries
            .begin(
                account,
                List.of(FeedUrl.of("https://a.example/")),
                List.of(),
                FinderLimits.THOROUGH,
                again,
                null)
            .orElseThrow();
    await().atMost(Duration.ofSeconds(30)).until(() -> search.state() == Job.State.DONE);
    return search;
  }

  @Test
  void aSecondSearchOfASiteAsksNothingAndHasItsFeedsUnlessANewLookIsWanted() {
    assertThat(search(1, false).found()).hasSize(1);
    int once = asked.size();
    assertThat(asked).contains("https://a.example/more");
    close();
    open();
    Discovery second = search(2, false);
    assertThat(second.found())
        .singleElement()
        .satisfies(f -> assertThat(f.feed().toString()).isEqualTo("https://a.example/news.xml"));
    assertThat(asked).hasSize(once);
    assertThat(search(2, true).found()).hasSize(1);
    assertThat(asked).hasSize(2 * once);
  }

  @Test
  void countsReachTheStatisticsWhoeverBeganAndStayWhenASearchIsForgotten() throws Exception {
    Discovery first = search(1, false);
    search(2, true);
    int pages = asked.size();
    String all = discoveries.perDay().csv();
    assertThat(all).isEqualTo("day,inputs,URLs,feeds,domains\n2026-11-15,2," + pages + ",2,1\n");
    assertThat(discoveries.perDay(1).csv()).contains("2026-11-15,1," + pages / 2 + ",1,1");
    assertThat(discoveries.remove(first.id())).isTrue();
    assertThat(discoveries.perDay().csv())
        .isEqualTo("day,inputs,URLs,feeds,domains\n2026-11-15,2," + pages + ",2,2\n");
    close();
    open();
    assertThat(discoveries.perDay(1).csv()).contains("2026-11-15,1," + pages / 2 + ",1,1");
    // The command's searches are beside them; another process reads the same.
    Files.createDirectories(folder.resolve("discover"));
    Files.writeString(
        folder.resolve("discover").resolve("journal"),
        "I\t0\thttps://b.example/\nP\t0\t"
            + NOON.toEpochMilli()
            + "\tSTART\thttps://www.b.example/\nD\t0\t"
            + NOON.toEpochMilli()
            + "\t1\t0\t5\t-\tAll of it was seen.\nP\t0\t17");
    assertThat(SearchCounts.of(folder).perDay(null).csv())
        .isEqualTo("day,inputs,URLs,feeds,domains\n2026-11-15,3," + (pages + 1) + ",2,3\n");
    assertThat(discoveries.perDay(2).csv()).contains("2026-11-15,1," + pages / 2 + ",1,1");
  }
}
