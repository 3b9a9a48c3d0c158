package freshet.torture;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/// Killed while it starts, while feeds are followed and while it polls.
final class Polling implements Kind {
  static final Duration GAP = Duration.ofMillis(200);
  static final Duration INTERVAL = Duration.ofSeconds(3);

  /// Between booking a poll and asking lie robots.txt, its gap, and a busy machine.
  private static final Duration BOOKING = Duration.ofMillis(1500);

  static final List<String> SETTINGS =
      List.of(
          "interval.min=" + INTERVAL.toSeconds() + "s",
          "interval.max=5s",
          "budget=2000/10s",
          "fetch.gap=" + GAP.toMillis() + "ms",
          "fetch.whole=5s",
          "fetch.allow-private=true");

  @Override
  public String name() {
    return "polling";
  }

  @Override
  public void round(Round round) throws IOException, InterruptedException {
    int kills = round.small ? 3 : 30;
    try (Origin origin = new Origin(5);
        Press press = new Press(round.random)) {
      for (int i = 0; i < 15; i++) {
        String path = i % 3 == 0 ? "/news" + i : "/feed" + i + ".xml";
        Press.Feed feed = press.feed(origin.host(i % 4), path);
        for (int n = 0; n < 3; n++) press.publish(feed);
      }
      List<String> toFollow = new CopyOnWriteArrayList<>();
      press.feeds().forEach(f -> toFollow.add(f.url));
      List<String> hostile = hostile(origin.host(4));
      press.run(Duration.ofMillis(60));
      Set<String> again = ConcurrentHashMap.newKeySet();
      Set<String> shown = new HashSet<>();
      Duration start = Duration.ofSeconds(3);
      for (int kill = 0; kill < kills; kill++) {
        long spawned = System.nanoTime();
        Program program = round.serve(SETTINGS);
        // From a few milliseconds after its start to a while after it has begun to poll.
        if (kill % 3 != 0) {
          round.killWithin(program, start.multipliedBy(2));
          continue;
        }
        program.ready();
        start = Duration.ofNanos(System.nanoTime() - spawned);
        if (kill == 0) {
          Program.Said _ = program.follow(hostile);
        }
        if (!toFollow.isEmpty()) {
          Thread.ofVirtual().start(() -> follow(program, toFollow, again));
        }
        round.pause(0, 2500);
        try {
          shown.addAll(Press.stored(program));
        } catch (IOException e) {
          round.tally.stuck("it does not list its entries: " + e.getMessage());
        }
        round.kill(program);
      }
      press.stop();
      Program program = round.serve(SETTINGS).ready();
      follow(program, toFollow, again);
      press.compare(program, round.tally, Duration.ofSeconds(60));
      Set<String> gone = new HashSet<>(shown);
      Press.stored(program).forEach(gone::remove);
      round.tally.lost(gone);
      round.tally.gaps(Gaps.ofHosts(origin.log(), GAP));
      round.tally.gaps(
          Gaps.ofFeeds(
              origin.log(), p -> press.isFeed(p) && !again.contains(p), INTERVAL, BOOKING));
      program.end();
    }
  }

  /// Follows what is not followed yet.
  ///
  /// @param again paths whose call was cut off by a kill: a person asks for these a second time
  private static void follow(Program program, List<String> feeds, Set<String> again) {
    for (String url : List.copyOf(feeds)) {
      try {
        Program.Said said = program.post("api/v1/feeds", "{\"address\":\"" + url + "\"}");
        if (said.isGood()) feeds.remove(url);
      } catch (IOException e) {
        again.add(URI.create(url).getPath());
        return;
      }
    }
  }

  /// Feeds that harm whoever reads them; what they have is not compared.
  ///
  /// @return their addresses
  static List<String> hostile(Origin.Host host) {
    byte[] start = "<rss><channel>".getBytes(StandardCharsets.US_ASCII);
    host.put(
        "/drip.xml",
        x -> {
          x.sendResponseHeaders(200, 0);
          for (int i = 0; i < 1000; i++) {
            x.getResponseBody().write(start);
            x.getResponseBody().flush();
            TimeUnit.MILLISECONDS.sleep(200);
          }
        });
    host.put(
        "/cut.xml",
        x -> {
          x.sendResponseHeaders(200, 100_000);
          x.getResponseBody().write(start);
          throw new IOException("cut");
        });
    return List.of(host.base + "/drip.xml", host.base + "/cut.xml");
  }
}
