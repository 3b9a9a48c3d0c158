package freshet.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Killed while it searches sites for their feeds: every feed is found once.
final class Discovering implements Kind {
  private static final Duration GAP = Duration.ofMillis(60);
  private static final List<String> SETTINGS =
      List.of("budget=1/10m", "fetch.gap=60ms", "fetch.allow-private=true");

  @Override
  public String name() {
    return "discovery";
  }

  @Override
  public void round(Round round) throws IOException, InterruptedException {
    try (Origin origin = new Origin(3);
        Press press = new Press(round.random)) {
      Set<String> wanted = new HashSet<>();
      List<String> sites = new ArrayList<>();
      for (Origin.Host host : origin.hosts()) {
        Site site = new Site(host, round.small ? 15 : 60, 4, round.random, press);
        wanted.addAll(site.feeds);
        sites.add("\"" + site.home + "\"");
      }
      Program server = round.serve(SETTINGS).ready();
      String wish = "{\"sites\":[" + String.join(",", sites) + "]}";
      JsonNode begun = server.post("api/v1/discoveries", wish).json();
      String search = "api/v1/discoveries/" + begun.get("id").asInt();
      for (int kill = 0; kill < (round.small ? 1 : 9); kill++) {
        round.pause(0, 1500);
        round.kill(server);
        server = round.serve(SETTINGS).ready();
      }
      Program last = server;
      boolean done =
          Round.await(
              Duration.ofSeconds(90),
              () -> last.json(search).get("state").asString().equals("done"));
      if (!done) round.tally.stuck("the search is " + last.get(search).text());
      List<String> found = new ArrayList<>();
      for (JsonNode feed : last.json(search + "/feeds").get("feeds")) {
        found.add(feed.get("feed").asString());
      }
      Crawling.judge(round.tally, wanted, found);
      round.tally.gaps(Gaps.ofHosts(origin.log(), GAP));
      last.end();
    }
  }
}
