package freshet.cli;

import freshet.crawl.BestFirst;
import freshet.crawl.CrawlLimits;
import freshet.crawl.CrawlSettings;
import freshet.crawl.CrawlUser;
import freshet.crawl.Crawler;
import freshet.crawl.EveryLink;
import freshet.crawl.Normaliser;
import freshet.crawl.PageRobot;
import freshet.crawl.RssRobot;
import freshet.crawl.Selection;
import freshet.crawl.TopicFocused;
import freshet.crawl.TopicSelective;
import freshet.crawl.TopicWords;
import freshet.exchange.FeedList;
import freshet.exchange.FeedListReader;
import freshet.fetch.HttpFetcher;
import freshet.fetch.SiteKey;
import freshet.model.FeedUrl;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `freshet crawl`: the robots of S2.5 from the shell. With `--data`, a crawl that was stopped or
/// killed goes on when it is run again.
@Command(
    name = "crawl",
    description = "Visits web pages from some start pages on, or the pages of feeds' entries.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class CrawlCommand implements Callable<Integer> {
  private static final long LARGEST = 200_000_000;

  enum Mode {
    link,
    topic,
    focus,
    best,
    rss,
    universal
  }

  enum Order {
    depth,
    breadth
  }

  @Option(
      names = "--mode",
      defaultValue = "link",
      description = {
        "link: every link; topic: links with one of the --words; focus: links with words that many"
            + " links have; best: learns where the --words are; universal: every link, many"
            + " languages; rss: the pages of feeds' entries (${DEFAULT-VALUE})."
      })
  private Mode mode = Mode.link;

  @Parameters(
      paramLabel = "URL",
      description = "Start pages; with --mode rss feeds, as URL or topic=URL.")
  private List<String> urls = List.of();

  @Option(names = "--words", split = ",", paramLabel = "WORD", description = "The topic's words.")
  private List<String> words = List.of();

  @Option(
      names = "--threshold",
      defaultValue = "3",
      paramLabel = "N",
      description = "With --mode focus: how many links must have a word (${DEFAULT-VALUE}).")
  private int threshold = 3;

  @Option(
      names = "--feeds",
      paramLabel = "FILE",
      description = "With --mode rss: feeds as OPML or CSV; their folders are the topics.")
  private @Nullable Path feeds;

  @Option(
      names = "--order",
      description = "depth or breadth first (default: depth with --mode link, else breadth).")
  private @Nullable Order order;

  @Option(names = "--within", description = "Stay on the sites of the start pages.")
  private boolean within;

  @Option(names = "--sitemaps", description = "Read the sites' sitemaps too.")
  private boolean sitemaps;

  @Option(
      names = "--again",
      description = "With --data: visit known pages again that may have changed.")
  private boolean again;

  @Option(names = "--max-pages", paramLabel = "N", description = "Pages in all (1000).")
  private long maxPages = 1000;

  @Option(names = "--max-time", paramLabel = "TIME", description = "Such as 10m (no limit).")
  private @Nullable String maxTime;

  @Option(names = "--max-depth", paramLabel = "N", description = "Links from a start (no limit).")
  private int maxDepth = 60_000;

  @Option(names = "--save", paramLabel = "DIR", description = "Keep the pages in this folder.")
  private @Nullable Path save;

  @Option(
      names = "--as",
      defaultValue = "html",
      description = "What --save keeps: html, full or reduced XML (${DEFAULT-VALUE}).")
  private SavedPages.Form form = SavedPages.Form.html;

  @Option(names = "--json", description = "A JSON object a page, then a summary.")
  private boolean json;

  @Option(names = "--allow-private", description = "Also addresses of private networks.")
  private boolean allowPrivate;

  @Mixin private SettingsOptions options = new SettingsOptions();

  private final PrintStream out = System.out;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if ((mode == Mode.topic || mode == Mode.best) && words.isEmpty()) {
      throw new UserError(
          "--mode " + mode + " needs the topic's --words, such as --words cat,lynx.");
    }
    Map<String, String> starts = starts();
    Settings settings = options.load(allowPrivate, addresses(starts.keySet()));
    if (starts.isEmpty()) throw new UserError("There is nothing to crawl: give at least one URL.");
    Path folder = folder(settings);
    try (HttpFetcher fetcher = Service.crawlFetcher(settings, InstantSource.system())) {
      return crawl(settings, starts, folder, fetcher);
    } finally {
      if (options.data == null) delete(folder);
    }
  }

  private int crawl(Settings settings, Map<String, String> starts, Path folder, HttpFetcher fetcher)
      throws IOException, InterruptedException {
    Path kept = options.data == null ? null : folder.resolve("pages.jsonl");
    try (CrawlOutput output = new CrawlOutput(out, json, kept, SavedPages.in(save, form))) {
      CrawlUser user =
          mode == Mode.rss
              ? new RssRobot(output)
              : new PageRobot(selection(), withinStarts(starts.keySet()), sitemaps, output);
      InstantSource clock = InstantSource.system();
      try (Crawler crawler = new Crawler(folder, crawlSettings(settings), fetcher, clock, user)) {
        int good = 0;
        for (Map.Entry<String, String> start : starts.entrySet()) {
          if (add(crawler, start.getKey(), start.getValue(), output)) good++;
        }
        if (good == 0) return 1;
        output.watch(crawler);
        output.summary(crawler.progress());
        return output.anything() ? 0 : 1;
      }
    } catch (IOException e) {
      throw new UserError("The crawl's folder cannot be used: " + e.getMessage() + ".");
    }
  }

  private boolean add(Crawler crawler, String url, String topic, CrawlOutput output) {
    try {
      int start = mode == Mode.rss ? RssRobot.addFeed(crawler, url, topic) : crawler.start(url);
      output.start(start, url);
      return true;
    } catch (IllegalArgumentException e) {
      output.trouble(url, String.valueOf(e.getMessage()));
      return false;
    }
  }

  private Selection selection() {
    TopicWords topic = new TopicWords(words);
    return switch (mode) {
      case topic -> new TopicSelective(topic);
      case focus -> new TopicFocused(threshold);
      case best -> new BestFirst(topic);
      case link, universal, rss -> new EveryLink(topic);
    };
  }

  private CrawlSettings crawlSettings(Settings settings) {
    var none = CrawlLimits.NONE;
    var time = maxTime == null ? none.timeInAll() : duration(maxTime);
    CrawlLimits limits;
    try {
      limits = new CrawlLimits(Integer.MAX_VALUE, none.time(), maxDepth, maxPages, time);
    } catch (IllegalArgumentException e) {
      throw new UserError(e.getMessage() + ".");
    }
    String quiet = settings.text(Setting.CRAWL_QUIET_HOURS);
    boolean deep = order == null ? mode == Mode.link : order == Order.depth;
    CrawlSettings crawl =
        CrawlSettings.DEFAULT
            .with(limits)
            .withParallel(settings.whole(Setting.FETCH_PARALLEL))
            .with(deep ? CrawlSettings.Order.DEPTH_FIRST : CrawlSettings.Order.BREADTH_FIRST)
            .withBandwidth(
                ceiling(settings, Setting.CRAWL_BANDWIDTH),
                ceiling(settings, Setting.CRAWL_BANDWIDTH_ALL))
            .withRevisit(again);
    if (!quiet.isEmpty()) crawl = crawl.with(Amounts.hours(quiet));
    return mode == Mode.best ? crawl.withSlack(0) : crawl;
  }

  private static java.time.Duration duration(String text) {
    try {
      return Amounts.duration(text);
    } catch (IllegalArgumentException e) {
      throw new UserError("--max-time is '" + text + "' but " + e.getMessage() + ".");
    }
  }

  private static long ceiling(Settings settings, Setting setting) {
    String text = settings.text(setting);
    return text.equals("0") ? 0 : Amounts.bytes(text);
  }

  /// The starts with their topics, those of `--feeds` among them.
  private Map<String, String> starts() throws IOException {
    Map<String, String> starts = new LinkedHashMap<>();
    for (String url : urls) {
      int equals = url.indexOf('=');
      boolean named = mode == Mode.rss && equals > 0 && url.indexOf(':') > equals;
      if (named) starts.put(url.substring(equals + 1), url.substring(0, equals));
      else starts.put(url, "");
    }
    if (feeds == null) return starts;
    FeedList list;
    try {
      list = FeedListReader.read(NamedInputs.file(feeds.toString(), LARGEST));
    } catch (NamedInputs.Unreadable e) {
      throw new UserError("The file " + feeds + " cannot be used. " + e.getMessage() + ".");
    }
    for (FeedList.Listed feed : list.feeds()) {
      starts.put(feed.url().toString(), feed.folder() == null ? "" : feed.folder());
    }
    for (String left : list.leftOut()) System.err.println(feeds + ": " + left);
    return starts;
  }

  /// Those of the starts that are addresses; the others are reported when they are added.
  private static List<FeedUrl> addresses(Set<String> starts) {
    List<FeedUrl> all = new ArrayList<>();
    for (String start : starts) {
      try {
        all.add(FeedUrl.of(Normaliser.normalise(start)));
      } catch (IllegalArgumentException e) {
        continue;
      }
    }
    return all;
  }

  private Predicate<String> withinStarts(Set<String> starts) {
    if (!within) return _ -> true;
    Set<String> sites = new HashSet<>();
    for (FeedUrl start : addresses(starts)) sites.add(SiteKey.of(start));
    return url -> {
      String normal = Normaliser.resolve(url, url);
      return normal != null && sites.contains(SiteKey.of(FeedUrl.of(normal)));
    };
  }

  /// One folder a kind of crawl, so that two on one data folder do not mix.
  private Path folder(Settings settings) throws IOException {
    if (options.data == null) return Files.createTempDirectory("freshet-crawl");
    String what = mode.name();
    if (!words.isEmpty()) what += "-" + String.join("-", words);
    if (mode == Mode.focus) what += "-" + threshold;
    String name = what.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "-");
    if (name.length() > 60)
      name = name.substring(0, 50) + "-" + Integer.toHexString(name.hashCode());
    return Path.of(settings.text(Setting.DATA)).resolve("crawl").resolve(name);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
