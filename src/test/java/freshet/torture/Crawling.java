package freshet.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Killed while it crawls: every page of the sites is kept once.
final class Crawling implements Kind {
  private static final Duration GAP = Duration.ofMillis(60);
  private static final List<String> SETTINGS =
      List.of("budget=1/10m", "fetch.gap=60ms", "fetch.allow-private=true");

  private final Pace start = new Pace(Duration.ofSeconds(3));

  @Override
  public String name() {
    return "crawl";
  }

  @Override
  public void round(Round round) throws IOException, InterruptedException {
    try (Origin origin = new Origin(3);
        Press press = new Press(round.random)) {
      Set<String> wanted = new HashSet<>();
      List<String> starts = new ArrayList<>();
      for (Origin.Host host : origin.hosts()) {
        Site site = new Site(host, round.small ? 20 : 80, 0, round.random, press);
        wanted.addAll(site.pages);
        starts.add("\"" + site.home + "\"");
      }
      long spawned = System.nanoTime();
      Program server = round.serve(SETTINGS).ready();
      start.since(spawned);
      JsonNode begun =
          server
              .post(
                  "api/v1/crawls",
                  "{\"mode\":\"universal\",\"within\":true,\"starts\":["
                      + String.join(",", starts)
                      + "]}")
              .json();
      String crawl = "api/v1/crawls/" + begun.get("id").asInt();
      for (int kill = 0; kill < (round.small ? 1 : 9); kill++) {
        round.pause(0, 1500);
        round.kill(server);
        server = round.serve(SETTINGS);
        if (kill % 3 == 2) round.killWithin(server, start);
        if (!server.isAlive()) server = round.serve(SETTINGS);
        server.ready();
      }
      Program last = server;
      boolean done =
          Round.await(
              Duration.ofSeconds(90),
              () -> last.json(crawl).get("state").asString().equals("done"));
      if (!done) round.tally.stuck("the crawl is " + last.get(crawl).text());
      List<String> kept = new ArrayList<>();
      for (JsonNode page : last.json(crawl + "/pages?most=1000").get("pages")) {
        kept.add(page.get("url").asString());
      }
      judge(round.tally, wanted, kept);
      round.tally.gaps(Gaps.ofHosts(origin.log(), GAP));
      last.end();
    }
  }

  static void judge(Tally tally, Set<String> wanted, List<String> kept) {
    List<String> twice = new ArrayList<>(kept);
    new HashSet<>(kept).forEach(twice::remove);
    Set<String> lost = new HashSet<>(wanted);
    kept.forEach(lost::remove);
    tally.lost(lost);
    tally.doubled(twice);
    tally.compared += wanted.size();
  }
}
