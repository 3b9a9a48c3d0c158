package freshet.schedule;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The model of when a feed publishes: a product of factors, each learned from the feed's own
/// entries and drawn to what all feeds do.
///
///     rate(t) = μ · hour(t) · day(t) · minute(t) · slot(t) · level · today(t) · lag(t) · honest + drift
///
/// μ: entries over time, both fading with `memory`. hour, day, minute: shares of the feed's entries
/// by hour of the day, day of the week and part of the hour. slot: how much more or less than these
/// say comes in each quarter of an hour of the day; many feeds publish by a plan, at 9:00 and 17:30.
/// lag: how much more or less than usual
/// comes so long after the newest entry we know. level: what came in the last days against what was
/// expected of them; today: the same over some hours. honest: the correction of predictions that
/// proved too bold ([Population]). drift: silence itself slowly raises the rate, so that nobody is forgotten.
///
/// What is known of a feed is one row of floats; the layout is below. Times are seconds since 1970.
/// The profile by hour is that of advaRSS and air balloon; that days of
/// the week differ and activity may start or stop at once was left open there.
public final class FreshetModel {
  static final double DAY = 86_400;
  static final double CELL = 3600.0 / Population.MINUTES;

  /// Long after its newest entry a feed is taken to be like all.
  static final int OWN_LAGS = 24;

  // The row of a feed.
  static final int N = 0;
  static final int E = 1;
  static final int RECENT_N = 2;
  static final int RECENT_Q = 3;
  static final int SUDDEN_N = 4;
  static final int SUDDEN_Q = 5;
  static final int LEVEL = 6;
  static final int ZONE = 7;
  static final int TODAY_N = 8;
  static final int TODAY_Q = 9;
  static final int SLOT_AGE = 10;
  static final int SLOT_SUM = 11;
  static final int SLOT_PROOF = 12;
  static final int WEEK = 13;
  static final int MINUTE = WEEK + 7;
  static final int LAG_SEEN = MINUTE + Population.MINUTES;
  static final int LAG_EXPECTED = LAG_SEEN + OWN_LAGS;
  // The quarters of a day, two in a float: each is below 2¹², and a float holds 24 bits exactly.
  static final int SLOT = LAG_EXPECTED + OWN_LAGS;
  static final int SLOTS = 96;
  static final int ROW = SLOT + SLOTS / 2;
  private static final double HALF = Math.log(2);
  private static final double PROOF_MOST = 20;
  private static final int SLOT_UNIT = 8;
  private static final int SLOT_BITS = 12;
  private static final int SLOT_MOST = (1 << SLOT_BITS) - 1;

  public static final List<Parameter> PARAMETERS =
      List.of(
          hours("memory", 45 * 24),
          number("ratePrior", 1),
          number("hourPrior", 60),
          number("smooth", 0.5),
          number("smoothCount", 100),
          number("weekendPrior", 30),
          number("dayPrior", 200),
          number("minutePrior", 200),
          number("slotPrior", 60),
          number("slotDoubt", 2),
          number("slotPower", 0.5),
          number("lagPrior", 40),
          hours("levelMemory", 8 * 24),
          number("levelPrior", 4),
          hours("suddenMemory", 2 * 24),
          number("suddenOdds", 0.02),
          number("suddenPower", 0.5),
          hours("todayMemory", 5),
          number("todayPrior", 3),
          number("honestPrior", 20),
          number("burst", 0.6),
          hours("burstGap", 1 / 6.0),
          number("drift", 0.02));

  private static Parameter number(String name, double usual) {
    return new Parameter(name, usual, 0, 1e12, false);
  }

  private static Parameter hours(String name, double usual) {
    return new Parameter(name, usual, 0.01, 1e6, true);
  }

  final double memory;
  final double honestPrior;
  final double drift;
  private final double ratePrior;
  private final double hourPrior;
  private final double smooth;
  private final double smoothCount;
  private final double weekendPrior;
  private final double dayPrior;
  private final double minutePrior;
  private final double slotPrior;
  private final double slotDoubt;
  private final double slotPower;
  private final double lagPrior;
  private final double levelMemory;
  private final double levelPrior;
  private final double suddenMemory;
  private final double suddenOdds;
  private final double suddenPower;
  private final double todayMemory;
  private final double todayPrior;
  private final double burst;
  private final double burstGap;

