package freshet.fetch;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A right to ask servers that runs out. It is looked at when a request begins, and again at the
/// last moment before its first byte is written, when name, connection and TLS are done: a machine
/// that was stopped meanwhile asks nobody when it wakes up too late.
public final class Permit {
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final ScopedValue<Supplier<Duration>> LEFT = ScopedValue.newInstance();

  private static volatile Supplier<Duration> ofThisProgram = () -> Duration.ofDays(1);

  private Permit() {}

  /// All of this program's requests need it from now on. When no time is left they wait until some
  /// is again.
  ///
  /// @param left how much time is left; nobody is asked when none is
  public static void ofThisProgram(Supplier<Duration> left) {
    ofThisProgram = left;
  }

  /// Waits until this program may ask at all.
  static void await() throws IOException {
    try {
      while (!ofThisProgram.get().isPositive()) Thread.sleep(LOOK_EVERY);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  /// Work that asks servers.
  public interface Work<T extends @Nullable Object> {
    T run() throws InterruptedException;
  }

  /// @param left how much time is left; nobody is asked when none is
  public static <T extends @Nullable Object> T within(Supplier<Duration> left, Work<T> work)
      throws InterruptedException {
    return ScopedValue.where(LEFT, left).call(work::run);
  }

  /// The time that a request may take, if it may be made.
  static Duration within(Duration wanted) throws IOException {
    if (!LEFT.isBound()) return wanted;
    Duration left = LEFT.get().get();
    if (!left.isPositive()) throw new RanOut();
    return left.compareTo(wanted) < 0 ? left : wanted;
  }

  /// Whether nobody may be asked any more: then what was broken off says nothing of its server.
  static boolean isOver() {
    return LEFT.isBound() && !LEFT.get().get().isPositive();
  }

  /// How long one may wait between two requests: half of what is left is for the second.
  static Duration forWaiting() {
    return LEFT.isBound() ? LEFT.get().get().dividedBy(2) : Duration.ofDays(1);
  }

  /// @throws RanOut if nobody may be asked any more
  static void check() throws IOException {
    Duration _ = within(Duration.ZERO);
    if (!ofThisProgram.get().isPositive()) throw new RanOut();
  }

  /// The time for asking was over before anybody was asked.
  static final class RanOut extends IOException {
    private static final long serialVersionUID = 1;

    RanOut() {
      super("the time for asking was over");
    }
  }
}
