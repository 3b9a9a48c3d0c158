package freshet.bench;

import freshet.bench.web.SiteWeb;
import freshet.crawl.CrawlUser;
import freshet.extract.HtmlPage;
import freshet.extract.Link;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;

/// Sites of the synthetic web, served by a process of their own, and what the parts of [CrawlBench]
/// crawl them with.
record CrawlSites(Process process, BufferedReader out, int count, int port)
    implements AutoCloseable {
  /// Follows every link that stays in the synthetic web.
  static final CrawlUser EVERYTHING =
      (visit, links) -> {
        HtmlPage page = visit.page();
        if (page == null) return;
        for (Link link : page.links()) {
          if (link.url().startsWith("http://127.1.")) links.follow(link.url(), 0.5, "");
        }
      };

  static CrawlSites serve(int sites, int pages, int latency) throws IOException {
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                CrawlServer.class.getName(),
                "" + sites,
                "" + pages,
                "" + latency)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII));
    return new CrawlSites(server, out, sites, Integer.parseInt(out.readLine()));
  }

  static HttpFetcher fetcher(Duration gap) {
    return new HttpFetcher(
        new Identity("Freshet", "0.1", null),
        FetchLimits.DEFAULT,
        new Network(null, true, true),
        new Politeness(gap, true),
        InstantSource.system(),
        new Random(1));
  }

  /// What the server has, to ask for its addresses.
  SiteWeb web(int pages) {
    SiteWeb web = new SiteWeb(count, pages, 5);
    web.at(port);
    return web;
  }

  List<String> homes() {
    return web(1).homes();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    out.close();
    process.destroy();
  }
}
