package freshet.jobs;

import freshet.crawl.CrawlPlan;
import freshet.crawl.CrawlProgress;
import freshet.crawl.Crawler;
import freshet.crawl.EarlierCrawl;
import freshet.model.Account;
import freshet.model.Feed;
import freshet.model.Unavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One crawl of a running Freshet. Its pages are kept as lines of JSON, in the order they came.
public final class Crawl extends Job {
  static final String FILE = "crawl.properties";
  private static final int MOST_TROUBLES = 100;

  private final Crawls all;
  private volatile CrawlPlan plan;
  private volatile Again again;
  private final Set<String> troubles = new LinkedHashSet<>();
  private final GatheredPages gathered;
  private volatile CrawlTotals before;
  private volatile @Nullable CrawlProgress last;
  private volatile @Nullable Crawler crawler;

  /// @param before what earlier runs have counted
  Crawl(Crawls all, Known known, CrawlPlan plan, CrawlTotals before, Again again) {
    super(known, FILE, all.clock);
    this.all = all;
    this.plan = plan;
    this.before = before;
    this.again = again;
    this.gathered = new GatheredPages(pagesFile());
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

  public CrawlPlan plan() {
    return plan;
  }

  public GatheredPages gathered() {
    return gathered;
  }

  private Path pagesFile() {
    return folder().resolve("pages.jsonl");
  }

  Path feedsFile() {
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
    CrawlKeeper keeper = new CrawlKeeper(this, all.corpus, pages, feed);
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
    if (plan.mode() == CrawlPlan.Mode.universal) corpus.translate(feed);
    if (!feed.hasHadEntries()) takeIn(corpus, feed);
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
    private final CrawlKeeper keeper;

    Crawling(Crawler crawler, CrawlKeeper keeper) {
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

  void trouble(String sentence) {
    synchronized (troubles) {
      if (troubles.size() < MOST_TROUBLES) troubles.add(sentence);
    }
  }
}
