package freshet.crawl;

import java.time.Instant;

/// What a crawl may still do: how many pages, in all and for each start, in how much time, and from
/// which priority on. Under the crawler's lock.
final class Allowance {
  private final CrawlSettings settings;
  private final Frontier frontier;
  private final TrapWatch traps;
  private final CrawlUser user;
  private final int[] inFlight = new int[HostQueues.LEVELS];
  private final long before;
  private long reserved;
  private long fetched;
  private long failed;

  Allowance(CrawlSettings settings, Frontier frontier, TrapWatch traps, CrawlUser user) {
    this.settings = settings;
    this.frontier = frontier;
    this.traps = traps;
    this.user = user;
    this.before = settings.earlierRuns() ? frontier.pages() : 0;
  }

  /// Pages fetched in this run.
  long fetched() {
    return fetched;
  }

  /// Whether an address is visited beside all limits: a page that an earlier run has counted.
  private boolean isFree(Frontier.Taken taken) {
    return settings.earlierRuns() && taken.again();
  }

  /// Addresses that gave no page, in this run.
  long failed() {
    return failed;
  }

  /// Whether all pages were fetched that may be.
  boolean isSpent() {
    return before + fetched >= settings.limits().pagesInAll();
  }

  /// Whether it is so if all those in flight turn out to be pages.
  boolean isFull() {
    return before + reserved + fetched >= settings.limits().pagesInAll();
  }

  /// The level under which nothing is fetched at the moment.
  int least() {
    if (settings.slack() >= 1) return 0;
    int best = frontier.bestLevel();
    // What is in flight may bring links as good as itself.
    for (int level = best + 1; level < HostQueues.LEVELS; level++) {
      if (inFlight[level] > 0) best = level;
    }
    return Math.max(0, best - (int) Math.round(settings.slack() * HostQueues.LEVELS));
  }

  /// Whether an address is to be visited now; then it counts as one of the pages allowed. If not,
  /// it is put aside: a trap for ever, one that is not worth it any more for later, anything else
  /// for another run.
  boolean admit(Frontier.Taken taken, Instant now) {
    Frontier.Start start = frontier.start(taken.start());
    // Those in flight, this one among them, may all turn out to be pages.
    boolean free = isFree(taken);
    boolean over =
        !free
            && (start.closed
                || isFull()
                || isOverTime(start)
                || start.pages + start.inFlight > settings.limits().pages());
    boolean trap =
        !over
            && !taken.again()
            && taken.depth() > 0
            && !taken.isTrusted()
            && !traps.mayVisit(taken.host(), taken.shape());
    if (over) frontier.leave(taken);
    else if (trap) frontier.visited(taken, AddressLog.DROPPED, now, 0);
    if (over || trap) {
      endStart(taken.start());
      return false;
    }
    double before = (taken.level() + 0.5) / HostQueues.LEVELS;
    int level = Links.level(user.priorityNow(taken.url(), taken.note(), before));
    if (level < taken.level() && taken.depth() > 0) {
      frontier.lower(taken, level);
      return false;
    }
    if (start.begun == 0) start.begun = System.nanoTime();
    inFlight[taken.level()]++;
    if (!free) reserved++;
    return true;
  }

  /// An admitted address was visited. One that failed is not tried for ever; what is no page does
  /// not count among the pages.
  ///
  /// @param state what it came to, of [AddressLog]
  void done(Frontier.Taken taken, int state, Instant now, long bodyHash) {
    giveBack(taken);
    if (state == AddressLog.DONE && !isFree(taken)) fetched++;
    else if (state == AddressLog.FAILED) failed++;
    frontier.visited(taken, state, now, state == AddressLog.FAILED ? 0 : bodyHash);
    endStart(taken.start());
  }

  /// An admitted address waits on.
  void putBack(Frontier.Taken taken) {
    giveBack(taken);
    frontier.putBack(taken);
  }

  private void giveBack(Frontier.Taken taken) {
    if (!isFree(taken)) reserved--;
    inFlight[taken.level()]--;
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

  /// The crawl was paused for so many nanoseconds, which do not count as time for any start.
  void rested(long nanos) {
    for (int i = 0; i < frontier.starts(); i++) {
      Frontier.Start start = frontier.start(i);
      if (start.begun != 0) start.begun += nanos;
    }
  }

  /// Tells the user of the starts that are over.
  void endStarts() {
    for (int i = 0; i < frontier.starts(); i++) endStart(i);
  }

  private void endStart(int number) {
    Frontier.Start start = frontier.start(number);
    if (start.finished || start.inFlight > 0) return;
    if (!start.closed && start.pages >= settings.limits().pages()) {
      close(number, "The limit of " + settings.limits().pages() + " pages was reached");
    } else if (!start.closed && isOverTime(start)) {
      close(number, "The time limit was reached");
    }
    if (start.waiting > 0 && !start.closed) return;
    start.finished = true;
    String reason = start.ending == null ? "done" : start.ending;
    user.finished(number, new CrawlUser.Ending(start.pages, reason));
  }
}
