package freshet.demo;

import java.util.Arrays;
import java.util.SplittableRandom;

/// When a demo site publishes: entries expected in each hour of its local (demo) week, and how they
/// fall within it. The truth that a learned rhythm can be compared with.
///
/// @param week 168 rates, Monday 00 h first
public record Rhythm(double[] week, Manner manner) {

  static final int HOURS = 168;

  /// How a rate becomes entries.
  public enum Manner {
    /// By chance, each independent of the others.
    STEADY,
    /// Quiet hours and hours with a rush; the mean stays the rate.
    BURSTS,
    /// Blocks of four hours in which much happens, between blocks in which nothing does.
    LIVE,
    /// Exactly on time, as many as the rate says.
    PUNCTUAL
  }

  public Rhythm {
    if (week.length != HOURS) throw new IllegalArgumentException("A week has 168 hours");
    week = week.clone();
  }

  /// Spreads `perDay` entries over a day by the weights of its 24 hours and over the week by the
  /// weights of its seven days.
  static Rhythm of(double perDay, int[] hours, double[] days, Manner manner) {
    double hourSum = Arrays.stream(hours).sum();
    double daySum = Arrays.stream(days).sum();
    double[] week = new double[HOURS];
    for (int i = 0; i < HOURS; i++) {
      week[i] = perDay * 7 * days[i / 24] / daySum * hours[i % 24] / hourSum;
    }
    return new Rhythm(week, manner);
  }

  /// One entry at each of the given hours of the week, on time.
  static Rhythm at(int... hoursOfWeek) {
    double[] week = new double[HOURS];
    for (int h : hoursOfWeek) week[h]++;
    return new Rhythm(week, Manner.PUNCTUAL);
  }

  public double perDay() {
    return Arrays.stream(week).sum() / 7;
  }

  @Override
  public double[] week() {
    return week.clone();
  }

  /// How many entries fall into one hour.
  ///
  /// @param hour local demo hours since 1970; `block` is drawn once for its four hours
  int count(long hour, SplittableRandom random, SplittableRandom block) {
    double rate = week[hourOfWeek(hour)];
    return switch (manner) {
      case PUNCTUAL -> (int) Math.round(rate);
      case STEADY -> poisson(rate, random);
      case BURSTS -> poisson(rate * (random.nextInt(10) == 0 ? 4 : 2 / 3.0), random);
      case LIVE -> block.nextInt(4) == 0 ? poisson(rate * 4, random) : 0;
    };
  }

  /// The first of January 1970 was a Thursday.
  static int hourOfWeek(long hour) {
    return (int) Math.floorMod(hour + 72, (long) HOURS);
  }

  private static int poisson(double rate, SplittableRandom random) {
    double limit = Math.exp(-rate);
    int n = 0;
    for (double p = random.nextDouble(); p > limit; p *= random.nextDouble()) n++;
    return n;
  }
}
