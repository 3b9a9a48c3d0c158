package freshet.schedule;

/// What all feeds of a lane have in common: the belief a feed starts with and is drawn to where its
/// own entries are few, and how honest the predictions are. Counts fade like the feeds' own.
final class Population {
  static final int MINUTES = 16;

  /// Upper ends of the bins of the time since the newest known entry, in minutes: bursts and
  /// regular gaps at the start, the rest of a day and the days after it at the end.
  private static final int[] LAG_MINUTES = {
    1, 2, 3, 4, 5, 7, 10, 13, 17, 22, 28, 35, 43, 52, 62, 75, 90, 105, 120, 140, 165, 195, 240, 300,
    360, 480, 600, 720, 900, 1080, 1260, 1440, 1560, 1800, 2160, 2880, 4320, 7200, 14_400
  };

  static final int LAGS = LAG_MINUTES.length + 1;
  private static final int HONEST = 40;

  /// Polls after which the common belief is made anew.
  private static final int RENEW_EVERY = 256;

  /// The belief in one entry a day is worth so many entries; or so many among busy feeds, which
  /// tell it better.
  private static final double DOUBT = 1;

  private static final double BUSY_DOUBT = 0.05;

  /// Feeds are busy that publish every hour; a few entries must have come to believe it.
  private static final double BUSY = 1 / 3600.0;

  private static final double A_FEW = 5;

  /// So much must the common rate change for the feeds to be valued anew.
  private static final double CHANGED = 1.25;

  private static final byte[] LAG_OF_MINUTE = new byte[LAG_MINUTES[LAGS - 2]];

  static {
    int bin = 0;
    for (int m = 0; m < LAG_OF_MINUTE.length; m++) {
      if (m >= LAG_MINUTES[bin]) bin++;
      LAG_OF_MINUTE[m] = (byte) bin;
    }
  }

  static int lagBin(double seconds) {
    int minute = (int) (seconds / 60);
    return minute >= LAG_OF_MINUTE.length ? LAGS - 1 : LAG_OF_MINUTE[Math.max(0, minute)];
  }

  /// Seconds after the newest known entry at which a bin ends.
  static double lagEnd(int bin) {
    return bin == LAGS - 1 ? Double.POSITIVE_INFINITY : LAG_MINUTES[bin] * 60.0;
  }

  private final FreshetModel model;
  private double count;
  private double entries;
  private double exposure;
  private final double[] hour = new double[24];
  private final double[] day = new double[7];
  private final double[] minute = new double[MINUTES];
  private final double[] lagSeen = new double[LAGS];
  private final double[] lagExpected = new double[LAGS];
  private final double[] honestSeen = new double[HONEST];
  private final double[] honestExpected = new double[HONEST];
  private double fadedTo = Double.NaN;
  private int stale;
  private int young;
  private double believed;

  /// Whether the feeds turned out to publish every hour or more in the first polls.
  boolean busy;

  /// Counts the times that the common rate has become another in the first polls.
  int belief;

  /// By the hour of the day in UTC, whatever zones the feeds live in.
  final double[] worldHour = new double[24];

  // Made of the counts, renewed now and then.
  double rate;
  final float[] hourShare = new float[24];
  final float[] dayShare = new float[7];
  final float[] minuteShare = new float[MINUTES];
  final float[] lagFactor = new float[LAGS];
  final float[] honest = new float[HONEST];

  Population(FreshetModel model) {
    this.model = model;
    renew();
  }

  /// The bin of a predicted rate, by half octaves around the mean of all. A product of many factors
  /// is bolder than the truth: what is predicted rare comes more often, what is predicted busy
  /// less. So what came is compared with what was predicted, bin by bin, and predictions are
  /// corrected.
  int honestBin(double predicted) {
    double x = predicted / rate;
    return Math.clamp(Math.getExponent(x * x) + 28, 0, HONEST - 1);
  }

  void teach(int h, int d, int m, float w) {
    hour[h] += w;
    day[d] += w;
    minute[m] += w;
  }

  /// Compares what came in a part of time with what was expected of it, `e` by the base rate.
  void compare(float[] f, RateWalk walk, double e, float seen) {
    double full = e * walk.factor;
    double byLag = full / walk.lag;
    if (walk.bin < FreshetModel.OWN_LAGS) {
      f[FreshetModel.LAG_SEEN + walk.bin] += seen;
      f[FreshetModel.LAG_EXPECTED + walk.bin] += (float) byLag;
    }
    lagSeen[walk.bin] += seen;
    lagExpected[walk.bin] += byLag;
    honestSeen[walk.honestBin] += seen;
    honestExpected[walk.honestBin] += full / honest[walk.honestBin];
  }

