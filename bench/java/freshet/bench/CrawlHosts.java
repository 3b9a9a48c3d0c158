package freshet.bench;

import com.sun.management.OperatingSystemMXBean;
import freshet.crawl.CrawlProgress;
import freshet.crawl.CrawlSettings;
import freshet.crawl.Crawler;
import freshet.fetch.HttpFetcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;

/// Whether every host that may be asked is asked.
final class CrawlHosts {
  private static final OperatingSystemMXBean OS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private CrawlHosts() {}

  /// How busy many hosts are kept, from the tenth second on. Without a gap a thousand hosts would
  /// be 10,000 pages a second, which no two cores serve and read.
  static void measure() throws Exception {
    for (int[] plan : new int[][] {{100, 0}, {1000, 1000}}) {
      int sites = plan[0];
      try (CrawlSites served = CrawlSites.serve(sites, 300, 100)) {
        long cpu = OS.getProcessCpuTime();
        double rate = rate(served, Duration.ofMillis(plan[1]));
        // The gap is lengthened by up to a quarter, an eighth on average.
        double each = 0.1 + plan[1] * 1.125 / 1000;
        System.out.printf(
            Locale.ROOT,
            "%d hosts at 100 ms, gap %d ms: %.0f pages a second, %.2f of what one in flight a host"
                + " allows, %.1f CPU s%n",
            sites,
            plan[1],
            rate,
            rate * each / sites,
            (OS.getProcessCpuTime() - cpu) / 1e9);
      }
    }
  }

  private static double rate(CrawlSites sites, Duration gap) throws Exception {
    CrawlSettings settings =
        CrawlSettings.DEFAULT.with(new CrawlSettings.Pace(sites.count(), 0, 0, null));
    try (TemporaryFolder folder = TemporaryFolder.named("crawl-bench");
        HttpFetcher fetcher = CrawlSites.fetcher(gap);
        Crawler crawler =
            new Crawler(
                folder.path(), settings, fetcher, InstantSource.system(), CrawlSites.EVERYTHING)) {
      for (String home : sites.homes()) crawler.start(home);
      Thread run =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  crawler.run();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      Thread.sleep(10_000);
      CrawlProgress before = crawler.progress();
      Thread.sleep(15_000);
      CrawlProgress after = crawler.progress();
      run.interrupt();
      run.join();
      return (after.pagesFetched() - before.pagesFetched())
          / ((after.running().toNanos() - before.running().toNanos()) / 1e9);
    }
  }
}
