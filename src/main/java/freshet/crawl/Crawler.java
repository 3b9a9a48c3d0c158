package freshet.crawl;

import freshet.fetch.Fetcher;
import freshet.fetch.SiteKey;
import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Visits pages from some starts on, following the links that its [CrawlUser] chooses.
///
/// Each host that is being asked has a virtual thread, which visits one page after the other; the
/// fetcher's gate adds robots.txt, gaps and rests. Hosts with the best links waiting come first,
/// and after a while a host makes room for others. What is known and what waits is in the
/// [Frontier], in a folder of its own: a crawl that was stopped or killed goes on where it was when
/// it is run again on the same folder, and visits again at most the pages that were in flight.
///
/// Usage: [#start] for each start page, then [#run], which returns when nothing is left or a limit
/// is reached. [#pause], [#resume], [#stop] and [#progress] may be called from any thread
/// meanwhile.
public final class Crawler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Crawler.class);

  /// Noted in place of the chain for addresses that no trap is looked for at.
  private static final int TRUSTED = 255;

  /// Pages of one host in a row while others wait.
  private static final int TURN = 20;

  /// Failures to reach a host in a row after which it is left to another run.
  private static final int GIVE_UP = 3;

  private final CrawlSettings settings;
  private final Fetcher fetcher;
  private final InstantSource clock;
  private final CrawlUser user;
  private final Frontier frontier;
  private final TrapWatch traps = new TrapWatch();
  private final Bandwidth all;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  // All guarded by the lock.
  private boolean paused;
  private boolean stopped;
  private int busy;
  private long reserved;
  private final int[] inFlight = new int[HostQueues.LEVELS];
  private long fetched;
  private String lastPage = "";
  private long begun;
  private long ended;
  private final List<String> downHosts = new ArrayList<>();

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
    all = new Bandwidth(settings.bytesPerSecondInAll());
    Instant now = clock.instant();
    Predicate<History> again =
        settings.revisit() ? history -> !history.due().isAfter(now) : _ -> false;
    frontier = new Frontier(folder, again);
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
    String normal = Normaliser.normalise(url);
    lock.lock();
    try {
      int start = frontier.start(normal, HostQueues.LEVELS - 1, note);
      changed.signalAll();
      return start;
    } finally {
      lock.unlock();
    }
  }

  /// Adds a start page that is visited in every run, such as a feed; its links are still visited
  /// once ever.
  public int startAgain(String url, String note) {
    String normal = Normaliser.normalise(url);
    lock.lock();
    try {
      int start = frontier.start(normal, HostQueues.LEVELS - 1, note);
      frontier.again(normal);
      changed.signalAll();
      return start;
    } finally {
      lock.unlock();
    }
  }

  /// Crawls until nothing is left, a limit is reached or [#stop] is called.
  public void run() throws InterruptedException {
    lock.lock();
    try {
      begun = System.nanoTime();
      ended = 0;
      for (int i = 0; i < frontier.starts(); i++) endStart(i);
      while (!isOver()) {
        if (!paused && busy < settings.parallel() && !isFull() && frontier.bestLevel() >= least()) {
          Frontier.Taken first = frontier.take();
          if (first != null) begin(first);
        } else {
          await();
        }
      }
      while (busy > 0) changed.await();
      for (int i = 0; i < frontier.starts(); i++) endStart(i);
    } catch (InterruptedException e) {
      stopped = true;
      for (Thread thread : threads) thread.interrupt();
      while (busy > 0) changed.awaitUninterruptibly();
      throw e;
    } finally {
      ended = System.nanoTime();
      frontier.force();
      lock.unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // run() looks again in its loop
  private void await() throws InterruptedException {
    Instant now = clock.instant();
    Instant next = frontier.wake(now);
    if (frontier.bestLevel() >= Math.max(0, least())
        && busy < settings.parallel()
        && !paused
        && !isFull()) {
      return;
    }
    long nanos = settings.limits().timeInAll().toNanos() - (System.nanoTime() - begun);
    if (next != null) nanos = Math.min(nanos, Duration.between(now, next).toNanos());
    // A start whose time is over is noticed within a second.
    nanos = Math.min(nanos, TimeUnit.SECONDS.toNanos(1));
    long left = changed.awaitNanos(Math.max(1_000_000, nanos));
    if (left <= 0) endLateStarts();
  }

  /// The level under which nothing is fetched at the moment.
  private int least() {
    if (settings.slack() >= 1) return 0;
    int best = frontier.bestLevel();
    // What is in flight may bring links as good as itself.
    for (int level = best + 1; level < HostQueues.LEVELS; level++) {
      if (inFlight[level] > 0) best = level;
    }
    return Math.max(0, best - (int) Math.round(settings.slack() * HostQueues.LEVELS));
  }

  private boolean isOver() {
    if (stopped || isLate()) return true;
    if (isFull()) return true;
    return busy == 0 && !paused && frontier.bestLevel() < 0 && frontier.restingHosts() == 0;
  }

  private boolean isLate() {
    return System.nanoTime() - begun > settings.limits().timeInAll().toNanos();
  }

  private boolean isFull() {
    return reserved + fetched >= settings.limits().pagesInAll();
  }

  private void begin(Frontier.Taken first) {
    if (!admit(first)) {
      Frontier.Taken other = nextOf(first.host());
      if (other == null) {
        frontier.release(first.host());
        return;
      }
      first = other;
    }
    Frontier.Taken taken = first;
    busy++;
    Thread thread = Thread.ofVirtual().name("crawl").unstarted(() -> serve(taken));
    threads.add(thread);
    thread.start();
  }

  /// The visits of one host, one after the other.
  private void serve(Frontier.Taken first) {
    int host = first.host();
    Frontier.Taken taken = first;
    Bandwidth own = new Bandwidth(settings.bytesPerSecond());
    int failures = 0;
    int served = 0;
    Instant rest = null;
    boolean down = false;
    try {
      while (taken != null) {
        String url = frontierUrl(taken);
        rest = closedUntil(url);
        if (rest != null) {
          putBack(taken);
          break;
        }
        pauseFor(Math.max(own.delay(System.nanoTime()), all.delay(System.nanoTime())));
        FetchOutcome outcome = fetcher.fetch(request(taken, url));
        if (outcome instanceof Forbidden f && f.ban() == Ban.RESTING) {
          rest = fetcher.restsUntil(SiteKey.of(feedUrl(url)));
          putBack(taken);
          if (rest != null && rest.isAfter(clock.instant().plus(settings.longestRest()))) {
            down = true;
            noteDown(url, f.reason());
          }
          break;
        }
        take(own, outcome);
        visit(taken, url, outcome);
        failures = outcome instanceof Unreachable ? failures + 1 : 0;
        if (failures >= GIVE_UP) {
          down = true;
          noteDown(url, ((Unreachable) outcome).reason());
          break;
        }
        taken = next(host, ++served);
      }
    } catch (InterruptedException e) {
      putBack(taken == null ? first : taken);
    } catch (RuntimeException e) {
      // The outer edge of a visit: a mistake of ours must cost this page and no more.
      LOG.error("The visit of a page failed by a mistake of Freshet's", e);
      if (taken != null) mistake(taken);
    } finally {
      threads.remove(Thread.currentThread());
      end(host, rest, down);
    }
  }

  private void noteDown(String url, String reason) {
    lock.lock();
    try {
      if (downHosts.size() < 1_000) {
        downHosts.add(Normaliser.host(url) + ": left to another run: " + reason);
      }
    } finally {
      lock.unlock();
    }
  }

  private void end(int host, @Nullable Instant rest, boolean down) {
    lock.lock();
    try {
      if (down) {
        frontier.abandon(host);
        frontier.release(host);
        for (int i = 0; i < frontier.starts(); i++) endStart(i);
      } else if (rest != null) frontier.rest(host, rest);
      else frontier.release(host);
      busy--;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private String frontierUrl(Frontier.Taken taken) {
    lock.lock();
    try {
      return frontier.url(taken);
    } finally {
      lock.unlock();
    }
  }

  private FetchRequest request(Frontier.Taken taken, String url) {
    long known;
    lock.lock();
    try {
      known = frontier.bodyHash(taken);
    } finally {
      lock.unlock();
    }
    return new FetchRequest(feedUrl(url), Validators.NONE, known, Map.of());
  }

  private static FeedUrl feedUrl(String url) {
    return new FeedUrl(URI.create(url));
  }

  /// When the host may be visited, if not now.
  private @Nullable Instant closedUntil(String url) {
    if (settings.quiet() == null) return null;
    Instant now = clock.instant();
    Instant next = settings.quiet().nextFor(Normaliser.host(url), now);
    return next.isAfter(now) ? next : null;
  }

  private static void pauseFor(long nanos) throws InterruptedException {
    if (nanos > 0) Thread.sleep(Duration.ofNanos(nanos));
  }

  private void take(Bandwidth own, FetchOutcome outcome) {
    Answer answer =
        switch (outcome) {
          case Fetched f -> f.answer();
          case Unchanged u -> u.answer();
          case FetchOutcome.Gone g -> g.answer();
          case FetchOutcome.Refused r -> r.answer();
          case Unreachable _, Forbidden _ -> null;
        };
    if (answer == null) return;
    bytes.addAndGet(answer.wireBytes());
    long now = System.nanoTime();
    own.take(answer.wireBytes(), now);
    all.take(answer.wireBytes(), now);
  }

  private void visit(Frontier.Taken taken, String url, FetchOutcome outcome) {
    String finalUrl = finalUrl(url, outcome);
    Visit visit;
    int chain;
    boolean known;
    lock.lock();
    try {
      int level = frontier.level(taken);
      visit =
          new Visit(
              url,
              frontier.startOf(taken),
              frontier.depth(taken),
              (level + 0.5) / HostQueues.LEVELS,
              frontier.note(taken),
              outcome,
              finalUrl);
      chain = frontier.chain(taken);
      // Redirected to where we were before: nothing new, except for a start page.
      known = !finalUrl.equals(url) && visit.depth() > 0 && frontier.knows(finalUrl);
    } finally {
      lock.unlock();
    }
    Links links = new Links(base(url, outcome));
    if (!known) user.visited(visit, links);
    Shapes.Shape shape = Shapes.of(url);
    lock.lock();
    try {
      long bodyHash = outcome instanceof Fetched f ? f.bodyHash() : frontier.bodyHash(taken);
      Instant now = clock.instant();
      boolean news = true;
      if (outcome instanceof Fetched f && !known) {
        news =
            chain == TRUSTED || traps.visited(taken.host(), Normaliser.host(url), shape, f.body());
        if (!finalUrl.equals(url)) {
          frontier.addVisited(
              finalUrl, visit.start(), visit.depth(), now.getEpochSecond(), f.bodyHash());
        }
      }
      if (links.isEnough()) close(visit.start(), "Enough was found");
      follow(links, visit, taken.host(), shape, chain, news);
      finish(taken, url, outcome, now, bodyHash);
    } finally {
      lock.unlock();
    }
  }

  private static String finalUrl(String url, FetchOutcome outcome) {
    if (!(outcome instanceof Fetched f)) return url;
    String given = f.answer().finalUrl().toString();
    if (given.equals(url)) return url;
    String normal = Normaliser.resolve(url, given);
    return normal == null ? url : normal;
  }

  private static String base(String url, FetchOutcome outcome) {
    return outcome instanceof Fetched f ? f.answer().finalUrl().toString() : url;
  }

  /// @param news whether the page is unlike the others; one that is not leads nowhere new
  private void follow(
      Links links, Visit visit, int host, Shapes.Shape from, int chain, boolean news) {
    int depth = visit.depth() + 1;
    if (depth > settings.limits().depth()) return;
    boolean first = settings.order() == CrawlSettings.Order.DEPTH_FIRST;
    List<Links.Followed> followed = links.followed();
    Set<String> sessions = traps.sessionNames(host, Sessions.names(followed));
    // Depth first, the first link of a page is to be the first one visited.
    for (int i = 0; i < followed.size(); i++) {
      Links.Followed link = followed.get(first ? followed.size() - 1 - i : i);
      String url = link.trusted() ? link.url() : Sessions.without(link.url(), sessions);
      if (frontier.knows(url)) {
        if (!link.trusted()) frontier.raise(url, link.level(), first, link.note());
        mapped(url, link);
        continue;
      }
      if (link.trusted()) {
        frontier.add(url, visit.start(), depth, link.level(), TRUSTED, first, link.note());
        continue;
      }
      Shapes.Shape shape = Shapes.of(url);
      if (!news && visit.depth() > 0 && shape.area().equals(from.area()) && !isRoot(shape))
        continue;
      int level = link.level();
      int linked = 0;
      if (shape.isSuspicious()) {
        linked = shape.pattern().equals(from.pattern()) ? Math.min(TRUSTED - 1, chain + 1) : 0;
        int to = frontier.host(url);
        boolean more = shape.variables().length() > from.variables().length();
        if (!traps.mayFollow(to, Normaliser.host(url), shape, linked, more)) continue;
        level = 0;
      }
      frontier.add(url, visit.start(), depth, level, linked, first, link.note());
      mapped(url, link);
    }
  }

  private void mapped(String url, Links.Followed link) {
    Sitemap.Page page = link.mapped();
    if (page == null) return;
    long modified = page.modified() == null ? 0 : page.modified().getEpochSecond();
    frontier.sitemap(url, page.frequency(), modified);
  }

  private static boolean isRoot(Shapes.Shape shape) {
    return shape.area().equals("/…");
  }

  private void finish(
      Frontier.Taken taken, String url, FetchOutcome outcome, Instant now, long bodyHash) {
    boolean good = outcome instanceof Fetched || outcome instanceof Unchanged;
    int state = good ? AddressLog.DONE : AddressLog.FAILED;
    unreserve(taken);
    if (good) {
      fetched++;
      lastPage = url;
    } else {
      failed.incrementAndGet();
    }
    int start = frontier.startOf(taken);
    frontier.visited(taken, state, now, good ? bodyHash : 0);
    endStart(start);
    changed.signalAll();
  }

  /// A page that our own mistake kept from being read is not tried for ever.
  private void mistake(Frontier.Taken taken) {
    lock.lock();
    try {
      unreserve(taken);
      failed.incrementAndGet();
      frontier.visited(taken, AddressLog.FAILED, clock.instant(), 0);
      endStart(frontier.startOf(taken));
    } finally {
      lock.unlock();
    }
  }

  private void putBack(Frontier.Taken taken) {
    lock.lock();
    try {
      unreserve(taken);
      frontier.putBack(taken);
    } finally {
      lock.unlock();
    }
  }

  /// The next address of a host that is being served, or null if it has to make room.
  private Frontier.@Nullable Taken next(int host, int served) {
    lock.lock();
    try {
      if (stopped || paused || isLate()) return null;
      boolean others = busy >= settings.parallel() && frontier.bestLevel() >= 0;
      if (others && served >= TURN) return null;
      return nextOf(host);
    } finally {
      lock.unlock();
    }
  }

  private Frontier.@Nullable Taken nextOf(int host) {
    while (!isFull()) {
      Frontier.Taken taken = frontier.takeFrom(host, least());
      if (taken == null) return null;
      if (admit(taken)) return taken;
    }
    return null;
  }

  /// Whether an address is to be visited now; then it counts as one of the pages allowed. If not,
  /// it is put aside: a trap for ever, anything else for another run.
  private boolean admit(Frontier.Taken taken) {
    int number = frontier.startOf(taken);
    Frontier.Start start = frontier.start(number);
    // Those in flight, this one among them, may all turn out to be pages.
    boolean over =
        start.closed
            || isOverTime(start)
            || start.pages + start.inFlight > settings.limits().pages();
    boolean trap = !over && frontier.depth(taken) > 0 && isTrap(taken);
    if (over) frontier.leave(taken);
    else if (trap) frontier.visited(taken, AddressLog.DROPPED, clock.instant(), 0);
    if (over || trap) {
      endStart(number);
      return false;
    }
    if (start.begun == 0) start.begun = System.nanoTime();
    inFlight[frontier.level(taken)]++;
    reserved++;
    return true;
  }

  private boolean isTrap(Frontier.Taken taken) {
    if (frontier.chain(taken) == TRUSTED) return false;
    Shapes.Shape shape = Shapes.of(frontier.url(taken));
    return !traps.mayVisit(taken.host(), shape);
  }

  private void unreserve(Frontier.Taken taken) {
    reserved--;
    inFlight[frontier.level(taken)]--;
  }

  private boolean isOverTime(Frontier.Start start) {
    return start.begun != 0 && System.nanoTime() - start.begun > settings.limits().time().toNanos();
  }

  private void close(int start, String reason) {
    Frontier.Start it = frontier.start(start);
    if (it.closed) return;
    it.closed = true;
    it.ending = reason;
  }

  /// Tells the user when a start is over.
  private void endStart(int number) {
    Frontier.Start start = frontier.start(number);
    if (start.told || start.inFlight > 0) return;
    if (!start.closed && start.pages >= settings.limits().pages()) {
      close(number, "The limit of " + settings.limits().pages() + " pages was reached");
    } else if (!start.closed && isOverTime(start)) {
      close(number, "The time limit was reached");
    }
    if (start.waiting > 0 && !start.closed) return;
    start.told = true;
    String reason = start.ending == null ? "done" : start.ending;
    user.finished(number, new CrawlUser.Ending(start.pages, reason));
  }

  private void endLateStarts() {
    for (int i = 0; i < frontier.starts(); i++) endStart(i);
  }

  /// Lets the pages in flight come to their end and begins no other.
  public void pause() {
    signal(() -> paused = true);
  }

  public void resume() {
    signal(() -> paused = false);
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
          fetched,
          failed.get(),
          frontier.waiting(),
          busy,
          frontier.restingHosts(),
          lastPage,
          bytes.get(),
          Duration.ofNanos(begun == 0 ? 0 : (ended == 0 ? System.nanoTime() : ended) - begun),
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
