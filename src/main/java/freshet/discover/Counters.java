package freshet.discover;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// How far a search has come, for whoever watches it.
public final class Counters {
  private final InstantSource clock;
  private final AtomicInteger sites = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final AtomicLong pages = new AtomicLong();
  private final AtomicLong links = new AtomicLong();
  private final AtomicLong waiting = new AtomicLong();
  private final AtomicInteger feeds = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger resting = new AtomicInteger();
  private volatile Instant restsUntil = Instant.EPOCH;
  private volatile @Nullable String last;
  private volatile Duration before = Duration.ZERO;
  private volatile @Nullable Instant started;
  private volatile long pagesBefore;

  Counters(InstantSource clock) {
    this.clock = clock;
  }

  /// @param links found so far, the same one once
  /// @param waiting to be looked at, of the inputs under way
  /// @param last the page that was looked at last
  /// @param running in all, without pauses
  /// @param resting sites that wait for their quiet hours, the first of them until `restsUntil`
  public record Now(
      int sites,
      int done,
      int failed,
      int underWay,
      long pages,
      long links,
      long waiting,
      int feeds,
      @Nullable String last,
      Duration running,
      double pagesPerSecond,
      int resting,
      @Nullable Instant restsUntil) {}

  public Now now() {
    Instant begun = started;
    Duration since = begun == null ? Duration.ZERO : Duration.between(begun, clock.instant());
    double seconds = Math.max(0.001, since.toNanos() / 1e9);
    return new Now(
        sites.get(),
        done.get(),
        failed.get(),
        underWay.get(),
        pages.get(),
        links.get(),
        Math.max(0, waiting.get()),
        feeds.get(),
        last,
        before.plus(since),
        begun == null ? 0 : (pages.get() - pagesBefore) / seconds,
        resting.get(),
        resting.get() == 0 ? null : restsUntil);
  }

  /// Goes on counting time, after a start or a pause.
  synchronized void start() {
    if (started != null) return;
    pagesBefore = pages.get();
    started = clock.instant();
  }

  synchronized void stop() {
    Instant begun = started;
    if (begun != null) before = before.plus(Duration.between(begun, clock.instant()));
    started = null;
  }

  /// What earlier runs took, in all.
  void ranBefore(Duration time) {
    before = time;
  }

  void input() {
    sites.incrementAndGet();
  }

  void begun() {
    underWay.incrementAndGet();
  }

  /// @param begins whether the site did not wait before
  synchronized void rests(boolean begins, Instant until) {
    boolean first = begins && resting.getAndIncrement() == 0;
    if (first || until.isBefore(restsUntil) || !restsUntil.isAfter(clock.instant())) {
      restsUntil = until;
    }
  }

  void wakes() {
    resting.decrementAndGet();
  }

  void left() {
    underWay.decrementAndGet();
  }

  void done(boolean trouble) {
    done.incrementAndGet();
    if (trouble) failed.incrementAndGet();
  }

  void page(String url) {
    pages.incrementAndGet();
    last = url;
  }

  void feed() {
    feeds.incrementAndGet();
  }

  void queued(int more) {
    links.addAndGet(more);
    waiting.addAndGet(more);
  }

  /// Something that an earlier run has found.
  void linkBefore() {
    links.incrementAndGet();
  }

  /// What an earlier run has left.
  void waits(int items) {
    waiting.addAndGet(items);
  }

  void taken(int items) {
    waiting.addAndGet(-items);
  }
}
