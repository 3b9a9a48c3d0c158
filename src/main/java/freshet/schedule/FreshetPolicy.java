package freshet.schedule;

import static freshet.schedule.FreshetModel.CELL;
import static freshet.schedule.FreshetModel.DAY;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/// Freshet's own policy: spends the next call where it saves most waiting.
///
/// *Idea.* advaRSS and air balloon rank by expected new entries and so starve rare feeds. What
/// readers feel is delay; so the rank is the delay that has added up, as [FreshetModel] believes.
/// Since the last poll let P = ∫rate be the entries expected to wait and D = ∫P their added-up
/// delay. For a few horizons r let A be the entries expected in the next r seconds; then
///
///     W = min over r of (P + A/2)² · r / (2A)
///
/// is what waiting r longer would cost against what it would bring: small where a busy quarter of
/// an hour is about to begin, large where one has just ended. The value of a poll is √(W·D), times
/// the feed's weight. With a constant rate λ both are λ·t²/2, the optimal index.
///
/// *Data.* One row of floats a feed, and P and D up to the end of the last part of time looked at;
/// a value then costs some ten multiplications, and a walk of a few parts of an hour now and then.
///
/// *Known weakness.* A feed that was silent for weeks and brings fifty entries at once is found
/// late; nobody can know. Entries that follow each other closely teach less than others, so that
/// such an outbreak does not look like a new rate.
///
/// Reference: Sia, Cho et al. 2007 for the case of a constant rate. Why it is ranked so, and what was
/// measured: docs/decisions/0040-rank-by-expected-delay.md and docs/simulator.md.
public final class FreshetPolicy implements Policy {
  private static final double[] HORIZONS = {60, 180, 360, 600, 900, 1500};

  /// The shortest look ahead, as a share of the time since the last poll.
  private static final double SHORT = 0.1;

  private static final byte VERSION = 2;
  private static final double LONGEST_WALK = 3 * DAY;

  private final FreshetModel model;
  private final Population all;
  private final RateWalk walk;
  private final Slots feeds = new Slots();
  private float[][] rows = new float[0][];
  private double[] newest = new double[0];
  // What is believed to wait at `at`; up to `partEnd` the rate is `rate`.
  private double[] at = new double[0];
  private double[] partEnd = new double[0];
  private float[] rate = new float[0];
  private double[] entries = new double[0];
  private double[] delay = new double[0];
  private float[] ahead = new float[0];
  // Of the common belief under which this was computed.
  private int[] belief = new int[0];

  /// With the parameters as they were found best.
  public FreshetPolicy() {
    this(
        FreshetModel.PARAMETERS.stream()
            .collect(Collectors.toMap(Parameter::name, Parameter::usual)));
  }

  public FreshetPolicy(Map<String, Double> parameters) {
    model = new FreshetModel(parameters);
    all = new Population(model);
    walk = new RateWalk(model, all);
  }

  @Override
  public void add(int slot, double lastPoll, byte[] rhythm) {
    if (feeds.add(slot, lastPoll)) {
      int n = feeds.capacity();
      rows = Arrays.copyOf(rows, n);
      newest = Arrays.copyOf(newest, n);
      at = Arrays.copyOf(at, n);
      partEnd = Arrays.copyOf(partEnd, n);
      rate = Arrays.copyOf(rate, n);
      entries = Arrays.copyOf(entries, n);
      delay = Arrays.copyOf(delay, n);
      ahead = Arrays.copyOf(ahead, n * HORIZONS.length);
      belief = Arrays.copyOf(belief, n);
    }
    float[] f = new float[FreshetModel.ROW];
    f[FreshetModel.LEVEL] = 1;
    rows[slot] = f;
    newest[slot] = lastPoll;
    if (rhythm.length == 9 + 4 * FreshetModel.ROW && rhythm[0] == VERSION) {
      ByteBuffer in = ByteBuffer.wrap(rhythm, 1, rhythm.length - 1);
      // Not after the poll that saw it: the clock may have been set back since.
      newest[slot] = Math.min(in.getDouble(), lastPoll);
      in.asFloatBuffer().get(f);
      all.restored(f);
    }
    restart(slot, lastPoll);
  }

  private void restart(int slot, double now) {
    feeds.lastPoll[slot] = now;
    at[slot] = now;
    entries[slot] = 0;
    delay[slot] = 0;
    partEnd[slot] = now;
  }

  @Override
  public void remove(int slot) {
    all.left(rows[slot]);
    rows[slot] = new float[0];
  }

  @Override
  public void weigh(int slot, double weight) {
    feeds.weight[slot] = (float) weight;
  }

  @Override
  public double floor(double seconds) {
    return seconds;
  }

  private void walkFrom(int slot, double t, double limit) {
    float[] f = rows[slot];
    walk.start(f, model.mean(f, all), newest[slot], feeds.lastPoll[slot], t, limit);
  }

