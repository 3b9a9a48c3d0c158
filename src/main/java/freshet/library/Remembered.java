package freshet.library;

import freshet.change.Background;
import freshet.store.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers that take long are given again for a while: the longer one took, the longer, so that
/// working them out takes at most a twentieth of the time however often they are asked for. For a
/// minute after that the last answer is still given, while a new one is worked out in the
/// background: nobody waits for it who comes again and again. What is quick is worked out each
/// time.
final class Remembered<K, V> {
  private static final Logger log = LoggerFactory.getLogger(Remembered.class);
  private static final Duration QUICK = Duration.ofMillis(50);
  private static final int TIMES = 20;
  private static final int AT_ONCE = 16;
  private static final Duration STILL_GOOD = Duration.ofMinutes(1);

  private final InstantSource clock;

  /// Who asks one thing need not wait for another; more at once would only slow each other.
  private final ReentrantLock[] working =
      Stream.generate(ReentrantLock::new).limit(AT_ONCE).toArray(ReentrantLock[]::new);

  private final Set<K> inBackground = ConcurrentHashMap.newKeySet();
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
    Known<V> last = last(question);
    Instant now = clock.instant();
    if (last != null && now.isBefore(last.until)) return last.value;
    if (last == null || now.isAfter(last.until.plus(STILL_GOOD))) return work(question, work);
    if (inBackground.add(question))
      Background.start("renewal of what is remembered", () -> renew(question, work));
    return last.value;
  }

  /// If it fails, whoever asks next works it out, and is told.
  private void renew(K question, Supplier<V> work) {
    boolean renewed = false;
    try {
      V _ = work(question, work);
      renewed = true;
    } catch (StoreUnavailable e) {
      log.debug("An answer could not be renewed", e);
    } finally {
      if (!renewed) remember(question, null);
      inBackground.remove(question);
    }
  }

  /// Each one at a time; who had to wait gets what the one before has found.
  private V work(K question, Supplier<V> work) {
    ReentrantLock working = this.working[Math.floorMod(question.hashCode(), AT_ONCE)];
    working.lock();
    try {
      Known<V> last = last(question);
      if (last != null && clock.instant().isBefore(last.until)) return last.value;
      long start = System.nanoTime();
      V value = work.get();
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      boolean quick = took.compareTo(QUICK) <= 0;
      Instant until = clock.instant().plus(took.multipliedBy(TIMES));
      remember(question, quick ? null : new Known<>(value, until));
      return value;
    } finally {
      working.unlock();
    }
  }

  private @Nullable Known<V> last(K question) {
    synchronized (known) {
      return known.get(question);
    }
  }

  private void remember(K question, @Nullable Known<V> answer) {
    synchronized (known) {
      if (answer == null) known.remove(question);
      else known.put(question, answer);
    }
  }
}
