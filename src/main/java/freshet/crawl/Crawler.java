package freshet.crawl;

import freshet.fetch.Fetcher;
import freshet.model.FetchOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Visits pages from some starts on, following the links that its [CrawlUser] chooses.
///
/// Each host that is being asked has a virtual thread ([HostVisits]), which visits one page after
/// the other; the fetcher's gate adds robots.txt, gaps and rests. Hosts with the best links waiting
/// come first, and after a while a host makes room for others. What is known and what waits is in
/// the [Frontier], in a folder of its own: a crawl that was stopped or killed goes on where it was
/// when it is run again on the same folder, and visits again at most the pages that were in flight.
///
/// Usage: [#start] for each start page, then [#run], which returns when nothing is left or a limit
/// is reached. [#pause], [#resume], [#stop] and [#progress] may be called from any thread
/// meanwhile.
///
/// One lock guards the frontier and the counters. It is taken once a page, by the host's own
/// thread, which also begins whatever its links made ready; waking another thread for each page
/// took more time than the pages did.
public final class Crawler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Crawler.class);

  /// Pages of one host in a row while others wait.
  private static final int TURN = 20;

  private static final int MOST_REPORTS = 1_000;

  private static final int MOST_FORGIVEN = 100_000;

  private final CrawlSettings settings;
  private final Fetcher fetcher;
  private final InstantSource clock;
  private final CrawlUser user;
  private final Frontier frontier;
  private final TrapWatch traps = new TrapWatch();
  private final Allowance allowance;
  private final LinkAdder following;
  private final Bandwidth all;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  // All guarded by the lock.
  private boolean running;
  private boolean paused;

  /// Since when, by the same clock as `begun`; 0 if it is not paused.
  private long pausedSince;

  private boolean stopped;
  private int busy;
  private String lastPage = "";
  private long bytes;
  private long begun;
  private long ended;
  private final List<String> downHosts = new ArrayList<>();
  private final Set<String> forgiven = ConcurrentHashMap.newKeySet();

  /// What ended the run before its time.
  private @Nullable Throwable broken;

  /// Opens the crawl of a folder, or begins one there.
  ///
  /// @throws IOException if the folder cannot be used, or another process uses it
  public Crawler(
      Path folder, CrawlSettings settings, Fetcher fetcher, InstantSource clock, CrawlUser user)
      throws IOException {
    this.settings = settings;
    this.fetcher = fetcher;
    this.clock = clock;
    this.user = user;
    all = new Bandwidth(settings.pace().bytesPerSecondInAll());
    Instant now = clock.instant();
    Predicate<History> again =
        settings.revisit() ? history -> !history.due().isAfter(now) : _ -> false;
    frontier = new Frontier(folder, again, settings.order() == CrawlSettings.Order.DEPTH_FIRST);
    allowance = new Allowance(settings, frontier, traps, user);
    following = new LinkAdder(settings, frontier, traps);
  }

  /// Adds a start page, or finds it again in a crawl that goes on.
  ///
  /// @return the number of the start, the same in every run: 0 for the first one
  /// @throws IllegalArgumentException with a sentence for the user, if it is no web address
  public int start(String url) {
    return start(url, "");
  }

  /// @param note comes back with the visit of the page
  public int start(String url, String note) {
    return start(url, note, false);
  }

  /// Adds a start page that is visited in every run, such as a feed; its links are still visited
  /// once ever.
  public int startAgain(String url, String note) {
    return start(url, note, true);
  }

  private int start(String url, String note, boolean everyRun) {
    String normal = Normaliser.normalise(url);
    lock.lock();
    try {
      int start = frontier.start(normal, HostQueues.LEVELS - 1, note);
      if (everyRun) frontier.again(normal);
      beginReady();
      return start;
    } finally {
      lock.unlock();
    }
  }

  /// Queues pages of earlier runs once more that are due, those due longest first.
  ///
  /// @param allowed asked before each; once it says no, the rest is left to another run
  public void visitDue(BooleanSupplier allowed) {
    lock.lock();
    try {
      for (Frontier.Due due : frontier.due(clock.instant(), user::comesAgain)) {
        if (!allowed.getAsBoolean()) return;
        frontier.again(due.number());
      }
    } finally {
      lock.unlock();
    }
  }

  /// Queues all pages once more that come again and were last fetched before a time.
  public void visitAgain(Instant before) {
    lock.lock();
    try {
      for (Frontier.Due due : frontier.due(Instant.MAX, user::comesAgain)) {
        if (frontier.fetched(due.number()).isBefore(before)) frontier.again(due.number());
      }
    } finally {
      lock.unlock();
    }
  }

  /// When the next page is due that was visited before; null if none ever is.
  public @Nullable Instant nextDue() {
    lock.lock();
    try {
      List<Frontier.Due> due = frontier.due(Instant.MAX, user::comesAgain);
      return due.isEmpty() ? null : due.getFirst().at();
    } finally {
      lock.unlock();
    }
  }

  /// Says how often a start is expected to change, until it is known better.
  public void expect(String url, ChangeFrequency frequency) {
    lock.lock();
    try {
      frontier.frequency(Normaliser.normalise(url), frequency);
    } finally {
      lock.unlock();
    }
  }

  /// Whether an address is still to be visited, or not known at all.
  public boolean isToVisit(String url) {
    lock.lock();
    try {
      return frontier.isToVisit(AddressLog.hash(url));
    } finally {
      lock.unlock();
    }
  }

  /// Crawls until nothing is left, a limit is reached or [#stop] is called.
  ///
  /// @throws IOException if its files, or those of its user, cannot be written: the pages in flight
  ///   are visited again by the next run
  public void run() throws InterruptedException, IOException {
    lock.lock();
    try {
      running = true;
      begun = System.nanoTime();
      if (paused) pausedSince = begun;
      ended = 0;
      allowance.endStarts();
      beginReady();
      while (!isOver()) await();
      running = false;
      while (busy > 0) changed.await();
      if (broken instanceof UncheckedIOException e) throw new IOException(e.getMessage(), e);
      if (broken != null) throw new IllegalStateException("the crawl was cut short", broken);
      allowance.endStarts();
    } catch (InterruptedException e) {
      stopped = true;
      for (Thread thread : threads) thread.interrupt();
      while (busy > 0) changed.awaitUninterruptibly();
      throw e;
    } finally {
      running = false;
      ended = System.nanoTime();
      if (pausedSince != 0) begun += ended - pausedSince;
      pausedSince = 0;
      frontier.force();
      lock.unlock();
    }
  }

  /// Waits for whatever may end the crawl, or a rest. A start whose time is over is noticed within
  /// a second.
  @SuppressWarnings("WaitNotInLoop") // run() looks again in its loop
  private void await() throws InterruptedException {
    Instant now = clock.instant();
    Instant next = frontier.wake(now);
    beginReady();
    if (isOver()) return;
    long nanos = settings.limits().timeInAll().toNanos() - ran();
    if (next != null) nanos = Math.min(nanos, Duration.between(now, next).toNanos());
    nanos = Math.min(nanos, TimeUnit.SECONDS.toNanos(1));
    if (changed.awaitNanos(Math.max(1_000_000, nanos)) <= 0) allowance.endStarts();
  }

  private boolean isOver() {
    if (stopped || isLate() || (allowance.isSpent() && !comesAgain())) return true;
    return busy == 0 && !paused && frontier.bestLevel() < 0 && frontier.restingHosts() == 0;
  }

  /// Whether nothing at all may be begun.
  private boolean isFull() {
    return allowance.isFull() && !comesAgain();
  }

  /// Whether there are pages that earlier runs have counted: they are visited again though no other
  /// may be.
  private boolean comesAgain() {
    return settings.earlierRuns() && frontier.comingAgain() > 0;
  }

  private boolean isLate() {
    return ran() > settings.limits().timeInAll().toNanos();
  }

  /// Nanoseconds since the start, without those in which it was paused.
  private long ran() {
    if (begun == 0) return 0;
    long until = ended != 0 ? ended : System.nanoTime();
    return (pausedSince == 0 ? until : pausedSince) - begun;
  }

  /// Gives a thread to every host that is ready, as far as may be.
  private void beginReady() {
    while (running
        && !paused
        && !stopped
        && busy < settings.pace().parallel()
        && !isFull()
        && !isLate()
        && frontier.bestLevel() >= Math.max(0, allowance.least())) {
      Frontier.Taken first = frontier.take();
      if (first == null) return;
      Frontier.Taken admitted =
          allowance.admit(first, clock.instant()) ? first : nextOf(first.host());
      if (admitted == null) frontier.release(first.host());
      else begin(admitted);
    }
  }

  private void begin(Frontier.Taken first) {
    HostVisits visits = new HostVisits(this, settings, fetcher, clock, user, all, first);
    Thread thread =
        Thread.ofVirtual().name("crawl").uncaughtExceptionHandler(Crawler::log).unstarted(visits);
    threads.add(thread);
    thread.start();
    busy++;
  }

  /// The page is noted as failed by then, and its host goes on with another thread.
  private static void log(Thread thread, Throwable mistake) {
    LOG.error("The visit of a page failed by a mistake of Freshet's", mistake);
  }

  private Frontier.@Nullable Taken nextOf(int host) {
    while (!isFull()) {
      Frontier.Taken taken = frontier.takeFrom(host, allowance.least());
      if (taken == null) return null;
      if (allowance.admit(taken, clock.instant())) return taken;
    }
    return null;
  }

  /// Whether an address that a redirect led to was met before.
  boolean knows(String url) {
    lock.lock();
    try {
      return frontier.knows(AddressLog.hash(url));
    } finally {
      lock.unlock();
    }
  }

  /// Writes down what came of a visit, all at once.
  ///
  /// @param served pages of this host so far, this one included
  /// @return the host's next address, or null if it has none or has to make room
  Frontier.@Nullable Taken done(HostVisits.Result result, int served) {
    Frontier.Taken taken = result.taken();
    Instant now = clock.instant();
    lock.lock();
    try {
      following.follow(result, now);
      bytes += result.bytes();
      if (result.state() == AddressLog.DONE) lastPage = taken.url();
      long bodyHash =
          result.outcome() instanceof FetchOutcome.Fetched f ? f.bodyHash() : taken.bodyHash();
      allowance.done(taken, result.state(), now, bodyHash);
      boolean over = isOver();
      if (over) changed.signalAll();
      else beginReady();
      if (stopped || paused || isLate()) return null;
      boolean others = busy >= settings.pace().parallel() && frontier.bestLevel() >= 0;
      return others && served >= TURN ? null : nextOf(taken.host());
    } finally {
      lock.unlock();
    }
  }

  /// A host's thread is at its end.
  ///
  /// @param left taken and not done
  void end(HostVisits visits, Frontier.@Nullable Taken left) {
    threads.remove(Thread.currentThread());
    lock.lock();
    try {
      busy--;
      leave(visits, left);
      beginReady();
      if (visits.rest() != null || busy == 0 || isOver()) changed.signalAll();
    } catch (Throwable e) {
      // With wrong counts the run would never end: it ends now, and can be run again.
      stopFor(e);
      throw e;
    } finally {
      lock.unlock();
    }
  }

  private void leave(HostVisits visits, Frontier.@Nullable Taken left) {
    int host = visits.host();
    if (left != null && visits.failed()) {
      allowance.done(left, AddressLog.FAILED, clock.instant(), 0);
    } else if (left != null) allowance.putBack(left);
    String down = visits.down();
    Instant rest = visits.rest();
    if (down != null) {
      if (downHosts.size() < MOST_REPORTS) downHosts.add(down);
      frontier.abandon(host);
      frontier.release(host);
      allowance.endStarts();
    } else if (rest != null) {
      frontier.rest(host, rest);
    } else {
      frontier.release(host);
    }
  }

  /// Whether a page that the server was too busy to give is asked for again: once in a run.
  boolean forgives(String url) {
    return forgiven.size() < MOST_FORGIVEN && forgiven.add(url);
  }

  /// What a visit brought could not be written: nothing more is asked for in this run.
  void stopFor(Throwable e) {
    signal(() -> {
      if (broken == null) broken = e;
      stopped = true;
    });
  }

  /// Lets the pages in flight come to their end and begins no other.
  public void pause() {
    signal(() -> {
      if (!paused) pausedSince = begun == 0 ? 0 : System.nanoTime();
      paused = true;
    });
  }

  public void resume() {
    signal(() -> {
      if (pausedSince != 0) {
        long rested = System.nanoTime() - pausedSince;
        begun += rested;
        allowance.rested(rested);
      }
      pausedSince = 0;
      paused = false;
    });
  }

  /// Ends [#run] as soon as the pages in flight are done.
  public void stop() {
    signal(() -> stopped = true);
  }

  private void signal(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public CrawlProgress progress() {
    lock.lock();
    try {
      List<String> reports = new ArrayList<>(traps.reports());
      reports.addAll(downHosts);
      return new CrawlProgress(
          frontier.known(),
          allowance.fetched(),
          frontier.pages(),
          allowance.failed(),
          frontier.failed(),
          frontier.waiting(),
          user.feedsFound(),
          busy,
          frontier.restingHosts(),
          lastPage,
          bytes,
          Duration.ofNanos(ran()),
          reports);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    frontier.close();
  }
}
