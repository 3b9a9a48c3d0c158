package freshet.bound;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// How many large bodies there may be at once, from their first byte until whoever asked for them
/// is done with them: hundreds of requests are under way at a time, and a few dozen answers of the
/// largest size would be all the memory there is.
///
/// Bodies are counted in three sizes, and one that grows takes a place in the next size on top of
/// those it has. Places are only ever waited for in this order, so nobody waits in a circle. Small
/// bodies are not counted.
///
/// Whoever sends slowly keeps its place only while nobody else wants it: a few servers that let
/// their answers drip would otherwise hold all places ([#mustYield]).
public final class BodyRoom {
  private static final ScopedValue<Held> HELD = ScopedValue.newInstance();

  /// Uncounted up to the first; the last is for all that are larger.
  private static final int[] SIZES = {512 * 1024, 2 * 1024 * 1024, 6 * 1024 * 1024};

  /// Servers hang up when nobody takes what they send, and a request has a minute for all of it.
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(25);

  /// A body that has a place has so long, and then must have come at the least pace.
  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final int LEAST_BYTES_A_SECOND = 128 * 1024;

  /// Work that may throw what fetching does.
  @FunctionalInterface
  public interface Work<E extends Exception> {
    void run() throws E;
  }

  private final Semaphore[] places;
  private final Duration grace;
  private final Duration longestWait;

  /// @param memory of the whole program
  public BodyRoom(long memory) {
    this(memory, GRACE, LONGEST_WAIT);
  }

  BodyRoom(long memory, Duration grace, Duration longestWait) {
    this.grace = grace;
    this.longestWait = longestWait;
    places = new Semaphore[SIZES.length];
    long part = memory / 16; // for each size, at its largest: twice 15 MB where there is 512 MB
    int[] largest = {SIZES[1], SIZES[2], 15 * 1024 * 1024};
    for (int i = 0; i < SIZES.length; i++) {
      places[i] = new Semaphore(Math.clamp(part / largest[i], 2, 1000), true);
    }
  }

  /// The one that everybody shares.
  public static BodyRoom shared() {
    return Shared.ROOM;
  }

  private static final class Shared {
    static final BodyRoom ROOM = new BodyRoom(Runtime.getRuntime().maxMemory());
  }

  /// Does something with a body, or with several one after the other; the room that they take is
  /// free again afterwards.
  public <E extends Exception> void within(Work<E> work) throws E {
    Held held = new Held();
    try {
      ScopedValue.where(HELD, held)
          .call(() -> {
            work.run();
            return held;
          });
    } finally {
      held.free();
    }
  }

  /// A body becomes so large. Waits for room; where nobody counts, there is always room.
  ///
  /// @return false if none became free in a time that a server can be expected to wait
  public static boolean reserve(int bytes) throws InterruptedException {
    return !HELD.isBound() || HELD.get().grow(bytes);
  }

  /// Whether somebody waits for the place of a body that comes too slowly.
  ///
  /// @param bytes that have come since its first byte
  public static boolean mustYield(long bytes) {
    return HELD.isBound() && HELD.get().mustYield(bytes);
  }

  /// Whether this body had to wait for its place so long that its server may have lost patience.
  public static boolean hasWaited() {
    return HELD.isBound() && HELD.get().hasWaited();
  }

  private final class Held {
    private int taken; // of how many sizes it has a place
    private long since; // when it got the first
    private long waited; // for all of them

    boolean grow(int bytes) throws InterruptedException {
      while (taken < SIZES.length && bytes > SIZES[taken]) {
        long from = System.nanoTime();
        boolean got =
            places[taken].tryAcquire(longestWait.toNanos() - waited, TimeUnit.NANOSECONDS);
        long now = System.nanoTime();
        waited += now - from;
        if (!got) return false;
        since = taken == 0 ? now : since + now - from; // nothing comes while it waits
        taken++;
      }
      return true;
    }

    boolean mustYield(long bytes) {
      if (taken == 0) return false;
      long due = grace.toNanos() + (bytes - SIZES[0]) * 1_000_000_000L / LEAST_BYTES_A_SECOND;
      if (System.nanoTime() - since < due) return false;
      for (int i = 0; i < taken; i++) if (places[i].hasQueuedThreads()) return true;
      return false;
    }

    boolean hasWaited() {
      return waited > grace.toNanos();
    }

    void free() {
      while (taken > 0) places[--taken].release();
      waited = 0;
    }
  }
}
