package freshet.discover;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.model.FeedUrl;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The finder on sites as the world has them ([WildWeb]).
final class WildWebTest {
  @TempDir Path folder;

  static List<Long> seeds() {
    Long seed = Long.getLong("seed");
    return seed == null ? List.of(1L, 20_261_117L) : List.of(seed);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void ofEveryClassNearlyAllFeedsAreFound(long seed) throws Exception {
    try (TinyWeb web = new TinyWeb();
        HttpFetcher fetcher =
            new HttpFetcher(
                new Identity("Freshet", "1", null),
                new FetchLimits(
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(30),
                    200_000,
                    5),
                new Network(null, true),
                new Politeness(Duration.ZERO, true),
                InstantSource.system(),
                new Random(1))) {
      WildWeb wild = new WildWeb(web, seed);
      List<FoundFeed> found = find(fetcher, wild);
      Set<String> pairs = new HashSet<>();
      for (FoundFeed f : found) pairs.add(f.site() + " " + f.feed());
      Map<String, int[]> recall = new LinkedHashMap<>();
      List<String> missed = new ArrayList<>();
      int requests = 0;
      for (WildWeb.Place place : wild.places) {
        int[] counts = recall.computeIfAbsent(place.kind(), _ -> new int[2]);
        requests += place.site().asked.size();
        for (String feed : place.feeds()) {
          counts[0]++;
          String pair = FeedUrl.of(place.site().url("/")) + " " + FeedUrl.of(feed);
          if (pairs.contains(pair)) counts[1]++;
          else missed.add("%s %d: %s".formatted(place.kind(), place.number(), feed));
        }
      }
      StringBuilder table = new StringBuilder();
      recall.forEach((kind, n) -> table.append("%s %d of %d%n".formatted(kind, n[1], n[0])));
      table.append(requests).append(" requests; missed ").append(missed);
      if (System.getProperty("seed") != null) System.out.println(table);
      assertThat(recall)
          .allSatisfy((kind, n) ->
              assertThat(n[1] / (double) n[0])
                  .as("%s%n%s", kind, table)
                  .isGreaterThanOrEqualTo(0.95));
      assertThat(recall).hasSizeGreaterThanOrEqualTo(19);
    }
  }

  private List<FoundFeed> find(HttpFetcher fetcher, WildWeb wild) throws Exception {
    Finder.Listener nobody =
        new Finder.Listener() {
          @Override
          public void found(FoundFeed feed) {}

          @Override
          public void done(SiteReport report, List<FoundFeed> feeds) {}
        };
    try (Finder finder =
        new Finder(
            fetcher,
            new FeedParser(ParseLimits.DEFAULT),
            new Describer(_ -> null),
            FinderLimits.THOROUGH,
            null,
            InstantSource.system(),
            null,
            folder.resolve("journal"),
            nobody,
            8)) {
      finder.add(wild.places.stream().map(p -> FeedUrl.of(p.site().url("/"))).toList());
      assertThat(finder.run()).isTrue();
      return finder.found();
    }
  }
}
