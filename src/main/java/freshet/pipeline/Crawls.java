package freshet.pipeline;

import freshet.crawl.CrawlLimits;
import freshet.crawl.CrawlPlan;
import freshet.crawl.CrawlSettings;
import freshet.fetch.Fetcher;
import freshet.pipeline.Discoveries.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The crawls that people start on a running Freshet: each has a folder of its own with its
/// frontier and its pages, and goes on by itself after a restart unless it was paused or stopped.
/// They ask through the same fetcher as the polls, so that a host never has two requests of ours.
public final class Crawls implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Crawls.class);

  final Path folder;
  final Fetcher fetcher;
  final CrawlSettings settings;
  final InstantSource clock;
  private final TreeMap<Integer, Crawl> crawls = new TreeMap<>();
  private volatile boolean closing;

  /// @param folder where crawls are kept, made if it is not there
  /// @param settings of all of them: hosts at once, ceilings, quiet hours
  public Crawls(Path folder, Fetcher fetcher, CrawlSettings settings, InstantSource clock) {
    this.folder = folder;
    this.fetcher = fetcher;
    this.settings = settings;
    this.clock = clock;
  }

  /// Finds what earlier runs left, and goes on with what was under way.
  public void start() {
    try {
      Files.createDirectories(folder);
      List<Path> all;
      try (Stream<Path> names = Files.list(folder)) {
        all = names.filter(p -> p.getFileName().toString().matches("\\d{1,9}")).toList();
      }
      for (Path path : all) load(path);
    } catch (IOException e) {
      log.error("The crawls in {} cannot be read", folder, e);
    }
    for (Crawl crawl : all()) if (crawl.state() == State.RUNNING) crawl.launch();
  }

  private void load(Path path) {
    int id = Integer.parseInt(path.getFileName().toString());
    try {
      Properties p = StateFile.load(path.resolve("crawl.properties"));
      State state = State.valueOf(p.getProperty("state", "stopped").toUpperCase(Locale.ROOT));
      Instant begun = Instant.parse(p.getProperty("begun", "1970-01-01T00:00:00Z"));
      Crawl crawl = new Crawl(this, id, begun, plan(p), state);
      synchronized (crawls) {
        crawls.put(id, crawl);
      }
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      log.error("The state of crawl {} cannot be read; its folder stays as it is", id, e);
    }
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
    synchronized (crawls) {
      return List.copyOf(crawls.descendingMap().values());
    }
  }

  public Optional<Crawl> find(int id) {
    synchronized (crawls) {
      return Optional.ofNullable(crawls.get(id));
    }
  }

  public Crawl begin(CrawlPlan plan) {
    Crawl crawl;
    synchronized (crawls) {
      int id = crawls.isEmpty() ? 1 : crawls.lastKey() + 1;
      crawl = new Crawl(this, id, clock.instant(), plan, State.RUNNING);
      crawls.put(id, crawl);
    }
    crawl.save();
    crawl.launch();
    return crawl;
  }

  /// Forgets a crawl, with its pages.
  public boolean remove(int id) {
    Crawl crawl;
    synchronized (crawls) {
      crawl = crawls.remove(id);
    }
    if (crawl == null) return false;
    crawl.stop();
    crawl.shut();
    StateFile.delete(crawl.path());
    return true;
  }

  public boolean isClosed() {
    return closing;
  }

  /// Crawls under way are cut short and go on at the next start.
  @Override
  public void close() {
    closing = true;
    for (Crawl crawl : all()) crawl.shut();
  }
}