  private void advance(int slot, double now) {
    if (belief[slot] != all.belief) {
      belief[slot] = all.belief;
      restart(slot, feeds.lastPoll[slot]);
    }
    if (now < partEnd[slot]) return;
    skip(slot, now - LONGEST_WALK);
    double t = at[slot];
    double p = entries[slot];
    double d = delay[slot];
    double r = rate[slot];
    double stop = partEnd[slot];
    walkFrom(slot, stop, now);
    while (stop <= now) {
      double dt = stop - t;
      d += p * dt + r * dt * dt / 2;
      p += r * dt;
      t = stop;
      if (walk.t < stop) walk.step(now);
      r = walk.rate;
      stop = walk.end;
    }
    at[slot] = t;
    entries[slot] = p;
    delay[slot] = d;
    rate[slot] = (float) r;
    partEnd[slot] = stop;
    lookAhead(slot, now);
  }

  /// A feed that was never polled, or not since the program was last stopped for a long time: what
  /// may have come before `t` is not worth the walk, for it is due in any case.
  private void skip(int slot, double t) {
    if (partEnd[slot] >= t) return;
    at[slot] = t;
    partEnd[slot] = t;
  }

  /// The mean rate over each horizon from now, which is within the walk's part of time.
  private void lookAhead(int slot, double now) {
    int base = slot * HORIZONS.length;
    double t = now;
    double sum = 0;
    for (int i = 0; i < HORIZONS.length; i++) {
      double goal = now + HORIZONS[i];
      while (walk.end < goal) {
        sum += walk.rate * (walk.end - t);
        t = walk.end;
        walk.step(0);
      }
      sum += walk.rate * (goal - t);
      t = goal;
      ahead[base + i] = (float) (sum / HORIZONS[i]);
    }
  }

  @Override
  public double value(int slot, double now) {
    advance(slot, now);
    double dt = Math.max(0, now - at[slot]);
    double r = rate[slot];
    double p = entries[slot] + r * dt;
    double d = delay[slot] + entries[slot] * dt + r * dt * dt / 2;
    int base = slot * HORIZONS.length;
    double first = HORIZONS[0];
    // A minute is no short look ahead where feeds are asked every minute.
    if (all.busy) first = Math.min(first, SHORT * (now - feeds.lastPoll[slot]));
    double w = cost(p, ahead[base], first);
    for (int i = 1; i < HORIZONS.length; i++) {
      w = Math.min(w, cost(p, ahead[base + i], HORIZONS[i]));
    }
    return feeds.weight[slot] * Math.sqrt(w * d);
  }

  /// What waiting `seconds` longer would cost against what it would bring, at the rate `a` ahead.
  private static double cost(double p, double a, double seconds) {
    double x = p + a * seconds / 2;
    return x * x / (2 * a);
  }

  @Override
  public double reaches(int slot, double level, double now) {
    double goal = level / feeds.weight[slot];
    goal *= goal;
    if (goal <= 0) return now;
    skip(slot, now - LONGEST_WALK);
    if (entries[slot] > 0 && now < partEnd[slot]) {
      // The bound below is bolder than the value; by how much, the present tells.
      double value = value(slot, now) / feeds.weight[slot];
      double bound =
          reached(
              entries[slot], delay[slot], rate[slot], now - at[slot], rate[slot], 2 * rate[slot]);
      if (bound > 0) goal /= Math.clamp(value * value / bound, 0.3, 1);
    }
    double t = at[slot];
    double p = entries[slot];
    double d = delay[slot];
    double r = rate[slot];
    double stop = partEnd[slot];
    double last = now + 2 * DAY;
    walkFrom(slot, stop, last);
    while (t < last) {
      double dt = stop - t;
      double least = 2 * Math.min(walk.rate, r);
      if (dt > 0 && reached(p, d, r, dt, walk.rate, least) >= goal) {
        double low = 0;
        double high = dt;
        for (int i = 0; i < 6; i++) {
          double mid = (low + high) / 2;
          if (reached(p, d, r, mid, walk.rate, least) >= goal) high = mid;
          else low = mid;
        }
        return Math.max(now, t + low);
      }
      d += p * dt + r * dt * dt / 2;
      p += r * dt;
      t = stop;
      r = walk.rate;
      stop = walk.end;
      walk.stride();
    }
    return last;
  }

  /// The square of the value after `dt`, with the most that waiting can cost: never under the
  /// truth.
  private static double reached(
      double p, double d, double r, double dt, double next, double least) {
    double x = p + r * dt + next * HORIZONS[0] / 2;
    return (d + p * dt + r * dt * dt / 2) * x * x / least;
  }

