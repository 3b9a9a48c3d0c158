package freshet.simulate;

import freshet.schedule.Policy;
import freshet.schedule.Slots;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// advaRSS (Adam, Bouras, Poulopoulos, Patras; docs/simulator.md) and the "minimum delay" policy it
/// was measured against. Both keep 24 rates a feed, one an hour of the day, in entries an hour, and
/// integrate them since the last visit with the exactness of a second or better. advaRSS ranks by
/// expected new entries, minimum delay by the delay these are expected to have added up.
///
/// All rates start at one constant. After a visit the new entries are spread evenly over the time
/// since the last one, and the rate of each hour moves towards what was so observed in it, by
/// `learning` for a whole hour; it never falls under the minimum.
public final class HourlyRates implements Policy {
  private static final double HOUR = 3600;
  private static final int LOOK_AHEAD = 72;

  /// So that a rhythm that another policy has left behind is not taken for one's own.
  private static final byte MARK = 'h';

  public enum Rank {
    ENTRIES,
    DELAY
  }

  private final Rank rank;
  private final double start;
  private final double minimum;
  private final double learning;
  private final Slots feeds = new Slots();
  private float[][] rates = new float[0][];
  // Entries and delay believed to wait at `at`, which is never later than the hour of the last
  // look.
  private double[] at = new double[0];
  private double[] entries = new double[0];
  private double[] delay = new double[0];

  /// @param start and `minimum` in entries an hour
  public HourlyRates(Rank rank, double start, double minimum, double learning) {
    this.rank = rank;
    this.start = start;
    this.minimum = minimum;
    this.learning = learning;
  }

  @Override
  public void add(int slot, double lastPoll, byte[] rhythm) {
    if (feeds.add(slot, lastPoll)) {
      int n = feeds.capacity();
      rates = Arrays.copyOf(rates, n);
      at = Arrays.copyOf(at, n);
      entries = Arrays.copyOf(entries, n);
      delay = Arrays.copyOf(delay, n);
    }
    float[] r = new float[24];
    Arrays.fill(r, (float) start);
    if (rhythm.length == 97 && rhythm[0] == MARK) {
      ByteBuffer.wrap(rhythm, 1, 96).slice().asFloatBuffer().get(r);
    }
    rates[slot] = r;
    restart(slot, lastPoll);
  }

  private void restart(int slot, double now) {
    at[slot] = now;
    entries[slot] = 0;
    delay[slot] = 0;
  }

  @Override
  public void remove(int slot) {
    rates[slot] = new float[0];
  }

  @Override
  public void weigh(int slot, double weight) {
    feeds.weight[slot] = (float) weight;
  }

  static int hourOf(double t) {
    return (int) Math.floorMod((long) Math.floor(t / HOUR), 24L);
  }

  /// Moves what is known to wait up to the start of this hour.
  private void advance(int slot, double now) {
    double t = at[slot];
    double hourStart = Math.floor(now / HOUR) * HOUR;
    if (t >= hourStart) return;
    if (now - t > 60 * 86_400) t = now - 60 * 86_400;
    while (t < hourStart) {
      double end = Math.min(hourStart, (Math.floor(t / HOUR) + 1) * HOUR);
      double r = rates[slot][hourOf(t)] / HOUR;
      double dt = end - t;
      delay[slot] += entries[slot] * dt + r * dt * dt / 2;
      entries[slot] += r * dt;
      t = end;
    }
    at[slot] = hourStart;
  }

  @Override
  public double value(int slot, double now) {
    advance(slot, now);
    double dt = Math.max(0, now - at[slot]);
    double r = rates[slot][hourOf(now)] / HOUR;
    double v =
        rank == Rank.ENTRIES
            ? entries[slot] + r * dt
            : delay[slot] + entries[slot] * dt + r * dt * dt / 2;
    return feeds.weight[slot] * v;
  }

  @Override
  public double reaches(int slot, double level, double now) {
    double goal = level / feeds.weight[slot];
    double t = at[slot];
    double p = entries[slot];
    double d = delay[slot];
    double last = now + LOOK_AHEAD * HOUR;
    while (t < last) {
      double r = rates[slot][hourOf(t)] / HOUR;
      double dt = (Math.floor(t / HOUR) + 1) * HOUR - t;
      double pEnd = p + r * dt;
      double dEnd = d + p * dt + r * dt * dt / 2;
      if (rank == Rank.ENTRIES) {
        if (pEnd >= goal) return Math.max(now, goal <= p ? t : t + (goal - p) / r);
      } else if (dEnd >= goal) {
        double need = goal - d;
        if (need <= 0) return Math.max(now, t);
        return Math.max(now, t + 2 * need / (p + Math.sqrt(p * p + 2 * r * need)));
      }
      p = pEnd;
      d = dEnd;
      t += dt;
    }
    return last;
  }

  @Override
  public void polled(int slot, double now, double[] times, int from, int to, int untimed) {
    double last = feeds.lastPoll[slot];
    double span = now - last;
    if (span > 0) {
      double observed = (to - from + untimed) / (span / HOUR);
      double t = Math.max(last, now - 30 * 86_400);
      while (t < now) {
        double end = Math.min(now, (Math.floor(t / HOUR) + 1) * HOUR);
        int h = hourOf(t);
        double step = learning * (end - t) / HOUR;
        double r = rates[slot][h] + step * (observed - rates[slot][h]);
        rates[slot][h] = (float) Math.max(minimum, r);
        t = end;
      }
    }
    feeds.lastPoll[slot] = now;
    restart(slot, now);
  }

  @Override
  public double floor(double seconds) {
    return rank == Rank.DELAY ? seconds : 0;
  }

  @Override
  public void history(int slot, double now, double[] times, int from, int to) {
    feeds.lastPoll[slot] = now;
    restart(slot, now);
  }

  /// The 24 rates, entries an hour.
  @Override
  public float[] day(int slot) {
    return rates[slot].clone();
  }

  @Override
  public byte[] rhythm(int slot) {
    ByteBuffer out = ByteBuffer.allocate(97).put(MARK);
    out.slice().asFloatBuffer().put(rates[slot]);
    return out.array();
  }

  @Override
  public Pending pending(int slot, double now) {
    advance(slot, now);
    double dt = Math.max(0, now - at[slot]);
    double r = rates[slot][hourOf(now)] / HOUR;
    double day = 0;
    for (float f : rates[slot]) day += f;
    return new Pending(
        entries[slot] + r * dt, delay[slot] + entries[slot] * dt + r * dt * dt / 2, day);
  }
}
