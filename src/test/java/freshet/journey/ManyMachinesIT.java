package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.cluster.Broker;
import freshet.store.Postgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Controllers and terminals on a real broker and a real database: one terminal is killed, another
/// stopped until its leases are over and woken up; of the controllers the one at work is stopped
/// until another has taken over and woken up, and that other is killed. The publisher's own log
/// says whether anybody was bothered, the database what is stored.
final class ManyMachinesIT {
  /// With `fetch.whole=3s`: 6 s to begin, 5 to ask, 5 to read, 2 to spare.
  private static final Duration LEASE = Duration.ofSeconds(18);

  /// Ten seconds of silence and the start of everything: half a minute in all where the machine has
  /// nothing else to do, which is not for a test to hang on.
  private static final Duration TAKEN_OVER = Duration.ofMinutes(2);

  private static final Duration WAIT = Duration.ofMinutes(2);
  private static final Duration GAP = Duration.ofSeconds(1);

  /// What terminals call themselves: nobody else asks anybody.
  private static final String TERMINAL = "Terminal/1";

  @TempDir Path folder;
  private String database = "";
  private String kafka = "";

  private Program controller(String data) {
    return Program.start(
        folder,
        "controller",
        "--port=0",
        "--data=" + data,
        database,
        kafka,
        "--set=interval.min=3s",
        "--set=interval.max=4s",
        "--set=budget=1000/10s",
        "--set=fetch.gap=1s",
        "--set=fetch.whole=3s",
        "--set=fetch.allow-private=true");
  }

  private Program terminal() throws IOException {
    Path nowhere = Files.createTempDirectory(folder, "terminal");
    return Program.start(
        nowhere,
        "terminal",
        kafka,
        "--set=user-agent=" + TERMINAL,
        "--set=fetch.gap=1s",
        "--set=fetch.whole=3s",
        "--set=fetch.allow-private=true");
  }

  private static void signal(String name, Program program) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, "" + program.pid()).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
  }

  /// Not a page of the site that is crawled.
  private static boolean isOfFeeds(JsonNode entry) {
    return entry.path("guid").asString("").matches("127.*#.*");
  }

  /// The pages that stand beside entries which gave only their titles.
  private static long articles(Program program) {
    long there = 0;
    for (JsonNode e : all(program)) {
      if (!e.path("guid").asString("").startsWith("pages#")) continue;
      JsonNode article = program.get("api/v1/entries/" + e.get("id") + "/article");
      if (article.get("state").stringValue().equals("there")) there++;
    }
    return there;
  }

  private static List<JsonNode> all(Program program) {
    List<JsonNode> all = new ArrayList<>();
    String cursor = "";
    while (true) {
      JsonNode page = program.get("api/v1/entries?limit=500" + cursor);
      page.get("entries").forEach(all::add);
      if (!page.has("next")) return all;
      cursor = "&before=" + page.get("next").stringValue();
    }
  }

  /// The guids of all that the feeds brought.
  private static List<String> stored(Program program) {
    return all(program).stream()
        .filter(ManyMachinesIT::isOfFeeds)
        .map(e -> e.get("guid").stringValue())
        .toList();
  }

  /// What a program of others reads: each entry once, by its id.
  private List<String> published(String topic, Set<String> awaited) {
    Map<Long, String> guids = new HashMap<>();
    Properties reading = new Properties();
    reading.put("bootstrap.servers", kafka.substring("--kafka=".length()));
    reading.put("auto.offset.reset", "earliest");
    reading.put("group.id", "others");
    try (var consumer =
        new KafkaConsumer<>(reading, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of(topic));
      await()
          .atMost(WAIT)
          .pollInSameThread()
          .until(() -> {
            for (var record : consumer.poll(Duration.ofMillis(200))) {
              JsonNode entry = JsonMapper.shared().readTree(record.value());
              assertThat(entry.get("schema").intValue()).isEqualTo(1);
              assertThat(entry.get("feed").get("address").stringValue()).startsWith("http://127.");
              if (!isOfFeeds(entry)) continue;
              guids.put(entry.get("id").longValue(), entry.get("guid").stringValue());
            }
            return guids.size() >= awaited.size();
          });
    }
    return List.copyOf(guids.values());
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
        try (Program first = controller("first")) {
          String pages = publisher.pages();
          first.post(
              "api/v1/opml",
              "text/plain",
              String.join("\n", publisher.feeds()) + "\n" + pages + "/titles.xml\n");
          first.post("api/v1/crawls", "{\"starts\":[\"" + pages + "/\"]}");
          first.post("api/v1/discoveries", "{\"sites\":[\"" + pages + "/\"],\"quick\":true}");
          try (Program second = controller("second")) {
            await().atMost(WAIT).until(() -> second.out().contains("waits to take over"));
            await()
                .atMost(WAIT)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> stored(first).stream().distinct().count() >= 12);
            signal("STOP", stopped);
            signal("STOP", first);
            killed.kill();
            Instant since = Instant.now();
            int before = publisher.asked();
            await().atMost(TAKEN_OVER).until(() -> second.out().contains("Freshet is at "));
            await()
                .atMost(WAIT)
                .until(() ->
                    publisher.asked() > before + 6
                        && Instant.now().isAfter(since.plus(LEASE).plusSeconds(1)));
            signal("CONT", stopped);
            signal("CONT", first);
            assertThat(first.exitStatus()).as("its turn is over").isEqualTo(4);
            try (Program third = controller("first")) {
              await().atMost(WAIT).until(() -> third.out().contains("waits to take over"));
              second.kill();
              await().atMost(TAKEN_OVER).until(() -> third.out().contains("Freshet is at "));
              publisher.stop();
              await()
                  .atMost(Duration.ofSeconds(100))
                  .pollInterval(Duration.ofMillis(500))
                  .untilAsserted(() -> assertThat(stored(third)).containsAll(publisher.guids()));
              assertThat(stored(third)).containsExactlyInAnyOrderElementsOf(publisher.guids());
              assertThat(published("freshet.entries", publisher.guids()))
                  .containsExactlyInAnyOrderElementsOf(publisher.guids());
              // Begun by the first, which was stopped; this one has its folder.
              await()
                  .atMost(WAIT)
                  .untilAsserted(() -> {
                    assertThat(articles(third)).isEqualTo(Publisher.PAGES);
                    JsonNode crawl = third.get("api/v1/crawls/1");
                    assertThat(crawl.path("state").asString()).isEqualTo("done");
                    assertThat(crawl.path("entries").asInt()).isEqualTo(Publisher.PAGES);
                    JsonNode search = third.get("api/v1/discoveries/1");
                    assertThat(search.path("state").asString()).isEqualTo("done");
                    assertThat(third.get("api/v1/discoveries/1/feeds").get("feeds")).isNotEmpty();
                  });
              try (Program again =
                  Program.start(folder, "stream", "--data=third", database, kafka, "--topic=all")) {
                assertThat(again.exitStatus()).as(again.err()).isZero();
              }
              assertThat(published("all", publisher.guids()))
                  .containsExactlyInAnyOrderElementsOf(publisher.guids());
            }
          }
        }
        assertThat(publisher.tooClose(GAP)).isEmpty();
        assertThat(publisher.agents()).containsExactly(TERMINAL);
        assertThat(stays.err()).doesNotContain("ERROR");
      }
    }
  }
}
