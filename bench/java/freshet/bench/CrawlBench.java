package freshet.bench;

import com.sun.management.OperatingSystemMXBean;
import freshet.bench.web.DirectFetcher;
import freshet.bench.web.Reply;
import freshet.bench.web.SiteWeb;
import freshet.bench.web.TopicWeb;
import freshet.crawl.BestFirst;
import freshet.crawl.CrawlLimits;
import freshet.crawl.CrawlProgress;
import freshet.crawl.CrawlSettings;
import freshet.crawl.CrawlUser;
import freshet.crawl.Crawler;
import freshet.crawl.EveryLink;
import freshet.crawl.PageRobot;
import freshet.crawl.Selection;
import freshet.crawl.TopicSelective;
import freshet.crawl.TopicWords;
import freshet.crawl.Visit;
import freshet.extract.HtmlPage;
import freshet.extract.Link;
import freshet.fetch.FetchLimits;
import freshet.fetch.Fetcher;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jsoup.Jsoup;

/// What a crawl costs and what it chooses. Without arguments all parts; or some of: `cost`,
/// `hosts`, `topics`, `frontier` (run that one with `FRESHET_BENCH_OPTS=-Xmx512m`).
public final class CrawlBench {
  private static final OperatingSystemMXBean OS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private static final int ROUNDS = 6;

  /// Pages of a link-focused crawl; of fewer, more are near the starts, and on their topic.
  private static final int LINKED = 2_000;

  private CrawlBench() {}

  public static void main(String[] args) throws Exception {
    String parts = args.length == 0 ? "cost hosts topics frontier" : String.join(" ", args);
    if (parts.contains("cost")) cost();
    if (parts.contains("hosts")) hosts();
    if (parts.contains("topics")) topics();
    if (parts.contains("frontier")) frontier();
  }

  /// The server process.
  private record Served(Process process, BufferedReader out, int port) implements AutoCloseable {
    static Served of(int sites, int pages, int latency) throws IOException {
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
      return new Served(server, out, Integer.parseInt(out.readLine()));
    }

    @Override
    public void close() throws IOException {
      process.getOutputStream().close();
      out.close();
      process.destroy();
    }
  }

  private static HttpFetcher fetcher(Duration gap) {
    return new HttpFetcher(
        new Identity("Freshet", "0.1", null),
        FetchLimits.DEFAULT,
        new Network(null, true, true),
        new Politeness(gap, true),
        InstantSource.system(),
        new Random(1));
  }

  private static final CrawlUser EVERYTHING =
      (visit, links) -> {
        HtmlPage page = visit.page();
        if (page == null) return;
        for (Link link : page.links()) {
          if (link.url().startsWith("http://127.1.")) links.follow(link.url(), 0.5);
        }
      };

  private static SiteWeb homes(int sites, int port) {
    SiteWeb web = new SiteWeb(sites, 1, 5);
    web.at(port);
    return web;
  }

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

  private static Cost crawl(int port, int sites) throws Exception {
    Path folder = Files.createTempDirectory("crawl-bench");
    try (HttpFetcher fetcher = fetcher(Duration.ZERO)) {
      Counting counting = new Counting(fetcher);
      CrawlSettings settings = CrawlSettings.DEFAULT.withParallel(sites);
      try (Crawler crawler =
          new Crawler(folder, settings, counting, InstantSource.system(), EVERYTHING)) {
        for (String home : homes(sites, port).homes()) crawler.start(home);
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
    } finally {
      delete(folder);
    }
  }

  private static void cost() throws Exception {
    int sites = 60;
    int pages = 300;
    try (Served server = Served.of(sites, pages, 0)) {
      Cost ours = new Cost(0, 1, 1, 1, 0);
      for (int round = 1; round <= ROUNDS; round++) {
        Map<String, Double> before = ThreadTimes.now();
        ours = crawl(server.port, sites);
        System.out.printf(
            Locale.ROOT,
            "round %d: %.0f pages a CPU second; CPU s by threads: %s%n",
            round,
            ours.perCpuSecond(),
            ThreadTimes.since(before));
      }
      for (int round = 1; round < ROUNDS; round++) plain(server.port, sites, pages);
      Cost plain = plain(server.port, sites, pages);
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
          (double) ours.asked / (sites * pages),
          ours.traps,
          100.0 * ours.traps / ours.asked);
      wget(server.port, ours);
    }
  }

