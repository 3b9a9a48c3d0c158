package freshet.simulate;

import freshet.schedule.Policy;
import freshet.schedule.Slots;
import java.util.Arrays;

/// Every feed in turn; or, with a share under 1, only the most active ones in turn (`buzzwise`,
/// which air balloon was measured against). Who is most active is not known beforehand: for the
/// first week all take turns, then the feeds with the most entries found so far; the choice is
/// renewed every week.
public final class RoundRobin implements Policy {
  private static final double WEEK = 7 * 86_400.0;

  private final double share;
  private final Slots feeds = new Slots();
  private long[] found = new long[0];
  private boolean[] dropped = new boolean[0];
  private int size;
  private double chooseAt = Double.NaN;

  public RoundRobin(double share) {
    this.share = share;
  }

  @Override
  public void add(int slot, double lastPoll, byte[] rhythm) {
    if (feeds.add(slot, lastPoll)) {
      found = Arrays.copyOf(found, feeds.capacity());
      dropped = Arrays.copyOf(dropped, feeds.capacity());
    }
    size = Math.max(size, slot + 1);
    found[slot] = 0;
  }

  @Override
  public void remove(int slot) {
    found[slot] = 0;
  }

  @Override
  public void weigh(int slot, double weight) {}

  @Override
  public double value(int slot, double now) {
    if (share < 1) chooseAgain(now);
    return dropped[slot] ? 0 : now - feeds.lastPoll[slot];
  }

  private void chooseAgain(double now) {
    if (Double.isNaN(chooseAt)) chooseAt = now + WEEK;
    if (now < chooseAt) return;
    chooseAt = now + WEEK;
    long[] sorted = Arrays.copyOf(found, size);
    Arrays.sort(sorted);
    int out = (int) Math.round((1 - share) * size);
    for (int i = 0; i < size; i++) {
      boolean low = out > 0 && found[i] <= sorted[out - 1];
      dropped[i] = low;
    }
  }

  @Override
  public boolean leavesOut() {
    return share < 1;
  }

  @Override
  public double reaches(int slot, double level, double now) {
    if (dropped[slot]) return level <= 0 ? now : now + WEEK;
    return Math.max(now, feeds.lastPoll[slot] + level);
  }

  @Override
  public void polled(int slot, double now, double[] times, int from, int to, int untimed) {
    feeds.lastPoll[slot] = now;
    found[slot] += to - from + untimed;
  }
}
