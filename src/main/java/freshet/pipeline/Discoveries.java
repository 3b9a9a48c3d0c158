package freshet.pipeline;

import freshet.chart.Table;
import freshet.crawl.QuietHours;
import freshet.discover.Counters;
import freshet.discover.Describer;
import freshet.discover.Finder;
import freshet.discover.FinderLimits;
import freshet.discover.FoundFeed;
import freshet.discover.SiteReport;
import freshet.discover.SmallestSet;
import freshet.fetch.Fetcher;
import freshet.model.FeedUrl;
import freshet.parse.FeedParser;
import freshet.store.Accounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The searches for feeds that people start on a running Freshet: each has a folder of its own with
/// its journal, and goes on by itself after a restart unless it was paused or stopped.
public final class Discoveries implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Discoveries.class);

  public enum State {
    RUNNING,
    PAUSED,
    STOPPED,
    DONE;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Path folder;
  private final Fetcher fetcher;
  private final FeedParser parser;
  private final Describer describer;
  private final @Nullable QuietHours quiet;
  private final InstantSource clock;
  private final int parallel;
  private final TreeMap<Integer, Search> searches = new TreeMap<>();
  private volatile boolean closing;

  /// @param folder where searches are kept, made if it is not there
  /// @param quiet the hours of a site's own day in which it is searched, or null for all; a quick
  ///   look that somebody waits for is taken at any time
  /// @param parallel most sites under way at once, in each search
  public Discoveries(
      Path folder,
      Fetcher fetcher,
      FeedParser parser,
      Describer describer,
      @Nullable QuietHours quiet,
      InstantSource clock,
      int parallel) {
    this.folder = folder;
    this.fetcher = fetcher;
    this.parser = parser;
    this.describer = describer;
    this.quiet = quiet;
    this.clock = clock;
    this.parallel = parallel;
  }

  /// Finds what earlier runs left, and goes on with what was under way.
  public void start() {
    load();
    for (Search s : all()) if (s.state == State.RUNNING) s.launch(List.of());
  }

  /// Finds what earlier runs left.
  public void load() {
    try {
      Files.createDirectories(folder);
      List<Path> all;
      try (Stream<Path> names = Files.list(folder)) {
        all = names.filter(p -> p.getFileName().toString().matches("\\d{1,9}")).toList();
      }
      for (Path p : all) {
        Search search = new Search(Integer.parseInt(p.getFileName().toString()));
        search.load();
        synchronized (searches) {
          searches.put(search.id, search);
        }
      }
    } catch (IOException e) {
      log.error("The searches in {} cannot be read", folder, e);
    }
  }

  public boolean isClosed() {
    return closing;
  }

  /// Newest first.
  private List<Search> all() {
    synchronized (searches) {
      return List.copyOf(searches.descendingMap().values());
    }
  }

  /// Those of an account, newest first.
  public List<Search> all(long account) {
    return all().stream().filter(s -> s.account == account).toList();
  }

  /// One of an account's own.
  public Optional<Search> find(long account, int id) {
    synchronized (searches) {
      return Optional.ofNullable(searches.get(id)).filter(s -> s.account == account);
    }
  }

  /// @param leftOut what of the list could not be taken, to be shown with the search
  public Search begin(
      long account, List<FeedUrl> sites, List<String> leftOut, FinderLimits limits) {
    Search search;
    synchronized (searches) {
      search = new Search(searches.isEmpty() ? 1 : searches.lastKey() + 1);
      searches.put(search.id, search);
    }
    search.account = account;
    search.begun = clock.instant();
    search.limits = limits;
    search.leftOut = List.copyOf(leftOut.subList(0, Math.min(leftOut.size(), 100)));
    search.save();
    search.launch(sites);
    return search;
  }

  /// What happened on each day: inputs done, URLs visited, feeds found.
  public Table perDay() {
    return perDay(all());
  }

  /// The same of the searches of an account.
  public Table perDay(long account) {
    return perDay(all(account));
  }

  private static Table perDay(List<Search> some) {
    TreeMap<LocalDate, double[]> days = new TreeMap<>();
    for (Search s : some) {
      Finder finder = s.finder();
      if (finder == null) continue;
      finder
          .counters()
          .days()
          .forEach((day, n) -> {
            double[] sum = days.computeIfAbsent(day, _ -> new double[3]);
            for (int i = 0; i < 3; i++) sum[i] += n[i];
          });
    }
    return Statistics.discovery(days);
  }

  /// What one page and its usual places have, best first: for adding a feed by its site's address.
  ///
  /// @param most how long this may take
  public Look look(FeedUrl site, Duration most) throws InterruptedException {
    FinderLimits quick = FinderLimits.QUICK;
    var limits =
        new FinderLimits(quick.feeds(), quick.pages(), most, quick.depth(), quick.outside());
    Path temporary = null;
    try {
      temporary = Files.createTempDirectory("freshet-look");
      List<SiteReport> reports = new ArrayList<>();
      try (Finder finder = finder(temporary.resolve("journal"), limits, null, reports)) {
        finder.add(List.of(site));
        Thread watch =
            Thread.ofVirtual()
                .start(() -> {
                  try {
                    Thread.sleep(most);
                    finder.stop();
                  } catch (InterruptedException e) {
                    // it was over sooner
                  }
                });
        finder.run();
        watch.interrupt();
        String trouble = reports.isEmpty() ? null : reports.getFirst().trouble();
        List<FoundFeed> found = finder.found();
        return new Look(SmallestSet.of(found), found, trouble);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("A look at a site needs a temporary folder", e);
    } finally {
      StateFile.delete(temporary);
    }
  }

  /// @param best the smallest set that has all entries
  /// @param trouble a sentence if the site could not be read
  public record Look(List<FoundFeed> best, List<FoundFeed> all, @Nullable String trouble) {}

  private Finder finder(
      Path journal, FinderLimits limits, @Nullable QuietHours hours, List<SiteReport> reports)
      throws IOException {
    return new Finder(
        fetcher,
        parser,
        describer,
        limits,
        hours,
        clock,
        journal,
        new Finder.Listener() {
          @Override
          public void found(FoundFeed feed) {}

          @Override
          public void done(SiteReport report, List<FoundFeed> feeds) {
            synchronized (reports) {
              reports.add(report);
            }
          }
        },
        parallel);
  }

  /// One search.
  public final class Search {
    private final int id;
    private volatile long account = Accounts.FIRST;
    private volatile Instant begun = Instant.EPOCH;
    private volatile FinderLimits limits = FinderLimits.THOROUGH;
    private volatile State state = State.RUNNING;
    private volatile List<String> leftOut = List.of();
    private @Nullable Finder finder;
    private @Nullable Thread thread;

    private Search(int id) {
      this.id = id;
    }

    public int id() {
      return id;
    }

    public Instant begun() {
      return begun;
    }

    public State state() {
      return state;
    }

    public FinderLimits limits() {
      return limits;
    }

    public List<String> leftOut() {
      return leftOut;
    }

    public Optional<Counters.Now> counters() {
      return Optional.ofNullable(finder()).map(f -> f.counters().now());
    }

    public List<FoundFeed> found() {
      Finder f = finder();
      return f == null ? List.of() : f.found();
    }

    /// For each site, the feeds that are enough.
    public List<FoundFeed> smallest() {
      Map<FeedUrl, List<FoundFeed>> sites = new LinkedHashMap<>();
      for (FoundFeed f : found()) {
        sites.computeIfAbsent(f.site(), _ -> new ArrayList<>()).add(f);
      }
      List<FoundFeed> all = new ArrayList<>();
      sites.values().forEach(feeds -> all.addAll(SmallestSet.of(feeds)));
      return all;
    }

    /// Sites that could not be read, with the reason.
    public List<SiteReport> troubles() {
      Finder f = finder();
      return f == null ? List.of() : f.reports().stream().filter(r -> r.trouble() != null).toList();
    }

    public synchronized void pause() {
      if (state != State.RUNNING) return;
      set(State.PAUSED);
      if (finder != null) finder.pause();
    }

    public synchronized void resume() {
      if (state != State.PAUSED && state != State.STOPPED) return;
      boolean runs = thread != null && thread.isAlive() && state == State.PAUSED;
      set(State.RUNNING);
      if (runs && finder != null) {
        finder.resume();
      } else {
        shut();
        launch(List.of());
      }
    }

    public synchronized void stop() {
      if (state == State.DONE) return;
      set(State.STOPPED);
      if (finder != null) finder.stop();
    }

    private void set(State now) {
      state = now;
      save();
    }

    /// The finder is opened when it is first asked for: old searches cost nothing at start.
    synchronized @Nullable Finder finder() {
      if (finder != null || closing) return finder;
      try {
        finder = Discoveries.this.finder(journal(), limits, quiet, new ArrayList<>());
      } catch (IOException e) {
        log.error("The search {} cannot be opened", id, e);
      }
      return finder;
    }

    private Path journal() {
      return folder.resolve(Integer.toString(id)).resolve("journal");
    }

    private synchronized void launch(List<FeedUrl> sites) {
      Finder f = finder();
      if (f == null) {
        state = State.STOPPED;
        return;
      }
      f.add(sites);
      thread =
          Thread.ofVirtual()
              .name("discovery-" + id)
              .uncaughtExceptionHandler((_, mistake) ->
                  log.error("The search {} failed by a mistake of ours", id, mistake))
              .start(() -> run(f));
    }

    private void run(Finder f) {
      boolean failed = true;
      try {
        if (f.run()) set(State.DONE);
        failed = false;
      } catch (InterruptedException e) {
        failed = false;
        Thread.currentThread().interrupt();
      } finally {
        if (failed) set(State.STOPPED);
      }
    }

    private synchronized void shut() {
      Finder f = finder;
      finder = null;
      if (f == null) return;
      f.stop();
      try {
        if (thread != null) thread.join(Duration.ofSeconds(3));
        f.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (IOException e) {
        log.debug("The journal of search {} was not closed", id, e);
      }
    }

    private void save() {
      Properties p = new Properties();
      p.setProperty("state", state.word());
      p.setProperty("account", Long.toString(account));
      p.setProperty("begun", begun.toString());
      p.setProperty("feeds", Integer.toString(limits.feeds()));
      p.setProperty("pages", Integer.toString(limits.pages()));
      p.setProperty("time", limits.time().toString());
      p.setProperty("depth", Integer.toString(limits.depth()));
      p.setProperty("outside", Integer.toString(limits.outside()));
      for (int i = 0; i < leftOut.size(); i++) p.setProperty("left." + i, leftOut.get(i));
      try {
        StateFile.save(folder.resolve(Integer.toString(id)).resolve("search.properties"), p);
      } catch (IOException e) {
        log.error("The state of search {} cannot be written", id, e);
      }
    }

    private void load() {
      try {
        Properties p =
            StateFile.load(folder.resolve(Integer.toString(id)).resolve("search.properties"));
        state = State.valueOf(p.getProperty("state", "stopped").toUpperCase(Locale.ROOT));
        account = Long.parseLong(p.getProperty("account", Long.toString(Accounts.FIRST)));
        begun = Instant.parse(p.getProperty("begun", "1970-01-01T00:00:00Z"));
        limits =
            new FinderLimits(
                Integer.parseInt(p.getProperty("feeds")),
                Integer.parseInt(p.getProperty("pages")),
                Duration.parse(p.getProperty("time", "")),
                Integer.parseInt(p.getProperty("depth")),
                Integer.parseInt(p.getProperty("outside")));
        List<String> left = new ArrayList<>();
        for (int i = 0; p.getProperty("left." + i) != null; i++)
          left.add(p.getProperty("left." + i));
        leftOut = List.copyOf(left);
      } catch (IOException | IllegalArgumentException | DateTimeException e) {
        log.error("The state of search {} cannot be read; it stays as it is", id, e);
        state = State.STOPPED;
      }
    }
  }

  /// Forgets a search; feeds that were added from it stay.
  public boolean remove(int id) {
    Search search;
    synchronized (searches) {
      search = searches.remove(id);
    }
    if (search == null) return false;
    search.stop();
    search.shut();
    StateFile.delete(folder.resolve(Integer.toString(id)));
    return true;
  }

  /// Searches under way are cut short and go on at the next start.
  @Override
  public void close() {
    closing = true;
    for (Search s : all()) s.shut();
  }
}
