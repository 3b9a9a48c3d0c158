package freshet.jobs;

import freshet.crawl.CrawlPlan;
import freshet.crawl.CrawlProgress;
import freshet.crawl.CrawlUser;
import freshet.crawl.Crawler;
import freshet.crawl.EarlierCrawl;
import freshet.crawl.LinkLines;
import freshet.crawl.PageLines;
import freshet.crawl.RssRobot;
import freshet.crawl.Visit;
import freshet.extract.HtmlPage;
import freshet.extract.Link;
import freshet.group.Roots;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One crawl of a running Freshet. Its pages are kept as lines of JSON, in the order they came.
public final class Crawl extends Job {
  static final String FILE = "crawl.properties";
  private static final Logger log = LoggerFactory.getLogger(Crawl.class);
  private static final int MOST_TROUBLES = 100;
  private static final long MOST_LINK_BYTES = 500_000_000;

  private final Crawls all;
  private final CrawlPlan plan;
  private final Set<String> troubles = new LinkedHashSet<>();
  private final PageLines lines = new PageLines();
  private volatile CrawlTotals before;
  private @Nullable Map<String, Integer> languages; // guarded by the troubles
  private volatile @Nullable CrawlProgress last;
  private volatile @Nullable Crawler crawler;

  /// @param before what earlier runs have counted
  Crawl(Crawls all, Known known, CrawlPlan plan, CrawlTotals before) {
    super(known, FILE);
    this.all = all;
    this.plan = plan;
    this.before = before;
  }

  public CrawlPlan plan() {
    return plan;
  }

  private Path pagesFile() {
    return folder().resolve("pages.jsonl");
  }

  private Path feedsFile() {
    return folder().resolve("feeds");
  }

  /// Every link that the robot met, as CSV; there only if some were met.
  public Path linksFile() {
    return folder().resolve("links.csv");
  }

  /// The counters of all runs together; nothing before the first.
  public Optional<CrawlProgress> progress() {
    Crawler now = crawler;
    if (now != null) return Optional.of(before.with(now.progress()));
    return last != null ? Optional.of(last) : before.progress();
  }

