package freshet.simulate;

import freshet.schedule.Policy;
import freshet.schedule.Slots;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// Air balloon (Kostelac, Zagreb 2013; docs/simulator.md). A feed's activity is 24 numbers, one at
/// each whole hour, 1 at the start and never under a minimum; between them the curve is linear.
/// Each new entry heats the two whole hours around its time, by the share of the nearness to each
/// and by e^(−age/inertia); the thesis also gives a form in which it heats them by that part of
/// their own activity (`multiplicative`). Before it is used the activity cools by
/// e^(−elapsed/inertia). The feed with the largest area under the curve since its last visit goes
/// first.
///
/// The thesis's worked example takes three of its areas not by this definition: it takes the mean
/// of the curve at the last visit and at the next whole hour (`AirBalloonTest`).
public final class AirBalloon implements Policy {
  private static final double HOUR = 3600;
  private static final int LOOK_AHEAD = 72;

  /// So that a rhythm that another policy has left behind is not taken for one's own.
  private static final byte MARK = 'a';

  /// Where each entry doubles the activity, a busy day would soon be more than a float can hold.
  private static final float MOST = 1e12f;

  private final double inertia;
  private final double minimum;
  private final boolean multiplicative;
  private final Slots feeds = new Slots();
  private float[][] activity = new float[0][];
  private double[] cooledAt = new double[0];
  // The area in hours, since the last visit up to a whole hour, under the curve as of `cooledAt`.
  private double[] areaTo = new double[0];
  private double[] area = new double[0];
  private float[] lowest = new float[0];

  public AirBalloon(double inertiaSeconds, double minimum) {
    this(inertiaSeconds, minimum, false);
  }

  /// @param multiplicative whether an entry heats an hour by a part of its activity, not by a part
  ///   of 1
  public AirBalloon(double inertiaSeconds, double minimum, boolean multiplicative) {
    this.inertia = inertiaSeconds;
    this.minimum = minimum;
    this.multiplicative = multiplicative;
  }

  @Override
  public void add(int slot, double lastPoll, byte[] rhythm) {
    if (feeds.add(slot, lastPoll)) {
      int n = feeds.capacity();
      activity = Arrays.copyOf(activity, n);
      cooledAt = Arrays.copyOf(cooledAt, n);
      areaTo = Arrays.copyOf(areaTo, n);
      area = Arrays.copyOf(area, n);
      lowest = Arrays.copyOf(lowest, n);
    }
    float[] a = new float[24];
    Arrays.fill(a, 1);
    if (rhythm.length == 97 && rhythm[0] == MARK) {
      ByteBuffer.wrap(rhythm, 1, 96).slice().asFloatBuffer().get(a);
    }
    activity[slot] = a;
    lowest[slot] = least(a);
    cooledAt[slot] = lastPoll;
    areaTo[slot] = lastPoll;
    area[slot] = 0;
  }

  @Override
  public void remove(int slot) {
    activity[slot] = new float[0];
  }

  @Override
  public void weigh(int slot, double weight) {
    feeds.weight[slot] = (float) weight;
  }

  /// The curve at a time, before cooling.
  private double curve(float[] a, double t) {
    double hours = t / HOUR;
    double whole = Math.floor(hours);
    int h = (int) Math.floorMod((long) whole, 24L);
    double m = hours - whole;
    return a[h] * (1 - m) + a[h == 23 ? 0 : h + 1] * m;
  }

  @Override
  public double value(int slot, double now) {
    float[] a = activity[slot];
    double hourStart = Math.floor(now / HOUR) * HOUR;
    double t = areaTo[slot];
    while (t < hourStart) {
      double end = Math.min(hourStart, (Math.floor(t / HOUR) + 1) * HOUR);
      area[slot] += (curve(a, t) + curve(a, end)) / 2 * (end - t) / HOUR;
      t = end;
    }
    areaTo[slot] = t;
    double open = Math.max(0, (now - t) / HOUR) * (curve(a, t) + curve(a, now)) / 2;
    double cooling = Math.exp(-Math.max(0, now - cooledAt[slot]) / inertia);
    if (lowest[slot] * cooling < minimum) return feeds.weight[slot] * clamped(slot, now, cooling);
    return feeds.weight[slot] * (area[slot] + open) * cooling;
  }

  /// The area where some hours have cooled down to the minimum.
  private double clamped(int slot, double now, double cooling) {
    float[] a = new float[24];
    for (int h = 0; h < 24; h++) a[h] = (float) Math.max(minimum, activity[slot][h] * cooling);
    double sum = 0;
    for (double t = feeds.lastPoll[slot]; t < now; ) {
      double end = Math.min(now, (Math.floor(t / HOUR) + 1) * HOUR);
      sum += (curve(a, t) + curve(a, end)) / 2 * (end - t) / HOUR;
      t = end;
    }
    return sum;
  }

  @Override
  public double reaches(int slot, double level, double now) {
    float[] a = activity[slot];
    double cooling = Math.exp(-Math.max(0, now - cooledAt[slot]) / inertia);
    double goal = level / feeds.weight[slot] / cooling;
    double t = areaTo[slot];
    double sum = area[slot];
    double last = now + LOOK_AHEAD * HOUR;
    while (t < last) {
      double end = (Math.floor(t / HOUR) + 1) * HOUR;
      double from = Math.max(minimum / cooling, curve(a, t));
      double to = Math.max(minimum / cooling, curve(a, end));
      double whole = (from + to) / 2 * (end - t) / HOUR;
      if (sum + whole >= goal) {
        return Math.max(now, t + (goal - sum) / Math.max(from, to) * HOUR);
      }
      sum += whole;
      t = end;
    }
    return last;
  }

  @Override
  public void polled(int slot, double now, double[] times, int from, int to, int untimed) {
    cool(slot, now);
    for (int i = from; i < to; i++) heat(slot, times[i], now - times[i]);
    for (int i = 0; i < untimed; i++) heat(slot, now, 0);
    lowest[slot] = least(activity[slot]);
    feeds.lastPoll[slot] = now;
    areaTo[slot] = now;
    area[slot] = 0;
  }

  @Override
  public void history(int slot, double now, double[] times, int from, int to) {
    // Nothing has cooled down before it was looked at.
    cooledAt[slot] = now;
    polled(slot, now, times, from, to, 0);
  }

  private static float least(float[] a) {
    float least = a[0];
    for (float f : a) least = Math.min(least, f);
    return least;
  }

  private void cool(int slot, double now) {
    double factor = Math.exp(-Math.max(0, now - cooledAt[slot]) / inertia);
    float[] a = activity[slot];
    for (int h = 0; h < 24; h++) a[h] = (float) Math.max(minimum, a[h] * factor);
    cooledAt[slot] = now;
  }

  private void heat(int slot, double t, double age) {
    double hours = t / HOUR;
    double whole = Math.floor(hours);
    int h = (int) Math.floorMod((long) whole, 24L);
    double m = hours - whole;
    double heat = Math.exp(-age / inertia);
    heat(activity[slot], h, heat * (1 - m));
    heat(activity[slot], h == 23 ? 0 : h + 1, heat * m);
  }

  private void heat(float[] a, int h, double heat) {
    a[h] = Math.min(MOST, a[h] + (float) (multiplicative ? a[h] * heat : heat));
  }

  /// The activity at each whole hour, as it was last cooled.
  @Override
  public float[] day(int slot) {
    return activity[slot].clone();
  }

  @Override
  public byte[] rhythm(int slot) {
    ByteBuffer out = ByteBuffer.allocate(97).put(MARK);
    out.slice().asFloatBuffer().put(activity[slot]);
    return out.array();
  }
}
