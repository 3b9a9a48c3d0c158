package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Entries that were kept long enough are deleted, killed in the middle too: the search finds them
/// no more, what is starred stays, and a feed that still lists them does not bring them again.
final class RetentionIT {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final int ENTRIES = 1500;

  @TempDir Path folder;
  private HttpServer server;
  private final AtomicInteger asked = new AtomicInteger();

  @BeforeEach
  void publish() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/feed",
        exchange -> {
          byte[] body = feed(asked.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/rss+xml");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  /// All that there ever was, with one more at every fetch.
  private static String feed(int time) {
    StringBuilder rss = new StringBuilder("<rss version=\"2.0\"><channel><title>Harbour</title>");
    for (int i = 1; i <= time; i++) item(rss, "new" + i, "A ferry named fresh" + i);
    for (int i = 0; i < ENTRIES; i++) item(rss, "old" + i, "Ship " + i + " of the oldfleet");
    return rss.append("</channel></rss>").toString();
  }

  private static void item(StringBuilder rss, String id, String title) {
    rss.append("<item><guid isPermaLink=\"false\">").append(id).append("</guid><title>");
    rss.append(title).append("</title><description>").append(title).append(" is in.");
    rss.append("</description></item>");
  }

  @Test
  void oldEntriesGoAlsoAfterAKillInTheMiddleAndDoNotComeBack() {
    long starred;
    try (Program program = serve("0")) {
      String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/feed";
      program.post("api/v1/feeds", "{\"address\":\"" + address + "\"}");
      await("all there").atMost(SOON).until(() -> found(program, "oldfleet") == ENTRIES);
      starred =
          program
              .get("api/v1/search?q=oldfleet")
              .get("results")
              .get(0)
              .get("entry")
              .get("id")
              .asLong();
      program.patch("api/v1/entries/" + starred, "{\"starred\":true}");
      JsonNode kept = program.get("api/v1/kept?keep=1ms").get("kept").get(0);
      assertThat(kept.get("older").get(0).get("count").asLong())
          .as("said beforehand, without the starred one")
          .isBetween(ENTRIES - 1L, kept.get("count").asLong() - 1);
      try (Program command = Program.start(folder, "kept", "--data=data", "--keep=1ms")) {
        assertThat(command.outAtEnd()).contains("entries").contains("would go if kept for 1ms");
      }
      program.kill();
    }
    try (Program program = serve("1s")) {
      await("some gone")
          .atMost(SOON)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> stored(program) < ENTRIES);
      program.kill();
    }
    try (Program program = serve("1s")) {
      await("one left").atMost(SOON).until(() -> found(program, "oldfleet") == 1);
      int before = asked.get();
      await("asked again")
          .atMost(SOON)
          .until(() -> asked.get() > before + 2); // so two more were stored
      assertThat(found(program, "oldfleet")).as("its feed lists them all").isEqualTo(1);
      JsonNode entry = program.get("api/v1/entries/" + starred);
      assertThat(entry.get("starred").asBoolean()).isTrue();
      assertThat(stored(program)).isLessThan(ENTRIES / 2);
      program.stop();
    }
  }

  private Program serve(String keep) {
    return Program.start(
        folder,
        "serve",
        "--port=0",
        "--data=data",
        "--set=interval.min=2s",
        "--set=interval.max=3s",
        "--set=budget=1000/10s",
        "--set=fetch.gap=0s",
        "--set=articles.share=0",
        "--set=understand=false",
        "--set=entries.keep=" + keep,
        "--set=fetch.allow-private=true");
  }

  private static long stored(Program program) {
    return program.get("api/v1/feeds").get("feeds").get(0).get("entries").asLong();
  }

  private static long found(Program program, String word) {
    JsonNode answer = program.get("api/v1/search?q=" + word);
    return answer.has("total") ? answer.get("total").asLong() : -1;
  }
}
