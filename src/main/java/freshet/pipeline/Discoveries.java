package freshet.pipeline;

import freshet.chart.Table;
import freshet.crawl.QuietHours;
import freshet.discover.Describer;
import freshet.discover.Finder;
import freshet.discover.FinderLimits;
import freshet.discover.FoundFeed;
import freshet.discover.SiteReport;
import freshet.discover.SmallestSet;
import freshet.fetch.Fetcher;
import freshet.model.FeedUrl;
import freshet.parse.FeedParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

  final Path folder;
  private final Fetcher fetcher;
  private final FeedParser parser;
  private final Describer describer;
  private final @Nullable QuietHours quiet;
  private final InstantSource clock;
  private final int parallel;
  private final TreeMap<Integer, Discovery> searches = new TreeMap<>();
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
    for (Discovery s : all()) if (s.state() == State.RUNNING) s.launch(List.of());
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
        Discovery search = Discovery.load(this, Integer.parseInt(p.getFileName().toString()));
        synchronized (searches) {
          searches.put(search.id(), search);
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
  private List<Discovery> all() {
    synchronized (searches) {
      return List.copyOf(searches.descendingMap().values());
    }
  }

  /// Those of an account, newest first.
  public List<Discovery> all(long account) {
    return all().stream().filter(s -> s.account() == account).toList();
  }

  /// One of an account's own.
  public Optional<Discovery> find(long account, int id) {
    synchronized (searches) {
      return Optional.ofNullable(searches.get(id)).filter(s -> s.account() == account);
    }
  }

  /// @param leftOut what of the list could not be taken, to be shown with the search
  public Discovery begin(
      long account, List<FeedUrl> sites, List<String> leftOut, FinderLimits limits) {
    List<String> shown = List.copyOf(leftOut.subList(0, Math.min(leftOut.size(), 100)));
    Discovery search;
    synchronized (searches) {
      int id = searches.isEmpty() ? 1 : searches.lastKey() + 1;
      search = new Discovery(this, id, account, clock.instant(), limits, shown, State.RUNNING);
      searches.put(id, search);
    }
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

  private static Table perDay(List<Discovery> some) {
    TreeMap<LocalDate, double[]> days = new TreeMap<>();
    for (Discovery s : some) {
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

  /// The finder of a search that is kept.
  Finder finder(Path journal, FinderLimits limits) throws IOException {
    return finder(journal, limits, quiet, new ArrayList<>());
  }

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

  /// Forgets a search; feeds that were added from it stay.
  public boolean remove(int id) {
    Discovery search;
    synchronized (searches) {
      search = searches.remove(id);
    }
    if (search == null) return false;
    search.stop();
    search.shut();
    StateFile.delete(search.folder());
    return true;
  }

  /// Searches under way are cut short and go on at the next start.
  @Override
  public void close() {
    closing = true;
    for (Discovery s : all()) s.shut();
  }
}
