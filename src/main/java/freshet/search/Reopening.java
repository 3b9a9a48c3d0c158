package freshet.search;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// When a search must open the index anew to find what was put in: at once if that was asked for,
/// else after a while.
final class Reopening {
  interface Opening {
    void run() throws IOException;
  }

  private final long every;
  private final AtomicLong asked = new AtomicLong();

  /// How many of the times that were asked are answered.
  private final AtomicLong answered = new AtomicLong();

  private volatile long next = System.nanoTime();

  Reopening(Duration every) {
    this.every = every.toNanos();
  }

  void ask() {
    asked.incrementAndGet();
  }

  /// Opens it if that is due. Who asks while it is being opened is not answered by that: what they
  /// put in may have come too late for it.
  void ifDue(Opening opening) throws IOException {
    long before = asked.get();
    if (before == answered.get() && System.nanoTime() - next < 0) return;
    opening.run();
    answered.accumulateAndGet(before, Math::max);
    next = System.nanoTime() + every;
  }
}
