package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One Freshet reads a view of another, and is pushed to (WebSub): the hub of the one and the
/// subscriber of the other are strangers that speak the standard.
final class HubIT {
  @TempDir Path folder;
  private final AtomicInteger entries = new AtomicInteger(1);

  @Test
  void oneFreshetIsToldByAnotherWhatIsNew() throws Exception {
    try (MockWebServer origin = new MockWebServer()) {
      origin.setDispatcher(
          new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
              StringBuilder items = new StringBuilder();
              for (int i = 1; i <= entries.get(); i++) {
                items.append("<item><guid>g" + i + "</guid><title>Entry " + i + "</title></item>");
              }
              return new MockResponse.Builder()
                  .body(
                      "<rss version='2.0'><channel><title>Origin</title>"
                          + items
                          + "</channel></rss>")
                  .build();
            }
          });
      origin.start();
      int port = freePort();
      try (Program giving = start("giving", "--set=interval.min=1s", "--set=interval.max=2s");
          Program reading =
              start(
                  "reading",
                  "--port=" + port,
                  // Asked once; what comes after that is brought.
                  "--set=interval.min=1h",
                  "--set=public-address=http://127.0.0.1:" + port + "/")) {
        giving.post("api/v1/feeds", "{\"address\":\"" + origin.url("/feed") + "\"}");
        giving.post("api/v1/searches", "{\"name\":\"All of it\",\"query\":\"entry\"}");
        String view = giving.get("api/v1/searches").path("searches").get(0).path("feed").asString();
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> giving.page(view.substring(1)).contains("Entry 1"));
        String address = giving.address() + view.substring(1);
        reading.post("api/v1/feeds", "{\"address\":\"" + address + "\"}");
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() ->
                reading.get("api/v1/feeds/1").path("heldBy").asString("").contains("hub")
                    || reading.get("api/v1/entries").path("entries").size() == 1);
        // Subscribed by the poll that brought the first entry; the hub asks back at once.
        await().atMost(Duration.ofSeconds(60)).until(this::subscribed);
        entries.set(3);
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> reading.get("api/v1/entries").path("entries").size() == 3);
        assertThat(reading.get("api/v1/feeds/1/polls").path("polls").size()).isEqualTo(1);
      }
    }
  }

  private Program start(String name, String... more) throws IOException {
    Path own = Files.createDirectories(folder.resolve(name));
    String[] arguments =
        java.util.stream.Stream.concat(
                java.util.stream.Stream.of(
                    "serve",
                    "--data=data",
                    "--set=fetch.gap=0s",
                    "--set=fetch.allow-private=true",
                    "--set=fetch.obey-robots=false"),
                java.util.Arrays.stream(more))
            .toArray(String[]::new);
    if (java.util.Arrays.stream(arguments).noneMatch(a -> a.startsWith("--port"))) {
      arguments = java.util.Arrays.copyOf(arguments, arguments.length + 1);
      arguments[arguments.length - 1] = "--port=0";
    }
    return Program.start(own, arguments);
  }

  /// The subscription stands in the store of the giving one.
  private boolean subscribed() throws java.sql.SQLException {
    Path db = folder.resolve("giving/data/freshet.db");
    try (var connection = java.sql.DriverManager.getConnection("jdbc:sqlite:" + db);
        var rows =
            connection.createStatement().executeQuery("SELECT COUNT(*) FROM hub_subscriber")) {
      return rows.next() && rows.getInt(1) == 1;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
