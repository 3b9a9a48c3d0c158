package freshet.simulate;

import freshet.schedule.Policy;
import freshet.schedule.Turns;
import freshet.text.Spans;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

/// Replays a trace against a policy: a stub of the sources which enforces the limit of calls. A
/// call finds all posts of its source since the last one; their delay is the time of the call less
/// the time of publication. All starts with the trace's clock, with nothing known, and ends with
/// it: what is then still pending counts as not fetched.
///
/// Who is called when is decided by [Turns], as it is live.
public final class Simulation {
  private static final byte[] NOTHING = {};
  private static final double WEEK = 7 * 86_400.0;
  private static final double SAMPLE = 600;
  private static final int RHYTHMS = 4;

  /// Told of every call.
  public interface Observer {
    Observer NONE =
        new Observer() {
          @Override
          public void called(int source, double at, double value, int found) {}
        };

    /// @param value what the policy gave for the call
    /// @param found how many posts
    void called(int source, double at, double value, int found);
  }

  private final Trace trace;
  private final Conditions conditions;
  private final Turns turns;
  private final Observer observer;
  private final RunTally tally;
  private final int[] next;
  private final double[] last;
  private long calls;
  private long emptyCalls;

  private Simulation(Trace trace, Conditions conditions, Policy policy, Observer observer) {
    this.trace = trace;
    this.conditions = conditions;
    this.turns = new Turns(conditions.budget(), conditions.rules(), policy);
    this.observer = observer;
    this.tally = new RunTally(trace, WEEK, SAMPLE);
    this.next = new int[trace.sources()];
    this.last = new double[trace.sources()];
  }

  /// @param name of the policy, for the result
  /// @param progress is told the share done, 0 to 1, now and then
  public static Result run(
      Trace trace,
      Conditions conditions,
      String name,
      Policy policy,
      Observer observer,
      DoubleConsumer progress) {
    long wall = System.nanoTime();
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    Simulation s = new Simulation(trace, conditions, policy, observer);
    s.replay(progress);
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
          return new Result.Rhythm(trace.names().get(i), turns.policy().day(i), real);
        })
        .toList();
  }

  private void replay(DoubleConsumer progress) {
    double start = trace.start();
    double end = trace.end();
    Arrays.fill(last, start);
    double before = conditions.asLive() ? start : start - Spans.seconds(conditions.politeness());
    for (int i = 0; i < trace.sources(); i++) {
      turns.add(i, start, NOTHING, conditions.weight(trace.subscribers(i)));
      turns.await(i, start, before, start);
    }
    double report = start;
    for (double now = start; now <= end; ) {
      int slot = turns.next(now);
      if (slot >= 0) {
        tally.upTo(now);
        call(slot, now);
        turns.await(slot, now, now, now);
        continue;
      }
      if (now >= report) {
        progress.accept((now - start) / Math.max(1, end - start));
        report = now + WEEK / 2;
      }
      double wake = turns.wake(now);
      // Live clocks go by the millisecond.
      if (conditions.asLive()) wake = Spans.seconds(Spans.instant(wake));
      now = wake > now ? wake : Spans.seconds(Spans.instant(now + 0.001));
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
    if (!observer.equals(Observer.NONE))
      observer.called(slot, now, turns.value(slot, now), to - seen);
    tally.called(slot, now, from, seen, to);
    if (conditions.asLive() && to > seen) turns.polled(slot, last[slot], now, times, seen, to);
    else turns.policy().polled(slot, now, times, seen, to, 0);
    last[slot] = now;
    next[slot] = to;
  }
}
