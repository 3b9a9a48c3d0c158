package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A crawl in the running program: its pages are found, also after a kill in its middle; a site
/// that changes under it is edited entries; and it is deleted whole.
final class CrawlCorpusIT {
  private static final int PAGES = 60;

  @TempDir Path folder;
  private final Map<Integer, String> words = new ConcurrentHashMap<>();
  private HttpServer server;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  /// Pages of a tree; each has a word that stands nowhere else.
  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    try (exchange) {
      if (!path.matches("/|/p\\d+")) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      int n = path.equals("/") ? 0 : Integer.parseInt(path.substring(2));
      byte[] body = page(n).getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private String page(int n) {
    StringBuilder s = new StringBuilder("<html lang=en><title>Notes of day " + n + "</title><p>");
    s.append("On this day the word was ").append(words.getOrDefault(n, "quillon" + letters(n)));
    s.append(", and beside it stood what follows. ");
    Random random = new Random(n); // pages alike would be taken for a trap
    for (int i = 0; i < 50; i++) s.append(letters(random.nextInt(1 << 20))).append(' ');
    for (int child = 2 * n + 1; child <= 2 * n + 2 && child < PAGES; child++) {
      s.append("<p><a href=/p").append(child).append(">next</a>");
    }
    return s.toString();
  }

  private static String letters(int n) {
    StringBuilder s = new StringBuilder();
    for (int i = n + 7; i > 0; i /= 20) s.append("bcdfghjklmnpqrstvwxz".charAt(i % 20)).append('a');
    return s.toString();
  }

  private Program serve() {
    return Program.start(
        folder,
        "serve",
        "--port=0",
        "--data=data",
        "--set=fetch.gap=20ms",
        "--set=fetch.allow-private=true");
  }

  private static ConditionFactory soon() {
    return await().atMost(Duration.ofMinutes(2));
  }

  private static long found(Program program, String query) {
    String encoded = query.replace(":", "%3A").replace(" ", "+");
    return program.get("api/v1/search?q=" + encoded).get("total").asLong();
  }

  @Test
  void whatARobotFetchesIsFoundAlsoAfterAKillAndGoneWithItsCrawl() {
    String start = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    try (Program first = serve()) {
      String begun = first.post("api/v1/crawls", "{\"starts\":[\"" + start + "\"]}");
      assertThat(begun).contains("\"id\":1");
      soon().until(() -> first.get("api/v1/crawls/1").get("entries").asInt() > 10);
      first.kill();
    }
    try (Program second = serve()) {
      soon().until(() -> second.get("api/v1/crawls/1").get("state").asString("").equals("done"));
      JsonNode crawl = second.get("api/v1/crawls/1");
      assertThat(crawl.get("entries").asInt()).isEqualTo(PAGES);
      assertThat(crawl.has("nextVisit")).isTrue();
      Set<String> links = new HashSet<>();
      JsonNode entries =
          second.get("api/v1/entries?limit=500&feed=" + crawl.get("feed").asInt()).get("entries");
      for (JsonNode e : entries) assertThat(links.add(e.get("link").asString(""))).isTrue();
      assertThat(links).hasSize(PAGES);
      // A word that stands in one crawled page alone, a long way down.
      soon().until(() -> found(second, "quillon" + letters(57)) == 1);
      soon().until(() -> found(second, "crawl:1") == PAGES);
      assertThat(found(second, "quillon" + letters(57) + " -crawl:all")).isZero();

      // The site changes under the crawl.
      words.put(57, "zwieback");
      second.patch("api/v1/crawls/1", "{\"visitNow\":true}");
      soon().until(() -> found(second, "zwieback") == 1);
      soon().until(() -> second.get("api/v1/crawls/1").get("state").asString("").equals("done"));
      assertThat(second.get("api/v1/crawls/1").get("entries").asInt()).isEqualTo(PAGES);
      assertThat(found(second, "quillon" + letters(57))).isZero();

      second.delete("api/v1/crawls/1");
      soon().until(() -> found(second, "zwieback") == 0);
      assertThat(second.get("api/v1/entries?limit=10").get("entries")).isEmpty();
      assertThat(second.get("api/v1/crawls").get("crawls")).isEmpty();
    }
  }
}
