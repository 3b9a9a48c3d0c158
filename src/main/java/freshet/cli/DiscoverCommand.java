package freshet.cli;

import freshet.crawl.QuietHours;
import freshet.discover.Counters;
import freshet.discover.Describer;
import freshet.discover.Finder;
import freshet.discover.FinderLimits;
import freshet.discover.FoundFeed;
import freshet.discover.FoundJson;
import freshet.discover.Reach;
import freshet.discover.SearchMemory;
import freshet.discover.SiteReport;
import freshet.discover.SmallestSet;
import freshet.exchange.SiteList;
import freshet.exchange.SiteListReader;
import freshet.fetch.HttpFetcher;
import freshet.language.LanguageFinder;
import freshet.model.FeedUrl;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.text.Csv;
import freshet.text.Spans;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Finds the feeds of sites.
@Command(
    name = "discover",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Finds the feeds of sites: announced, linked, listed in sitemaps, or where feeds usually"
          + " are.",
      "With --data it can be stopped or killed at any moment; the same command goes on."
    })
final class DiscoverCommand implements Callable<Integer> {
  private static final long LARGEST = 200_000_000;

  @Parameters(
      paramLabel = "URL",
      description = "Sites; none and no --csv: one a line on standard input")
  private List<String> urls = List.of();

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "A CSV file with a column of addresses, a plain list, or OPML")
  private List<Path> files = List.of();

  @Option(names = "--json", description = "One JSON object a feed, and a summary at the end")
  private boolean json;

  @Option(
      names = "--smallest",
      description =
          "Only the smallest set of feeds that has all entries of a site, when it is done")
  private boolean smallest;

  @Option(
      names = "--quick",
      description = "Look at the given pages only, at what they announce and at the usual places")
  private boolean quick;

  @Option(names = "--max-feeds", paramLabel = "N", description = "Most feeds for a site")
  private @Nullable Integer maxFeeds;

  @Option(names = "--max-pages", paramLabel = "N", description = "Most pages of a site to read")
  private @Nullable Integer maxPages;

  @Option(
      names = "--max-time",
      paramLabel = "TIME",
      description = "Most time for a site: 90, 90s, 10m, 2h (seconds unless said)")
  private @Nullable String maxTime;

  @Option(
      names = "--max-depth",
      paramLabel = "N",
      description = "Most links away from the site's address")
  private @Nullable Integer maxDepth;

  @Option(
      names = "--domain",
      description = "A site is all of its registered domain (ut.ee), not its host (blog.ut.ee)")
  private boolean domain;

  @Option(
      names = "--again",
      description = "With --data: visit pages again that earlier searches have visited")
  private boolean again;

  @Option(
      names = "--quiet-hours",
      paramLabel = "FROM-TO",
      description = "Search a site only in these hours of its own day, such as 4-8")
  private @Nullable String quietHours;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write what became of each site to a CSV file")
  private @Nullable Path report;

  @Option(
      names = "--allow-private",
      description = "Allow addresses of this machine and of private networks")
  private boolean allowPrivate;

  @Mixin private SettingsOptions options = new SettingsOptions();

  private final Object printing = new Object();
  private final Printer printer = new Printer();

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<FeedUrl> sites = sites();
    Settings settings = options.load(allowPrivate, sites);
    FinderLimits limits = limits();
    boolean keeps = options.data != null;
    Path folder =
        keeps
            ? Path.of(settings.text(Setting.DATA))
            : Files.createTempDirectory("freshet-discover");
    Path journal = folder.resolve("discover").resolve("journal");
    boolean anew = again && beginsAnew(journal);
    if (sites.isEmpty() && !Files.exists(journal)) {
      throw new UserError("There is no site to search: name some, or a file with --csv");
    }
    long begun = System.nanoTime();
    LanguageFinder languages = new LanguageFinder();
    Describer describer =
        new Describer(text -> text == null ? null : Factories.language(languages, text));
    try (HttpFetcher fetcher = Factories.fetcher(settings, InstantSource.system());
        SearchMemory memory = memory(folder);
        Finder finder = open(fetcher, describer, limits, memory, journal, settings)) {
      if (anew) finder.lookAgain();
      // What an earlier run has found is told again, so that the output is always the whole.
      printer.earlier(finder);
      finder.add(sites);
      try (LiveLine _ = new LiveLine(() -> line(finder.counters().now()))) {
        finder.run();
      }
      summary(finder, begun);
      if (report != null) write(report, finder.reports());
      Counters.Now now = finder.counters().now();
      return now.sites() > 0 && now.failed() == now.sites() ? 1 : 0;
    } finally {
      if (!keeps) DemoCommand.delete(folder);
    }
  }

  /// For a new look an earlier one's journal is put aside; it still counts in the statistics. A new
  /// look that was cut short goes on.
  private static boolean beginsAnew(Path journal) throws IOException {
    if (!Files.exists(journal)) return true;
    if (Finder.isNewLookUnderWay(journal)) return false;
    int number = 1;
    while (Files.exists(journal.resolveSibling("journal-" + number))) number++;
    Files.move(journal, journal.resolveSibling("journal-" + number));
    return true;
  }

  /// Shared with a Freshet that runs on the same data folder.
  private static SearchMemory memory(Path folder) {
    Path visited = folder.resolve("discoveries").resolve("visited");
    try {
      return new SearchMemory(visited);
    } catch (IOException e) {
      throw new UserError("The folder " + visited + " cannot be used: " + e.getMessage());
    }
  }

  private Finder open(
      HttpFetcher fetcher,
      Describer describer,
      FinderLimits limits,
      SearchMemory memory,
      Path journal,
      Settings settings) {
    try {
      return new Finder(
          fetcher,
          new FeedParser(ParseLimits.DEFAULT),
          describer,
          limits,
          quietHours == null ? null : hours(quietHours),
          InstantSource.system(),
          memory,
          journal,
          printer,
          settings.whole(Setting.FETCH_PARALLEL));
    } catch (IOException e) {
      throw new UserError(
          "The data folder " + journal.getParent() + " cannot be used: " + e.getMessage());
    }
  }

  private List<FeedUrl> sites() throws IOException {
    Map<String, FeedUrl> sites = new LinkedHashMap<>();
    List<String> names = new ArrayList<>(urls);
    if (urls.isEmpty() && files.isEmpty() && options.data == null) {
      take(SiteListReader.read(System.in.readAllBytes()), "standard input", sites);
    }
    for (String name : names) {
      try {
        FeedUrl url = FeedUrl.of(name);
        sites.putIfAbsent(url.toString(), url);
      } catch (IllegalArgumentException e) {
        System.err.println("left out: " + e.getMessage());
      }
    }
    for (Path file : files) {
      try {
        take(
            SiteListReader.read(NamedInputs.file(file.toString(), LARGEST)),
            file.toString(),
            sites);
      } catch (NamedInputs.Unreadable e) {
        throw new UserError("The file " + file + " cannot be used. " + e.getMessage());
      }
    }
    if (sites.isEmpty() && !(urls.isEmpty() && files.isEmpty())) {
      throw new UserError("There is no site to search in what was given");
    }
    return List.copyOf(sites.values());
  }

  private static void take(SiteList list, String name, Map<String, FeedUrl> sites) {
    for (String sentence : list.leftOut()) System.err.println("left out: " + sentence);
    for (FeedUrl url : list.sites()) sites.putIfAbsent(url.toString(), url);
    System.err.println(
        name
            + ": "
            + list.sites().size()
            + " sites, "
            + list.repeated()
            + " repeated, "
            + list.leftOut().size()
            + " lines left out");
  }

  private static QuietHours hours(String text) {
    try {
      return QuietHours.of(text);
    } catch (IllegalArgumentException e) {
      throw new UserError("--quiet-hours " + e.getMessage() + ", not '" + text + "'");
    }
  }

  private FinderLimits limits() {
    FinderLimits base = quick ? FinderLimits.QUICK : FinderLimits.THOROUGH;
    Duration time = base.time();
    if (maxTime != null) {
      try {
        time = Spans.parse(maxTime);
      } catch (IllegalArgumentException e) {
        throw new UserError("--max-time: " + e.getMessage());
      }
    }
    try {
      return new FinderLimits(
          maxFeeds == null ? base.feeds() : maxFeeds,
          maxPages == null ? base.pages() : maxPages,
          time,
          maxDepth == null ? base.depth() : maxDepth,
          base.outside(),
          domain ? Reach.DOMAIN : Reach.HOST);
    } catch (IllegalArgumentException e) {
      throw new UserError("--max-feeds, --max-pages and --max-time must be at least 1");
    }
  }

  /// Prints feeds as they are found.
  private final class Printer implements Finder.Listener {
    void earlier(Finder finder) {
      if (!smallest) {
        finder.found().forEach(this::print);
        return;
      }
      Map<FeedUrl, List<FoundFeed>> sites = new LinkedHashMap<>();
      for (FoundFeed f : finder.found()) {
        sites.computeIfAbsent(f.site(), _ -> new ArrayList<>()).add(f);
      }
      for (SiteReport r : finder.reports()) {
        SmallestSet.of(sites.getOrDefault(r.site(), List.of())).forEach(this::print);
      }
    }

    @Override
    public void found(FoundFeed feed) {
      if (!smallest) print(feed);
    }

    @Override
    public void done(SiteReport r, List<FoundFeed> feeds) {
      if (smallest) SmallestSet.of(feeds).forEach(this::print);
      if (r.trouble() != null) System.err.println(r.site().shown() + ": " + r.trouble());
    }

    private void print(FoundFeed f) {
      synchronized (printing) {
        byte[] line = (json ? FoundJson.line(f) : words(f)).getBytes(StandardCharsets.UTF_8);
        PrintStream out = System.out;
        out.write(line, 0, line.length);
        out.write('\n');
        out.flush();
      }
    }
  }

  private static String line(Counters.Now n) {
    return String.format(
        Locale.ROOT,
        "%d of %d sites, %d under way · %d feeds · %d pages (%.0f/s), %d waiting · %s",
        n.done(),
        n.sites(),
        n.underWay(),
        n.feeds(),
        n.pages(),
        n.pagesPerSecond(),
        n.waiting(),
        n.restsUntil() != null
            ? n.resting() + " wait for their quiet hours, from " + n.restsUntil()
            : n.last() == null ? "" : n.last());
  }

  private static String words(FoundFeed f) {
    StringBuilder s = new StringBuilder(f.feed().shown());
    s.append("  ").append(f.title() == null ? "(no title)" : f.title());
    s.append("  [").append(f.how().word()).append(", ").append(f.format());
    if (f.language() != null) s.append(", ").append(f.language());
    s.append(String.format(Locale.ROOT, ", %.2f a day", f.entriesPerDay()));
    if (f.comments()) s.append(", comments");
    if (f.sameAs() != null) s.append(", same entries as ").append(f.sameAs());
    return s.append(']').toString();
  }

  private void summary(Finder finder, long begun) {
    Counters.Now n = finder.counters().now();
    double seconds = (System.nanoTime() - begun) / 1e9;
    synchronized (printing) {
      if (json) {
        System.out.printf(
            Locale.ROOT,
            "{\"sites\":%d,\"pages\":%d,\"feeds\":%d,\"seconds\":%.3f,\"done\":%d,\"failed\":%d}%n",
            n.sites(),
            n.pages(),
            n.feeds(),
            seconds,
            n.done(),
            n.failed());
      } else {
        System.out.printf(
            Locale.ROOT,
            "%d sites (%d could not be read), %d pages, %d feeds in %.1f s%n",
            n.sites(),
            n.failed(),
            n.pages(),
            n.feeds(),
            seconds);
      }
      System.out.flush();
    }
  }

  private static void write(Path file, List<SiteReport> reports) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("site", "pages", "feeds", "seconds", "end", "trouble"));
    for (SiteReport r : reports) {
      rows.add(
          List.of(
              r.site().shown(),
              String.valueOf(r.pages()),
              String.valueOf(r.feeds()),
              String.format(Locale.ROOT, "%.3f", r.took().toMillis() / 1000.0),
              r.end(),
              r.trouble() == null ? "" : r.trouble()));
    }
    try {
      Files.writeString(file, Csv.of(rows));
    } catch (IOException e) {
      throw new UserError("The report " + file + " cannot be written");
    }
  }
}
