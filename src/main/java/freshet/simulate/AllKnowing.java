package freshet.simulate;

import freshet.schedule.Policy;
import java.util.Arrays;

/// The ceiling: sees every post the moment it appears and calls the source that has most of them.
/// No real policy can know this.
final class AllKnowing implements Policy {
  private final Trace trace;
  private final int[] next;
  private final int[] seen;

  AllKnowing(Trace trace) {
    this.trace = trace;
    next = new int[trace.sources()];
    seen = new int[trace.sources()];
  }

  @Override
  public void add(int slot, double lastPoll, byte[] rhythm) {}

  @Override
  public void remove(int slot) {}

  @Override
  public void weigh(int slot, double weight) {}

  @Override
  public double value(int slot, double now) {
    double[] times = trace.times()[slot];
    while (seen[slot] < times.length && times[seen[slot]] <= now) seen[slot]++;
    return seen[slot] - next[slot];
  }

  @Override
  public double reaches(int slot, double level, double now) {
    double[] times = trace.times()[slot];
    int wanted = next[slot] + Math.max(1, (int) Math.ceil(level)) - 1;
    return wanted < times.length ? Math.max(now, times[wanted]) : Double.POSITIVE_INFINITY;
  }

  @Override
  public void polled(int slot, double now, double[] times, int from, int to, int untimed) {
    double[] all = trace.times()[slot];
    while (next[slot] < all.length && all[next[slot]] <= now) next[slot]++;
    seen[slot] = Math.max(seen[slot], next[slot]);
  }

  @Override
  public boolean leavesOut() {
    return true;
  }

  @Override
  public float[] day(int slot) {
    float[] day = new float[24];
    Arrays.fill(day, 0);
    double days = Math.max(1, (trace.end() - trace.start()) / 86_400);
    for (double t : trace.times()[slot]) {
      day[(int) Math.floorMod((long) (t / 3600), 24L)] += (float) (1 / days);
    }
    return day;
  }
}
