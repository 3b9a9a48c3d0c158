package freshet.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What a crawl has met and what it has yet to visit, on disk.
///
/// One file is kept, the [AddressLog]; the index that tells seen addresses and the queues are
/// mapped files made anew from it at every start (about a second for a million addresses), so there
/// is nothing that can disagree after a kill. An address is marked as visited only after everything
/// found on its page was written; whoever is killed in between visits that page again, and no
/// other. In Java's heap there are only the numbers of the hosts that are ready (4 to 20 bytes
/// each) and the starts.
///
/// Not for several threads: [Crawler] guards it with one lock.
final class Frontier implements AutoCloseable {
  /// Noted in place of the chain for addresses that no trap is looked for at.
  static final int TRUSTED = 255;

  private final AddressLog log;
  private final HashIndex seen;
  private final HostQueues hosts;
  private final IntQueue[] ready = new IntQueue[HostQueues.LEVELS];
  private final PriorityQueue<Rest> resting =
      new PriorityQueue<>((a, b) -> a.until.compareTo(b.until));
  private final Set<Long> inFlight = new HashSet<>();

  /// Visited before, and queued to be visited once more.
  private final Set<Long> again = new HashSet<>();

  private final boolean depthFirst;
  private final Map<Long, Integer> startByHash = new HashMap<>();
  private final List<Start> starts = new ArrayList<>();
  private long waiting;
  private long pages;
  private long failed;

  /// How far a start has come.
  static final class Start {
    /// Addresses in queues.
    int waiting;

    /// Addresses taken and not yet done with.
    int inFlight;

    /// Pages visited, in all runs.
    int pages;

    /// Whether nothing more of it is to be visited in this run.
    boolean closed;

    /// Why it was closed.
    @Nullable String ending;

    /// Whether the user was told that it is over.
    boolean finished;

    /// When its first page was taken in this run, by `System.nanoTime`; 0 if none was.
    long begun;
  }

  private record Rest(int host, Instant until) {}

  /// An address to be visited, and what is known of it.
  ///
  /// @param number in the log
  /// @param chain how many pages of the same suspicious pattern led to it, or [#TRUSTED]
  /// @param bodyHash of the last visit; 0 if there was none
  /// @param again whether something came of an earlier visit
  record Taken(
      long number,
      int host,
      String url,
      Shapes.Shape shape,
      int start,
      int depth,
      int level,
      int chain,
      long bodyHash,
      boolean again,
      String note) {
    boolean isTrusted() {
      return chain == TRUSTED;
    }
  }

  /// @param due which visited pages are to be visited once more
  /// @param depthFirst whether what was found last waits at the front, as it did before a stop
  Frontier(Path folder, Predicate<History> due, boolean depthFirst) throws IOException {
    this.depthFirst = depthFirst;
    Files.createDirectories(folder);
    for (int i = 0; i < ready.length; i++) ready[i] = new IntQueue();
    log = new AddressLog(folder.resolve("addresses.log"));
    int log2 = Math.max(16, 65 - Long.numberOfLeadingZeros(log.count()));
    seen = new HashIndex(folder.resolve("seen.tmp"), log, log2);
    hosts = new HostQueues(folder, log);
    log.forEach(number -> restore(number, due));
  }

  private void restore(long number, Predicate<History> due) {
    long hash = log.hashOf(number);
    long known = seen.find(hash);
    if (known == HashIndex.NONE) seen.add(hash, number);
    else if (log.raised(number)) seen.replace(hash, known, number);
    int state = log.state(number);
    int start = log.start(number);
    while (starts.size() <= start) starts.add(new Start());
    if (log.depth(number) == 0) startByHash.put(hash, start);
    count(start, state, 1);
    if (state == AddressLog.WAITING) {
      // Starts wait behind, in their order, as they did at first.
      queue(number, log.url(number), depthFirst && log.depth(number) > 0);
    } else if (isVisited(state) && due.test(log.history(number))) {
      again(number);
    }
  }

  private static boolean isVisited(int state) {
    return state == AddressLog.DONE || state == AddressLog.FAILED || state == AddressLog.OTHER;
  }

  /// Counts what became of an address, or takes it back.
  private void count(int start, int state, int by) {
    if (state == AddressLog.DONE) {
      starts.get(start).pages += by;
      pages += by;
    } else if (state == AddressLog.FAILED) {
      failed += by;
    }
  }

  /// Begins a start, or finds it again. The first one has number 0.
  int start(String url, int level, String note) {
    long hash = AddressLog.hash(url);
    Integer before = startByHash.get(hash);
    if (before != null) return before;
    int start = starts.size();
    starts.add(new Start());
    startByHash.put(hash, start);
    // Met on another start's way, it still has to be visited for its own.
    long known = seen.find(hash);
    long number = log.add(hash, url, start, 0, level, AddressLog.WAITING, note);
    if (known == HashIndex.NONE) seen.add(hash, number);
    queue(number, url, false);
    return start;
  }

