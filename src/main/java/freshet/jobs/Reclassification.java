package freshet.jobs;

import freshet.understand.TopicReview;
import freshet.understand.Understanding;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the topics of stored entries again after people have corrected some ([TopicReview]). It
/// begins by itself after a correction; stopped, what is left keeps its topics.
public final class Reclassification extends Job implements AutoCloseable {
  private static final String FILE = "job.properties";
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
  private static final Duration LONGEST_RETRY = Duration.ofMinutes(1);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private final Understanding understanding;
  private final TopicReview review;
  private volatile @Nullable Activity activity;

  /// @param folder where its state is kept, made if it is not there
  public Reclassification(Path folder, Understanding understanding, InstantSource clock) {
    super(Known.only(folder, FILE), FILE, clock);
    this.understanding = understanding;
    this.review = understanding.review();
  }

  /// From here on it begins whenever something is due, and at once if something is left of before.
  public void start() {
    review.onDue(this::begin);
    if (state() == State.RUNNING || hasMore()) begin();
  }

  @Override
  public String kind() {
    return "topics";
  }

  @Override
  public Optional<Activity> activity() {
    return Optional.ofNullable(activity);
  }

  @Override
  boolean hasMore() {
    return review.isDue();
  }

  @Override
  Duration retryAfter(int failures) {
    return doubled(Duration.ofSeconds(1), failures, LONGEST_RETRY);
  }

  @Override
  Thread.Builder threads() {
    return Thread.ofPlatform().daemon();
  }

  @Override
  void stopped() {
    review.drop();
    activity = null;
  }

  @Override
  Work open() {
    return new Reviewing();
  }

  private final class Reviewing extends Steps {
    private long looked;

    @Override
    boolean step() throws InterruptedException {
      if (!review.isDue()) return false;
      Duration quiet = understanding.isReady() ? review.untilQuiet() : LOOK_AGAIN;
      if (quiet.isPositive()) {
        rest(quiet);
        return true;
      }
      looked += review.step();
      activity = new Activity("entries", looked, review.isDue() ? -1 : 0);
      return true;
    }
  }

  @Override
  public String toString() {
    return "finding topics again";
  }

  @Override
  public void close() {
    halt();
    awaitEnd(LONGEST_WAIT);
  }
}
