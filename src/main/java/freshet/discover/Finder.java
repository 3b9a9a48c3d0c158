package freshet.discover;

import freshet.crawl.VisitingHours;
import freshet.fetch.Fetcher;
import freshet.model.FeedUrl;
import freshet.parse.FeedParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Searches many sites for their feeds at once, each on a virtual thread of its own. Inputs that
/// lie within the same boundary are searched one after the other, so that nobody is asked twice.
///
/// Everything that is done stands in a journal; opened on the same journal, a finder goes on where
/// the last one was stopped, or killed.
public final class Finder implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Finder.class);

  /// The hours may become others while a search waits for them.
  private static final Duration NOTE_EVERY = Duration.ofMinutes(1);

  private static final Duration LONGEST_NAP = Duration.ofMinutes(5);

  private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

  /// Told what happens, by the threads of the search: be quick.
  public interface Listener {
    void found(FoundFeed feed);

    /// @param feeds all that the input has, for choosing among them
    void done(SiteReport report, List<FoundFeed> feeds);

    /// For whoever asks for what there is afterwards.
    Listener NONE =
        new Listener() {
          @Override
          public void found(FoundFeed feed) {}

          @Override
          public void done(SiteReport report, List<FoundFeed> feeds) {}
        };
  }

  /// What every search needs.
  record Tools(
      Fetcher fetcher,
      FeedParser parser,
      Describer describer,
      FinderLimits limits,
      InstantSource clock,
      Visited visited,
      @Nullable SearchMemory memory,
      Journal journal,
      Counters counters,
      Listener listener,
      Finder finder) {

    /// Waits while the search is paused or the site is not in its quiet hours.
    ///
    /// @return how long it waited; null when it is stopped
    @Nullable Duration awaitTurn(FeedUrl site) throws InterruptedException {
      Instant from = clock.instant();
      return finder.awaitTurn(site) ? Duration.between(from, clock.instant()) : null;
    }

    void sleep(Duration time) throws InterruptedException {
      finder.sleep(time);
    }

    /// Whether pages are visited that earlier searches have visited.
    boolean again() {
      return finder.again;
    }

    boolean isInput(FeedUrl url) {
      return finder.boundaries.contains(Boundary.key(url, limits.reach()));
    }
  }

  private final Journal journal;
  private final Counters counters;
  private final Visited visited = new Visited();
  private final Tools tools;
  private final @Nullable VisitingHours quiet;
  private final int parallel;
  private final Map<Integer, SiteSearch> open = new LinkedHashMap<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<FeedUrl> inputs = new ArrayList<>();
  private final List<SiteReport> reports = new ArrayList<>();
  private final List<FoundFeed> found = new ArrayList<>();
  private final Set<String> boundaries = new HashSet<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean paused;
  private boolean running;

  /// When the journal was last told how long it took; only the thread of [#run] uses it.
  private long noted;

  private boolean stopped;
  private boolean again;
  private volatile @Nullable UncheckedIOException unwritten;

  /// @param memory what other searches have visited; null if that is not to be known
  /// @param journal the file to go on with; made if it is not there; null if nothing is to be kept
  /// @param quiet the hours in which a site is searched; null for all
  /// @param parallel most sites under way at once
  /// @throws IOException if the journal cannot be used
  public Finder(
      Fetcher fetcher,
      FeedParser parser,
      Describer describer,
      FinderLimits limits,
      @Nullable VisitingHours quiet,
      InstantSource clock,
      @Nullable SearchMemory memory,
      @Nullable Path journal,
      Listener listener,
      int parallel)
      throws IOException {
    this.journal = new Journal(journal);
    this.counters = new Counters(clock);
    this.quiet = quiet;
    this.parallel = parallel;
    this.tools =
        new Tools(
            fetcher,
            parser,
            describer,
            limits,
            clock,
            visited,
            memory,
            this.journal,
            counters,
            new Keeper(listener),
            this);
    if (journal != null) Journal.read(journal, new Replay());
    for (SiteSearch search : open.values()) counters.waits(search.waiting());
  }

  /// Whether a journal is one of a new look ([#lookAgain]) of which something is left to do.
  ///
  /// @throws IOException if it cannot be read
  public static boolean isNewLookUnderWay(Path journal) throws IOException {
    return Journal.isNewLookUnderWay(journal);
  }

  /// Lets pages be visited that earlier searches have visited; kept in the journal.
  public void lookAgain() {
    if (!again) journal.again();
    again = true;
  }

  public Counters counters() {
    return counters;
  }

  /// What became of the inputs that are done, those of earlier runs too.
  public synchronized List<SiteReport> reports() {
    return List.copyOf(reports);
  }

  /// All feeds found so far, those of earlier runs too.
  public List<FoundFeed> found() {
    synchronized (found) {
      return List.copyOf(found);
    }
  }

  private final class Keeper implements Listener {
    private final Listener other;

    Keeper(Listener other) {
      this.other = other;
    }

    @Override
    public void found(FoundFeed feed) {
      synchronized (found) {
        found.add(feed);
      }
      other.found(feed);
    }

    @Override
    public void done(SiteReport report, List<FoundFeed> feeds) {
      other.done(report, feeds);
    }
  }

  /// Adds inputs; those that are known are left as they are.
  public void add(List<FeedUrl> sites) {
    List<FeedUrl> fresh = new ArrayList<>();
    Set<String> now = new HashSet<>();
    for (FeedUrl site : sites) {
      if (!numbers.containsKey(site.toString()) && now.add(site.toString())) fresh.add(site);
    }
    int first = inputs.size();
    journal.inputs(first, fresh);
    for (int i = 0; i < fresh.size(); i++) input(first + i, fresh.get(i));
  }

  private void input(int number, FeedUrl url) {
    while (inputs.size() <= number) inputs.add(url);
    inputs.set(number, url);
    numbers.put(url.toString(), number);
    boundaries.add(Boundary.key(url, tools.limits.reach()));
    open.put(number, new SiteSearch(tools, number, url));
    counters.input();
  }

  /// Searches until all inputs are done, or it is stopped.
  ///
  /// @throws UncheckedIOException if its journal cannot be written
  /// @return whether all inputs are done
  public boolean run() throws InterruptedException {
    return run(FOR_EVER);
  }

  /// Searches until all inputs are done, it is stopped, or the time is over, which stops it.
  ///
  /// @return whether all inputs are done
  public boolean run(Duration most) throws InterruptedException {
    long begun = System.nanoTime();
    noted = begun;
    Map<String, List<Map.Entry<Integer, SiteSearch>>> groups = new LinkedHashMap<>();
    for (var e : open.entrySet()) {
      groups
          .computeIfAbsent(
              Boundary.key(e.getValue().input(), tools.limits.reach()), _ -> new ArrayList<>())
          .add(Map.entry(e.getKey(), e.getValue()));
    }
    open.clear();
    ran(true);
    Semaphore free = new Semaphore(parallel);
    CountDownLatch left = new CountDownLatch(groups.size());
    try {
      // Each is forgotten here when it starts: a search may remember thousands of addresses.
      for (var all = groups.values().iterator(); all.hasNext(); ) {
        var group = all.next();
        all.remove();
        while (!free.tryAcquire(200, TimeUnit.MILLISECONDS)) {
          if (isOver(begun, most)) return false;
        }
        if (isOver(begun, most)) return false;
        Thread.ofVirtual()
            .name("discover-" + group.getFirst().getKey())
            .start(() -> {
              try {
                for (var e : group) alone(e.getKey(), e.getValue());
              } finally {
                free.release();
                left.countDown();
              }
            });
      }
      while (!left.await(200, TimeUnit.MILLISECONDS)) if (isOver(begun, most)) break;
      // Pages in flight get a moment to be written; what is not is asked again next time.
      boolean _ = free.tryAcquire(parallel, 2, TimeUnit.SECONDS);
      UncheckedIOException trouble = unwritten;
      if (trouble != null) throw trouble;
      return left.getCount() == 0 && !isStopped();
    } finally {
      ran(false);
      journal.ran(counters.now().running());
    }
  }

  private void ran(boolean now) {
    lock.lock();
    try {
      running = now;
      if (now && !paused) counters.start();
      else counters.stop();
    } finally {
      lock.unlock();
    }
  }

  private boolean isOver(long begun, Duration most) {
    long now = System.nanoTime();
    if (now - begun > most.toNanos()) stop();
    if (now - noted > NOTE_EVERY.toNanos()) {
      noted = now;
      journal.ran(counters.now().running());
    }
    return isStopped();
  }

  /// On a thread of its own, so that a mistake of ours ends that input and no other.
  private void alone(int number, SiteSearch search) {
    Thread thread =
        Thread.ofVirtual()
            .uncaughtExceptionHandler((_, failure) -> failed(search.input(), failure))
            .start(() -> search(number, search));
    try {
      thread.join();
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  private void failed(FeedUrl site, Throwable failure) {
    // What is in flight when it is closed finds nothing to write to.
    if (isStopped()) log.debug("The search of {} was cut short", site.shown(), failure);
    else log.error("The search of {} failed", site.shown(), failure);
  }

  private void search(int number, SiteSearch search) {
    counters.begun();
    boolean failed = true;
    try {
      SiteReport report = search.search();
      if (report != null) end(number, search, report);
      failed = false;
    } catch (InterruptedException e) {
      failed = false;
      Thread.currentThread().interrupt();
    } catch (UncheckedIOException e) {
      // Our disk, not the site: what is not in the journal is looked at again by the next run.
      unwritten = e;
      stop();
    } finally {
      counters.left();
      // When it is closed, what is in flight fails.
      if (failed && !isStopped()) end(number, search, mistaken(search));
    }
  }

  private static SiteReport mistaken(SiteSearch search) {
    return new SiteReport(
        search.input(),
        0,
        search.feeds().size(),
        Duration.ZERO,
        "It ended by a mistake of ours.",
        "Freshet failed at it; the log says where.");
  }

  private void end(int number, SiteSearch search, SiteReport report) {
    Instant now = tools.clock.instant();
    journal.done(number, now, report);
    counters.done(report.trouble() != null);
    synchronized (this) {
      reports.add(report);
    }
    tools.listener.done(report, search.feeds());
  }

  /// Waits while the search is paused or the site is not in its quiet hours; false when the search
  /// is stopped.
  private boolean awaitTurn(FeedUrl site) throws InterruptedException {
    boolean resting = false;
    try {
      while (mayGoOn()) {
        Instant now = tools.clock.instant();
        Instant open = quiet == null ? now : quiet.nextFor(site.host(), now);
        if (!open.isAfter(now)) return true;
        counters.rests(!resting, open);
        resting = true;
        Duration wait = Duration.between(now, open);
        sleep(wait.compareTo(LONGEST_NAP) < 0 ? wait : LONGEST_NAP);
      }
      return false;
    } finally {
      if (resting) counters.wakes();
    }
  }

  // ---- pause, resume, stop

  public void pause() {
    set(true, false);
  }

  public void resume() {
    set(false, false);
  }

  /// Pages in flight are let finish; what is left stays in the journal.
  public void stop() {
    set(false, true);
  }

  public boolean isStopped() {
    lock.lock();
    try {
      return stopped;
    } finally {
      lock.unlock();
    }
  }

  private void set(boolean pause, boolean stop) {
    lock.lock();
    try {
      paused = pause;
      stopped |= stop;
      if (running && pause) counters.stop();
      else if (running && !stopped) counters.start();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Waits while the search is paused; false when it is stopped.
  private boolean mayGoOn() throws InterruptedException {
    lock.lock();
    try {
      while (paused && !stopped) changed.await();
      return !stopped;
    } finally {
      lock.unlock();
    }
  }

  private void sleep(Duration time) throws InterruptedException {
    long nanos = time.toNanos();
    lock.lock();
    try {
      while (nanos > 0 && !stopped) nanos = changed.awaitNanos(nanos);
    } finally {
      lock.unlock();
    }
  }

  /// Ends the search here and now; opened again on its journal, it goes on.
  @Override
  public void close() throws IOException {
    set(false, true);
    journal.close();
  }

  /// Brings back what the journal tells.
  private final class Replay implements Journal.Reader {
    @Override
    public void again() {
      again = true;
    }

    @Override
    public void ran(Duration time) {
      counters.ranBefore(time);
    }

    @Override
    public void input(int number, FeedUrl url) {
      Finder.this.input(number, url);
    }

    @Override
    public void page(int number, Instant at, Item.Kind kind, FeedUrl url) {
      counters.page(url.shown());
      if (url.equals(inputs.get(number))) counters.linkBefore();
      long key = Visited.key(url);
      if (kind == Item.Kind.START || (kind.isPage() && kind != Item.Kind.OUTSIDE)) {
        visited.enter(key);
      } else {
        visited.looked(key, null);
      }
      SiteSearch search = open.get(number);
      if (search != null) search.wasVisited(kind, url);
    }

    @Override
    public void queued(int number, Item item) {
      counters.linkBefore();
      SiteSearch search = open.get(number);
      if (search != null) search.wasQueued(item);
    }

    @Override
    public void found(int number, Instant at, FoundFeed feed) {
      counters.feed();
      found.add(feed);
      visited.found(Visited.key(feed.feed()), feed);
      SiteSearch search = open.get(number);
      if (search != null) search.wasFound(feed);
    }

    @Override
    public void done(int number, Instant at, SiteReport report) {
      open.remove(number);
      counters.done(report.trouble() != null);
      reports.add(report);
    }
  }
}
