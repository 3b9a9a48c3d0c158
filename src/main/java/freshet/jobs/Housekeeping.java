package freshet.jobs;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// Chores that keep what is stored tidy: at the start and every six hours. One that fails keeps
/// none of the others, and is tried again alone, later and later. One that has much to do does it
/// in steps, and rests in between, so that polls and people can write.
public final class Housekeeping extends Job implements AutoCloseable {
  private static final String FILE = "job.properties";
  private static final Duration EVERY = Duration.ofHours(6);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
  private static final Duration REST = Duration.ofMillis(20);

  /// @param name a word for it, for pages and programs
  /// @param step does some of it, and says how many; 0 once nothing is left to do
  public record Chore(String name, IntSupplier step) {
    /// One that is done at once.
    public static Chore whole(String name, Runnable work) {
      return new Chore(
          name,
          () -> {
            work.run();
            return 0;
          });
    }
  }

  private final List<Chore> chores;
  private final Duration firstRetry;
  private final List<Chore> left = new ArrayList<>(); // used by one run at a time
  private volatile @Nullable Activity activity;
  private volatile boolean wanted;

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

  /// There is something to do since: a round begins, also behind the one that is under way.
  public void soon() {
    wanted = true;
    begin();
  }

  @Override
  boolean hasMore() {
    return wanted;
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
    wanted = false;
    if (left.isEmpty()) left.addAll(chores);
    return new Round();
  }

  private final class Round extends Steps {
    private final List<Chore> failed = new ArrayList<>();
    private final int all = left.size();
    private int done;
    private long counted;
    private @Nullable RuntimeException failure;

    @Override
    boolean step() throws InterruptedException {
      Chore chore = left.getFirst();
      if (counted == 0) activity = new Activity(chore.name, done, all - done);
      try {
        int some = chore.step.getAsInt();
        if (some > 0) {
          counted += some;
          activity = new Activity(chore.name, counted, -1);
          rest(REST);
          return true;
        }
        left.removeFirst();
        counted = 0;
        done++;
      } catch (RuntimeException e) {
        failed.add(left.removeFirst());
        counted = 0;
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
