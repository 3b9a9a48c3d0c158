package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.cluster.Broker;
import freshet.store.Postgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A controller and terminals on a real broker and a real database: one terminal is killed, another
/// stopped until its leases are over and woken up, the controller killed and started again. The
/// publisher's own log says whether anybody was bothered.
final class ManyMachinesIT {
  /// With `fetch.whole=3s`: 6 s to begin, 5 to ask, 5 to read, 2 to spare.
  private static final Duration LEASE = Duration.ofSeconds(18);

  private static final Duration GAP = Duration.ofSeconds(1);

  @TempDir Path folder;
  private String database = "";
  private String kafka = "";

  private Program controller() {
    return Program.start(
        folder,
        "controller",
        "--port=0",
        "--data=data",
        database,
        kafka,
        "--set=interval.min=3s",
        "--set=interval.max=4s",
        "--set=budget=1000/10s",
        "--set=fetch.gap=1s",
        "--set=fetch.whole=3s",
        "--set=fetch.allow-private=true",
        "--set=articles.share=0");
  }

  private Program terminal() throws IOException {
    Path nowhere = Files.createTempDirectory(folder, "terminal");
    return Program.start(
        nowhere,
        "terminal",
        kafka,
        "--set=fetch.gap=1s",
        "--set=fetch.whole=3s",
        "--set=fetch.allow-private=true");
  }

  private static void signal(String name, Program program) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, "" + program.pid()).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
  }

  /// The guids of all that is stored.
  private static List<String> stored(Program program) {
    List<String> all = new ArrayList<>();
    String cursor = "";
    while (true) {
      JsonNode page = program.get("api/v1/entries?limit=500" + cursor);
      page.get("entries").forEach(e -> all.add(e.get("guid").stringValue()));
      if (!page.has("next")) return all;
      cursor = "&before=" + page.get("next").stringValue();
    }
  }

  @Test
  void whateverDiesEverythingIsStoredOnceAndNobodyIsAskedTwice() throws Exception {
    Path broker = Files.createDirectory(folder.resolve("broker"));
    try (Broker running = Broker.start(broker);
        Publisher publisher = new Publisher(6, Duration.ofSeconds(2))) {
      database = "--db=" + Postgres.database();
      kafka = "--kafka=" + running.address();
      try (Program killed = terminal();
          Program stopped = terminal();
          Program stays = terminal()) {
        try (Program controller = controller()) {
          controller.post("api/v1/opml", "text/plain", String.join("\n", publisher.feeds()) + "\n");
          await()
              .atMost(Duration.ofSeconds(60))
              .pollInterval(Duration.ofMillis(500))
              .until(() -> stored(controller).stream().distinct().count() >= 12);
          signal("STOP", stopped);
          killed.kill();
          int before = publisher.asked();
          TimeUnit.MILLISECONDS.sleep(LEASE.plusSeconds(1).toMillis());
          assertThat(publisher.asked()).as("the others go on").isGreaterThan(before);
          signal("CONT", stopped);
          controller.kill();
        }
        publisher.stop();
        try (Program controller = controller()) {
          await()
              .atMost(Duration.ofSeconds(100))
              .pollInterval(Duration.ofMillis(500))
              .untilAsserted(() -> assertThat(stored(controller)).containsAll(publisher.guids()));
          assertThat(stored(controller)).containsExactlyInAnyOrderElementsOf(publisher.guids());
        }
        assertThat(publisher.tooClose(GAP)).isEmpty();
        assertThat(stays.err()).doesNotContain("ERROR");
      }
    }
  }
}
