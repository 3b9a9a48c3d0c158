package freshet.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import freshet.simulate.Policies;
import freshet.text.Spans;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class FreshetPolicyTest {
  private static final double START = Spans.seconds(Instant.parse("2026-03-02T00:00:00Z"));
  private static final double DAY = 86_400;
  private static final byte[] NOTHING = {};

  /// Polls a feed every half hour while it publishes at the given hours, so many entries each.
  private static double teach(Policy p, int slot, int days, int perHour, int... hours) {
    var random = new SplittableRandom(5);
    List<Double> posts = new ArrayList<>();
    for (int d = 0; d < days; d++) {
      for (int h : hours) {
        for (int k = 0; k < perHour; k++) {
          posts.add(START + d * DAY + h * 3600 + 3600 * random.nextDouble());
        }
      }
    }
    double[] times = posts.stream().mapToDouble(x -> x).sorted().toArray();
    p.add(slot, START, NOTHING);
    int from = 0;
    double now = START;
    while (now < START + days * DAY) {
      now += 1800;
      int to = from;
      while (to < times.length && times[to] <= now) to++;
      p.polled(slot, now, times, from, to, 0);
      from = to;
    }
    return now;
  }

  @Test
  void theHoursOfAFeedAreLearned() {
    Policy p = Policies.of("freshet");
    teach(p, 0, 30, 2, 9, 15);
    float[] day = p.day(0);
    assertThat(day[9]).isGreaterThan(5 * day[3]);
    assertThat(day[15]).isGreaterThan(5 * day[21]);
    float sum = 0;
    for (float f : day) sum += f;
    assertThat(sum).isCloseTo(4, within(1.0f));
  }

  @Test
  void howMuchWasLearnedIsSaidAndIsNothingWithoutTimes() {
    Policy p = Policies.of("freshet");
    teach(p, 0, 2, 2, 9, 15);
    assertThat(p.learned(0).entries()).isBetween(4.0, 8.0);
    assertThat(p.learned(0).days()).isCloseTo(2, within(0.1));
    teach(p, 1, 30, 2, 9, 15);
    assertThat(new Week(p.week(1), p.learned(1).entries(), p.learned(1).days()).isLearned())
        .isTrue();
    p.add(2, START, NOTHING);
    for (int day = 1; day <= 30; day++) p.polled(2, START + day * DAY, new double[0], 0, 0, 5);
    assertThat(p.learned(2).entries()).isZero();
    assertThat(new Week(p.week(2), p.learned(2).entries(), p.learned(2).days()).isLearned())
        .isFalse();
  }

  /// Polls a feed every half hour which publishes every day at the same times.
  private static double teachPlan(Policy p, int days, int... minutes) {
    p.add(0, START, NOTHING);
    double now = START;
    for (int d = 0; d < days; d++) {
      for (int half = 0; half < 48; half++) {
        now += 1800;
        List<Double> found = new ArrayList<>();
        for (int m : minutes) {
          if (m / 30 == half) found.add(START + d * DAY + m * 60.0 + 20);
        }
        double[] times = found.stream().mapToDouble(x -> x).toArray();
        p.polled(0, now, times, 0, times.length, 0);
      }
    }
    return now;
  }

  /// What the feed is believed to publish in a quarter of an hour of the next day.
  private static double expected(Policy p, int slot, double midnight, int minute) {
    double from = midnight + minute * 60.0;
    double before = p.pending(slot, from).entries();
    return p.pending(slot, from + 900).entries() - before;
  }

  @Test
  void aPlanOfTheDayIsLearnedNotOnlyItsHoursAndMinutes() {
    Policy p = Policies.of("freshet");
    double midnight = teachPlan(p, 60, 9 * 60, 12 * 60 + 15, 17 * 60 + 30);
    // By hours and minutes alone these would be much alike: a third is at :00, :15 and :30 each.
    double planned = expected(p, 0, midnight, 9 * 60);
    double not = expected(p, 0, midnight, 9 * 60 + 15);
    assertThat(planned).isGreaterThan(2.5 * not);
  }

  /// Feeds that publish once in each of four hours, at any minute, polled every half hour.
  private static double teachWithoutPlan(Policy p, int feeds, int days) {
    var random = new SplittableRandom(5);
    double[][] entry = new double[feeds][1];
    for (int f = 0; f < feeds; f++) p.add(f, START, NOTHING);
    for (int half = 0; half < 48 * days; half++) {
      double now = START + half * 1800.0;
      int hour = half % 48 / 2;
      for (int f = 0; f < feeds; f++) {
        if (half % 2 == 0) entry[f][0] = now + 3600 * random.nextDouble();
        boolean here = entry[f][0] >= now && entry[f][0] < now + 1800 && hour >= 8 && hour < 12;
        p.polled(f, now + 1800, entry[f], 0, here ? 1 : 0, 0);
      }
    }
    return START + days * DAY;
  }

  @Test
  void aFeedWithoutAPlanIsNotBelievedToHaveOne() {
    int feeds = 24;
    Policy p = Policies.of("freshet");
    Policy without = Policies.of("freshet:slotPrior=1e9");
    Policy uncorrected = Policies.of("freshet:honestPrior=1e9");
    double midnight = teachWithoutPlan(p, feeds, 60);
    for (Policy other : List.of(without, uncorrected)) teachWithoutPlan(other, feeds, 60);
    double corrected = 0;
    for (int f = 0; f < feeds; f++) {
      for (int minute = 8 * 60; minute < 12 * 60; minute += 15) {
        double believed = expected(p, f, midnight, minute);
        double ratio = believed / expected(without, f, midnight, minute);
        assertThat(ratio).as("feed %d at minute %d", f, minute).isBetween(0.75, 1.35);
        corrected += Math.abs(believed / expected(uncorrected, f, midnight, minute) - 1);
      }
    }
    // All of it while what came of all feeds corrects what is believed of each.
    assertThat(corrected / (feeds * 16)).isGreaterThan(0.01);
  }

  @Test
  void thousandsOfEntriesInOneHourAreNotTooManyToCount() {
    Policy p = Policies.of("freshet");
    teach(p, 0, 30, 120, 9);
    teach(p, 0, 30, 120, 9);
    float[] day = p.day(0);
    assertThat(day[9]).isGreaterThan(20 * day[3]);
    assertThat(day[9]).isGreaterThan(10 * day[10]);
  }

  @Test
  void theValueGrowsUntilTheNextPollAndReachesSaysWhen() {
    Policy p = Policies.of("freshet");
    double now = teach(p, 0, 20, 1, 8, 9, 10, 11, 12);
    double before = 0;
    for (int i = 1; i < 100; i++) {
      double v = p.value(0, now + 600 * i);
      // It may fall a little where a busy hour is about to begin: a poll is better after it.
      assertThat(v).isGreaterThanOrEqualTo(before * 0.5);
      before = v;
    }
    Policy again = Policies.of("freshet");
    now = teach(again, 0, 20, 1, 8, 9, 10, 11, 12);
    double t = again.reaches(0, 500, now);
    assertThat(again.value(0, t)).isBetween(200.0, 600.0);
  }

  @Test
  void aBusyFeedIsWorthMoreThanAQuietOne() {
    Policy p = Policies.of("freshet");
    double now = teach(p, 0, 20, 3, 8, 9, 10, 11, 12, 13);
    teach(p, 1, 20, 1, 12);
    assertThat(p.value(0, now + 10 * 3600)).isGreaterThan(2 * p.value(1, now + 10 * 3600));
  }

  @Test
  void whatWasLearnedSurvivesAsBytes() {
    Policy p = Policies.of("freshet");
    double now = teach(p, 0, 20, 2, 8, 20);
    byte[] kept = p.rhythm(0);
    assertThat(kept.length).isLessThanOrEqualTo(1024);
    Policy restored = Policies.of("freshet");
    restored.add(0, now, kept);
    assertThat(restored.rhythm(0)).isEqualTo(kept);
    assertThat(restored.day(0)[8]).isGreaterThan(3 * restored.day(0)[3]);
  }

  @Test
  void rubbishInsteadOfARhythmIsTakenAsNothing() {
    Policy p = Policies.of("freshet");
    p.add(0, START, new byte[] {1, 2, 3});
    p.add(1, START, NOTHING);
    assertThat(p.value(0, START + 3600)).isPositive().isEqualTo(p.value(1, START + 3600));
  }

  @Test
  void theFirstFetchGivesTheRhythmAtOnce() {
    Policy p = Policies.of("freshet");
    p.add(0, START, NOTHING);
    double[] old = new double[40];
    for (int i = 0; i < 40; i++) old[i] = START - (40 - i) * DAY + 9 * 3600 + 600;
    p.history(0, START, old, 0, old.length);
    assertThat(p.pending(0, START + 60).perDay()).isBetween(0.6, 1.6);
    assertThat(p.day(0)[9]).isGreaterThan(2 * p.day(0)[21]);
  }

  @Test
  void oneOutbreakIsNotTakenForANewRate() {
    Policy calm = Policies.of("freshet");
    Policy burst = Policies.of("freshet");
    double now = teach(calm, 0, 20, 1, 12);
    teach(burst, 0, 20, 1, 12);
    double[] fifty = new double[50];
    for (int i = 0; i < 50; i++) fifty[i] = now + i * 5;
    calm.polled(0, now + 1800, fifty, 0, 1, 0);
    burst.polled(0, now + 1800, fifty, 0, 50, 0);
    double more = burst.pending(0, now + 7200).perDay() / calm.pending(0, now + 7200).perDay();
    assertThat(more).isBetween(1.0, 35.0);
  }

  @Test
  void entriesWithoutATimeCountButTeachNoHour() {
    Policy p = Policies.of("freshet");
    p.add(0, START, NOTHING);
    double now = START;
    for (int i = 0; i < 200; i++)
      p.polled(0, now += 3600, new double[0], 0, 0, i % 24 == 0 ? 1 : 0);
    float[] day = p.day(0);
    assertThat(day[3]).isCloseTo(day[15], within(1e-4f));
    assertThat(p.pending(0, now + 60).perDay()).isBetween(0.5, 1.6);
  }

  @Test
  void aZoneIsTakenOnceAndFollowsSummerTimeOnly() {
    Policy p = Policies.of("freshet");
    p.add(0, START, NOTHING);
    p.zone(0, 7200);
    p.polled(0, START + 3600, new double[] {START + 1800}, 0, 1, 0);
    p.zone(0, -5 * 3600);
    p.polled(0, START + 2 * 3600, new double[] {START + 5400}, 0, 1, 0);
    // 00:30 and 01:30 UTC are 02:30 and 03:30 there.
    assertThat(p.day(0)[3]).isGreaterThan(p.day(0)[1]);
    assertThat(p.worldHours()[0]).isPositive();
    assertThat(p.worldHours()[1]).isPositive();
  }
}
