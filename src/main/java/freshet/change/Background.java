package freshet.change;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A piece of work in the background, on a thread of its own: a mistake of ours in it is logged
/// whole, with what it was about, and ends it alone.
public final class Background {
  private static final Logger log = LoggerFactory.getLogger(Background.class);

  private Background() {}

  public interface Work {
    void run() throws InterruptedException;
  }

  /// @param name for the log and for thread dumps, such as `alerts of rule 7`
  public static Thread start(String name, Work work) {
    return Thread.ofVirtual()
        .name(name)
        .uncaughtExceptionHandler((_, e) -> log.error("{} failed by a mistake of ours", name, e))
        .start(() -> {
          try {
            work.run();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }
}
