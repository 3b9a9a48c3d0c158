package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// From an address to entries in the API, and what becomes of addresses that give none.
final class FlowIT {
  @TempDir Path folder;
  private final MockWebServer origin = new MockWebServer();
  private final AtomicInteger published = new AtomicInteger(1);

  @BeforeEach
  void startOrigin() throws IOException {
    origin.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return answer(request.getUrl().encodedPath());
          }
        });
    origin.start();
  }

  @AfterEach
  void stopOrigin() {
    origin.close();
  }

  private MockResponse answer(String path) {
    return switch (path) {
      case "/feed" -> body(feed(published.get()));
      case "/page" -> body("<!doctype html><html><title>A shop</title><p>Buy!</p></html>");
      case "/slow" -> body(feed(1)).newBuilder().headersDelay(30, TimeUnit.SECONDS).build();
      case "/huge" -> body(feed(1) + " ".repeat(200_000));
      case "/gone" -> new MockResponse.Builder().code(410).build();
      default -> new MockResponse.Builder().code(404).build();
    };
  }

  private static MockResponse body(String text) {
    return new MockResponse.Builder().body(text).build();
  }

  private static String feed(int entries) {
    StringBuilder items = new StringBuilder();
    for (int i = 1; i <= entries; i++) {
      items
          .append("<item><guid>g")
          .append(i)
          .append("</guid><title>Entry ")
          .append(i)
          .append(" &amp; more</title></item>");
    }
    return "<rss version='2.0'><channel><title>The Test Paper</title><language>en</language>"
        + items
        + "</channel></rss>";
  }

  @Test
  void aFeedIsFetchedReadStoredOnceAndShownAndItsNewEntriesFollow() {
    try (Program program = serve("--set=fetch.allow-private=true")) {
      add(program, "/feed");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> program.get("api/v1/entries").get("entries").size() == 1);
      published.set(3);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> program.get("api/v1/entries").get("entries").size() == 3);
      JsonNode newest = program.get("api/v1/entries").get("entries").get(0);
      assertThat(newest.get("feed").stringValue()).isEqualTo("The Test Paper");
      assertThat(newest.get("title").stringValue()).endsWith("& more");
      assertThat(program.page("")).contains("Entry 3 &amp; more").contains("The Test Paper");
      assertThat(program.page("metrics"))
          .contains("freshet_entries_new_total 3.0")
          .contains("freshet_mistakes_total 0.0");
      assertThat(program.get("healthz").get("status").stringValue()).isEqualTo("ok");
      assertThat(program.get("api/v1/feeds/1/why").get("sentence").stringValue()).isNotBlank();
      assertThat(program.err()).isEmpty();
    }
  }

  @Test
  void anAddressThatGivesNoFeedIsMarkedWithTheReasonAndDisturbsNobody() {
    try (Program program =
        serve(
            "--set=fetch.allow-private=true",
            "--set=fetch.max-size=100KB",
            "--set=fetch.first-byte=2s")) {
      assertThat(program.post("api/v1/feeds", "{\"address\":\"no address at all\"}"))
          .contains("is not a web address")
          .contains("400");
      assertThat(program.post("api/v1/feeds", "{\"address\":\"ftp://x.example/\"}"))
          .contains("only http and https can be read");
      assertThat(program.post("api/v1/feeds", "not json"))
          .contains("The body must be a JSON object");
      // What says that there is nothing is not followed.
      assertThat(program.post("api/v1/feeds", "{\"address\":\"" + origin.url("/gone") + "\"}"))
          .contains("410");
      assertThat(program.post("api/v1/feeds", "{\"address\":\"" + origin.url("/none") + "\"}"))
          .contains("404");
      for (String path : new String[] {"/slow", "/huge", "/feed"}) add(program, path);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() ->
              program
                  .get("api/v1/feeds")
                  .get("feeds")
                  .valueStream()
                  .allMatch(f -> f.has("outcome")));
      // The page of a site leads to its feed.
      assertThat(program.post("api/v1/feeds", "{\"address\":\"" + origin.url("/page") + "\"}"))
          .contains("/feed\"");
      assertThat(message(program, "/slow")).containsIgnoringCase("2 s");
      assertThat(message(program, "/huge")).containsIgnoringCase("larger");
      assertThat(program.page("feeds")).containsIgnoringCase("larger");
      assertThat(program.get("api/v1/entries").get("entries")).hasSize(1);
    }
  }

  @Test
  void aPrivateAddressIsNotAskedUnlessAllowed() {
    try (Program program = serve()) {
      add(program, "/feed");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> program.get("api/v1/feeds/1").has("outcome"));
      assertThat(program.get("api/v1/feeds/1").get("outcome").stringValue()).isEqualTo("forbidden");
      assertThat(message(program, "/feed")).contains("private");
      assertThat(origin.getRequestCount()).isZero();
    }
  }

  private Program serve(String... more) {
    var arguments =
        new java.util.ArrayList<>(
            java.util.List.of(
                "serve",
                "--port=0",
                "--data=data",
                "--set=interval.min=1s",
                "--set=interval.max=5s",
                "--set=budget=100/10s",
                "--set=fetch.gap=0s"));
    arguments.addAll(java.util.List.of(more));
    return Program.start(folder, arguments.toArray(String[]::new));
  }

  private void add(Program program, String path) {
    assertThat(program.post("api/v1/feeds", "{\"address\":\"" + origin.url(path) + "\"}"))
        .contains("\"id\"");
  }

  private static String message(Program program, String path) {
    for (JsonNode f : program.get("api/v1/feeds").get("feeds")) {
      if (f.get("address").stringValue().endsWith(path)) return f.get("message").stringValue();
    }
    throw new AssertionError("no feed " + path);
  }
}
