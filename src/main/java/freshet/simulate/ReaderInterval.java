package freshet.simulate;

import freshet.schedule.Policy;
import freshet.schedule.Slots;
import java.util.Arrays;

/// How today's readers choose an interval, translated to a budget: the feed that is furthest beyond
/// its interval, in parts of it, goes first.
///
/// `entry-frequency` (as Miniflux does it): a week divided by the entries of the last week, within
/// 5 minutes and 24 hours. `mean-gap` (as CommaFeed does it): half the mean gap of the last entries
/// within 5 minutes and an hour; of a feed silent for 1, 2 or 4 weeks, 2, 4 and 24 hours.
public final class ReaderInterval implements Policy {
  private static final double DAY = 86_400;
  private static final double LEAST = 300;
  private static final int GAPS = 20;

  public enum Kind {
    ENTRY_FREQUENCY,
    MEAN_GAP
  }

  private final Kind kind;
  private final Slots feeds = new Slots();
  // ENTRY_FREQUENCY: entries of each of the last 7 days; MEAN_GAP: the times of the last entries.
  private double[][] seen = new double[0][];
  private long[] day = new long[0];
  private int[] filled = new int[0];
  private double[] interval = new double[0];

  public ReaderInterval(Kind kind) {
    this.kind = kind;
  }

  @Override
  public void add(int slot, double lastPoll, byte[] rhythm) {
    if (feeds.add(slot, lastPoll)) {
      int n = feeds.capacity();
      seen = Arrays.copyOf(seen, n);
      day = Arrays.copyOf(day, n);
      filled = Arrays.copyOf(filled, n);
      interval = Arrays.copyOf(interval, n);
    }
    seen[slot] = new double[kind == Kind.MEAN_GAP ? GAPS : 7];
    filled[slot] = 0;
    day[slot] = (long) (lastPoll / DAY);
    interval[slot] = 3600;
  }

  @Override
  public void remove(int slot) {
    seen[slot] = new double[0];
  }

  @Override
  public void weigh(int slot, double weight) {
    feeds.weight[slot] = (float) weight;
  }

  @Override
  public double value(int slot, double now) {
    return feeds.weight[slot] * (now - feeds.lastPoll[slot]) / interval[slot];
  }

  @Override
  public double reaches(int slot, double level, double now) {
    return Math.max(now, feeds.lastPoll[slot] + level / feeds.weight[slot] * interval[slot]);
  }

  @Override
  public void polled(int slot, double now, double[] times, int from, int to, int untimed) {
    double[] s = seen[slot];
    if (kind == Kind.MEAN_GAP) {
      for (int i = Math.max(from, to - GAPS); i < to; i++) push(slot, times[i]);
      for (int i = 0; i < Math.min(untimed, GAPS); i++) push(slot, now);
      int n = filled[slot];
      double newest = n == 0 ? feeds.lastPoll[slot] : s[n - 1];
      double silent = (now - newest) / DAY;
      if (silent > 28) interval[slot] = DAY;
      else if (silent > 14) interval[slot] = DAY / 6;
      else if (silent > 7) interval[slot] = DAY / 12;
      else if (n < 2) interval[slot] = 3600;
      else interval[slot] = Math.clamp((newest - s[0]) / (n - 1) / 2, LEAST, 3600);
    } else {
      long today = (long) (now / DAY);
      for (; day[slot] < today; day[slot] = Math.max(day[slot] + 1, today - 7)) {
        s[(int) ((day[slot] + 1) % 7)] = 0;
      }
      s[(int) (today % 7)] += to - from + untimed;
      double week = 0;
      for (double d : s) week += d;
      interval[slot] = week == 0 ? DAY : Math.clamp(7 * DAY / week, LEAST, DAY);
    }
    feeds.lastPoll[slot] = now;
  }

  private void push(int slot, double t) {
    double[] s = seen[slot];
    if (filled[slot] == GAPS) System.arraycopy(s, 1, s, 0, GAPS - 1);
    else filled[slot]++;
    s[filled[slot] - 1] = t;
  }
}
