package freshet.jobs;

import freshet.change.Follower;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Chores that keep what is stored tidy: at the start and every six hours. One that fails keeps
/// none of the others, and is tried again alone, later and later.
public final class Housekeeping implements AutoCloseable {
  private static final Duration EVERY = Duration.ofHours(6);

  private final List<Runnable> chores;
  private final List<Runnable> left = new ArrayList<>();
  private final Follower follower;

  /// @param passing failures that are nobody's mistake and pass
  public Housekeeping(List<Runnable> chores, Set<Class<? extends RuntimeException>> passing) {
    this.chores = chores;
    this.follower = new Follower("housekeeping", Duration.ZERO, EVERY, this::step, passing);
  }

  public void start() {
    follower.start();
  }

  private void step() {
    if (left.isEmpty()) left.addAll(chores);
    RuntimeException failure = null;
    for (Iterator<Runnable> all = left.iterator(); all.hasNext() && !follower.isClosed(); ) {
      try {
        all.next().run();
        all.remove();
      } catch (RuntimeException e) {
        failure = joined(failure, e);
      }
    }
    if (failure != null) throw failure;
  }

  private static RuntimeException joined(@Nullable RuntimeException first, RuntimeException next) {
    if (first == null) return next;
    first.addSuppressed(next);
    return first;
  }

  @Override
  public void close() {
    follower.close();
  }
}