  /// Queues an address once more that was visited before.
  void again(String url) {
    long number = seen.find(AddressLog.hash(url));
    if (number != HashIndex.NONE && isVisited(log.state(number))) again(number);
  }

  /// What was visited before keeps its state until the visit is over, so that a kill loses nothing.
  void again(long number) {
    if (again.add(number)) queue(number, log.url(number), log.depth(number) == 0);
  }

  /// How many wait, or are under way, that were visited before.
  int comingAgain() {
    return again.size();
  }

  /// An address that was visited, and when it is due again.
  record Due(long number, Instant at) {}

  /// The visited addresses that come again, those due longest first.
  ///
  /// @param until only those due by then
  /// @param comes which of them come again, by their notes
  List<Due> due(Instant until, Predicate<String> comes) {
    List<Due> found = new ArrayList<>();
    log.forEach(number -> {
      if (!isVisited(log.state(number)) || again.contains(number)) return;
      Instant at = log.history(number).due();
      if (!at.isAfter(until) && comes.test(log.note(number))) found.add(new Due(number, at));
    });
    found.sort(Comparator.comparing(Due::at));
    return found;
  }

  /// When an address was last fetched.
  Instant fetched(long number) {
    return Instant.ofEpochSecond(log.history(number).fetched());
  }

  Start start(int number) {
    return starts.get(number);
  }

  int starts() {
    return starts.size();
  }

  /// @param hash of the address, [AddressLog#hash]
  boolean knows(long hash) {
    return seen.find(hash) != HashIndex.NONE;
  }

  /// Whether an address waits or is not known.
  boolean isToVisit(long hash) {
    long number = seen.find(hash);
    return number == HashIndex.NONE || log.state(number) == AddressLog.WAITING;
  }

  /// Adds an address that is not known yet.
  void add(
      long hash,
      String url,
      int start,
      int depth,
      int level,
      int chain,
      boolean first,
      String note) {
    long number = log.add(hash, url, start, depth, level, AddressLog.WAITING, note);
    if (chain > 0) log.chain(number, chain);
    seen.add(hash, number);
    queue(number, url, first);
  }

  /// Moves an address up that waits and was found again by a better link.
  void raise(long hash, String url, int level, boolean first, String note) {
    long old = seen.find(hash);
    boolean better =
        old != HashIndex.NONE
            && log.state(old) == AddressLog.WAITING
            && level > log.level(old)
            && log.depth(old) > 0
            && !Shapes.isSuspicious(url)
            && !inFlight.contains(old);
    if (!better) return;
    int start = log.start(old);
    int depth = log.depth(old);
    long number =
        log.add(hash, url, start, depth, level | AddressLog.RAISED, AddressLog.WAITING, note);
    log.state(old, AddressLog.DROPPED);
    seen.replace(hash, old, number);
    queue(number, url, first);
  }

  /// Notes an address as visited that was never queued, such as the end of a redirect.
  ///
  /// @return whether it is new
  boolean addVisited(String url, int start, int depth, long second, long bodyHash) {
    long hash = AddressLog.hash(url);
    if (seen.find(hash) != HashIndex.NONE) return false;
    long number = log.add(hash, url, start, Math.max(1, depth), 0, AddressLog.DROPPED, "");
    log.visited(number, AddressLog.DROPPED, second, bodyHash);
    seen.add(hash, number);
    return true;
  }

  /// Says of an address how often it changes, unless a sitemap has said so.
  void frequency(String url, ChangeFrequency frequency) {
    long number = seen.find(AddressLog.hash(url));
    boolean unknown =
        number != HashIndex.NONE && log.history(number).frequency() == ChangeFrequency.UNKNOWN;
    if (unknown) log.sitemap(number, frequency, 0);
  }

  void sitemap(long hash, ChangeFrequency frequency, long modifiedSecond) {
    long number = seen.find(hash);
    if (number != HashIndex.NONE) log.sitemap(number, frequency, modifiedSecond);
  }

  private void queue(long number, String url, boolean first) {
    int host = hosts.host(AddressLog.hash(Normaliser.host(url)));
    int before = hosts.best(host);
    hosts.add(host, log.level(number), number, first);
    waiting++;
    starts.get(log.start(number)).waiting++;
    if (hosts.state(host) == HostQueues.IDLE) {
      ready(host);
    } else if (hosts.state(host) == HostQueues.READY && hosts.best(host) > before) {
      // It moves up; where it stood before, it is passed over.
      ready[hosts.best(host)].add(host);
    }
  }