  /// One poll's news, ending at `now`: `n` as counted, `found` as they are.
  void polled(double now, double seconds, double n, double found) {
    if (Double.isNaN(fadedTo)) fadedTo = now;
    count += n;
    entries += found;
    exposure += seconds;
    if (young < RENEW_EVERY) {
      young++;
      takeEarly();
    }
    if (++stale >= RENEW_EVERY) {
      stale = 0;
      fade(now);
      renew();
    }
  }

  /// At first each poll is news: as long as too little is expected of all feeds, what comes is
  /// taken for the merit of those that were asked first, and the others are left waiting.
  private void takeEarly() {
    busy |= count >= A_FEW && rate(BUSY_DOUBT) > BUSY;
    if (!busy) return;
    rate = rate(BUSY_DOUBT);
    if (rate > CHANGED * believed || believed > CHANGED * rate) {
      believed = rate;
      belief++;
    }
  }

  /// How much of an hour, a day or a week a feed was watched, at most 1: one that was watched for a
  /// few minutes has all its entries in one hour, which does not make that hour its busiest. Among
  /// quiet feeds the entries of one hour are too few to matter.
  double covered(double exposure, double period) {
    return busy ? Math.min(1, exposure / period) : 1;
  }

  /// A feed that comes back from the store brings its part of the common belief with it.
  void restored(float[] f) {
    add(f, 1);
    takeEarly();
    if (++stale >= 4096) {
      stale = 0;
      renew();
    }
  }

  /// A feed takes its part of the common belief along: it may be restored.
  void left(float[] f) {
    add(f, -1);
  }

  /// @param sign -1 to take away what the feed has brought. A feed's own counts fade when it is
  ///   polled and those of all together, so no more is taken than there is
  private void add(float[] f, int sign) {
    double n = f[FreshetModel.N];
    // A row does not say how many entries its counts stand for.
    entries = more(entries, sign * n * (count > 0 ? entries / count : 1));
    count = more(count, sign * n);
    exposure = more(exposure, sign * f[FreshetModel.E]);
    int zone = Math.round(f[FreshetModel.ZONE] / 3600);
    for (int i = 0; i < 24; i++) {
      double counted = sign * FreshetModel.hourCount(f, i);
      hour[i] = more(hour[i], counted);
      int utc = Math.floorMod(i - zone, 24);
      worldHour[utc] = more(worldHour[utc], counted);
    }
    for (int i = 0; i < 7; i++) day[i] = more(day[i], sign * f[FreshetModel.WEEK + i]);
    for (int i = 0; i < MINUTES; i++) {
      minute[i] = more(minute[i], sign * f[FreshetModel.MINUTE + i]);
    }
    for (int i = 0; i < FreshetModel.OWN_LAGS; i++) {
      lagSeen[i] = more(lagSeen[i], sign * f[FreshetModel.LAG_SEEN + i]);
      lagExpected[i] = more(lagExpected[i], sign * f[FreshetModel.LAG_EXPECTED + i]);
    }
  }

  private static double more(double count, double by) {
    return Math.max(0, count + by);
  }

  /// Entries that follow each other closely count less than one; this is how many there really are.
  double entriesPerCount() {
    return (entries + 1) / (count + 1);
  }

  private void fade(double now) {
    double f = Math.exp(-Math.max(0, now - fadedTo) / model.memory);
    fadedTo = Math.max(now, fadedTo);
    count *= f;
    entries *= f;
    exposure *= f;
    double[][] each = {
      hour, day, minute, lagSeen, lagExpected, honestSeen, honestExpected, worldHour
    };
    for (double[] a : each) {
      for (int i = 0; i < a.length; i++) a[i] *= f;
    }
  }

  private void renew() {
    rate = rate(busy ? BUSY_DOUBT : DOUBT);
    shares(hour, hourShare, 24);
    shares(day, dayShare, 70);
    shares(minute, minuteShare, 64);
    ratios(lagSeen, lagExpected, lagFactor, 20);
    ratios(honestSeen, honestExpected, honest, model.honestPrior);
  }

  /// One entry a day, if nothing was seen yet.
  private double rate(double doubt) {
    return (count + doubt) / (exposure + doubt * FreshetModel.DAY);
  }

  private static void shares(double[] counts, float[] shares, double prior) {
    double sum = 0;
    for (double c : counts) sum += c;
    for (int i = 0; i < counts.length; i++) {
      shares[i] = (float) ((counts[i] + prior / counts.length) / (sum + prior));
    }
  }

  private static void ratios(double[] seen, double[] expected, float[] out, double prior) {
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) ((seen[i] + prior) / (expected[i] + prior));
    }
  }
}
