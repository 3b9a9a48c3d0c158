package freshet.bench;

import freshet.schedule.Budget;
import freshet.schedule.Due;
import freshet.schedule.Planned;
import freshet.schedule.PlannedFeed;
import freshet.schedule.Planner;
import freshet.schedule.PlannerSettings;
import freshet.schedule.PollReport;
import freshet.simulate.Conditions;
import freshet.simulate.Result;
import freshet.simulate.Run;
import freshet.simulate.Synthetic;
import freshet.simulate.Trace;
import freshet.simulate.TraceFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// What a decision costs with a million feeds, and what the schedule brings. With a trace as
/// argument (`congress.csv.gz 155/10m`) the policies are compared on it, else on a made one.
final class ScheduleBench {
  private static final int FEEDS = 1_000_000;
  private static final int RESTORED = 100_000;
  private static final Instant START = Instant.parse("2026-03-04T10:00:00Z");

  private ScheduleBench() {}

  public static void main(String[] args) throws Exception {
    System.out.printf("%-46s %12s %12s %8s%n", "figure", "measured", "bar", "ratio");
    planner();
    restore();
    policies(args);
  }

  private static void row(String figure, double measured, double bar, String unit) {
    System.out.printf(
        "%-46s %9.2f %s %9.2f %s %8.2f%n", figure, measured, unit, bar, unit, measured / bar);
  }

  private static double cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
  }

  private static long heap() {
    for (int i = 0; i < 3; i++) System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static Planner filled(int feeds, byte[] rhythm) {
    Budget budget = new Budget(200_000, Duration.ofMinutes(1), Budget.Spacing.EVEN);
    Planner planner = new Planner(PlannerSettings.DEFAULT.withBudget(budget));
    var random = new SplittableRandom(1);
    for (int i = 0; i < feeds; i++) {
      Instant last = START.minusSeconds(600 + random.nextInt(3600));
      planner.put(
          new PlannedFeed(i, "site" + i, PlannedFeed.COMMON, rhythm, last, null, null, null, 1, 0));
    }
    return planner;
  }

  /// A rhythm as a poll leaves it behind.
  private static byte[] learned() {
    Planner one = new Planner(PlannerSettings.DEFAULT);
    one.put(new PlannedFeed(1, "a", "", PlannedFeed.NOTHING, null, null, null, null, 1, 0));
    Optional<Due> due = one.next(START);
    List<PollReport.Sighting> entries = new ArrayList<>();
    for (int i = 1; i < 40; i++) {
      entries.add(new PollReport.Sighting(START.minusSeconds(i * 7000L), false));
    }
    PollReport report = PollReport.answered(entries, PollReport.Hints.NONE);
    Planned planned = one.finished(due.orElseThrow().feedId(), START, report);
    return planned.rhythm();
  }

  private static void planner() {
    byte[] rhythm = learned();
    long before = heap();
    Planner planner = filled(FEEDS, rhythm);
    row("bytes a feed, 1,000,000 feeds", (heap() - before) / (double) FEEDS, 1024, "B ");
    var random = new SplittableRandom(2);
    Instant now = START;
    int calls = 0;
    double started = 0;
    // The first calls warm the code and the price up.
    for (int i = 0; i < 600_000; i++) {
      if (i == 200_000) {
        started = cpu();
        calls = 0;
      }
      now = now.plusNanos(300_000);
      Optional<Due> due = planner.next(now);
      if (due.isEmpty()) continue;
      calls++;
      List<PollReport.Sighting> entries =
          random.nextInt(8) == 0
              ? List.of(new PollReport.Sighting(now.minusSeconds(300), false))
              : List.of();
      planner.finished(
          due.get().feedId(), now, PollReport.answered(entries, PollReport.Hints.NONE));
    }
    double micros = (cpu() - started) * 1e6 / Math.max(1, calls);
    row("decision and learning, 1,000,000 feeds", micros, 10, "µs");
    System.out.println("  of " + planner.size() + " feeds, " + calls + " polls");
  }

  private static void restore() {
    byte[] rhythm = learned();
    double started = cpu();
    Planner planner = filled(RESTORED, rhythm);
    row("restoring 100,000 feeds, rhythms at hand", cpu() - started, 10, "s ");
    if (planner.size() != RESTORED) throw new IllegalStateException();
  }

  private static void policies(String[] args) throws Exception {
    Trace trace =
        args.length > 0 ? TraceFile.read(Path.of(args[0])).trace() : Synthetic.BUSY.generate(1);
    Budget budget = Budget.of(args.length > 1 ? args[1] : "21/10m", Budget.Spacing.EVEN);
    Conditions conditions = new Conditions(budget, Duration.ofMinutes(10), 0);
    List<Run> runs = new ArrayList<>();
    for (String p :
        List.of(
            "freshet",
            "round-robin",
            "advarss",
            "advarss:start=0.12,learning=0.02,minimum=0.05",
            "air-balloon",
            "air-balloon:inertia=10000h",
            "min-delay",
            "sqrt-rate")) {
      runs.add(new Run(p, p, trace, conditions));
    }
    System.out.printf(
        "%n%-46s %10s %8s %8s %8s %10s %9s%n",
        "policy", "mean s", "ratio", "95 % s", "pending", "µs a call", "wall s");
    List<Result> results = Run.all(runs, 1, _ -> {});
    double mean = results.getFirst().meanDelaySeconds();
    for (Result r : results) {
      System.out.printf(
          "%-46s %10.1f %8.3f %8.0f %8.2f %10.2f %9.1f%n",
          r.policy(),
          r.meanDelaySeconds(),
          mean / r.meanDelaySeconds(),
          r.p95DelaySeconds(),
          r.totalPendingMean(),
          r.cpuMicrosPerCall(),
          r.wallSeconds());
    }
  }
}
