package freshet.bench;

import freshet.bench.web.SiteWeb;
import freshet.bench.web.SiteWeb.FeedClass;
import freshet.bench.web.SiteWeb.Truth;
import freshet.bench.web.WebServer;
import freshet.discover.Describer;
import freshet.discover.Finder;
import freshet.discover.FinderLimits;
import freshet.discover.FoundFeed;
import freshet.discover.SiteReport;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.model.FeedUrl;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/// `bench/run discover [SITES PAGES SEED]`: the finder on a synthetic web of known feeds: recall of
/// each class, precision, requests a page, traps, robots. The baseline is the same finder that only
/// looks at the home pages and what they announce, as feed readers do.
public final class DiscoverBench {
  private DiscoverBench() {}

  public static void main(String[] args) throws Exception {
    int sites = args.length > 0 ? Integer.parseInt(args[0]) : 60;
    int pages = args.length > 1 ? Integer.parseInt(args[1]) : 300;
    long seed = args.length > 2 ? Long.parseLong(args[2]) : 1;
    System.out.printf("%d sites of %d pages, seed %d%n", sites, pages, seed);
    System.out.printf(
        "%-10s %9s %9s %9s %9s %9s %9s %9s %9s | %9s %8s %8s %7s %7s %8s %8s%n",
        "search",
        "announced",
        "body",
        "common",
        "sitemap",
        "elsewhere",
        "header",
        "rarer",
        "platform",
        "precision",
        "requests",
        "req/page",
        "traps",
        "robots",
        "wall s",
        "CPU s");
    run("home page", sites, pages, seed, FinderLimits.QUICK);
    run("thorough", sites, pages, seed, FinderLimits.THOROUGH);
  }

  private static void run(String name, int sites, int pages, long seed, FinderLimits limits)
      throws Exception {
    SiteWeb web = new SiteWeb(sites, pages, seed);
    try (TemporaryFolder folder = TemporaryFolder.named("discover-bench");
        WebServer server = new WebServer(web, 0);
        HttpFetcher fetcher =
            new HttpFetcher(
                new Identity("Freshet", "bench", null),
                FetchLimits.DEFAULT,
                new Network(null, true),
                new Politeness(Duration.ZERO, true),
                InstantSource.system(),
                new Random(1));
        Finder finder =
            new Finder(
                fetcher,
                new FeedParser(ParseLimits.DEFAULT),
                new Describer(_ -> null),
                limits,
                null,
                InstantSource.system(),
                null,
                folder.path().resolve("journal"),
                new Finder.Listener() {
                  @Override
                  public void found(FoundFeed feed) {}

                  @Override
                  public void done(SiteReport report, List<FoundFeed> feeds) {}
                },
                64)) {
      web.at(server.port());
      finder.add(web.homes().stream().map(FeedUrl::of).toList());
      long wall = System.nanoTime();
      long cpu = cpu();
      finder.run();
      double seconds = (System.nanoTime() - wall) / 1e9;
      report(name, web, server, finder.found(), seconds, (cpu() - cpu) / 1e9);
    }
  }

  private static void report(
      String name,
      SiteWeb web,
      WebServer server,
      List<FoundFeed> found,
      double seconds,
      double cpu) {
    Set<String> feeds = new HashSet<>();
    found.forEach(f -> feeds.add(f.site() + " " + f.feed()));
    TreeMap<FeedClass, int[]> recall = new TreeMap<>();
    Set<String> real = new HashSet<>();
    for (Truth t : web.truth()) {
      String key = t.site() + " " + t.feed();
      real.add(key);
      int[] n = recall.computeIfAbsent(t.how(), _ -> new int[2]);
      n[0]++;
      if (feeds.contains(key)) n[1]++;
      else if (System.getProperty("missing") != null) System.out.println("missing " + t);
    }
    long right = feeds.stream().filter(real::contains).count();
    List<String> log = server.log();
    long traps = 0;
    long robots = 0;
    Set<String> distinct = new HashSet<>();
    for (String line : log) {
      String path = line.substring(line.indexOf(' ') + 1);
      if (SiteWeb.isTrap(path)) traps++;
      if (path.startsWith("/private/")) robots++;
      String plain = path.replaceAll(";jsessionid=[0-9a-f]+|[?]zz=[0-9a-zA-Z]+", "");
      boolean page = web.isPage(plain) || path.equals("/updates/") || isFeed(path, web);
      if (page) distinct.add(line.substring(0, line.indexOf(' ')) + plain);
    }
    StringBuilder s = new StringBuilder(String.format(Locale.ROOT, "%-10s", name));
    for (FeedClass c : FeedClass.values()) {
      int[] n = recall.getOrDefault(c, new int[2]);
      s.append(String.format(Locale.ROOT, " %9.3f", n[0] == 0 ? Double.NaN : n[1] / (double) n[0]));
    }
    s.append(
        String.format(
            Locale.ROOT,
            " | %9.3f %8d %8.3f %6.2f%% %7d %8.1f %8.1f",
            feeds.isEmpty() ? 1.0 : right / (double) feeds.size(),
            log.size(),
            log.size() / (double) Math.max(1, distinct.size()),
            100.0 * traps / log.size(),
            robots,
            seconds,
            cpu));
    System.out.println(s);
    if (System.getProperty("missing") != null) {
      feeds.stream().filter(f -> !real.contains(f)).forEach(f -> System.out.println("wrong " + f));
    }
  }

  private static boolean isFeed(String path, SiteWeb web) {
    return web.truth().stream().anyMatch(t -> t.feed().endsWith(path) && path.length() > 2);
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
