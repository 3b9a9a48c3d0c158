package freshet.cli;

import freshet.crawl.CrawlPlan;
import freshet.crawl.CrawlPlan.Mode;
import freshet.crawl.CrawlSettings;
import freshet.crawl.Crawler;
import freshet.crawl.EarlierCrawl;
import freshet.exchange.FeedList;
import freshet.exchange.FeedListReader;
import freshet.fetch.HttpFetcher;
import freshet.text.Spans;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `freshet crawl`: all kinds of crawl from the shell. With `--data`, a crawl that was stopped or
/// killed goes on when it is run again.
@Command(
    name = "crawl",
    description = "Visits web pages from some start pages on, or the pages of feeds' entries.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class CrawlCommand implements Callable<Integer> {
  private static final long LARGEST = 200_000_000;

  /// Beside the pages of a crawl: the words it looked for, a line each.
  private static final String WORDS = "words.txt";

  enum Order {
    depth,
    breadth
  }

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "link",
      description = {
        "link: every link; topic: links with one of the --words; focus: links with words that many"
            + " links have; best: learns where the --words are; universal: every link, many"
            + " languages; rss: the pages of feeds' entries (default: ${DEFAULT-VALUE})."
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
      description =
          "With --mode focus: how many links must have a word (default: ${DEFAULT-VALUE}).")
  private int threshold = 3;

  @Option(
      names = "--feeds",
      paramLabel = "FILE",
      description = "With --mode rss: feeds as OPML or CSV; their folders are the topics.")
  private @Nullable Path feeds;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      description = "depth or breadth first (default: depth with --mode link, else breadth).")
  private @Nullable Order order;

  @Option(
      names = "--compare",
      description = {
        "Run link-focused and topic-selective from the same starts with the same limits and print"
            + " which share of the pages of each is on the topic, a row for each --topic."
      })
  private boolean compare;

  @Option(
      names = "--topic",
      paramLabel = "NAME=WORD,WORD",
      description = "With --compare: a topic; can be repeated. Without: one of the --words.")
  private List<String> topics = List.of();

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description = {
        "Begin with an earlier crawl, by its data folder: its pages are starts, and its words are"
            + " looked for; where it had none, those that its pages have in common."
      })
  private @Nullable Path from;

  @Option(
      names = "--links",
      paramLabel = "FILE",
      description = "Write every link that is met to a CSV file, with the word it matches.")
  private @Nullable Path links;

  @Option(names = "--within", description = "Stay on the sites of the start pages.")
  private boolean within;

  @Option(names = "--sitemaps", description = "Read the sites' sitemaps too.")
  private boolean sitemaps;

  @Option(
      names = "--again",
      description = "With --data: visit known pages again that may have changed.")
  private boolean again;

  @Option(names = "--max-pages", paramLabel = "N", description = "Pages in all (default: 1000).")
  private long maxPages = 1000;

  @Option(names = "--max-time", paramLabel = "TIME", description = "Such as 10m (no limit).")
  private @Nullable String maxTime;

  @Option(names = "--max-depth", paramLabel = "N", description = "Links from a start (no limit).")
  private int maxDepth = 60_000;

  @Option(names = "--save", paramLabel = "DIR", description = "Keep the pages in this folder.")
  private @Nullable Path save;

  @Option(
      names = "--as",
      paramLabel = "FORM",
      defaultValue = "html",
      description = "What --save keeps: html, full or reduced XML (default: ${DEFAULT-VALUE}).")
  private SavedPages.Form form = SavedPages.Form.html;

  @Option(names = "--json", description = "A JSON object a page, then a summary.")
  private boolean json;

  @Option(names = "--allow-private", description = "Also addresses of private networks.")
  private boolean allowPrivate;

  @Mixin private SettingsOptions options = new SettingsOptions();

  private final PrintStream out = System.out;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (compare) return compared();
    CrawlPlan plan = plan();
    Settings settings = options.load(allowPrivate, plan.addresses());
    Path folder = folder(settings);
    try (HttpFetcher fetcher = Factories.crawlFetcher(settings, InstantSource.system())) {
      return crawl(settings, plan, folder, fetcher);
    } finally {
      if (options.data == null) DemoCommand.delete(folder);
    }
  }

  private int compared() throws IOException, InterruptedException {
    List<CrawlComparison.Topic> all = CrawlComparison.topics(topics, words);
    CrawlPlan first = plan(Mode.link, all.getFirst().words());
    Settings settings = options.load(allowPrivate, first.addresses());
    CrawlComparison comparison = new CrawlComparison(Factories.crawlSettings(settings), out, json);
    try (HttpFetcher fetcher = Factories.crawlFetcher(settings, InstantSource.system())) {
      for (CrawlComparison.Topic topic : all) {
        comparison.run(topic, plan(Mode.link, topic.words()), fetcher);
      }
    }
    return comparison.anything() ? 0 : 1;
  }

  private CrawlPlan plan() {
    if (from == null) return plan(mode, words);
    EarlierCrawl earlier = earlier(from);
    urls = CrawlPlan.with(urls, earlier.addresses());
    words = CrawlPlan.with(words, earlier.words());
    if (words.isEmpty() && (mode == Mode.topic || mode == Mode.best)) {
      throw new UserError(
          "The crawl in "
              + from
              + " looked for no words, and no word stands in more than "
              + threshold
              + " titles of its pages. Give --words or a lower --threshold.");
    }
    return plan(mode, words);
  }

  /// A crawl's own folder, or a data folder with one or more crawls.
  private EarlierCrawl earlier(Path folder) {
    List<String> addresses = new ArrayList<>();
    List<String> common = new ArrayList<>();
    try {
      for (Path pages : CrawlComparison.pageFiles(folder)) {
        EarlierCrawl one = EarlierCrawl.read(pages, threshold);
        addresses = CrawlPlan.with(addresses, one.addresses());
        Path looked = pages.resolveSibling(WORDS);
        boolean known = Files.exists(looked);
        common = CrawlPlan.with(common, known ? Files.readAllLines(looked) : one.words());
      }
    } catch (IOException e) {
      throw new UserError("The crawl in " + folder + " cannot be read: " + e.getMessage() + ".");
    }
    if (addresses.isEmpty()) throw new UserError("There is no page of a crawl in " + folder + ".");
    return new EarlierCrawl(addresses, common);
  }

  private CrawlPlan plan(Mode how, List<String> looked) {
    try {
      return new CrawlPlan(
          how,
          starts(),
          looked,
          threshold,
          order == null ? null : order == Order.depth,
          within,
          sitemaps,
          CrawlPlan.limits(maxPages, maxTime == null ? null : duration(maxTime), maxDepth));
    } catch (IllegalArgumentException e) {
      throw new UserError(e.getMessage() + ".");
    }
  }

  private int crawl(Settings settings, CrawlPlan plan, Path folder, HttpFetcher fetcher)
      throws IOException, InterruptedException {
    Path kept = options.data == null ? null : folder.resolve("pages.jsonl");
    CrawlSettings how = plan.settings(Factories.crawlSettings(settings)).withRevisit(again);
    if (kept != null && !plan.words().isEmpty()) {
      Files.createDirectories(folder);
      Files.write(folder.resolve(WORDS), plan.words());
    }
    try (CrawlOutput output = new CrawlOutput(out, json, kept, SavedPages.in(save, form), links);
        Crawler crawler =
            new Crawler(folder, how, fetcher, InstantSource.system(), plan.robot(output))) {
      int good = 0;
      for (String start : plan.starts()) if (add(crawler, plan, start, output)) good++;
      if (good == 0) return 1;
      output.watch(crawler);
      output.summary(crawler.progress());
      return output.anything() ? 0 : 1;
    } catch (IOException e) {
      throw new UserError("The crawl's folder cannot be used: " + e.getMessage() + ".");
    }
  }

  private static boolean add(Crawler crawler, CrawlPlan plan, String start, CrawlOutput output) {
    try {
      output.start(plan.add(crawler, start, true), start);
      return true;
    } catch (IllegalArgumentException e) {
      output.trouble(start, String.valueOf(e.getMessage()));
      return false;
    }
  }

  private static java.time.Duration duration(String text) {
    try {
      return Spans.parse(text);
    } catch (IllegalArgumentException e) {
      throw new UserError("--max-time: " + e.getMessage() + ".");
    }
  }

  /// The starts, those of `--feeds` among them.
  private List<String> starts() {
    List<String> starts = new ArrayList<>(urls);
    if (feeds == null) return starts;
    FeedList list;
    try {
      list = FeedListReader.read(NamedInputs.file(feeds.toString(), LARGEST));
    } catch (NamedInputs.Unreadable e) {
      throw new UserError("The file " + feeds + " cannot be used. " + e.getMessage() + ".");
    }
    for (FeedList.Listed feed : list.feeds()) {
      starts.add((feed.folder() == null ? "" : feed.folder() + "=") + feed.url());
    }
    for (String left : list.leftOut()) System.err.println(feeds + ": " + left);
    return starts;
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
}
