package freshet.simulate;

import java.util.List;
import java.util.Random;

/// Makes traces by seed: heavy-tailed rates, day and week rhythms, favourite minutes, bursts,
/// sources that start, stop and change. Two are made like the published settings, one like busier
/// sources.
///
/// @param posts about so many in all
/// @param start seconds since 1970
/// @param spread of the rates: the standard deviation of their logarithm
public record Synthetic(
    String name, int sources, int posts, int days, long start, double spread, double bursts) {

  /// Like the feeds advaRSS was measured on: 460 of them, 90 days, 507,356 entries.
  public static final Synthetic S3 = new Synthetic("s3", 460, 507_356, 90, 1_262_304_000, 1.6, 0.1);

  /// Like the pages air balloon was measured on: 4,106 of them, 1 October 2012 to 27 March 2013,
  /// 1,106,496 posts.
  public static final Synthetic S4 =
      new Synthetic("s4", 4106, 1_106_496, 178, 1_349_049_600, 1.3, 0.15);

  /// 144 busy pages over 119 days.
  public static final Synthetic BUSY =
      new Synthetic("busy", 144, 237_384, 119, 1_451_865_600, 1.2, 0.15);

  /// The worked example of air balloon: three pages, twelve posts, 5 June 2013 from 08:00 to 09:00.
  public static final Synthetic EXAMPLE = new Synthetic("example", 3, 12, 1, 1_370_419_200, 0, 0);

  public static final List<Synthetic> ALL = List.of(S3, S4, BUSY, EXAMPLE);

  private static final int[][] MINUTES = {
    {5, 15, 18, 22, 25, 31, 37}, {3, 15, 27, 32}, {17},
  };

  private Trace example() {
    var trace = new Trace.Builder().clock((double) start, (double) start + 3600);
    for (int page = 0; page < MINUTES.length; page++) {
      for (int minute : MINUTES[page]) trace.add("Page" + (page + 1), start + 60L * minute);
    }
    return trace.build();
  }

  public Trace generate(long seed) {
    if (equals(EXAMPLE)) return example();
    Random random = new Random(seed);
    double[] rates = new double[sources];
    double sum = 0;
    for (int i = 0; i < sources; i++) {
      rates[i] = Math.exp(spread * random.nextGaussian());
      sum += rates[i];
    }
    var trace = new Trace.Builder();
    // Days of the week, weekends' quiet, a level below 1 before a start and after a stop: all this
    // takes away from the rate, so a first pass on the side finds how much.
    double scale = posts / (sum * days);
    for (int pass = 0; pass < 2; pass++) {
      boolean count = pass == 0;
      var to = count ? new Trace.Builder() : trace;
      for (int i = 0; i < sources; i++) {
        // What a source is like must not depend on how many posts were drawn before.
        Random character = new Random(seed * 1_000_003 + i);
        Random draw = new Random(seed * 1_000_003 + i + 500_000_000L);
        source(to, "s" + (i + 1), rates[i] * scale, character, draw);
      }
      if (count) scale *= (double) posts / Math.max(1, to.size());
    }
    return trace.build();
  }

  private void source(Trace.Builder trace, String name, double perDay, Random random, Random draw) {
    double[] hours = dayProfile(random);
    double weekend = random.nextDouble() < 0.3 ? 1 : 0.3 + 0.6 * random.nextDouble();
    boolean punctual = random.nextDouble() < 0.35;
    int minute = 15 * random.nextInt(4);
    double first = random.nextDouble() < 0.08 ? random.nextDouble() * days : 0;
    double last = random.nextDouble() < 0.06 ? random.nextDouble() * days : days;
    double level = 1;
    double drift = 0;
    for (int d = 0; d < days; d++) {
      drift = 0.8 * drift + 0.25 * random.nextGaussian();
      if (random.nextDouble() < 0.006) level = Math.exp(0.9 * random.nextGaussian());
      if (d < first || d > last) continue;
      // Thursday was the first day of 1970.
      long weekday = Math.floorMod(start / 86_400 + d, 7L);
      double day = perDay * level * Math.exp(drift) * (weekday == 2 || weekday == 3 ? weekend : 1);
      for (int h = 0; h < 24; h++) {
        int n = poisson(day * hours[h] * (1 - bursts), draw);
        for (int k = 0; k < n; k++) {
          double within =
              punctual && draw.nextDouble() < 0.5
                  ? minute * 60 + 90 * draw.nextDouble()
                  : 3600 * draw.nextDouble();
          long t = start + d * 86_400L + h * 3600L + (long) within;
          trace.add(name, t);
          while (draw.nextDouble() < bursts) {
            t += 1 + (long) (-400 * Math.log(1 - draw.nextDouble()));
            trace.add(name, t);
          }
        }
      }
    }
  }

  /// One or two humps at hours of the source's own, over a little at all times.
  private static double[] dayProfile(Random random) {
    double[] hours = new double[24];
    int humps = 1 + random.nextInt(2);
    double zone = 14 + 5 * random.nextGaussian();
    for (int k = 0; k < humps; k++) {
      double at = zone + 4 * random.nextGaussian();
      double width = 1.5 + 3 * random.nextDouble();
      for (int h = 0; h < 24; h++) {
        double far = Math.abs(Math.floorMod((int) Math.round(h - at) + 12, 24) - 12);
        hours[h] += Math.exp(-far * far / (2 * width * width));
      }
    }
    double sum = 0;
    for (int h = 0; h < 24; h++) sum += hours[h] += 0.03;
    for (int h = 0; h < 24; h++) hours[h] /= sum;
    return hours;
  }

  private static int poisson(double mean, Random random) {
    if (mean > 30)
      return Math.max(0, (int) Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
    double limit = Math.exp(-mean);
    int n = 0;
    for (double p = random.nextDouble(); p > limit; p *= random.nextDouble()) n++;
    return n;
  }
}
