package freshet.pipeline;

import freshet.schedule.Due;
import freshet.schedule.Planned;
import freshet.schedule.PlannedFeed;
import freshet.schedule.Planner;
import freshet.schedule.PollReport;
import freshet.schedule.Why;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The schedule for many threads: one at a time looks at it or changes it, and whoever waits for
/// the next poll wakes up when a change may have brought it forward.
final class Timetable {
  private static final Duration LONGEST_NAP = Duration.ofSeconds(30);
  private static final Duration SHORTEST_NAP = Duration.ofMillis(1);

  private final Planner planner;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  Timetable(Planner planner, InstantSource clock) {
    this.planner = planner;
    this.clock = clock;
  }

  void put(PlannedFeed feed) {
    change(() -> planner.put(feed));
  }

  void remove(long feed) {
    change(() -> planner.remove(feed));
  }

  /// Has a feed polled as soon as politeness allows, whatever its rhythm.
  boolean hurry(long feed) {
    return look(() -> {
      boolean there = planner.hurry(feed, clock.instant());
      changed.signal();
      return there;
    });
  }

  Optional<Why> explain(long feed) {
    return look(() -> planner.explain(feed, clock.instant()));
  }

  float[] week(long feed) {
    return look(() -> planner.week(feed));
  }

  /// Waits for the next poll that is due.
  Due next() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (true) {
        Instant now = clock.instant();
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

  /// Learns from a poll; null if the feed was removed while it was polled.
  @Nullable Planned finished(long feed, Instant now, PollReport report) {
    return look(() -> {
      if (planner.explain(feed, now).isEmpty()) return null;
      changed.signal();
      return planner.finished(feed, now, report);
    });
  }

  /// A poll that came to nothing by a mistake of ours.
  void abandoned(long feed) {
    change(() -> {
      Instant now = clock.instant();
      if (planner.explain(feed, now).isPresent()) planner.abandoned(feed, now);
    });
  }

  /// No feed of a site is polled before a time.
  void rest(String site, Instant until, String reason) {
    change(() -> planner.rest(site, until, reason));
  }

  void restGroup(String group, Instant until, String reason) {
    change(() -> planner.restGroup(group, until, reason));
  }

  /// Takes one call from the budget of a quota group, if there is one left.
  boolean take(String group) {
    return look(() -> planner.take(group, clock.instant()));
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
