package freshet.jobs;

import freshet.schedule.Budget;
import freshet.simulate.Conditions;
import freshet.simulate.Report;
import freshet.simulate.Result;
import freshet.simulate.Run;
import freshet.simulate.Trace;
import freshet.store.Store;
import freshet.text.Spans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Replays what the watched feeds have published against policies: which would have had the entries
/// soonest with so many requests? One trial at a time, on a thread of its own; no server is asked.
public final class Laboratory implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Laboratory.class);

  private final Store store;
  private final Path folder;
  private final DoubleSupplier followers;
  private final InstantSource clock;
  private volatile State state = new Idle();
  private @Nullable Thread thread;

  /// @param folder where reports are kept
  public Laboratory(Store store, Path folder) {
    this(store, folder, () -> 1, InstantSource.system());
  }

  /// @param followers how much each who follows a feed adds to its rank, as in the schedule
  public Laboratory(Store store, Path folder, DoubleSupplier followers, InstantSource clock) {
    this.store = store;
    this.folder = folder;
    this.followers = followers;
    this.clock = clock;
  }

  public sealed interface State {}

  public record Idle() implements State {}

  /// @param share done, 0 to 1
  public record Running(double share) implements State {}

  /// @param conditions a sentence on what all ran under
  /// @param weeks posts fetched and their mean delay in each week of publication
  public record Done(String conditions, List<Line> lines, List<Week> weeks) implements State {}

  /// One week of one policy.
  ///
  /// @param number from 0, the week in which the recording starts
  public record Week(String policy, int number, int posts, int fetched, Duration mean) {}

  public record Failed(String sentence) implements State {}

  /// What became of one policy.
  public record Line(
      String policy, Duration mean, Duration median, Duration p95, long calls, long emptyCalls) {}

  /// The policies that can be tried.
  public static List<String> policies() {
    return Run.names();
  }

  public State state() {
    return state;
  }

  /// Begins a trial.
  ///
  /// @param budget calls and their window, such as 600/10m
  /// @param interval the least time between two calls to a feed
  /// @throws IllegalArgumentException with a sentence for the user
  public synchronized void start(String budget, String interval, List<String> policies) {
    if (state instanceof Running) throw new IllegalArgumentException("A trial is running already.");
    if (policies.isEmpty()) throw new IllegalArgumentException("Choose at least one policy.");
    Conditions conditions =
        new Conditions(Budget.of(budget, Budget.Spacing.EVEN), Spans.parse(interval), 0)
            .withFollowers(followers.getAsDouble());
    policies.forEach(Run::check);
    state = new Running(0);
    thread = Thread.ofPlatform().daemon().name("laboratory").start(() -> run(conditions, policies));
  }

  private void run(Conditions conditions, List<String> policies) {
    State end = new Failed("The trial was stopped.");
    try {
      end = tried(conditions, policies);
    } catch (IOException e) {
      end = new Failed("The report cannot be written: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error mistake) {
      log.error("A trial failed by a mistake of ours", mistake);
      end = new Failed("Freshet failed at it; the log says where.");
    } finally {
      state = end;
    }
  }

  private State tried(Conditions conditions, List<String> policies)
      throws IOException, InterruptedException {
    Trace trace;
    try {
      trace = history();
    } catch (IllegalArgumentException e) {
      return new Failed("There is nothing to replay yet: no feed has published with a time.");
    }
    List<Run> runs = new ArrayList<>();
    for (String policy : policies) runs.add(new Run(policy, policy, trace, conditions));
    List<Result> results = Run.all(runs, 1, share -> state = new Running(share));
    String sentence = conditions.describe(trace);
    Report.write(folder, sentence, results);
    List<Week> weeks = new ArrayList<>();
    for (Result r : results) {
      for (int i = 0; i < r.weeks().length; i++) {
        Result.Bin b = r.weeks()[i];
        weeks.add(new Week(r.policy(), i, b.posts(), b.fetched(), seconds(b.meanDelaySeconds())));
      }
    }
    return new Done(sentence, results.stream().map(Laboratory::line).toList(), weeks);
  }

  private Trace history() {
    Trace.Builder trace = new Trace.Builder();
    store.entries().eachPublication((feed, at) -> trace.add("f" + feed, at.getEpochSecond()));
    store
        .subscriptions()
        .interest(clock.instant())
        .forEach((feed, active) -> {
          if (trace.has("f" + feed)) trace.subscribers("f" + feed, active);
        });
    return trace.build();
  }

  private static Line line(Result r) {
    return new Line(
        r.policy(),
        seconds(r.meanDelaySeconds()),
        seconds(r.medianDelaySeconds()),
        seconds(r.p95DelaySeconds()),
        r.calls(),
        r.emptyCalls());
  }

  private static Duration seconds(double seconds) {
    return Duration.ofSeconds(Math.round(seconds));
  }

  /// The last report as a page that needs nothing from elsewhere.
  public Optional<Path> report() {
    Path page = folder.resolve("index.html");
    return Files.isReadable(page) ? Optional.of(page) : Optional.empty();
  }

  @Override
  public synchronized void close() {
    if (thread != null) thread.interrupt();
  }
}
