package freshet.bench;

import com.sun.management.OperatingSystemMXBean;
import freshet.bench.web.SiteWeb;
import freshet.crawl.CrawlSettings;
import freshet.crawl.Crawler;
import freshet.fetch.Fetcher;
import freshet.fetch.HttpFetcher;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jsoup.Jsoup;

/// What a page costs: beside no more than fetching and parsing it, and beside other crawlers.
final class CrawlCost {
  private static final OperatingSystemMXBean OS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private static final int ROUNDS = 6;

  private CrawlCost() {}

  private record Cost(long pages, double cpuSeconds, double seconds, long asked, long traps) {
    double perCpuSecond() {
      return pages / cpuSeconds;
    }
  }

  /// Counts what is asked, and which of it only traps have.
  private static final class Counting implements Fetcher {
    private final HttpFetcher fetcher;
    private final AtomicLong asked = new AtomicLong();
    private final AtomicLong traps = new AtomicLong();

    Counting(HttpFetcher fetcher) {
      this.fetcher = fetcher;
    }

    @Override
    public FetchOutcome fetch(FetchRequest request) throws InterruptedException {
      asked.incrementAndGet();
      URI url = request.url().uri();
      String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
      if (SiteWeb.isTrap(url.getRawPath() + query)) traps.incrementAndGet();
      return fetcher.fetch(request);
    }
  }

  private static Cost crawl(CrawlSites sites) throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.named("crawl-bench");
        HttpFetcher fetcher = CrawlSites.fetcher(Duration.ZERO)) {
      Counting counting = new Counting(fetcher);
      CrawlSettings settings =
          CrawlSettings.DEFAULT.with(new CrawlSettings.Pace(sites.count(), 0, 0, null));
      try (Crawler crawler =
          new Crawler(
              folder.path(), settings, counting, InstantSource.system(), CrawlSites.EVERYTHING)) {
        for (String home : sites.homes()) crawler.start(home);
        long cpu = OS.getProcessCpuTime();
        long begun = System.nanoTime();
        crawler.run();
        return new Cost(
            crawler.progress().pagesFetched(),
            (OS.getProcessCpuTime() - cpu) / 1e9,
            (System.nanoTime() - begun) / 1e9,
            counting.asked.get(),
            counting.traps.get());
      }
    }
  }

  static void measure() throws Exception {
    int pages = 300;
    try (CrawlSites sites = CrawlSites.serve(60, pages, 0)) {
      Cost ours = new Cost(0, 1, 1, 1, 0);
      for (int round = 1; round <= ROUNDS; round++) {
        Map<String, Double> before = ThreadTimes.now();
        ours = crawl(sites);
        System.out.printf(
            Locale.ROOT,
            "round %d: %.0f pages a CPU second; CPU s by threads: %s%n",
            round,
            ours.perCpuSecond(),
            ThreadTimes.since(before));
      }
      for (int round = 1; round < ROUNDS; round++) plain(sites, pages);
      Cost plain = plain(sites, pages);
      System.out.printf(
          Locale.ROOT,
          "pages a CPU second, parsed: freshet %.0f, OkHttp + jsoup %.0f, ratio %.2f%n",
          ours.perCpuSecond(),
          plain.perCpuSecond(),
          ours.perCpuSecond() / plain.perCpuSecond());
      System.out.printf(
          Locale.ROOT,
          "%,d requests, %.2f a page, %d to traps (%.2f %%)%n",
          ours.asked,
          (double) ours.asked / (sites.count() * pages),
          ours.traps,
          100.0 * ours.traps / ours.asked);
      double wget = CrawlCommands.measure(sites);
      System.out.printf(
          Locale.ROOT,
          "the engine alone when warm, above, to wget: %.2f%n",
          ours.perCpuSecond() / wget);
    }
  }

  /// The same pages by address: fetched, parsed by jsoup, links read; nothing else.
  private static Cost plain(CrawlSites sites, int pages) throws Exception {
    SiteWeb web = sites.web(pages);
    OkHttpClient client = new OkHttpClient();
    Semaphore places = new Semaphore(256);
    AtomicLong links = new AtomicLong();
    long cpu = OS.getProcessCpuTime();
    long begun = System.nanoTime();
    for (int site = 0; site < sites.count(); site++) {
      int number = site;
      places.acquire();
      Thread.startVirtualThread(() -> {
        try {
          for (int p = 0; p < pages; p++) {
            String url = web.home(number) + web.pathOf(p).substring(1);
            try (Response response =
                client.newCall(new Request.Builder().url(url).build()).execute()) {
              links.addAndGet(Jsoup.parse(response.body().string(), url).select("a[href]").size());
            }
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        } finally {
          places.release();
        }
      });
    }
    places.acquire(256);
    client.connectionPool().evictAll();
    if (links.get() == 0) throw new IllegalStateException("no links");
    return new Cost(
        (long) sites.count() * pages,
        (OS.getProcessCpuTime() - cpu) / 1e9,
        (System.nanoTime() - begun) / 1e9,
        0,
        0);
  }
}
