package freshet.fetch;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A right to ask servers that runs out. It is looked at when a request begins, and again at the
/// last moment before its first byte is written, when name, connection and TLS are done: a machine
/// that was stopped meanwhile asks nobody when it wakes up too late.
public final class Permit {
  private static final ScopedValue<Supplier<Duration>> LEFT = ScopedValue.newInstance();

  private Permit() {}

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

  /// @throws RanOut if nobody may be asked any more
  static void check() throws IOException {
    Duration _ = within(Duration.ZERO);
  }

  /// The time for asking was over before anybody was asked.
  static final class RanOut extends IOException {
    private static final long serialVersionUID = 1;

    RanOut() {
      super("the time for asking was over");
    }
  }
}
