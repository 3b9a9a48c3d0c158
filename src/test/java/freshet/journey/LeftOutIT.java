package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A feed in whose reading the program died, killed as the system's killer would do it, is left out
/// at the next start and says so, while all others go on, until somebody asks for it.
final class LeftOutIT {
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir Path folder;
  private final Map<String, Integer> asked = new ConcurrentHashMap<>();
  private HttpServer origin;
  private String base;

  @BeforeEach
  void publish() throws IOException {
    origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    base = "http://127.0.0.1:" + origin.getAddress().getPort();
    put("/good.xml", rss("<item><guid>1</guid><title>A quiet day</title></item>"));
    put("/slow.xml", rss(slowItem().repeat(28)));
    origin.start();
  }

  @AfterEach
  void end() {
    origin.stop(0);
  }

  /// A reader of HTML has hundreds of open elements to look through at every table.
  private static String slowItem() {
    StringBuilder html = new StringBuilder();
    for (int i = 0; i < 400; i++) html.append("<a title=").append(i).append('>');
    while (html.length() < 480_000) html.append("<table><td>x");
    return "<item><title>x</title><description><![CDATA[" + html + "]]></description></item>";
  }

  private static String rss(String items) {
    return "<rss version='2.0'><channel><title>t</title>" + items + "</channel></rss>";
  }

  private void put(String path, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    origin.createContext(
        path,
        exchange -> {
          asked.merge(path, 1, Integer::sum);
          exchange.getResponseHeaders().set("Content-Type", "application/rss+xml");
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  @Test
  void aFeedInWhoseReadingTheProgramWasKilledIsLeftOutUntilSomebodyAsks() throws IOException {
    Path list = folder.resolve("list.opml");
    String outline = "<outline type='rss' xmlUrl='" + base + "%s'/>";
    Files.writeString(
        list,
        "<opml version='2.0'><body>"
            + outline.formatted("/good.xml")
            + outline.formatted("/slow.xml")
            + "</body></opml>");
    try (Program command = Program.start(folder, "import", "--data=data", list.toString())) {
      assertThat(command.exitStatus()).isZero();
    }
    try (Program program = serve()) {
      String _ = program.address();
      await().atMost(LONG).pollInterval(Duration.ofMillis(50)).until(this::readsForTooLong);
      program.kill();
    }
    int before = asked.get("/slow.xml");
    try (Program program = serve()) {
      JsonNode feed = feed(program, "/slow.xml");
      assertThat(feed.path("outcome").asString("")).isEqualTo("left out");
      assertThat(program.page("feed/" + feed.get("id").asLong())).contains("sudden end");
      int good = asked.getOrDefault("/good.xml", 0);
      await().atMost(LONG).until(() -> asked.get("/good.xml") >= good + 3);
      assertThat(asked.get("/slow.xml")).isEqualTo(before);
      String _ = program.post("api/v1/feeds/" + feed.get("id").asLong() + "/poll", "{}");
      await().atMost(LONG).until(() -> asked.get("/slow.xml") > before);
    }
  }

  /// What the program notes of its readings, for its next start: of the first, how many
  /// milliseconds a processor has spent on it.
  private boolean readsForTooLong() throws IOException {
    Path notes = folder.resolve("data").resolve("reading");
    if (!Files.exists(notes)) return false;
    ByteBuffer numbers = ByteBuffer.wrap(Files.readAllBytes(notes));
    for (int slot = 0; slot < 4; slot++) {
      if (numbers.getLong(8 * (2 + 2 * slot)) != 0 && numbers.getLong(8 * (3 + 2 * slot)) > 4500) {
        return true;
      }
    }
    return false;
  }

  private static JsonNode feed(Program program, String path) {
    for (JsonNode feed : program.get("api/v1/feeds").get("feeds")) {
      if (feed.get("address").asString().endsWith(path)) return feed;
    }
    throw new AssertionError("It does not follow " + path);
  }

  private Program serve() {
    return Program.start(
        folder,
        "serve",
        "--port=0",
        "--data=data",
        "--set=interval.min=1s",
        "--set=interval.max=2s",
        "--set=budget=1000/10s",
        "--set=fetch.gap=0s",
        "--set=fetch.allow-private=true",
        "--set=articles.share=0");
  }
}
