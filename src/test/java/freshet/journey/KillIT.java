package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.demo.DemoWeb;
import freshet.demo.OriginLog;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Killed with SIGKILL at any moment, the program loses nothing it showed, stores nothing twice,
/// and asks for no feed and for no page behind an entry twice in a row because of it.
final class KillIT {
  private static final int KILLS = 20;
  private static final Duration LEAST_INTERVAL = Duration.ofSeconds(5);

  /// A page whose visit a kill has ended is not asked for again for a minute.
  private static final Duration BOOKED = Duration.ofMinutes(1);

  @TempDir Path folder;

  @Test
  void killedTwentyTimesAtRandomMomentsItLosesAndRepeatsNothing() throws IOException {
    Random random = new Random(20261115);
    Set<String> shown = new HashSet<>();
    try (DemoWeb web = DemoWeb.start(7, InstantSource.system(), 240)) {
      for (int kill = 0; kill < KILLS; kill++) {
        try (Program program = serve()) {
          String address = program.address();
          assertThat(address).startsWith("http://127.0.0.1:");
          if (kill == 0) addAll(program, web);
          waitFor(random.nextInt(1000));
          for (JsonNode e : program.get("api/v1/entries?limit=500").get("entries"))
            shown.add(name(e));
          program.kill();
        }
      }
      try (Program program = serve()) {
        Set<String> stored = new HashSet<>();
        List<String> twice = new ArrayList<>();
        for (JsonNode e : all(program)) if (!stored.add(name(e))) twice.add(name(e));
        assertThat(twice).isEmpty();
        assertThat(stored).containsAll(shown);
        assertThat(shown).hasSizeGreaterThan(100);
        // and it goes on: something new arrives
        await().atMost(Duration.ofSeconds(60)).until(() -> all(program).size() > stored.size());
      }
      Set<String> feeds = feeds(web);
      List<OriginLog.Request> asked = web.requests();
      assertThat(tooClose(asked, feeds)).isEmpty();
      assertThat(asked).as("pages too").anyMatch(r -> !feeds.contains(address(r)));
    }
  }

  private Program serve() {
    return Program.start(
        folder,
        "serve",
        "--port=0",
        "--data=data",
        "--set=interval.min=" + LEAST_INTERVAL.toSeconds() + "s",
        "--set=interval.max=8s",
        "--set=budget=1000/10s",
        "--set=fetch.gap=0s",
        "--set=fetch.allow-private=true",
        "--set=fetch.obey-robots=false");
  }

  private static void addAll(Program program, DemoWeb web) {
    for (var site : web.sites()) {
      for (var feed : site.feeds())
        program.post("api/v1/feeds", "{\"address\":\"" + feed.url() + "\"}");
    }
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

  private static String name(JsonNode e) {
    return e.get("feedId").asLong() + " " + (e.has("guid") ? e.get("guid") : e.get("link"));
  }

  private static Set<String> feeds(DemoWeb web) {
    Set<String> feeds = new HashSet<>();
    for (var site : web.sites()) {
      for (var feed : site.feeds()) {
        for (URI url : List.of(feed.url(), feed.finalUrl())) {
          feeds.add(url.getAuthority() + url.getPath());
        }
      }
    }
    return feeds;
  }

  private static String address(OriginLog.Request r) {
    return r.host() + r.path();
  }

  /// Requests for one address that follow each other faster than is allowed.
  private static List<String> tooClose(List<OriginLog.Request> requests, Set<String> feeds) {
    Map<String, Instant> last = new HashMap<>();
    List<String> tooClose = new ArrayList<>();
    for (var r : requests) {
      if (r.path().startsWith("/__")) continue;
      Instant before = last.put(address(r), r.at());
      Duration least = feeds.contains(address(r)) ? LEAST_INTERVAL : BOOKED;
      // between booking and asking, and at the origin, a busy machine takes its time
      Duration margin = least.dividedBy(5);
      if (before != null && Duration.between(before, r.at()).compareTo(least.minus(margin)) < 0) {
        tooClose.add(address(r) + " at " + before + " and " + r.at());
      }
    }
    return tooClose;
  }

  private static void waitFor(int millis) {
    await().pollDelay(Duration.ofMillis(millis)).atMost(Duration.ofSeconds(10)).until(() -> true);
  }
}
