package freshet.simulate;

import freshet.schedule.Budget;
import freshet.schedule.Policy;
import freshet.schedule.Ranking;
import freshet.schedule.Spans;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

/// Replays a trace against a policy: a stub of the sources which enforces the limit of calls. A
/// call finds all posts of its source since the last one; their delay is the time of the call less
/// the time of publication. All starts at the trace's first post, with nothing known, and ends at
/// its last: what is then still pending counts as not fetched.
public final class Simulation {
  private static final byte[] NOTHING = {};
  private static final double WEEK = 7 * 86_400.0;
  private static final double SAMPLE = 600;
  private static final int RHYTHMS = 4;

  private final Trace trace;
  private final Conditions conditions;
  private final Policy policy;
  private final Tally tally;
  private final double politeness;
  private final int[] next;
  private final double[] notBefore;
  private long calls;
  private long emptyCalls;

  private Simulation(Trace trace, Conditions conditions, Policy policy) {
    this.trace = trace;
    this.conditions = conditions;
    this.policy = policy;
    this.tally = new Tally(trace, WEEK, SAMPLE);
    this.politeness = Spans.seconds(conditions.politeness());
    this.next = new int[trace.sources()];
    this.notBefore = new double[trace.sources()];
  }

  /// @param name of the policy, for the result
  /// @param progress is told the share done, 0 to 1, now and then
  public static Result run(
      Trace trace, Conditions conditions, String name, Policy policy, DoubleConsumer progress) {
    long wall = System.nanoTime();
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    Simulation s = new Simulation(trace, conditions, policy);
    if (conditions.budget().spacing() == Budget.Spacing.BURST) s.bursts(progress);
    else s.evenly(progress);
    double cpuMicros = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e3;
    double wallSeconds = (System.nanoTime() - wall) / 1e9;
    return s.tally.result(
        name, s.calls, s.emptyCalls, wallSeconds, cpuMicros / Math.max(1, s.calls), s.rhythms());
  }

  /// Of the busiest sources.
  private List<Result.Rhythm> rhythms() {
    double days = Math.max(1, (trace.end() - trace.start()) / 86_400);
    return IntStream.range(0, trace.sources())
        .boxed()
        .sorted(Comparator.comparingInt(i -> -trace.times()[i].length))
        .limit(RHYTHMS)
        .map(i -> {
          float[] real = new float[24];
          for (double t : trace.times()[i]) {
            real[(int) Math.floorMod((long) (t / 3600), 24L)] += (float) (1 / days);
          }
          return new Result.Rhythm(trace.names().get(i), policy.day(i), real);
        })
        .toList();
  }

  private void evenly(DoubleConsumer progress) {
    double start = trace.start();
    double end = trace.end();
    double gap = conditions.budget().gapSeconds();
    Ranking ranking = new Ranking(policy, 0);
    double longest = policy.longest();
    for (int i = 0; i < trace.sources(); i++) {
      policy.add(i, start, NOTHING);
      ranking.add(i, start, start, start + longest);
    }
    double report = start;
    double now = start;
    for (long k = 1; now <= end; k++) {
      tally.upTo(now);
      int slot = ranking.next(now, Ranking.Gate.OPEN);
      if (slot >= 0) {
        call(slot, now);
        ranking.add(slot, now, now + politeness, now + longest);
      }
      if (now >= report) {
        progress.accept((now - start) / (end - start));
        report = now + WEEK / 2;
      }
      now = start + k * gap;
    }
    tally.upTo(end);
  }

  private void bursts(DoubleConsumer progress) {
    double start = trace.start();
    double end = trace.end();
    double window = Spans.seconds(conditions.budget().window());
    int n = trace.sources();
    double longest = policy.longest();
    double[] mustBy = new double[n];
    for (int i = 0; i < n; i++) {
      policy.add(i, start, NOTHING);
      mustBy[i] = start + longest;
    }
    BestOf best = new BestOf(n);
    double report = start;
    for (double now = start; now <= end; now += window) {
      tally.upTo(now);
      best.clear();
      for (int i = 0; i < n; i++) {
        if (notBefore[i] > now) continue;
        best.add(i, mustBy[i] <= now ? Double.MAX_VALUE : policy.value(i, now));
      }
      int chosen = best.select(conditions.budget().calls());
      for (int i = 0; i < chosen; i++) {
        int slot = best.get(i);
        call(slot, now);
        notBefore[slot] = now + politeness;
        mustBy[slot] = now + longest;
      }
      if (now >= report) {
        progress.accept((now - start) / (end - start));
        report = now + WEEK / 2;
      }
    }
    tally.upTo(end);
  }

  private void call(int slot, double now) {
    calls++;
    double[] times = trace.times()[slot];
    int from = next[slot];
    int to = from;
    while (to < times.length && times[to] <= now) to++;
    if (to == from) emptyCalls++;
    int shown = conditions.entriesShown();
    int seen = shown > 0 ? Math.max(from, to - shown) : from;
    tally.called(slot, now, from, seen, to);
    policy.polled(slot, now, times, seen, to, 0);
    next[slot] = to;
  }

  /// The best k of n, in no order.
  private static final class BestOf {
    private final int[] slots;
    private final double[] values;
    private int size;

    BestOf(int n) {
      slots = new int[n];
      values = new double[n];
    }

    void clear() {
      size = 0;
    }

    void add(int slot, double value) {
      slots[size] = slot;
      values[size++] = value;
    }

    int get(int i) {
      return slots[i];
    }

    /// Brings the best k to the front (Hoare's selection), earlier slots first among equals enough.
    int select(int k) {
      if (k >= size) return size;
      int low = 0;
      int high = size - 1;
      while (low < high) {
        double pivot = values[(low + high) >>> 1];
        int i = low;
        int j = high;
        while (i <= j) {
          while (values[i] > pivot) i++;
          while (values[j] < pivot) j--;
          if (i <= j) swap(i++, j--);
        }
        if (k - 1 <= j) high = j;
        else if (k - 1 >= i) low = i;
        else break;
      }
      Arrays.sort(slots, 0, k);
      return k;
    }

    private void swap(int i, int j) {
      int s = slots[i];
      slots[i] = slots[j];
      slots[j] = s;
      double v = values[i];
      values[i] = values[j];
      values[j] = v;
    }
  }
}
