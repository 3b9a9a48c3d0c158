package freshet.simulate;

import freshet.schedule.Policy;
import freshet.schedule.Slots;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The reference that air balloon was measured against: so many of the most popular sources take
/// turns, the others are left out. The thesis counts likes. Here a trace's subscribers count, or
/// all its posts where it has none; live, those who follow a feed and, where they are as many, the
/// entries found so far. What is not known beforehand is chosen again every week.
public final class MostPopular implements Policy {
  private static final double WEEK = 7 * 86_400.0;

  private final int most;
  private final double @Nullable [] known;
  private final Slots feeds = new Slots();
  private boolean[] there = new boolean[0];
  private boolean[] chosen = new boolean[0];
  private long[] found = new long[0];
  private double chooseAt = Double.NEGATIVE_INFINITY;

  /// @param known the popularity of each source, null if it shows only by and by
  public MostPopular(int most, double @Nullable [] known) {
    this.most = most;
    this.known = known;
  }

  @Override
  public void add(int slot, double lastPoll, byte[] rhythm) {
    if (feeds.add(slot, lastPoll)) {
      there = Arrays.copyOf(there, feeds.capacity());
      chosen = Arrays.copyOf(chosen, feeds.capacity());
      found = Arrays.copyOf(found, feeds.capacity());
    }
    there[slot] = true;
    found[slot] = 0;
    chooseAt = Double.NEGATIVE_INFINITY;
  }

  @Override
  public void remove(int slot) {
    there[slot] = false;
    chosen[slot] = false;
  }

  @Override
  public void weigh(int slot, double weight) {
    feeds.weight[slot] = (float) weight;
  }

  private void choose(double now) {
    if (now < chooseAt) return;
    chooseAt = now + WEEK;
    Comparator<Integer> byPopularity =
        known == null
            ? Comparator.<Integer>comparingDouble(s -> -feeds.weight[s])
                .thenComparingLong(s -> -found[s])
            : Comparator.comparingDouble(s -> -known[s]);
    int[] best =
        IntStream.range(0, there.length)
            .filter(s -> there[s])
            .boxed()
            .sorted(byPopularity)
            .limit(most)
            .mapToInt(Integer::intValue)
            .toArray();
    Arrays.fill(chosen, false);
    for (int slot : best) chosen[slot] = true;
  }

  @Override
  public double value(int slot, double now) {
    choose(now);
    return chosen[slot] ? now - feeds.lastPoll[slot] : -1;
  }

  @Override
  public double reaches(int slot, double level, double now) {
    choose(now);
    return chosen[slot] ? Math.max(now, feeds.lastPoll[slot] + level) : now + WEEK;
  }

  @Override
  public boolean leavesOut() {
    return true;
  }

  @Override
  public void polled(int slot, double now, double[] times, int from, int to, int untimed) {
    feeds.lastPoll[slot] = now;
    found[slot] += to - from + untimed;
  }
}
