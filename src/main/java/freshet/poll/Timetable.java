package freshet.poll;

import freshet.fetch.Quotas;
import freshet.schedule.Due;
import freshet.schedule.Planned;
import freshet.schedule.PlannedFeed;
import freshet.schedule.Planner;
import freshet.schedule.Planner.Purpose;
import freshet.schedule.PlannerSettings;
import freshet.schedule.PollReport;
import freshet.schedule.Week;
import freshet.schedule.Why;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The schedule for many threads: one at a time looks at it or changes it, and whoever waits for
/// the next poll wakes up when a change may have brought it forward.
public final class Timetable implements Quotas {
  private static final Logger log = LoggerFactory.getLogger(Timetable.class);
  private static final Duration LONGEST_NAP = Duration.ofSeconds(30);
  private static final Duration SHORTEST_NAP = Duration.ofMillis(1);

  /// A clock that is put right by less does no harm.
  private static final Duration SET_BACK = Duration.ofSeconds(2);

  private final Planner planner;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /// When it was last asked; guarded by the lock.
  private Instant latest = Instant.MIN.plus(SET_BACK);

  public Timetable(Planner planner, InstantSource clock) {
    this.planner = planner;
    this.clock = clock;
  }

  /// Goes on under other settings.
  public void change(PlannerSettings settings) {
    change(() -> planner.change(settings));
  }

  void put(PlannedFeed feed) {
    change(() -> planner.put(feed));
  }

  void remove(long feed) {
    change(() -> planner.remove(feed));
  }

  /// Makes do with a part of the common budget, see [Planner#share].
  void share(int of, int all, boolean used) {
    change(() -> planner.share(of, all, used, clock.instant()));
  }

  /// Gives feeds up to others, see [Planner#leave].
  Set<Long> leave(BiPredicate<String, String> which) {
    return look(() -> planner.leave(which));
  }

  boolean has(long feed) {
    return look(() -> planner.has(feed));
  }

  /// Has a feed polled as soon as politeness allows, whatever its rhythm.
  boolean hurry(long feed) {
    return look(() -> {
      boolean there = planner.hurry(feed, clock.instant());
      changed.signal();
      return there;
    });
  }

  Duration leastInterval() {
    return planner.leastInterval();
  }

  Optional<Why> explain(long feed) {
    return look(() -> planner.explain(feed, clock.instant()));
  }

  /// The first of the four hours, UTC, in which least is published; empty if too little is known.
  public OptionalInt quietest() {
    return look(planner::quietest);
  }

  Week week(long feed) {
    return look(() -> planner.week(feed));
  }

  /// Waits for the next poll that is due.
  Due next() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (true) {
        Instant now = clock.instant();
        if (now.isBefore(latest.minus(SET_BACK))) {
          log.warn("The clock was set back to {}: all that was planned moves along with it", now);
          planner.setBack(Duration.between(now, latest), now);
        }
        latest = now;
        Optional<Due> due = planner.next(now);
        if (due.isPresent()) return due.get();
        Instant wake = planner.wakeUp(now);
        boolean soon = wake.isBefore(now.plus(LONGEST_NAP));
        Duration wait = soon ? Duration.between(now, wake) : LONGEST_NAP;
        boolean _ =
            changed.await(Math.max(wait.toNanos(), SHORTEST_NAP.toNanos()), TimeUnit.NANOSECONDS);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Learns from a poll; null if the feed was removed while it was polled, even if it is back.
  @Nullable Planned finished(long feed, Instant now, PollReport report) {
    return look(() -> {
      if (!planner.isInFlight(feed)) return null;
      changed.signal();
      return planner.finished(feed, now, report);
    });
  }

  /// A poll that came to nothing by a mistake of ours.
  void abandoned(long feed) {
    change(() -> {
      Instant now = clock.instant();
      if (planner.isInFlight(feed)) planner.abandoned(feed, now);
    });
  }

  /// A poll that was not made because the feed may not be asked at this time.
  ///
  /// @param until when it may, or null if that is not known
  void postponed(long feed, @Nullable Instant until, String reason) {
    change(() -> {
      Instant now = clock.instant();
      if (!planner.isInFlight(feed)) return;
      if (until == null) planner.abandoned(feed, now);
      else planner.postponed(feed, now, until, reason.replaceFirst("\\.$", ""));
    });
  }

  /// No feed of a site is polled before a time.
  void restSite(String site, Instant until, String reason) {
    change(() -> planner.rest(site, until, reason));
  }

  @Override
  public void rest(String group, Instant until, String reason) {
    log.info("the quota group {} rests until {}: {}", group, until, reason);
    change(() -> planner.restGroup(group, until, reason));
  }

  @Override
  public boolean take(String group) {
    return look(() -> planner.take(group, clock.instant()));
  }

  /// Sets a part of the budget apart for what is no poll.
  ///
  /// @param percent 0 for none
  public void setApart(Purpose purpose, int percent) {
    change(() -> planner.setApart(purpose, percent));
  }

  /// Takes a call for a page of a crawl that is visited again.
  ///
  /// @return whether it may be made now
  public boolean takeForCrawl() {
    return look(() -> planner.takeApart(Purpose.CRAWLS, clock.instant()).isZero());
  }

  /// Takes a call for the page behind an entry.
  ///
  /// @param wanted a person waits for it: then any call of the budget will do
  /// @return how long to wait; zero if the call was taken
  public Duration takeForPage(boolean wanted) {
    return look(() -> {
      Instant now = clock.instant();
      if (wanted && planner.take(PlannedFeed.COMMON, now)) return Duration.ZERO;
      return planner.takeApart(Purpose.ARTICLES, now);
    });
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  private <T extends @Nullable Object> T look(Supplier<T> look) {
    lock.lock();
    try {
      return look.get();
    } finally {
      lock.unlock();
    }
  }
}
