package freshet.cluster;

import freshet.fetch.HostGate;
import freshet.fetch.SharedGate;
import freshet.store.HostTurns;
import freshet.store.HostTurns.Left;
import freshet.store.HostTurns.Rest;
import freshet.store.HostTurns.Taken;
import freshet.store.StoreUnavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The gate that controllers share, in their database. While that is away nobody is let in: what a
/// controller may ask it has to be able to write down. Ends of visits are written together, soon
/// after; until then only this controller can enter that host.
public final class SharedHosts implements SharedGate, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SharedHosts.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final Duration LEAST_WAIT = Duration.ofMillis(10);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
  private static final Duration TRY_EVERY = Duration.ofSeconds(1);
  private static final Duration FORGET_EVERY = Duration.ofMinutes(10);
  private static final int MOST_TOGETHER = 500;

  /// Before the name of what rests: hosts have none such.
  private static final String REST = "rest ";

  private final HostTurns turns;
  private final Duration lasts;
  private final AtomicLong visits = new AtomicLong();
  private final BlockingQueue<Ending> endings = new LinkedBlockingQueue<>();
  private final Thread writing;
  private volatile boolean closed;

  private record Ending(@Nullable Left left, @Nullable Rest rest) {}

  /// @param lasts how long a visit can last, should this program be shut out meanwhile
  public SharedHosts(HostTurns turns, Duration lasts) {
    this.turns = turns;
    this.lasts = lasts;
    this.writing = Thread.ofVirtual().name("ends of visits").start(this::write);
  }

  /// Of a program that shares its gate with nobody: what those that did, and are no more, were at
  /// or were told holds here, too.
  public static void heed(HostTurns turns, HostGate gate) {
    for (Rest left : turns.left()) {
      if (left.name().startsWith(REST)) {
        gate.keepRest(left.name().substring(REST.length()), left.lasts());
      } else {
        gate.leaveAlone(left.name(), left.lasts());
      }
    }
  }

  @Override
  public long take(String host, List<String> names, BiConsumer<String, Duration> rests)
      throws InterruptedException {
    long visit = visits.incrementAndGet();
    List<String> asked = names.stream().map(name -> REST + name).toList();
    boolean held = false;
    try {
      await(host, visit, asked, rests);
      held = true;
      return visit;
    } finally {
      // Who was interrupted may have got it without hearing of it.
      if (!held) leave(host, visit, null);
    }
  }

  private void await(
      String host, long visit, List<String> asked, BiConsumer<String, Duration> rests)
      throws InterruptedException {
    while (!closed) {
      Duration wait;
      try {
        Taken taken = turns.take(host, visit, lasts, asked);
        if (taken.held()) {
          for (Rest rest : taken.rests()) {
            rests.accept(rest.name().substring(REST.length()), rest.lasts());
          }
          return;
        }
        wait = taken.left() == null ? LOOK_EVERY : taken.left();
      } catch (StoreUnavailable e) {
        log.debug("A host's turn cannot be had at the moment: {}", e.getMessage());
        wait = TRY_EVERY;
      }
      if (wait.compareTo(LEAST_WAIT) < 0) wait = LEAST_WAIT;
      Thread.sleep(wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait);
    }
    throw new InterruptedException("closed");
  }

  @Override
  public void leave(String host, long pass, @Nullable Duration after) {
    endings.add(new Ending(new Left(host, pass, after), null));
  }

  @Override
  public void rest(String name, Duration duration) {
    endings.add(new Ending(null, new Rest(REST + name, duration)));
  }

  @Override
  public void free(String host, Duration after) {
    try {
      turns.free(host, after);
    } catch (StoreUnavailable e) {
      log.debug("{} waits for the rest of its lease: {}", host, e.getMessage());
    }
  }

  private void write() {
    List<Ending> some = new ArrayList<>();
    long forgotten = System.nanoTime();
    try {
      while (!closed || !endings.isEmpty()) {
        Ending first = endings.poll(100, TimeUnit.MILLISECONDS);
        if (first != null) {
          some.add(first);
          endings.drainTo(some, MOST_TOGETHER);
          settle(some);
          some.clear();
        }
        if (System.nanoTime() - forgotten > FORGET_EVERY.toNanos()) {
          forgotten = System.nanoTime();
          forget();
        }
      }
    } catch (InterruptedException e) {
      // closed, and the store does not take it: whoever shuts us out frees the hosts
    }
  }

  private void settle(List<Ending> some) throws InterruptedException {
    List<Left> left = new ArrayList<>();
    List<Rest> rests = new ArrayList<>();
    for (Ending one : some) {
      if (one.left != null) left.add(one.left);
      if (one.rest != null) rests.add(one.rest);
    }
    while (true) {
      try {
        turns.settle(left, rests);
        return;
      } catch (StoreUnavailable e) {
        log.debug("Ends of visits cannot be written yet: {}", e.getMessage());
        Thread.sleep(TRY_EVERY);
      }
    }
  }

  private void forget() {
    try {
      int _ = turns.forget();
    } catch (StoreUnavailable e) {
      log.debug("Hosts are forgotten later: {}", e.getMessage());
    }
  }

  /// To be called before the store is closed.
  @Override
  public void close() {
    closed = true;
    try {
      if (!writing.join(Duration.ofSeconds(2))) writing.interrupt();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
