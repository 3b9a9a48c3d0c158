package freshet.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.JsonNode;

/// Killed while people say what entries are about and what is stored is told again.
final class Correcting implements Kind {
  private static final List<String> SETTINGS = List.of("budget=1/10m");
  private static final List<String> TOPICS = List.of("gardens", "ships", "trains");

  @Override
  public String name() {
    return "correction";
  }

  @Override
  public void round(Round round) throws IOException, InterruptedException {
    Map<Long, String> given = new HashMap<>();
    try (Origin origin = new Origin(1);
        Press press = new Press(round.random)) {
      for (int i = 0; i < 3; i++) {
        Press.Feed feed = press.feed(origin.host(0), "/feed" + i + ".xml");
        for (int n = 0; n < 100; n++) press.publish(feed);
      }
      Program first = round.serve(Polling.SETTINGS).ready();
      for (Press.Feed f : press.feeds()) {
        Program.Said _ = first.post("api/v1/feeds", "{\"address\":\"" + f.url + "\"}");
      }
      press.compare(first, round.tally, Duration.ofSeconds(60));
      first.end();
    }
    List<String> before = Sqlite.column(round.data(), Migrating.ENTRIES);
    for (int kill = 0; kill < (round.small ? 1 : 12); kill++) {
      Program server = round.serve(SETTINGS).ready();
      Thread person = person(server, new Random(round.random.nextLong()), given);
      round.pause(50, 1500);
      round.kill(server);
      person.join();
    }
    Program server = round.serve(SETTINGS).ready();
    for (var g : given.entrySet()) {
      String topic = server.json("api/v1/stories/" + g.getKey()).path("topic").asString("");
      if (!topic.equals(g.getValue())) {
        String what = "entry " + g.getKey() + " is about " + topic + ", not " + g.getValue();
        round.tally.lost(List.of(what));
      }
    }
    round.tally.compared += given.size();
    if (!Round.await(Duration.ofSeconds(60), () -> server.found() == before.size())) {
      round.tally.stuck("search finds " + server.found() + " of " + before.size());
    }
    server.end();
    Migrating.compare(round.tally, before, Sqlite.column(round.data(), Migrating.ENTRIES));
  }

  /// Says of some entries what they are about, as fast as it is taken.
  ///
  /// @param given what was answered with success; of a call that was cut off nobody knows
  private static Thread person(Program server, Random random, Map<Long, String> given)
      throws IOException {
    List<JsonNode> entries = server.entries();
    return Thread.ofVirtual()
        .start(() -> {
          for (int i = 0; i < 30; i++) {
            long id = entries.get(random.nextInt(entries.size())).get("id").asLong();
            String topic = TOPICS.get(random.nextInt(TOPICS.size()));
            String wish = "{\"topic\":\"" + topic + "\"}";
            given.remove(id);
            try {
              if (!server.send("PUT", "api/v1/entries/" + id + "/topic", wish).isGood()) return;
            } catch (IOException e) {
              return;
            }
            given.put(id, topic);
          }
        });
  }
}
