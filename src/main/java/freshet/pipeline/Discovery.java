package freshet.pipeline;

import freshet.discover.Counters;
import freshet.discover.Finder;
import freshet.discover.FinderLimits;
import freshet.discover.FoundFeed;
import freshet.discover.SiteReport;
import freshet.discover.SmallestSet;
import freshet.model.FeedUrl;
import freshet.pipeline.Discoveries.State;
import freshet.store.Accounts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One search for feeds on a running Freshet.
public final class Discovery {
  private static final Logger log = LoggerFactory.getLogger(Discovery.class);

  private final Discoveries all;
  private final int id;
  private final long account;
  private final Instant begun;
  private final FinderLimits limits;
  private final List<String> leftOut;
  private volatile State state;
  private @Nullable Finder finder;
  private @Nullable Thread thread;

  /// @param account whose it is
  /// @param leftOut what of the list of sites could not be taken
  Discovery(
      Discoveries all,
      int id,
      long account,
      Instant begun,
      FinderLimits limits,
      List<String> leftOut,
      State state) {
    this.all = all;
    this.id = id;
    this.account = account;
    this.begun = begun;
    this.limits = limits;
    this.leftOut = leftOut;
    this.state = state;
  }

  /// Reads what an earlier run left; if it cannot be read, it is stopped and stays as it is.
  static Discovery load(Discoveries all, int id) {
    long account = Accounts.FIRST;
    try {
      Properties p = StateFile.load(folder(all, id).resolve("search.properties"));
      account = Long.parseLong(p.getProperty("account", Long.toString(account)));
      List<String> left = new ArrayList<>();
      for (int i = 0; p.getProperty("left." + i) != null; i++) left.add(p.getProperty("left." + i));
      return new Discovery(
          all,
          id,
          account,
          Instant.parse(p.getProperty("begun", "1970-01-01T00:00:00Z")),
          new FinderLimits(
              Integer.parseInt(p.getProperty("feeds")),
              Integer.parseInt(p.getProperty("pages")),
              Duration.parse(p.getProperty("time", "")),
              Integer.parseInt(p.getProperty("depth")),
              Integer.parseInt(p.getProperty("outside"))),
          List.copyOf(left),
          State.valueOf(p.getProperty("state", "stopped").toUpperCase(Locale.ROOT)));
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      log.error("The state of search {} cannot be read; it stays as it is", id, e);
      return new Discovery(
          all, id, account, Instant.EPOCH, FinderLimits.THOROUGH, List.of(), State.STOPPED);
    }
  }

  public int id() {
    return id;
  }

  long account() {
    return account;
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
    List<FoundFeed> enough = new ArrayList<>();
    sites.values().forEach(feeds -> enough.addAll(SmallestSet.of(feeds)));
    return enough;
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
    if (finder != null || all.isClosed()) return finder;
    try {
      finder = all.finder(folder().resolve("journal"), limits);
    } catch (IOException e) {
      log.error("The search {} cannot be opened", id, e);
    }
    return finder;
  }

  Path folder() {
    return folder(all, id);
  }

  private static Path folder(Discoveries all, int id) {
    return all.folder.resolve(Integer.toString(id));
  }

  synchronized void launch(List<FeedUrl> sites) {
    Finder f = finder();
    if (f == null) {
      state = State.STOPPED;
      return;
    }
    f.add(sites);
    thread =
        Thread.ofVirtual()
            .name("discovery-" + id)
            .uncaughtExceptionHandler(
                (_, mistake) -> log.error("The search {} failed by a mistake of ours", id, mistake))
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

  synchronized void shut() {
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

  void save() {
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
      StateFile.save(folder().resolve("search.properties"), p);
    } catch (IOException e) {
      log.error("The state of search {} cannot be written", id, e);
    }
  }
}