  /// How many of its pages are in each language, most first.
  public Map<String, Integer> languages() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    synchronized (troubles) {
      if (languages == null) languages = count();
      languages.entrySet().stream()
          .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
          .forEach(e -> counts.put(e.getKey(), e.getValue()));
    }
    return counts;
  }

  private Map<String, Integer> count() {
    Map<String, Integer> counts = new TreeMap<>();
    for (JsonNode page : pages("", "", 0, Integer.MAX_VALUE)) {
      counts.merge(page.path("language").asString("und"), 1, Integer::sum);
    }
    return counts;
  }

  /// What another crawl can begin with.
  ///
  /// @throws IOException if its pages cannot be read
  public EarlierCrawl asEarlier(int threshold) throws IOException {
    if (!Files.exists(pagesFile())) return new EarlierCrawl(List.of(), plan.words());
    EarlierCrawl read = EarlierCrawl.read(pagesFile(), threshold);
    return plan.words().isEmpty() ? read : new EarlierCrawl(read.addresses(), plan.words());
  }

  /// Starts that could not be had, a sentence each.
  public List<String> troubles() {
    synchronized (troubles) {
      return List.copyOf(troubles);
    }
  }

  @Override
  Properties properties() {
    Properties p = Crawls.properties(plan);
    progress().ifPresent(now -> CrawlTotals.of(now).write(p));
    return p;
  }

  /// Its starts are kept with its state.
  @Override
  void prepare() {}

  @Override
  Work open() throws IOException {
    Files.createDirectories(folder());
    CrawlTotals until = progress().map(CrawlTotals::of).orElse(CrawlTotals.NONE);
    PageFile pages = new PageFile(pagesFile());
    Keeper keeper = new Keeper(pages);
    Crawler opened;
    try {
      opened =
          new Crawler(
              folder().resolve("frontier"),
              until.rest(plan.settings(all.settings).withEarlierRuns()),
              all.fetcher,
              all.clock,
              plan.robot(keeper, known()));
      pages.leaveOut(opened::isToVisit);
    } catch (IOException e) {
      keeper.close();
      throw e;
    }
    before = until;
    for (String start : plan.starts()) {
      try {
        plan.add(opened, start);
      } catch (IllegalArgumentException e) {
        trouble(String.valueOf(e.getMessage()));
      }
    }
    crawler = opened;
    return new Crawling(opened, keeper);
  }

  private List<String> known() throws IOException {
    return Files.exists(feedsFile()) ? Files.readAllLines(feedsFile()) : List.of();
  }

  @Override
  void release() {}

  @Override
  public String toString() {
    return "crawl " + id();
  }

  private final class Crawling implements Work {
    private final Crawler crawler;
    private final Keeper keeper;

    Crawling(Crawler crawler, Keeper keeper) {
      this.crawler = crawler;
      this.keeper = keeper;
    }

    @Override
    public boolean run() throws InterruptedException, IOException {
      try (keeper;
          crawler) {
        crawler.run();
        return true;
      } finally {
        last = before.with(crawler.progress());
        Crawl.this.crawler = null;
      }
    }

    @Override
    public void pause() {
      crawler.pause();
    }

    @Override
    public void resume() {
      crawler.resume();
    }

    @Override
    public void stop() {
      crawler.stop();
    }
  }

  private void trouble(String sentence) {
    synchronized (troubles) {
      if (troubles.size() < MOST_TROUBLES) troubles.add(sentence);
    }
  }

  /// Writes down what comes.
  private final class Keeper implements CrawlPlan.PageSink, AutoCloseable {
    private final PageFile pages;
    private final Writer feeds;
    private final Writer links;
    private volatile long linkBytes; // written by the keeper alone

    Keeper(PageFile pages) throws IOException {
      this.pages = pages;
      feeds = appended(feedsFile());
      linkBytes = Files.exists(linksFile()) ? Files.size(linksFile()) : 0;
      links = appended(linksFile());
      if (linkBytes == 0) write(links, LinkLines.HEADING);
    }

    private static Writer appended(Path file) throws IOException {
      return Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    public void page(Visit visit, HtmlPage page, double score) {
      keep(lines.page(visit, page, score));
    }

    @Override
    public void article(RssRobot.Article article) {
      keep(lines.article(article));
    }

    private void keep(ObjectNode line) {
      pages.write(line);
      synchronized (troubles) {
        if (languages != null) {
          languages.merge(line.path("language").asString("und"), 1, Integer::sum);
        }
      }
    }

    @Override
    public boolean wantsLinks() {
      return linkBytes < MOST_LINK_BYTES;
    }

    @Override
    public synchronized void link(Visit visit, Link link, boolean followed, String match) {
      String line = LinkLines.line(visit, link, followed, match);
      linkBytes += line.length();
      write(links, line);
    }

    @Override
    public void feed(String url) {
      write(feeds, url + "\n");
    }

    private void write(Writer to, String text) {
      synchronized (this) {
        try {
          to.write(text);
          if (!to.equals(links)) to.flush();
        } catch (IOException e) {
          throw new UncheckedIOException("The pages of " + Crawl.this + " cannot be kept", e);
        }
      }
    }

    @Override
    public synchronized void close() throws IOException {
      try (pages;
          feeds;
          links) {
        links.flush();
      }
    }

    @Override
    public void trouble(Visit visit, String reason) {
      trouble(visit.url(), reason);
    }

    @Override
    public void trouble(String url, String reason) {
      Crawl.this.trouble(url + ": " + reason);
    }

    @Override
    public void finished(int start, CrawlUser.Ending ending) {}
  }

  /// Pages that were gathered, in the order they came.
  ///
  /// @param topic only those of a topic, or "" for all
  /// @param words only those with all of these words, by their roots, in title or text; "" for all
  /// @param from how many to pass over
  public List<JsonNode> pages(String topic, String words, int from, int most) {
    List<JsonNode> found = new ArrayList<>();
    int[] passed = new int[1];
    try {
      PageFile.read(
          pagesFile(),
          page -> {
            if (isWanted(page, topic, words) && passed[0]++ >= from) found.add(page);
            return found.size() < most;
          });
    } catch (IOException e) {
      log.error("The pages of {} cannot be read", this, e);
    }
    return found;
  }

  private static boolean isWanted(JsonNode page, String topic, String words) {
    if (!topic.isEmpty() && !page.path("topic").asString("").equalsIgnoreCase(topic)) return false;
    if (words.isBlank()) return true;
    Roots roots = Roots.of(page.path("language").asString("en"));
    String title = page.path("title").asString("").toLowerCase(Locale.ROOT);
    for (String word : words.toLowerCase(Locale.ROOT).strip().split("\\s+", -1)) {
      String root = roots.root(word);
      boolean has = title.contains(word);
      for (JsonNode known : page.path("roots")) has |= known.asString("").equals(root);
      if (!has) return false;
    }
    return true;
  }
}