  /// The same pages by address: fetched, parsed by jsoup, links read; nothing else.
  private static Cost plain(int port, int sites, int pages) throws Exception {
    SiteWeb web = new SiteWeb(sites, pages, 5);
    web.at(port);
    OkHttpClient client = new OkHttpClient();
    Semaphore places = new Semaphore(256);
    AtomicLong links = new AtomicLong();
    long cpu = OS.getProcessCpuTime();
    long begun = System.nanoTime();
    for (int site = 0; site < sites; site++) {
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
          throw new java.io.UncheckedIOException(e);
        } finally {
          places.release();
        }
      });
    }
    places.acquire(256);
    client.connectionPool().evictAll();
    if (links.get() == 0) throw new IllegalStateException("no links");
    return new Cost(
        (long) sites * pages,
        (OS.getProcessCpuTime() - cpu) / 1e9,
        (System.nanoTime() - begun) / 1e9,
        0,
        0);
  }

  /// Sites without sessions, and those folders left out that only traps have: wget would walk
  /// through either for ever. Its CPU time is that of its own process alone.
  private static void wget(int port, Cost ours) throws Exception {
    Path folder = Files.createTempDirectory("wget-bench");
    SiteWeb web = homes(60, port);
    StringBuilder sites = new StringBuilder();
    for (int site = 0; site < 60; site++) {
      if (!SiteWeb.hasSessions(site)) sites.append(' ').append(web.home(site));
    }
    String script =
        "TIMEFORMAT='%U %S'; time for s in"
            + sites
            + "; do wget -q -r -l 12 -P '"
            + folder
            + "' -X /calendar,/loop,/shop,/lost,/v \"$s\"; done; true";
    try {
      Process process = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true).start();
      String time = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      String[] parts = time.strip().split("\\s+", -1);
      double cpu =
          Double.parseDouble(parts[parts.length - 2]) + Double.parseDouble(parts[parts.length - 1]);
      long pages;
      try (Stream<Path> files = Files.walk(folder)) {
        pages = files.filter(Files::isRegularFile).count();
      }
      System.out.printf(
          Locale.ROOT,
          "wget -r: %d files, %.0f a CPU second; freshet / wget %.2f%n",
          pages,
          pages / cpu,
          ours.perCpuSecond() / (pages / cpu));
    } catch (IOException | NumberFormatException e) {
      System.out.println("wget: not measured (" + e.getMessage() + ")");
    } finally {
      delete(folder);
    }
  }

  /// How busy many hosts are kept, from the tenth second on. Without a gap a thousand hosts would
  /// be 10,000 pages a second, which no two cores serve and read.
  private static void hosts() throws Exception {
    for (int[] plan : new int[][] {{100, 0}, {1000, 1000}}) {
      int sites = plan[0];
      try (Served server = Served.of(sites, 300, 100)) {
        long cpu = OS.getProcessCpuTime();
        double rate = rate(server.port, sites, Duration.ofMillis(plan[1]));
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

  private static double rate(int port, int sites, Duration gap) throws Exception {
    Path folder = Files.createTempDirectory("crawl-bench");
    CrawlSettings settings = CrawlSettings.DEFAULT.withParallel(sites);
    try (HttpFetcher fetcher = fetcher(gap);
        Crawler crawler =
            new Crawler(folder, settings, fetcher, InstantSource.system(), EVERYTHING)) {
      for (String home : homes(sites, port).homes()) crawler.start(home);
      Thread run =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  crawler.run();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
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
    } finally {
      delete(folder);
    }
  }

  /// Five topics on webs of five seeds, none of which was looked at while the policies were made
  /// (those were 7 to 10). Only pages that a policy chose are counted, not the starts.
  private static void topics() throws Exception {
    System.out.println(
        "seed  link-focused  topic-selective (recall)  learned at equal recall, pages on topic of"
            + " fetched");
    for (long seed : new long[] {2026, 11, 12, 13, 14}) topics(seed);
  }

  private static void topics(long seed) throws Exception {
    TopicWeb web = new TopicWeb(10_000, 40, seed);
    double[] sums = new double[4];
    StringBuilder each = new StringBuilder();
    for (int topic = 0; topic < TopicWeb.TOPICS; topic++) {
      TopicWords words = new TopicWords(web.words(topic));
      List<String> selective = choose(web, topic, new TopicSelective(words), Long.MAX_VALUE, 1);
      int found = onTopic(web, topic, selective);
      List<String> link = choose(web, topic, new EveryLink(words), LINKED, 1);
      List<String> learned = choose(web, topic, new BestFirst(words), selective.size() * 3L / 2, 0);
      int needed = 0;
      for (int on = 0; on < found && needed < learned.size(); needed++) {
        if (web.isOnTopic(learned.get(needed), topic)) on++;
      }
      boolean reached = onTopic(web, topic, learned.subList(0, needed)) == found;
      double share = reached ? 100.0 * found / needed : 0;
      sums[0] += 100.0 * onTopic(web, topic, link) / link.size();
      sums[1] += 100.0 * found / selective.size();
      sums[2] += (double) found / web.onTopic(topic);
      sums[3] += share;
      each.append(
          String.format(Locale.ROOT, " %.1f/%.1f", share, 100.0 * found / selective.size()));
    }
    System.out.printf(
        Locale.ROOT,
        "%4d  %.1f %%         %.1f %% (%.2f)            %.1f %%; learned/selective by topic:%s%n",
        seed,
        sums[0] / 5,
        sums[1] / 5,
        sums[2] / 5,
        sums[3] / 5,
        each);
  }

  private static int onTopic(TopicWeb web, int topic, List<String> urls) {
    int on = 0;
    for (String url : urls) if (web.isOnTopic(url, topic)) on++;
    return on;
  }

  /// What was chosen, in order: all that was asked for but the start pages.
  private static List<String> choose(
      TopicWeb web, int topic, Selection selection, long pages, double slack) throws Exception {
    DirectFetcher fetcher = new DirectFetcher(web);
    PageRobot.Taker nobody =
        new PageRobot.Taker() {
          @Override
          public void page(Visit visit, HtmlPage page, double score) {}

          @Override
          public void trouble(Visit visit, String reason) {}

          @Override
          public void finished(int start, CrawlUser.Ending ending) {}
        };
    Path folder = Files.createTempDirectory("crawl-bench");
    CrawlLimits limits =
        new CrawlLimits(Integer.MAX_VALUE, Duration.ofHours(1), 1000, pages, Duration.ofMinutes(5));
    try (Crawler crawler =
        new Crawler(
            folder,
            CrawlSettings.DEFAULT
                .with(limits)
                .withParallel(8)
                .withSlack(slack)
                .with(
                    selection instanceof EveryLink
                        ? CrawlSettings.Order.DEPTH_FIRST
                        : CrawlSettings.Order.BREADTH_FIRST),
            fetcher,
            InstantSource.system(),
            new PageRobot(selection, _ -> true, false, nobody))) {
      for (String start : web.starts(topic)) crawler.start(start);
      crawler.run();
    } finally {
      delete(folder);
    }
    List<String> chosen = new ArrayList<>(fetcher.asked());
    chosen.removeAll(web.starts(topic));
    return chosen;
  }

  /// Ten million addresses through the whole engine, then opened again.
  private static void frontier() throws Exception {
    int pages = 10_000;
    int links = 1_000;
    Path folder = Files.createTempDirectory("crawl-bench");
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
                0.5);
          }
        };
    CrawlLimits limits =
        new CrawlLimits(Integer.MAX_VALUE, Duration.ofHours(1), 60_000, pages, Duration.ofHours(1));
    try {
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
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
