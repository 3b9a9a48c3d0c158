package freshet.jobs;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Chores that keep what is stored tidy: at the start and every six hours. One that fails keeps
/// none of the others, and is tried again alone, later and later.
public final class Housekeeping extends Job implements AutoCloseable {
  private static final String FILE = "job.properties";
  private static final Duration EVERY = Duration.ofHours(6);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /// @param name a word for it, for pages and programs
  public record Chore(String name, Runnable work) {}

  private final List<Chore> chores;
  private final Duration firstRetry;
  private final List<Chore> left = new ArrayList<>(); // used by one run at a time
  private volatile @Nullable Activity activity;

  /// @param folder where its state is kept, made if it is not there
  public Housekeeping(Path folder, List<Chore> chores, InstantSource clock) {
    this(folder, chores, Duration.ofSeconds(1), clock);
  }

  Housekeeping(Path folder, List<Chore> chores, Duration firstRetry, InstantSource clock) {
    super(Known.only(folder, FILE), FILE, clock);
    this.chores = chores;
    this.firstRetry = firstRetry;
  }

  /// The first round, unless it was paused before the last end of Freshet.
  public void start() {
    begin();
  }

  @Override
  public String kind() {
    return "housekeeping";
  }

  @Override
  public Optional<Activity> activity() {
    return Optional.ofNullable(activity);
  }

  @Override
  Duration every() {
    return EVERY;
  }

  @Override
  Duration retryAfter(int failures) {
    return doubled(firstRetry, failures, EVERY);
  }

  @Override
  Thread.Builder threads() {
    return Thread.ofPlatform().daemon();
  }

  @Override
  Work open() {
    if (left.isEmpty()) left.addAll(chores);
    return new Round();
  }

  private final class Round extends Steps {
    private final List<Chore> failed = new ArrayList<>();
    private final int all = left.size();
    private int done;
    private @Nullable RuntimeException failure;

    @Override
    boolean step() {
      Chore chore = left.removeFirst();
      activity = new Activity(chore.name, done, all - done);
      try {
        chore.work.run();
        done++;
      } catch (RuntimeException e) {
        failed.add(chore);
        if (failure == null) failure = e;
        else failure.addSuppressed(e);
      }
      if (!left.isEmpty()) return true;
      left.addAll(failed);
      if (failure != null) throw failure;
      activity = new Activity("tidy", done, 0);
      return false;
    }
  }

  @Override
  public String toString() {
    return "housekeeping";
  }

  /// Waits for the chore under way.
  @Override
  public void close() {
    halt();
    awaitEnd(LONGEST_WAIT);
  }
}
