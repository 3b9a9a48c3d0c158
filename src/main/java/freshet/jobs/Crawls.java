package freshet.jobs;

import freshet.crawl.CrawlLimits;
import freshet.crawl.CrawlPlan;
import freshet.crawl.CrawlSettings;
import freshet.fetch.Fetcher;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/// The crawls that people start on a running Freshet: each has a folder of its own with its
/// frontier and its pages, and goes on by itself after a restart unless it was paused or stopped.
/// They ask through the same fetcher as the polls, so that a host never has two requests of ours.
public final class Crawls implements AutoCloseable {
  final Fetcher fetcher;
  final CrawlSettings settings;
  final InstantSource clock;
  private final Jobs<Crawl> crawls;

  /// @param folder where crawls are kept, made if it is not there
  /// @param settings of all of them: hosts at once, ceilings, quiet hours
  public Crawls(Path folder, Fetcher fetcher, CrawlSettings settings, InstantSource clock) {
    this.fetcher = fetcher;
    this.settings = settings;
    this.clock = clock;
    this.crawls = new Jobs<>(folder, Crawl.FILE, clock);
  }

  /// Finds what earlier runs left, and goes on with what was under way.
  public void start() {
    crawls.load((known, p) -> new Crawl(this, known, plan(p), CrawlTotals.read(p)));
    crawls.goOn();
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
            Integer.parseInt(p.getProperty("depth", "60000"))));
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
    return crawls.begin(known -> new Crawl(this, known, plan, CrawlTotals.NONE));
  }

  /// Forgets a crawl, with its pages.
  public boolean remove(int id) {
    return crawls.remove(id);
  }

  public boolean isClosed() {
    return crawls.isClosed();
  }

  /// Crawls under way are cut short and go on at the next start.
  @Override
  public void close() {
    crawls.close();
  }
}
