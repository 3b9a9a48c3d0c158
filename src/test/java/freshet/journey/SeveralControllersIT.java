package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.cluster.Broker;
import freshet.store.Postgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/// Controllers that share the feeds: one is killed, another stopped until it was shut out and woken
/// up. Some minutes, so it runs where `FRESHET_LONG` is set: docs/many-machines.md.
@EnabledIfEnvironmentVariable(named = "FRESHET_LONG", matches = "1")
final class SeveralControllersIT {
  private static final Duration WAIT = Duration.ofMinutes(5);
  private static final Duration GAP = Duration.ofSeconds(1);
  private static final Duration WINDOW = Duration.ofSeconds(20);
  private static final int CALLS = 64;
  private static final int SITES = 10;

  @TempDir Path folder;
  private String database = "";
  private String kafka = "";

  private Program controller(String data) {
    return Program.start(
        folder,
        "controller",
        "--port=0",
        "--data=" + data,
        "--db=" + database,
        kafka,
        "--set=interval.min=3s",
        "--set=interval.max=4s",
        "--set=budget=" + CALLS + "/20s",
        "--set=fetch.gap=1s",
        "--set=fetch.whole=3s",
        "--set=fetch.allow-private=true",
        "--set=articles.share=0");
  }

  private Program terminal() throws IOException {
    return Program.start(
        Files.createTempDirectory(folder, "terminal"),
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

  private List<String> ask(String sql) {
    List<String> answers = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(database);
        Statement ask = connection.createStatement();
        ResultSet row = ask.executeQuery(sql)) {
      while (row.next()) answers.add(row.getString(1));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return answers;
  }

  /// How many shards each controller has.
  private Map<String, Integer> owners() {
    Map<String, Integer> owners = new HashMap<>();
    for (String owner : ask("SELECT COALESCE(owner, '') FROM shard")) {
      owners.merge(owner, 1, Integer::sum);
    }
    return owners;
  }

  private void awaitOwners(int controllers) {
    await()
        .atMost(WAIT)
        .pollInterval(Duration.ofMillis(250))
        .until(() -> {
          Map<String, Integer> now = owners();
          int fair = (64 + controllers - 1) / controllers;
          return now.size() == controllers
              && !now.containsKey("")
              && now.values().stream().allMatch(n -> n <= fair);
        });
  }

  /// Until so many texts that all print were stored.
  private void awaitWire(int texts) {
    await()
        .atMost(WAIT)
        .until(
            () -> ask("SELECT DISTINCT title FROM entry WHERE title LIKE 'Wire%'").size() > texts);
  }

  private void awaitTakenOver(Publisher publisher, String how) {
    long since = System.nanoTime();
    awaitOwners(1);
    System.err.println(how + ": its shards were taken over after " + seconds(since) + " s");
    long taken = System.nanoTime();
    await().atMost(WAIT).until(() -> publisher.askedSince(taken).size() == SITES);
    System.err.println(how + ": all hosts were asked again after " + seconds(since) + " s");
  }

  @Test
  void theyShareTheFeedsAndTakeOverFromEachOther() throws Exception {
    Path broker = Files.createDirectory(folder.resolve("broker"));
    try (Broker running = Broker.start(broker);
        Publisher publisher = new Publisher(SITES, Duration.ofSeconds(2))) {
      database = Postgres.database();
      kafka = "--kafka=" + running.address();
      try (Program one = terminal();
          Program other = terminal();
          Program first = controller("first")) {
        await().atMost(WAIT).until(() -> first.out().contains("Freshet is at "));
        first.post("api/v1/opml", "text/plain", String.join("\n", publisher.feeds()) + "\n");
        try (Program killed = controller("killed")) {
          awaitOwners(2);
          Set<String> seen = new HashSet<>();
          await()
              .atMost(WAIT)
              .pollInterval(Duration.ofMillis(50))
              .until(() -> {
                seen.addAll(ask("SELECT DISTINCT member FROM lease WHERE member IS NOT NULL"));
                return seen.size() == 2;
              });
          awaitWire(5);
          killed.kill();
          awaitTakenOver(publisher, "killed");
        }
        try (Program stopped = controller("stopped")) {
          awaitOwners(2);
          awaitWire(8);
          signal("STOP", stopped);
          awaitTakenOver(publisher, "stopped");
          publisher.stop();
          signal("CONT", stopped);
          assertThat(stopped.exitStatus()).as("it was shut out").isEqualTo(4);
        }
        await()
            .atMost(WAIT)
            .pollInterval(Duration.ofMillis(500))
            .untilAsserted(
                () -> assertThat(ask("SELECT guid FROM entry")).containsAll(publisher.guids()));
        assertThat(ask("SELECT guid FROM entry"))
            .containsExactlyInAnyOrderElementsOf(publisher.guids());
        assertThat(
                ask(
                    "SELECT title FROM entry WHERE title LIKE 'Wire%' GROUP BY title"
                        + " HAVING COUNT(DISTINCT COALESCE(story_id, -id)) > 1"))
            .as("texts of one instant that are not one story")
            .isEmpty();
        assertThat(
                ask(
                    "SELECT id FROM story s WHERE entries <>"
                        + " (SELECT COUNT(*) FROM entry e WHERE e.story_id = s.id)"))
            .as("stories that are counted wrongly")
            .isEmpty();
        System.err.println("most polls in 20 s: " + publisher.mostWithin(WINDOW));
        assertThat(publisher.tooClose(GAP)).isEmpty();
        assertThat(publisher.mostWithin(WINDOW)).isLessThanOrEqualTo(CALLS * 11 / 10);
        assertThat(first.err()).doesNotContain("ERROR");
        assertThat(one.err() + other.err()).doesNotContain("ERROR");
      }
    }
  }

  private static String seconds(long since) {
    return String.valueOf((System.nanoTime() - since) / 1e9);
  }
}
