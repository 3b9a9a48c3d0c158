package freshet.source;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.change.Changes;
import freshet.discover.Describer;
import freshet.fetch.FetchLimits;
import freshet.fetch.FirstLooks;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.fetch.Quotas;
import freshet.jobs.Discoveries;
import freshet.library.FollowedFeeds;
import freshet.library.Following;
import freshet.model.Account;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchRequest;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.poll.Polling;
import freshet.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever follows a source has its API asked once, by the look: the first poll takes that answer.
final class SourceLookTest {
  private static final Instant NOON = Instant.parse("2026-03-05T12:00:00Z");

  @TempDir Path folder;

  @Test
  void theFirstPollOfASourceAsksNobody() throws Exception {
    InstantSource clock = InstantSource.fixed(NOON);
    var looks = new FirstLooks(clock);
    var sources = new Sources(List.of(new Mastodon()));
    try (SocialWeb web = new SocialWeb(clock, 40, Duration.ofMinutes(10));
        HttpFetcher http =
            new HttpFetcher(
                new Identity("Freshet", "test", null),
                FetchLimits.DEFAULT,
                new Network(null, true),
                new Politeness(Duration.ZERO, false),
                clock,
                new Random(1));
        SourceFetcher fetcher = new SourceFetcher(http, http, sources, Quotas.FREE, clock);
        Store store = Store.open(folder, null);
        Discoveries discoveries =
            new Discoveries(
                folder.resolve("discoveries"),
                http,
                looks,
                new FeedParser(ParseLimits.DEFAULT),
                new Describer(_ -> null),
                null,
                clock,
                1)) {
      web.post("river", NOON.minusSeconds(60), "The water is high");
      var following =
          new Following(
              store, sources, Polling.NONE, new Changes(), null, fetcher, discoveries, clock);
      Account who = store.accounts().find(Account.FIRST).orElseThrow();
      long feed = following.followBest(who, web.base() + "/@river", null, null).feed();
      int asked = web.calls.size();
      assertThat(asked).isPositive();
      var url = new FollowedFeeds(store, Polling.NONE).find(who, feed).url();
      var polled = looks.recalling(fetcher).fetch(FetchRequest.of(url));
      assertThat(polled).isInstanceOf(Fetched.class);
      assertThat(web.calls).hasSize(asked);
      var position = ((Fetched) polled).answer().validators();
      var next =
          looks.recalling(fetcher).fetch(new FetchRequest(url, position, 0, java.util.Map.of()));
      assertThat(next).isInstanceOf(Unchanged.class);
      assertThat(web.calls).hasSizeGreaterThan(asked);
    }
  }
}
