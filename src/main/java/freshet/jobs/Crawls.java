package freshet.jobs;

import freshet.change.Follower;
import freshet.crawl.CrawlLimits;
import freshet.crawl.CrawlPlan;
import freshet.crawl.CrawlSettings;
import freshet.fetch.Fetcher;
import freshet.model.Account;
import freshet.model.Unavailable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The crawls that people start on a running Freshet: each has a folder of its own with its
/// frontier and its pages, and goes on by itself after a restart unless it was paused or stopped.
/// They ask through the same fetcher as the polls, so that a host never has two requests of ours.
public final class Crawls implements AutoCloseable {
  /// How often it is looked whether pages are due again.
  private static final Duration LOOK = Duration.ofMinutes(1);

  final Fetcher fetcher;
  final CrawlSettings settings;
  final @Nullable CrawlCorpus corpus;
  final BooleanSupplier allowed;
  final InstantSource clock;
  private final Jobs<Crawl> crawls;
  private final Follower revisits;

  /// Crawls whose pages are kept with them alone.
  ///
  /// @param folder where crawls are kept, made if it is not there
  /// @param settings of all of them: hosts at once, ceilings, quiet hours
  public Crawls(Path folder, Fetcher fetcher, CrawlSettings settings, InstantSource clock) {
    this(folder, fetcher, settings, null, () -> true, clock);
  }

  /// @param corpus makes their pages entries among all others
  /// @param allowed takes a call for a page that is visited again, if there is one left
  public Crawls(
      Path folder,
      Fetcher fetcher,
      CrawlSettings settings,
      @Nullable CrawlCorpus corpus,
      BooleanSupplier allowed,
      InstantSource clock) {
    this.fetcher = fetcher;
    this.settings = settings;
    this.corpus = corpus;
    this.allowed = allowed;
    this.clock = clock;
    this.crawls = new Jobs<>(folder, Crawl.FILE, clock);
    this.revisits =
        new Follower("crawls", Duration.ZERO, LOOK, this::visitAgain, Set.of(Unavailable.class));
  }

  /// Finds what earlier runs left, and goes on with what was under way.
  public void start() {
    crawls.load(
        (known, p) -> new Crawl(this, known, plan(p), CrawlTotals.read(p), Crawl.Again.read(p)));
    if (corpus != null) crawls.reserve(corpus.last());
    for (Crawl crawl : all()) if (crawl.isBeingRemoved()) crawls.remove(crawl.id());
    crawls.goOn();
    revisits.start();
  }

  /// Begins another run of the crawls that have pages which are due again.
  void visitAgain() {
    Instant now = clock.instant();
    for (Crawl crawl : all()) crawl.visitAgainIfDue(now);
  }

  private static CrawlPlan plan(Properties p) {
    return new CrawlPlan(
        CrawlPlan.Mode.of(p.getProperty("mode", "link")),
        p.getProperty("starts", "").lines().toList(),
        p.getProperty("words", "").lines().toList(),
        Integer.parseInt(p.getProperty("threshold", "3")),
        null,
        Boolean.parseBoolean(p.getProperty("within")),
        Boolean.parseBoolean(p.getProperty("sitemaps")),
        CrawlPlan.limits(
            Long.parseLong(p.getProperty("pages", "1000")),
            Duration.parse(p.getProperty("time", "PT24H")),
            Integer.parseInt(p.getProperty("depth", "60000"))),
        new CrawlPlan.Upkeep(
            Boolean.parseBoolean(p.getProperty("findable")),
            Boolean.parseBoolean(p.getProperty("everypage")),
            Boolean.parseBoolean(p.getProperty("again"))));
  }

  static Properties properties(CrawlPlan plan) {
    CrawlLimits limits = plan.limits();
    Properties p = new Properties();
    p.setProperty("mode", plan.mode().name());
    p.setProperty("starts", String.join("\n", plan.starts()));
    p.setProperty("words", String.join("\n", plan.words()));
    p.setProperty("threshold", Integer.toString(plan.threshold()));
    p.setProperty("within", Boolean.toString(plan.within()));
    p.setProperty("sitemaps", Boolean.toString(plan.sitemaps()));
    p.setProperty("pages", Long.toString(limits.pagesInAll()));
    p.setProperty("time", limits.timeInAll().toString());
    p.setProperty("depth", Integer.toString(limits.depth()));
    p.setProperty("findable", Boolean.toString(plan.upkeep().findable()));
    p.setProperty("everypage", Boolean.toString(plan.upkeep().everyPage()));
    p.setProperty("again", Boolean.toString(plan.upkeep().again()));
    return p;
  }

  /// Newest first.
  public List<Crawl> all() {
    return crawls.all();
  }

  public Optional<Crawl> find(int id) {
    return crawls.find(id);
  }

  public Crawl begin(CrawlPlan plan) {
    return begin(plan, Account.FIRST);
  }

  /// @param account who follows the feed of its pages
  public Crawl begin(CrawlPlan plan, long account) {
    return crawls.begin(
        known -> new Crawl(this, known, plan, CrawlTotals.NONE, Crawl.Again.of(account)));
  }

  /// Deletes a crawl whole: its folder, and its pages wherever they are. What a kill leaves of it
  /// is deleted at the next start.
  public boolean remove(int id) {
    find(id).ifPresent(Crawl::beginRemoval);
    return crawls.remove(id);
  }

  public boolean isClosed() {
    return crawls.isClosed();
  }

  /// Crawls under way are cut short and go on at the next start.
  @Override
  public void close() {
    revisits.close();
    crawls.close();
  }
}
