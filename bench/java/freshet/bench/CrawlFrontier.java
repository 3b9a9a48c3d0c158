package freshet.bench;

import com.sun.management.OperatingSystemMXBean;
import freshet.bench.web.DirectFetcher;
import freshet.bench.web.Reply;
import freshet.crawl.CrawlLimits;
import freshet.crawl.CrawlSettings;
import freshet.crawl.CrawlUser;
import freshet.crawl.Crawler;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/// Whether the addresses that wait can be far more than memory holds.
final class CrawlFrontier {
  private static final OperatingSystemMXBean OS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private CrawlFrontier() {}

  /// Ten million addresses through the whole engine, then opened again.
  static void measure() throws Exception {
    int pages = 10_000;
    int links = 1_000;
    // Pages that differ, or they would be taken for a trap.
    DirectFetcher fetcher =
        new DirectFetcher((host, path) -> {
          StringBuilder words = new StringBuilder();
          Random random = new Random(host.hashCode() * 31L + path.hashCode());
          for (int i = 0; i < 60; i++) {
            for (int c = 0; c < 5; c++) words.append((char) ('a' + random.nextInt(26)));
            words.append(' ');
          }
          return new Reply(
              200, "text/html", words.toString().getBytes(StandardCharsets.US_ASCII), "");
        });
    AtomicLong next = new AtomicLong();
    CrawlUser user =
        (visit, follow) -> {
          for (int i = 0; i < links; i++) {
            long n = next.getAndIncrement();
            follow.follow(
                "http://host" + n % 5_000 + ".example/section/a-page-with-a-name-" + n + ".html",
                0.5,
                "");
          }
        };
    CrawlLimits limits =
        new CrawlLimits(Integer.MAX_VALUE, Duration.ofHours(1), 60_000, pages, Duration.ofHours(1));
    try (TemporaryFolder temporary = TemporaryFolder.named("crawl-bench")) {
      Path folder = temporary.path();
      long cpu = OS.getProcessCpuTime();
      long begun = System.nanoTime();
      try (Crawler crawler =
          new Crawler(
              folder, CrawlSettings.DEFAULT.with(limits), fetcher, InstantSource.system(), user)) {
        crawler.start("http://start.example/");
        crawler.run();
        System.gc();
        long heap = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.printf(
            Locale.ROOT,
            "frontier: %,d addresses known, %,d waiting, %.0f added a second, %.1f CPU us each,"
                + " heap in use %d MB of %d MB%n",
            crawler.progress().linksFound(),
            crawler.progress().waiting(),
            crawler.progress().linksFound() / seconds,
            (OS.getProcessCpuTime() - cpu) / 1e3 / crawler.progress().linksFound(),
            heap / 1_000_000,
            Runtime.getRuntime().maxMemory() / 1_000_000);
      }
      begun = System.nanoTime();
      try (Crawler crawler =
          new Crawler(
              folder, CrawlSettings.DEFAULT.with(limits), fetcher, InstantSource.system(), user)) {
        System.out.printf(
            Locale.ROOT,
            "opened again in %.1f s with %,d waiting; files %,d MB%n",
            (System.nanoTime() - begun) / 1e9,
            crawler.progress().waiting(),
            Files.size(folder.resolve("addresses.log")) / 1_000_000);
      }
    }
  }
}
