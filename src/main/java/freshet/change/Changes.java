package freshet.change;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells whoever listens what has just been stored. Listeners must be quick: they are called by the
/// thread that polled. What they do wrong is theirs alone: it is logged, and neither the poll nor
/// the other listeners notice.
public final class Changes {
  private static final Logger log = LoggerFactory.getLogger(Changes.class);

  private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();

  /// Listens until the result is closed.
  public Subscription listen(Consumer<Change> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  public void publish(Change change) {
    for (Consumer<Change> listener : listeners) {
      try {
        listener.accept(change);
      } catch (RuntimeException | Error e) {
        log.error("{} failed to take a change of feed {}", name(listener), change.feedId(), e);
      }
    }
  }

  /// The class that listens: the name of a lambda begins with it.
  private static String name(Consumer<Change> listener) {
    String name = listener.getClass().getName();
    int lambda = name.indexOf("$$Lambda");
    return lambda < 0 ? name : name.substring(0, lambda);
  }

  /// Ends the listening.
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }
}
