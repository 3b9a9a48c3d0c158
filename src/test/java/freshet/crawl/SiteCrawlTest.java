package freshet.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.bench.web.SiteWeb;
import freshet.bench.web.WebServer;
import freshet.extract.HtmlPage;
import freshet.extract.Link;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The engine with the real fetcher on the synthetic web: whole sites, and none of their traps.
final class SiteCrawlTest {
  @TempDir Path folder;

  @Test
  void everyPageIsVisitedOnceAndTrapsHoldNobody() throws Exception {
    SiteWeb web = new SiteWeb(12, 100, 7);
    try (WebServer server = new WebServer(web, 0);
        HttpFetcher fetcher =
            new HttpFetcher(
                new Identity("Freshet", "0.1", null),
                FetchLimits.DEFAULT,
                new Network(null, true),
                new Politeness(Duration.ZERO, true),
                InstantSource.system(),
                new Random(1))) {
      web.at(server.port());
      CrawlUser user =
          (visit, links) -> {
            HtmlPage page = visit.page();
            if (page == null) return;
            for (Link link : page.links()) {
              if (link.url().contains("127.1.")) links.follow(link.url(), 0.5, "");
            }
          };
      try (Crawler crawler =
          new Crawler(folder, CrawlSettings.DEFAULT, fetcher, InstantSource.system(), user)) {
        for (String home : web.homes()) crawler.start(home);
        crawler.run();
        List<String> log = server.log();
        Set<String> pages = new HashSet<>();
        int requestsForPages = 0;
        int trapped = 0;
        for (String line : log) {
          String path = line.substring(line.indexOf(' ') + 1);
          if (SiteWeb.isTrap(path)) trapped++;
          String plain = path.replaceAll(";jsessionid=[0-9a-f]+|[?]zz=[0-9a-zA-Z]+", "");
          if (web.isPage(plain)) {
            requestsForPages++;
            pages.add(line.substring(0, line.indexOf(' ') + 1) + plain);
          }
        }
        String report =
            log.size() + " requests, " + trapped + " in traps; " + crawler.progress().traps();
        assertThat(pages).as(report).hasSize(12 * 100);
        assertThat(requestsForPages).as(report).isLessThanOrEqualTo(12 * 110);
        assertThat(log).noneMatch(line -> line.contains("/private/"));
        assertThat(trapped).as(report).isLessThanOrEqualTo(12 * 3);
        assertThat(crawler.progress().traps()).isNotEmpty();
      }
    }
  }
}