  private void ready(int host) {
    hosts.state(host, HostQueues.READY);
    ready[hosts.best(host)].add(host);
  }

  /// The highest level at which a host is ready, or -1.
  int bestLevel() {
    for (int level = ready.length - 1; level >= 0; level--) {
      while (!ready[level].isEmpty()) {
        int host = ready[level].peek();
        boolean current = hosts.state(host) == HostQueues.READY && hosts.best(host) == level;
        if (current) return level;
        ready[level].poll();
      }
    }
    return -1;
  }

  /// Takes the best address of the host that is first in line; the host is busy from then on.
  @Nullable Taken take() {
    while (true) {
      int level = bestLevel();
      if (level < 0) return null;
      int host = ready[level].poll();
      hosts.state(host, HostQueues.BUSY);
      Taken taken = taken(host);
      if (taken != null) return taken;
      hosts.state(host, HostQueues.IDLE);
    }
  }

  private @Nullable Taken taken(int host) {
    while (hosts.waiting(host) > 0) {
      long number = hosts.take(host);
      Start start = starts.get(log.start(number));
      start.waiting--;
      waiting--;
      // One that moved up is no longer here.
      int state = log.state(number);
      if (state == AddressLog.DROPPED) continue;
      start.inFlight++;
      inFlight.add(number);
      String url = log.url(number);
      return new Taken(
          number,
          host,
          url,
          Shapes.of(url),
          log.start(number),
          log.depth(number),
          log.level(number),
          log.chain(number),
          log.bodyHash(number),
          state == AddressLog.DONE || state == AddressLog.OTHER,
          log.note(number));
    }
    return null;
  }

  /// Takes the next address of a busy host, if it has one of at least this level.
  @Nullable Taken takeFrom(int host, int leastLevel) {
    if (hosts.waiting(host) == 0 || hosts.best(host) < leastLevel) return null;
    return taken(host);
  }

  /// A busy host is free again.
  void release(int host) {
    hosts.state(host, HostQueues.IDLE);
    if (hosts.waiting(host) > 0) ready(host);
  }

  /// A busy host is left alone until a time.
  void rest(int host, Instant until) {
    hosts.state(host, HostQueues.RESTING);
    resting.add(new Rest(host, until));
  }

  /// Makes hosts ready whose rest is over.
  ///
  /// @return when the next one is ready, or null if none rests
  @Nullable Instant wake(Instant now) {
    while (true) {
      Rest first = resting.peek();
      if (first == null) return null;
      if (first.until.isAfter(now)) return first.until;
      resting.poll();
      release(first.host);
    }
  }

  /// An address that could not be asked for yet waits on, first in its queue.
  void putBack(Taken taken) {
    hosts.add(taken.host, taken.level, taken.number, true);
    Start start = starts.get(taken.start);
    start.waiting++;
    start.inFlight--;
    inFlight.remove(taken.number);
    waiting++;
  }

  /// An address that turned out to be less good waits on at a lower level.
  void lower(Taken taken, int level) {
    log.lower(taken.number, level);
    hosts.add(taken.host, level, taken.number, false);
    Start start = starts.get(taken.start);
    start.waiting++;
    start.inFlight--;
    inFlight.remove(taken.number);
    waiting++;
  }

  /// An address that waits for another run.
  void leave(Taken taken) {
    starts.get(taken.start).inFlight--;
    inFlight.remove(taken.number);
    again.remove(taken.number);
  }

  /// Leaves a busy host alone for the rest of this run; its addresses wait for another.
  void abandon(int host) {
    for (Taken left = taken(host); left != null; left = taken(host)) leave(left);
  }

  void visited(Taken taken, int state, Instant at, long bodyHash) {
    int before = log.state(taken.number);
    if (isVisited(before)) count(taken.start, before, -1);
    log.visited(taken.number, state, at.getEpochSecond(), bodyHash);
    count(taken.start, state, 1);
    starts.get(taken.start).inFlight--;
    inFlight.remove(taken.number);
    again.remove(taken.number);
  }

  int host(String url) {
    return hosts.host(AddressLog.hash(Normaliser.host(url)));
  }

  /// Pages visited, in all runs; one that was visited again counts once.
  long pages() {
    return pages;
  }

  /// Addresses that gave nothing, in all runs.
  long failed() {
    return failed;
  }

  /// Addresses ever met.
  long known() {
    return log.count();
  }

  long waiting() {
    return waiting;
  }

  int restingHosts() {
    return resting.size();
  }

  void force() {
    log.force();
  }

  @Override
  public void close() throws IOException {
    hosts.close();
    seen.close();
    log.close();
  }
}