  FreshetModel(Map<String, Double> values) {
    memory = 3600 * value(values, "memory");
    ratePrior = Math.max(1e-3, value(values, "ratePrior"));
    hourPrior = Math.max(1e-3, value(values, "hourPrior"));
    smooth = value(values, "smooth");
    smoothCount = value(values, "smoothCount");
    weekendPrior = Math.max(1e-3, value(values, "weekendPrior"));
    dayPrior = Math.max(1e-3, value(values, "dayPrior"));
    minutePrior = Math.max(1e-3, value(values, "minutePrior"));
    slotPrior = Math.max(1e-3, value(values, "slotPrior"));
    slotDoubt = value(values, "slotDoubt");
    slotPower = value(values, "slotPower");
    lagPrior = Math.max(1e-3, value(values, "lagPrior"));
    levelMemory = 3600 * value(values, "levelMemory");
    levelPrior = Math.max(1e-3, value(values, "levelPrior"));
    suddenMemory = 3600 * value(values, "suddenMemory");
    suddenOdds = value(values, "suddenOdds");
    suddenPower = value(values, "suddenPower");
    todayMemory = 3600 * value(values, "todayMemory");
    todayPrior = Math.max(1e-3, value(values, "todayPrior"));
    honestPrior = Math.max(1e-3, value(values, "honestPrior"));
    burst = value(values, "burst");
    burstGap = 3600 * value(values, "burstGap");
    drift = value(values, "drift");
  }

  private static double value(Map<String, Double> values, String name) {
    return Objects.requireNonNull(values.get(name), name);
  }

  /// The rate of the usual hour: μ times level.
  double mean(float[] f, Population all) {
    return (f[N] + ratePrior) / (f[E] + ratePrior / all.rate) * f[LEVEL];
  }

  double hourFactor(float[] f, Population all, int h) {
    double s = smooth * smoothCount / (smoothCount + f[N]);
    double sides = hourCount(f, h == 0 ? 23 : h - 1) + hourCount(f, h == 23 ? 0 : h + 1);
    double seen = all.covered(f[E], DAY);
    double own = seen * (hourCount(f, h) + s * sides) / (1 + 2 * s);
    return 24 * (own + hourPrior * all.hourShare[h]) / (seen * f[SLOT_SUM] + hourPrior);
  }

  static double hourCount(float[] f, int h) {
    int one = (int) f[SLOT + 2 * h];
    int two = (int) f[SLOT + 2 * h + 1];
    int sum = (one & SLOT_MOST) + (one >> SLOT_BITS) + (two & SLOT_MOST) + (two >> SLOT_BITS);
    return (double) sum / SLOT_UNIT;
  }

  /// How much more or less comes in a quarter of an hour than its hour and its minutes say.
  ///
  /// @param share of the day's entries which these say
  double slotFactor(float[] f, int slot, double share) {
    int both = (int) f[SLOT + (slot >> 1)];
    int count = (slot & 1) == 0 ? both & SLOT_MOST : both >> SLOT_BITS;
    return (count / (SLOT_UNIT * share) + slotPrior) / (f[SLOT_SUM] + slotPrior);
  }

  /// The belief that the feed keeps to quarters of the day at all; 0 where it is small.
  double slotTrust(float[] f) {
    double odds = slotPower * f[SLOT_PROOF] - slotDoubt;
    return odds < -4 ? 0 : 1 / (1 + Math.exp(-odds));
  }

  /// The share of an hour's entries that a quarter of it has.
  double quarterShare(float[] f, Population all, int quarter) {
    double own = 0;
    double others = 0;
    int cells = Population.MINUTES / 4;
    for (int m = quarter * cells; m < (quarter + 1) * cells; m++) {
      own += f[MINUTE + m];
      others += all.minuteShare[m];
    }
    return (own + minutePrior * others) / (f[N] + minutePrior);
  }

  /// Counts an entry in its quarter of the day, after it has shown whether the quarters foretold it
  /// better than hours and minutes alone.
  void teachSlot(float[] f, Population all, int slot, float weight) {
    double share = hourFactor(f, all, slot >> 2) / 24 * quarterShare(f, all, slot & 3);
    double factor = slotFactor(f, slot, share);
    f[SLOT_PROOF] =
        (float) Math.clamp(f[SLOT_PROOF] + weight * Math.log(factor), -PROOF_MOST, PROOF_MOST);
    int add = Math.round(SLOT_UNIT * weight);
    int at = SLOT + (slot >> 1);
    int shift = (slot & 1) * SLOT_BITS;
    if ((((int) f[at] >> shift) & SLOT_MOST) + add > SLOT_MOST) halveSlots(f);
    f[at] += add << shift;
    f[SLOT_SUM] += (float) add / SLOT_UNIT;
  }

