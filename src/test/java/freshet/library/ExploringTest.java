package freshet.library;

import static freshet.library.TwoAccounts.assertRefused;
import static freshet.library.TwoAccounts.assertWrong;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.crawl.CrawlPlan;
import freshet.discover.FinderLimits;
import freshet.exchange.SiteList;
import freshet.jobs.Discovery;
import freshet.library.Exploring.Act;
import freshet.library.Refusal.Reason;
import freshet.model.FeedUrl;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExploringTest {
  @TempDir Path folder;
  private TwoAccounts two;
  private Exploring exploring;

  @BeforeEach
  void open() {
    two = new TwoAccounts(folder);
    exploring = two.library.exploring();
  }

  @AfterEach
  void close() {
    two.close();
  }

  private static SiteList sites(String... addresses) {
    return new SiteList(java.util.Arrays.stream(addresses).map(FeedUrl::of).toList(), 0, List.of());
  }

  @Test
  void aSearchForFeedsIsItsOwners() {
    Discovery search =
        exploring.discover(
            two.first, sites("https://site.example/"), FinderLimits.QUICK, false, null);
    assertThat(exploring.discoveries(two.first)).containsExactly(search);
    assertThat(exploring.discoveries(two.second)).isEmpty();
    assertRefused(Reason.NO_DISCOVERY, () -> exploring.discovery(two.second, search.id()));
    assertRefused(Reason.NO_DISCOVERY, () -> exploring.act(two.second, search.id(), Act.STOP));
    assertRefused(Reason.NO_DISCOVERY, () -> exploring.remove(two.second, search.id()));
    assertRefused(Reason.NO_DISCOVERY, () -> exploring.follow(two.second, search.id(), null, null));
    assertRefused(Reason.NO_DISCOVERY, () -> exploring.discovery(two.first, Long.MAX_VALUE));
    assertThat(exploring.isOver(exploring.act(two.first, search.id(), Act.STOP))).isTrue();
    exploring.remove(two.first, search.id());
    assertThat(exploring.discoveries(two.first)).isEmpty();
  }

  @Test
  void whatIsFollowedFromASearchIsFollowedByItsOwner() {
    Discovery search =
        exploring.discover(
            two.second, sites("https://site.example/"), FinderLimits.QUICK, false, null);
    List<FeedUrl> named =
        List.of(FeedUrl.of("https://bread.example/feed"), FeedUrl.of("https://new.example/feed"));
    assertThat(exploring.follow(two.second, search.id(), named, "Found"))
        .isEqualTo(new Exploring.Followed(1, 1));
    assertThat(two.library.feeds().folders(two.second)).containsValue(List.of("Found"));
    assertThat(two.library.feeds().all(two.first)).hasSize(1);
    assertThat(exploring.follow(two.second, search.id(), null, null))
        .isEqualTo(new Exploring.Followed(0, 0));
  }

  @Test
  void aListWithoutASiteIsNoSearch() {
    assertWrong(
        "sites", () -> exploring.discover(two.first, sites(), FinderLimits.QUICK, false, null));
    List<FeedUrl> tooMany =
        java.util.Collections.nCopies(1_000_001, FeedUrl.of("https://a.example/"));
    assertRefused(
        Reason.TOO_LARGE,
        () ->
            exploring.discover(
                two.first, new SiteList(tooMany, 0, List.of()), FinderLimits.QUICK, false, null));
  }

  @Test
  void crawlsAndTrialsAreTheAdministrators() {
    CrawlPlan plan =
        new CrawlPlan(
            CrawlPlan.Mode.link,
            List.of("https://site.example/"),
            List.of(),
            3,
            null,
            true,
            false,
            CrawlPlan.limits(1, null, 1));
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> exploring.crawls(two.second));
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> exploring.crawl(two.second, plan));
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> exploring.crawl(two.second, 1));
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> exploring.actOnCrawl(two.second, 1, Act.STOP));
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> exploring.removeCrawl(two.second, 1));
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> exploring.trial(two.second));
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> exploring.report(two.second));
    assertRefused(
        Reason.ADMINISTRATOR_ONLY,
        () -> exploring.tryPolicies(two.second, "1/10m", "10m", List.of("freshet")));
    assertThat(exploring.crawls(two.first)).isEmpty();
    assertRefused(Reason.NO_CRAWL, () -> exploring.crawl(two.first, 1));
    assertWrong("trial", () -> exploring.tryPolicies(two.first, "many", "10m", List.of("freshet")));
    assertThat(exploring.report(two.first)).isEmpty();
  }
}