  @Override
  public void polled(int slot, double now, double[] times, int from, int to, int untimed) {
    float[] f = rows[slot];
    double last = feeds.lastPoll[slot];
    double span = Math.max(0, now - last);
    double level = f[FreshetModel.LEVEL];
    double expected = 0;
    float total = untimed;
    double before = newest[slot];
    int i = from;
    walkFrom(slot, last, now);
    while (walk.t < now) {
      double e = walk.base * (Math.min(now, walk.end) - walk.t);
      expected += e;
      float seen = 0;
      for (; i < to && (times[i] < walk.end || walk.end >= now); i++) {
        seen += teach(f, times[i], model.worth(times[i] - before));
        before = times[i];
      }
      all.compare(f, walk, e, seen);
      total += seen;
      walk.step(now);
    }
    model.fade(f, span);
    f[FreshetModel.N] += total;
    f[FreshetModel.E] += (float) span;
    f[FreshetModel.RECENT_N] += total;
    f[FreshetModel.RECENT_Q] += (float) (expected / level);
    f[FreshetModel.SUDDEN_N] += total;
    f[FreshetModel.SUDDEN_Q] += (float) (expected / level);
    f[FreshetModel.TODAY_N] += total;
    f[FreshetModel.TODAY_Q] += (float) expected;
    f[FreshetModel.LEVEL] = (float) model.level(f);
    all.polled(now, span, total, to - from + untimed);
    if (to > from) newest[slot] = times[to - 1];
    restart(slot, now);
  }

  /// Old entries fade as if they had been seen when they came. The oldest only opens the time that
  /// the others are counted over.
  @Override
  public void history(int slot, double now, double[] times, int from, int to) {
    float[] f = rows[slot];
    if (to - from >= 2) {
      float total = 0;
      for (int i = from + 1; i < to; i++) {
        double faded = Math.exp(-(now - times[i]) / model.memory);
        total += teach(f, times[i], (float) (faded * model.worth(times[i] - times[i - 1])));
      }
      double span = model.memory * -Math.expm1(-(now - times[from]) / model.memory);
      f[FreshetModel.N] += total;
      f[FreshetModel.E] += (float) span;
      all.polled(now, span, total, total);
    }
    newest[slot] = to > from ? times[to - 1] : now - 30 * DAY;
    restart(slot, now);
  }

  /// Counts an entry by its hour, day and minute, by how much it teaches.
  private float teach(float[] f, double time, float w) {
    long cells = (long) Math.floor((time + f[FreshetModel.ZONE]) / CELL);
    int hour = (int) Math.floorMod(cells >> 4, 24L);
    int day = (int) Math.floorMod(Math.floorDiv(cells >> 4, 24L), 7L);
    int minute = (int) (cells & 15);
    model.teachSlot(f, all, hour * 4 + minute / 4, w);
    f[FreshetModel.WEEK + day] += w;
    f[FreshetModel.MINUTE + minute] += w;
    all.teach(hour, day, minute, w);
    all.worldHour[(int) Math.floorMod((long) Math.floor(time / 3600), 24L)] += w;
    return w;
  }

  /// A zone is taken when the first entries come, and later only an hour more or less (summer
  /// time): some feeds write each date in another zone.
  @Override
  public void zone(int slot, int offsetSeconds) {
    float[] f = rows[slot];
    boolean summer = Math.abs(offsetSeconds - f[FreshetModel.ZONE]) == 3600;
    if (Math.abs(offsetSeconds) <= 14 * 3600 && (f[FreshetModel.N] == 0 || summer)) {
      f[FreshetModel.ZONE] = offsetSeconds;
    }
  }

  @Override
  public byte[] rhythm(int slot) {
    ByteBuffer out = ByteBuffer.allocate(9 + 4 * FreshetModel.ROW);
    out.put(VERSION).putDouble(newest[slot]).asFloatBuffer().put(rows[slot]);
    return out.array();
  }

  @Override
  public Pending pending(int slot, double now) {
    advance(slot, now);
    double dt = Math.max(0, now - at[slot]);
    double r = rate[slot];
    double unit = all.entriesPerCount();
    return new Pending(
        unit * (entries[slot] + r * dt),
        unit * (delay[slot] + entries[slot] * dt + r * dt * dt / 2),
        unit * model.mean(rows[slot], all) * DAY);
  }

  @Override
  public float[] day(int slot) {
    float[] day = new float[24];
    double hourly = all.entriesPerCount() * model.mean(rows[slot], all) * 3600;
    for (int h = 0; h < 24; h++) {
      day[h] = (float) (hourly * model.hourFactor(rows[slot], all, h));
    }
    return day;
  }

  @Override
  public float[] week(int slot) {
    float[] day = day(slot);
    float[] week = new float[7 * 24];
    for (int d = 0; d < 7; d++) {
      // The model counts days from Thursday, 1 January 1970; a week is shown from Monday on.
      double factor = model.dayFactor(rows[slot], all, (d + 4) % 7);
      for (int h = 0; h < 24; h++) week[d * 24 + h] = (float) (day[h] * factor);
    }
    return week;
  }

  @Override
  public Learned learned(int slot) {
    float[] f = rows[slot];
    // Half of the quarters are forgotten at once, now and then; the count of all fades evenly.
    double timed = Math.min(f[FreshetModel.N], 2 * f[FreshetModel.SLOT_SUM]);
    return new Learned(timed, f[FreshetModel.E] / DAY);
  }

  @Override
  public double[] worldHours() {
    return all.worldHour.clone();
  }
}