  private static void halveSlots(float[] f) {
    int sum = 0;
    for (int i = SLOT; i < ROW; i++) {
      int both = (int) f[i];
      int low = (both & SLOT_MOST) / 2;
      int high = (both >> SLOT_BITS) / 2;
      sum += low + high;
      f[i] = low + (high << SLOT_BITS);
    }
    f[SLOT_SUM] = (float) sum / SLOT_UNIT;
  }

  /// @param d 0 is Thursday, the first day of 1970
  double dayFactor(float[] f, Population all, int d) {
    boolean weekend = d == 2 || d == 3;
    double seen = all.covered(f[E], 7 * DAY);
    double count = seen * f[N];
    double ends = seen * (f[WEEK + 2] + f[WEEK + 3]);
    double endsAll = all.dayShare[2] + all.dayShare[3];
    double share = (ends + weekendPrior * endsAll) / (count + weekendPrior);
    double even = weekend ? share / 2 : (1 - share) / 5;
    return 7 * (seen * f[WEEK + d] + dayPrior * even) / (count + dayPrior);
  }

  double minuteFactor(float[] f, Population all, int m) {
    double seen = all.covered(f[E], 3600);
    return Population.MINUTES
        * (seen * f[MINUTE + m] + minutePrior * all.minuteShare[m])
        / (seen * f[N] + minutePrior);
  }

  double lagFactor(float[] f, Population all, int bin) {
    if (bin >= OWN_LAGS) return all.lagFactor[bin];
    return (f[LAG_SEEN + bin] + lagPrior * all.lagFactor[bin]) / (f[LAG_EXPECTED + bin] + lagPrior);
  }

  /// How busy the feed is today against what was expected of it, so many seconds after the last
  /// poll.
  double todayFactor(float[] f, double seconds) {
    double d = Math.exp(-seconds / todayMemory);
    return (todayPrior + d * f[TODAY_N]) / (todayPrior + d * f[TODAY_Q]);
  }

  /// How busy the feed is now against its long memory.
  double level(float[] f) {
    double slow = (levelPrior + f[RECENT_N]) / (levelPrior + f[RECENT_Q]);
    double n = f[SUDDEN_N];
    double q = f[SUDDEN_Q] * slow + 1e-9;
    // How much likelier the last two days are with a rate of their own than with the usual one.
    double log = (n > 0 ? n * Math.log(n / q) : 0) - (n - q);
    double odds = suddenOdds * Math.exp(Math.min(60, suddenPower * Math.max(0, log)));
    double w = odds / (1 + odds);
    double fresh = (levelPrior + f[SUDDEN_N]) / (levelPrior + f[SUDDEN_Q]);
    return slow * (1 - w) + fresh * w;
  }

  /// How much an entry teaches that came so many seconds after the one before it.
  float worth(double gap) {
    return (float) (burst + (1 - burst) * Math.clamp(gap / burstGap, 0, 1));
  }

  void fade(float[] f, double seconds) {
    if (seconds <= 0) return;
    float slow = (float) Math.exp(-seconds / memory);
    f[N] *= slow;
    f[E] *= slow;
    for (int i = WEEK; i < SLOT; i++) f[i] *= slow;
    f[SLOT_PROOF] *= slow;
    f[SLOT_AGE] += (float) seconds;
    if (f[SLOT_AGE] > memory * HALF) {
      f[SLOT_AGE] = 0;
      halveSlots(f);
    }
    float level = (float) Math.exp(-seconds / levelMemory);
    f[RECENT_N] *= level;
    f[RECENT_Q] *= level;
    float today = (float) Math.exp(-seconds / todayMemory);
    f[TODAY_N] *= today;
    f[TODAY_Q] *= today;
    float sudden = (float) Math.exp(-seconds / suddenMemory);
    f[SUDDEN_N] *= sudden;
    f[SUDDEN_Q] *= sudden;
  }
}
