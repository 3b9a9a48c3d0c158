package freshet.library;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Answers that take long are given again for a while: the longer one took, the longer, so that
/// working them out takes at most a twentieth of the time however often they are asked for. What is
/// quick is worked out each time.
final class Remembered<K, V> {
  private static final Duration QUICK = Duration.ofMillis(100);
  private static final int TIMES = 20;

  private final InstantSource clock;
  private final ReentrantLock working = new ReentrantLock();
  private final Map<K, Known<V>> known;

  private record Known<V>(V value, Instant until) {}

  /// @param most answers that are held
  Remembered(InstantSource clock, int most) {
    this.clock = clock;
    known =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, Known<V>> eldest) {
            return size() > most;
          }
        };
  }

  V get(K question, Supplier<V> work) {
    working.lock();
    try {
      Known<V> last = known.get(question);
      if (last != null && clock.instant().isBefore(last.until)) return last.value;
      long start = System.nanoTime();
      V value = work.get();
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      if (took.compareTo(QUICK) <= 0) known.remove(question);
      else known.put(question, new Known<>(value, clock.instant().plus(took.multipliedBy(TIMES))));
      return value;
    } finally {
      working.unlock();
    }
  }
}
