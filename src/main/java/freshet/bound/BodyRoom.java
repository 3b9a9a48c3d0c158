package freshet.bound;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// How many large bodies there may be at once, from their first byte until whoever asked for them
/// is done with them: hundreds of requests are under way at a time, and a few dozen answers of the
/// largest size would be all the memory there is.
///
/// Bodies are counted in three sizes, and one that grows takes a place in the next size on top of
/// those it has. Places are only ever waited for in this order, so nobody waits in a circle. Small
/// bodies are not counted.
public final class BodyRoom {
  private static final ScopedValue<Held> HELD = ScopedValue.newInstance();

  /// Uncounted up to the first; the last is for all that are larger.
  private static final int[] SIZES = {512 * 1024, 2 * 1024 * 1024, 6 * 1024 * 1024};

  private static final long LONGEST_WAIT_SECONDS = 45;

  /// Work that may throw what fetching does.
  @FunctionalInterface
  public interface Work<E extends Exception> {
    void run() throws E;
  }

  private final Semaphore[] places;

  /// @param memory of the whole program
  public BodyRoom(long memory) {
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
    Held held = new Held(places);
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

  private static final class Held {
    private final Semaphore[] places;
    private int taken; // of how many sizes it has a place

    Held(Semaphore[] places) {
      this.places = places;
    }

    boolean grow(int bytes) throws InterruptedException {
      while (taken < SIZES.length && bytes > SIZES[taken]) {
        if (!places[taken].tryAcquire(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) return false;
        taken++;
      }
      return true;
    }

    void free() {
      while (taken > 0) places[--taken].release();
    }
  }
}
