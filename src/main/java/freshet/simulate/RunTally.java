package freshet.simulate;

import java.util.Arrays;
import java.util.List;

/// Counts what a run comes to: delays, pending posts, by week and by hour of the day.
final class RunTally {
  private final Trace trace;
  private final double week;
  private final double sample;
  private final int[] published;
  private final int[] done;
  private final float[] delays;
  private int fetched;
  private int lost;
  private int clock;
  private double nextSample;
  private double delaySum;
  private double pendingSeconds;
  private double pendingMax;
  private long samples;
  private final Bin[] weeks;
  private final Bin[] hours = new Bin[24];

  private static final class Bin {
    int posts;
    int fetched;
    double delay;
    double total;
    double max;
    long samples;

    void fetched(double seconds) {
      fetched++;
      delay += seconds;
    }

    void sampled(int pending, int most) {
      samples++;
      total += pending;
      max += most;
    }

    Result.Bin result() {
      return new Result.Bin(
          posts,
          fetched,
          fetched == 0 ? 0 : delay / fetched,
          samples == 0 ? 0 : total / samples,
          samples == 0 ? 0 : max / samples);
    }
  }

  RunTally(Trace trace, double week, double sample) {
    this.trace = trace;
    this.week = week;
    this.sample = sample;
    published = new int[trace.sources()];
    done = new int[trace.sources()];
    delays = new float[trace.posts()];
    nextSample = trace.start() + sample / 2;
    weeks = new Bin[(int) Math.max(1, Math.ceil((trace.end() - trace.start()) / week))];
    Arrays.setAll(weeks, _ -> new Bin());
    Arrays.setAll(hours, _ -> new Bin());
  }

  private Bin weekOf(double t) {
    return weeks[Math.min(weeks.length - 1, (int) ((t - trace.start()) / week))];
  }

  private Bin hourOf(double t) {
    return hours[(int) Math.floorMod((long) (t / 3600), 24L)];
  }

  /// Lets time go on: publishes what is due, and samples what is pending in the middle of each ten
  /// minutes, so that calls in bursts and calls in a row are measured alike.
  void upTo(double now) {
    double[] time = trace.time();
    while (clock < time.length && time[clock] <= now) {
      while (nextSample < time[clock]) sample();
      double t = time[clock];
      published[trace.source()[clock++]]++;
      weekOf(t).posts++;
      hourOf(t).posts++;
    }
    while (nextSample < now) sample();
  }

  private void sample() {
    int most = 0;
    int total = 0;
    for (int i = 0; i < published.length; i++) {
      int p = published[i] - done[i];
      total += p;
      if (p > most) most = p;
    }
    samples++;
    pendingMax += most;
    weekOf(nextSample).sampled(total, most);
    hourOf(nextSample).sampled(total, most);
    nextSample += sample;
  }

  /// A call at `now` found the posts `seen` to `to`; those before, from `from`, are lost.
  void called(int slot, double now, int from, int seen, int to) {
    double[] times = trace.times()[slot];
    done[slot] = to;
    lost += seen - from;
    for (int i = from; i < seen; i++) pendingSeconds += now - times[i];
    for (int i = seen; i < to; i++) {
      double delay = now - times[i];
      delays[fetched++] = (float) delay;
      delaySum += delay;
      weekOf(times[i]).fetched(delay);
      hourOf(times[i]).fetched(delay);
    }
  }

  Result result(
      String name,
      long calls,
      long emptyCalls,
      double wall,
      double cpuPerCall,
      List<Result.Rhythm> rhythms) {
    for (int s = 0; s < done.length; s++) {
      double[] times = trace.times()[s];
      for (int i = done[s]; i < times.length; i++) pendingSeconds += trace.end() - times[i];
    }
    float[] sorted = Arrays.copyOf(delays, fetched);
    Arrays.sort(sorted);
    return new Result(
        name,
        trace.posts(),
        fetched,
        lost,
        fetched == 0 ? 0 : delaySum / fetched,
        quantile(sorted, 0.5),
        quantile(sorted, 0.95),
        samples == 0 ? 0 : pendingMax / samples,
        (delaySum + pendingSeconds) / Math.max(1, trace.end() - trace.start()),
        calls,
        emptyCalls,
        wall,
        cpuPerCall,
        Arrays.stream(weeks).map(Bin::result).toArray(Result.Bin[]::new),
        Arrays.stream(hours).map(Bin::result).toArray(Result.Bin[]::new),
        rhythms);
  }

  private static double quantile(float[] sorted, double q) {
    if (sorted.length == 0) return 0;
    return sorted[(int) Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
  }
}
