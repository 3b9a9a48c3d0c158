package freshet.schedule;

import static freshet.schedule.FreshetModel.CELL;
import static freshet.schedule.FreshetModel.DAY;

import java.util.Arrays;

/// Walks along a feed's rate, from one part of time in which it is constant to the next: a part of
/// an hour, cut where the time since the newest known entry changes its bin. Long after the newest
/// entry whole hours are taken at once, where the caller does not need to stop within.
final class RateWalk {
  private static final double HOUR = 3600;
  private static final double QUARTER = 900;

  private final FreshetModel model;
  private final Population all;
  private float[] f = new float[0];
  private double mean;
  private double newest;
  private double lastPoll;
  private double drift;
  private long hourIndex;
  private double steady;
  private double today;
  private double hourFactor;
  private int slot;
  private double slotFactor;
  private double slotTrust;
  private final double[] quarterShare = new double[4];

  private double lagOver;

  /// From `t` to `end` the feed publishes at `rate` = `base` · `factor` + drift, where `factor` is
  /// what today, the lag and honesty make of the base rate; `bin` is the lag's.
  double t;

  double end;
  double rate;
  double base;
  double factor;
  double lag;
  int bin;
  int honestBin;

  RateWalk(FreshetModel model, Population all) {
    this.model = model;
    this.all = all;
  }

  /// @param mean the feed's rate, μ or μ · level
  void start(float[] row, double mean, double newest, double lastPoll, double t, double limit) {
    f = row;
    this.mean = mean;
    this.newest = newest;
    this.lastPoll = lastPoll;
    drift = model.drift * all.rate / DAY;
    hourIndex = Long.MIN_VALUE;
    slotTrust = model.slotTrust(f);
    Arrays.fill(quarterShare, -1);
    lagOver = Double.NEGATIVE_INFINITY;
    go(t, limit);
  }

  void step(double limit) {
    go(end, limit);
  }

  /// A step to the end of the quarter of an hour, as if all its minutes were alike: for looking
  /// ahead.
  void stride() {
    t = end;
    hour((long) Math.floor((t + f[FreshetModel.ZONE]) / HOUR));
    lagAt(t - newest + QUARTER / 3);
    double zone = f[FreshetModel.ZONE];
    long quarters = (long) Math.floor((t + zone) / QUARTER);
    end = (quarters + 1) * QUARTER - zone;
    if (end <= t) end = t + 1e-3;
    int quarter = (int) (quarters & 3);
    base = slotTrust == 0 ? steady : steady * 4 * quarterShare(quarter) * slotAt(quarter);
    factor = today * lag;
    rate = base * factor + drift * (t - lastPoll);
  }

  private void go(double from, double limit) {
    t = from;
    double zone = f[FreshetModel.ZONE];
    long cells = (long) Math.floor((t + zone) / CELL);
    long hours = cells >> 4;
    int minute = (int) (cells & 15);
    hour(hours);
    lagAt(t - newest);
    if (minute == 0 && bin == Population.LAGS - 1) {
      double hourOver = (hours + 1) * HOUR - zone;
      if (hourOver <= limit) {
        end = hourOver;
        base = steady;
        factor = today * lag;
        rate = base * factor + drift * (t + HOUR / 2 - lastPoll);
        return;
      }
    }
    end = Math.min((cells + 1) * CELL - zone, newest + lagOver);
    if (end <= t) end = t + 1e-3;
    base = steady * model.minuteFactor(f, all, minute) * slotAt(minute >> 2);
    factor = today * lag;
    rate = base * factor + drift * (t - lastPoll);
  }

  private void hour(long hours) {
    if (hours == hourIndex) return;
    hourIndex = hours;
    int hour = (int) Math.floorMod(hours, 24L);
    int day = (int) Math.floorMod(Math.floorDiv(hours, 24L), 7L);
    slot = -1;
    hourFactor = model.hourFactor(f, all, hour);
    steady = mean * hourFactor * model.dayFactor(f, all, day);
    today = model.todayFactor(f, Math.max(0, t - lastPoll));
    honestBin = all.honestBin(steady * today);
    today *= all.honest[honestBin];
  }

  private double slotAt(int quarter) {
    if (slotTrust == 0) return 1;
    int s = 4 * (int) Math.floorMod(hourIndex, 24L) + quarter;
    if (s != slot) {
      slot = s;
      double share = hourFactor / 24 * quarterShare(quarter);
      slotFactor = 1 + slotTrust * (model.slotFactor(f, s, share) - 1);
    }
    return slotFactor;
  }

  private double quarterShare(int quarter) {
    if (quarterShare[quarter] < 0) quarterShare[quarter] = model.quarterShare(f, all, quarter);
    return quarterShare[quarter];
  }

  private void lagAt(double since) {
    if (since < lagOver - 1e-6) return;
    bin = Population.lagBin(since + 1e-6);
    lag = model.lagFactor(f, all, bin);
    lagOver = Population.lagEnd(bin);
  }
}
