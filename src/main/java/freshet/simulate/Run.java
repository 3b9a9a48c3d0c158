package freshet.simulate;

import freshet.schedule.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/// One run of a list: a policy on a trace, or on a part of it.
///
/// @param name shown in the report; the policy if nothing else is said
/// @param policy as written, such as `air-balloon:inertia=960h`
public record Run(String name, String policy, Trace trace, Conditions conditions) {

  public static final String ALL_KNOWING = "all-knowing";

  public Run {
    check(policy);
  }

  /// All policies that can be run.
  public static List<String> names() {
    List<String> names = new ArrayList<>(Policies.names());
    names.add(ALL_KNOWING);
    return names;
  }

  /// @throws IllegalArgumentException with a sentence for the user
  public static void check(String policy) {
    if (policy.equals(ALL_KNOWING)) return;
    int colon = policy.indexOf(':');
    String name = colon < 0 ? policy : policy.substring(0, colon);
    if (!names().contains(name)) {
      throw new IllegalArgumentException(Policies.unknown("policy", name, names()));
    }
    if (name.equals(ALL_KNOWING)) {
      throw new IllegalArgumentException("The policy '" + name + "' has no parameters");
    }
    Policy _ = Policies.of(policy);
  }

  Result go(DoubleConsumer progress) {
    return go(Simulation.Observer.NONE, progress);
  }

  /// @param observer is told of every call
  public Result go(Simulation.Observer observer, DoubleConsumer progress) {
    Policy p =
        policy.equals(ALL_KNOWING)
            ? new AllKnowing(trace)
            : Policies.of(policy, trace.popularity());
    return Simulation.run(trace, conditions, name, p, observer, progress);
  }

  /// Runs a list, several at a time, and gives the results in its order.
  ///
  /// @param progress is told the share done of all, 0 to 1
  public static List<Result> all(List<Run> runs, int jobs, DoubleConsumer progress)
      throws InterruptedException {
    double[] done = new double[runs.size()];
    try (ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, jobs))) {
      List<Future<Result>> futures = new ArrayList<>();
      for (int i = 0; i < runs.size(); i++) {
        int at = i;
        futures.add(pool.submit(() -> runs.get(at).go(share -> report(done, at, share, progress))));
      }
      List<Result> results = new ArrayList<>();
      for (Future<Result> f : futures) {
        try {
          results.add(f.get());
        } catch (ExecutionException e) {
          pool.shutdownNow();
          @Nullable Throwable cause = e.getCause();
          throw new IllegalStateException("a run failed", cause == null ? e : cause);
        }
      }
      return results;
    }
  }

  private static void report(double[] done, int at, double share, DoubleConsumer progress) {
    synchronized (done) {
      done[at] = share;
      double sum = 0;
      for (double d : done) sum += d;
      progress.accept(sum / done.length);
    }
  }
}
