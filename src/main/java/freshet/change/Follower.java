package freshet.change;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The loop of whoever follows what is new, on a thread of its own: it takes a step at the start,
/// after every change, and when nothing was heard for a while. Changes that come close together are
/// one step.
///
/// A step that fails is taken again, after a wait that grows from one failure to the next: what it
/// was to do stays to be done, whether the store was away or the mistake was ours. Only [#close]
/// ends the loop.
public final class Follower implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Follower.class);
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  /// Unless it looks more rarely than that anyway.
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /// What is to be done about all that is new.
  public interface Step {
    void run() throws InterruptedException;
  }

  private final String name;
  private final Duration gather;
  private final Duration longest;
  private final Duration firstWait;
  private final Step step;
  private final Set<Class<? extends RuntimeException>> passing;
  private final Thread thread;
  private boolean awake = true;
  private volatile boolean closed;

  /// @param name what it does, for the log and for thread dumps: `rules`
  /// @param gather how long changes are gathered before a step
  /// @param longest the time without a change after which a step is taken nevertheless
  /// @param passing failures that are nobody's mistake and pass, such as a store that is away
  public Follower(
      String name,
      Duration gather,
      Duration longest,
      Step step,
      Set<Class<? extends RuntimeException>> passing) {
    this(name, gather, longest, FIRST_WAIT, step, passing);
  }

  Follower(
      String name,
      Duration gather,
      Duration longest,
      Duration firstWait,
      Step step,
      Set<Class<? extends RuntimeException>> passing) {
    this.name = name;
    this.gather = gather;
    this.longest = longest;
    this.firstWait = firstWait;
    this.step = step;
    this.passing = passing;
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /// Something is new.
  public synchronized void wake() {
    awake = true;
    notifyAll();
  }

  /// For long steps, which should end then.
  public boolean isClosed() {
    return closed;
  }

  private void run() {
    Duration retry = Duration.ZERO;
    try {
      while (!closed) {
        if (retry.isZero()) await(longest, true);
        await(retry.isZero() ? gather : retry, false);
        if (closed) return;
        synchronized (this) {
          awake = false;
        }
        retry = retryAfter(retry);
      }
    } catch (InterruptedException e) {
      // Nobody does: it could close files under whoever reads them.
      Thread.currentThread().interrupt();
    }
  }

  /// Takes a step.
  ///
  /// @return how long to wait before it is tried again; zero if it succeeded
  private Duration retryAfter(Duration before) throws InterruptedException {
    try {
      step.run();
      return Duration.ZERO;
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable failure) {
      // The outer edge of this thread.
      Duration wait = before.isZero() ? firstWait : before.multipliedBy(2);
      Duration most = longest.compareTo(LONGEST_WAIT) > 0 ? longest : LONGEST_WAIT;
      if (wait.compareTo(most) > 0) wait = most;
      if (!closed) report(failure, wait);
      return wait;
    }
  }

  private void report(Throwable failure, Duration wait) {
    if (passing.stream().anyMatch(p -> p.isInstance(failure))) {
      log.warn("{}: {}; tried again in {} ms", name, failure.getMessage(), wait.toMillis());
    } else {
      log.error(
          "{} failed by a mistake of ours; tried again in {} ms", name, wait.toMillis(), failure);
    }
  }

  /// @param orChange whether a change ends it sooner; closing does
  private synchronized void await(Duration most, boolean orChange) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    while (!closed && !(orChange && awake)) {
      long left = end - System.nanoTime();
      if (left <= 0) return;
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  /// Ends the loop, and waits for the step under way.
  @Override
  public void close() {
    closed = true;
    wake();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
