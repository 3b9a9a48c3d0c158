package freshet.jobs;

import freshet.article.PageKind;
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
import freshet.jobs.CrawlCorpus.Taken;
import freshet.model.Account;
import freshet.model.Feed;
import freshet.model.Unavailable;
import freshet.model.Validators;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
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
  private volatile CrawlPlan plan;
  private volatile Again again;
  private final Set<String> troubles = new LinkedHashSet<>();
  private final PageLines lines = new PageLines();
  private volatile CrawlTotals before;
  private @Nullable Tally tally; // guarded by the troubles
  private volatile @Nullable CrawlProgress last;
  private volatile @Nullable Crawler crawler;

  /// @param before what earlier runs have counted
  Crawl(Crawls all, Known known, CrawlPlan plan, CrawlTotals before, Again again) {
    super(known, FILE, all.clock);
    this.all = all;
    this.plan = plan;
    this.before = before;
    this.again = again;
  }

  /// What is known of its next visits, and who follows it.
  ///
  /// @param due when the first of its pages is due again, null if it is not known or none is
  /// @param wanted somebody wants all pages visited once more that were fetched before this time
  record Again(long account, @Nullable Instant due, Instant wanted) {
    static Again of(long account) {
      return new Again(account, null, Instant.EPOCH);
    }

    static Again read(Properties p) {
      String due = p.getProperty("due");
      return new Again(
          Long.parseLong(p.getProperty("account", Long.toString(Account.FIRST))),
          due == null ? null : Instant.parse(due),
          Instant.parse(p.getProperty("wanted", "1970-01-01T00:00:00Z")));
    }

    void write(Properties p) {
      p.setProperty("account", Long.toString(account));
      if (due != null) p.setProperty("due", due.toString());
      if (wanted.isAfter(Instant.EPOCH)) p.setProperty("wanted", wanted.toString());
    }

    Again due(@Nullable Instant other) {
      return new Again(account, other, wanted);
    }

    Again wanted(Instant other) {
      return new Again(account, due, other);
    }
  }

  /// Pages by their language, and those that are no entries by what they are.
  private record Tally(Map<String, Integer> languages, Map<String, Integer> leftOut) {
    void add(JsonNode page) {
      languages.merge(page.path("language").asString("und"), 1, Integer::sum);
      String left = page.path("leftOut").asString("");
      if (!left.isEmpty()) leftOut.merge(left, 1, Integer::sum);
    }
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
    synchronized (troubles) {
      return mostFirst(tally().languages);
    }
  }

  /// How many of its pages are no entries, by what they are (`list`, `short`, `wall`), most first.
  public Map<String, Integer> leftOut() {
    synchronized (troubles) {
      return mostFirst(tally().leftOut);
    }
  }

  private static Map<String, Integer> mostFirst(Map<String, Integer> counts) {
    Map<String, Integer> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(e -> sorted.put(e.getKey(), e.getValue()));
    return sorted;
  }

  private Tally tally() {
    Tally counted = tally;
    if (counted == null) {
      counted = new Tally(new TreeMap<>(), new TreeMap<>());
      for (JsonNode page : pages("", "", 0, Integer.MAX_VALUE)) counted.add(page);
      tally = counted;
    }
    return counted;
  }

  /// The number of the feed that has its pages; empty if they are kept with the crawl alone.
  public Optional<Long> feed() {
    return Optional.ofNullable(all.corpus == null ? null : all.corpus.feed(id()));
  }

  /// How many of its pages are entries.
  public long entries() {
    return all.corpus == null ? 0 : all.corpus.entries(id());
  }

  /// When the next of its pages is visited again, if it is known.
  public Optional<Instant> nextVisit() {
    return Optional.ofNullable(plan.upkeep().again() && state() == State.DONE ? again.due : null);
  }

  /// Changes what becomes of its pages. Those of a crawl that were kept with it alone are visited
  /// once more to become entries.
  ///
  /// @throws Unavailable if it cannot be written down
  public void keep(CrawlPlan.Upkeep other) {
    boolean taken = other.findable() && !plan.upkeep().findable();
    plan = plan.with(other);
    if (taken) again = again.wanted(all.clock.instant());
    if (other.again() && again.due == null) again = again.due(all.clock.instant());
    saveNow();
    if (taken) goOn();
  }

  /// Visits all pages once more, now.
  ///
  /// @throws Unavailable if it cannot be written down
  public void visitAgain() {
    again = again.wanted(all.clock.instant());
    saveNow();
    goOn();
  }

  private void goOn() {
    if (state() == State.DONE) again();
    else if (state() == State.STOPPED) resume();
  }

  private void saveNow() {
    try {
      save();
    } catch (IOException e) {
      throw new Unavailable("The data folder cannot be written: " + e.getMessage(), e);
    }
  }

  void visitAgainIfDue(Instant now) {
    Instant due = again.due;
    boolean wanted = plan.upkeep().again() && state() == State.DONE;
    if (wanted && due != null && !due.isAfter(now)) again();
  }

  private Path removalFile() {
    return folder().resolve("removed");
  }

  /// What is begun here is finished at the next start, if it has to be.
  void beginRemoval() {
    try {
      Files.createDirectories(folder());
      Files.writeString(removalFile(), "");
    } catch (IOException e) {
      throw new Unavailable("The data folder cannot be written: " + e.getMessage(), e);
    }
  }

  boolean isBeingRemoved() {
    return Files.exists(removalFile());
  }

  @Override
  void forgotten() {
    if (all.corpus != null) all.corpus.remove(id());
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
    again.write(p);
    progress().ifPresent(now -> CrawlTotals.of(now).write(p));
    return p;
  }

  @Override
  Work open() throws IOException {
    Files.createDirectories(folder());
    CrawlTotals until = progress().map(CrawlTotals::of).orElse(CrawlTotals.NONE);
    Feed feed = openFeed();
    PageFile pages = new PageFile(pagesFile());
    Keeper keeper = new Keeper(pages, feed);
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
        plan.add(opened, start, false);
      } catch (IllegalArgumentException e) {
        trouble(String.valueOf(e.getMessage()));
      }
    }
    if (again.wanted.isAfter(Instant.EPOCH)) opened.visitAgain(again.wanted);
    if (plan.upkeep().again()) opened.visitDue(all.allowed);
    crawler = opened;
    return new Crawling(opened, keeper);
  }

  /// Null if its pages are kept with it alone.
  private @Nullable Feed openFeed() throws IOException {
    CrawlCorpus corpus = all.corpus;
    if (corpus == null || !plan.upkeep().findable()) return null;
    Feed feed = corpus.open(id(), again.account, plan.starts());
    if (feed.entries() == 0) takeIn(corpus, feed);
    return feed;
  }

  /// Texts that an earlier version has kept with the crawl: their pages are not visited again.
  private void takeIn(CrawlCorpus corpus, Feed feed) throws IOException {
    PageFile.read(
        pagesFile(),
        page -> {
          if (!page.path("text").asString("").isEmpty()) corpus.take(feed, page);
          return true;
        });
  }

  private List<String> known() throws IOException {
    return Files.exists(feedsFile()) ? Files.readAllLines(feedsFile()) : List.of();
  }

  @Override
  public String kind() {
    return "crawl";
  }

  @Override
  public Optional<Activity> activity() {
    return progress().map(p -> new Activity("pages", p.pagesFetched(), p.waiting()));
  }

  @Override
  public String toString() {
    return "crawl " + id();
  }

  private boolean isStopped() {
    return state() == State.STOPPED;
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
        Instant wanted = again.wanted;
        crawler.run();
        again = again.due(plan.upkeep().again() ? crawler.nextDue() : null);
        if (again.wanted.equals(wanted) && !isStopped()) again = again.wanted(Instant.EPOCH);
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
    private final @Nullable Feed feed;
    private final Writer feeds;
    private final Writer links;
    private volatile long linkBytes; // written by the keeper alone

    Keeper(PageFile pages, @Nullable Feed feed) throws IOException {
      this.pages = pages;
      this.feed = feed;
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
      ObjectNode line = lines.page(visit, page, score);
      CrawlCorpus corpus = all.corpus;
      if (corpus != null && feed != null) {
        Taken taken = corpus.read(feed, visit, page, plan.upkeep().everyPage());
        boolean left = taken.kind() != PageKind.ARTICLE && !plan.upkeep().everyPage();
        if (left) line.put("leftOut", taken.kind().word());
        visit.afterwards(() -> corpus.keep(feed, taken));
      }
      keep(visit, line);
    }

    @Override
    public void article(RssRobot.Article article) {
      CrawlCorpus corpus = all.corpus;
      if (corpus != null && feed != null) {
        Taken taken = corpus.read(feed, article);
        article.visit().afterwards(() -> corpus.keep(feed, taken));
      }
      keep(article.visit(), lines.article(article));
    }

    /// A page that is visited again has its line already.
    private void keep(Visit visit, ObjectNode line) {
      if (visit.isAgain()) return;
      pages.write(line);
      synchronized (troubles) {
        if (tally != null) tally.add(line);
      }
    }

    @Override
    public void seen(Visit visit) {
      CrawlCorpus corpus = all.corpus;
      if (corpus != null && feed != null) visit.afterwards(() -> corpus.seen(feed, visit));
    }

    @Override
    public @Nullable Validators validators(String url) {
      CrawlCorpus corpus = all.corpus;
      if (corpus == null || feed == null) return Validators.NONE;
      return corpus.validators(feed, Visit.key(url));
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
