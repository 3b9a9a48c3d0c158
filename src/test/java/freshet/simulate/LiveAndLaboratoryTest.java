package freshet.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.schedule.Budget;
import freshet.schedule.Due;
import freshet.schedule.PlannedFeed;
import freshet.schedule.Planner;
import freshet.schedule.PlannerSettings;
import freshet.schedule.PollReport;
import freshet.schedule.PollReport.Hints;
import freshet.schedule.PollReport.Sighting;
import freshet.schedule.Turns;
import freshet.text.Spans;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A policy asks the same feeds at the same times, live and in the laboratory: the planner of a
/// running Freshet, asked as its watcher asks it, against a simulated run with the same posts.
final class LiveAndLaboratoryTest {
  private static final Duration LEAST = Duration.ofMinutes(10);
  private static final Synthetic FEW = new Synthetic("few", 40, 9000, 9, 1_577_836_800, 1.2, 0.1);
  private static final Synthetic MANY =
      new Synthetic("many", 400, 9000, 3, 1_577_836_800, 1.2, 0.1);

  /// Posts at random, one an hour on average.
  private static Trace hourly(int feeds, int days, boolean followed) {
    Random random = new Random(7);
    var trace = new Trace.Builder();
    long start = 1_577_836_800;
    for (int i = 0; i < feeds; i++) {
      if (followed) trace.subscribers("f" + i, i % 4);
      for (double t = 0; ; ) {
        t -= 3600 * Math.log(1 - random.nextDouble());
        if (t > days * 86_400.0) break;
        trace.add("f" + i, start + (long) t);
      }
    }
    return trace.build();
  }

  private record Setup(String name, Trace trace, Conditions conditions) {}

  private static Conditions conditions(String budget, Budget.Spacing spacing, Duration worth) {
    return new Conditions(
            Budget.of(budget, spacing),
            new Turns.Rules(LEAST, Duration.ofHours(24), worth),
            0,
            1,
            false)
        .live();
  }

  private static List<Setup> setups() {
    Duration twenty = Duration.ofSeconds(20);
    return List.of(
        new Setup(
            "scarce", FEW.generate(3), conditions("5/10m", Budget.Spacing.EVEN, Duration.ZERO)),
        new Setup(
            "many", MANY.generate(5), conditions("50/10m", Budget.Spacing.EVEN, Duration.ZERO)),
        new Setup(
            "plenty, as set live",
            hourly(20, 4, false),
            conditions("600/10m", Budget.Spacing.EVEN, twenty)),
        new Setup(
            "followed", hourly(30, 4, true), conditions("7/10m", Budget.Spacing.EVEN, twenty)),
        new Setup(
            "followers count for little",
            hourly(30, 4, true),
            conditions("7/10m", Budget.Spacing.EVEN, twenty).withFollowers(0.25)),
        new Setup(
            "rounds", FEW.generate(4), conditions("6/10m", Budget.Spacing.BURST, Duration.ZERO)),
        new Setup(
            "hourly rounds",
            hourly(30, 4, true),
            conditions("20/1h", Budget.Spacing.BURST, twenty)),
        new Setup("awkward", awkward(), conditions("4/10m", Budget.Spacing.EVEN, Duration.ZERO)),
        new Setup(
            "awkward, as set live", awkward(), conditions("600/10m", Budget.Spacing.EVEN, twenty)),
        new Setup(
            "awkward, in rounds", awkward(), conditions("3/17m", Budget.Spacing.BURST, twenty)));
  }

  /// Six weeks of feeds as they are: weekdays only, weekends only, thirty entries in one second,
  /// one that begins and one that ends halfway, one entry at the very start and end, none at all,
  /// on the hour to the second, and a flood of a day.
  private static Trace awkward() {
    long start = 1_577_836_800; // a Wednesday
    long day = 86_400;
    int days = 42;
    Random random = new Random(11);
    var trace = new Trace.Builder();
    for (int d = 0; d < days; d++) {
      int weekday = (d + 2) % 7; // Monday is 0
      long midnight = start + d * day;
      for (int i = 0; i < 8; i++) {
        long at = midnight + 8 * 3600L + random.nextInt(10 * 3600);
        if (weekday < 5) trace.add("weekdays", at);
        else trace.add("weekends", at);
        trace.add(d < days / 2 ? "ends" : "begins", at + i);
      }
      if (d % 3 == 0) for (int i = 0; i < 30; i++) trace.add("bursts", midnight + 5 * 3600L);
      for (int h = 0; h < 24; h += 4) trace.add("hours", midnight + h * 3600L);
      if (d == 23)
        for (int i = 0; i < 400; i++) trace.add("flood", midnight + random.nextInt(86_400));
      if (d % 10 == 5) trace.add("rare", midnight + random.nextInt(86_400));
    }
    trace.add("ends of time", start);
    trace.add("ends of time", start + days * day);
    trace.subscribers("silent", 3);
    return trace.build();
  }

  static Stream<String> policies() {
    return Stream.concat(
        Policies.names().stream().map(n -> n.equals("most-popular") ? n + ":sources=15" : n),
        Stream.of("air-balloon:inertia=100h,multiplicative=1"));
  }

  private record Call(int feed, Instant at, int found) {}

  @ParameterizedTest
  @MethodSource("policies")
  void everyPollIsTheSame(String policy) {
    for (Setup setup : setups()) {
      List<Call> laboratory = new ArrayList<>();
      new Run(policy, policy, setup.trace, setup.conditions)
          .go(
              (source, at, _, found) -> laboratory.add(new Call(source, Spans.instant(at), found)),
              _ -> {});
      List<Call> live = live(policy, setup);
      int n = Math.min(live.size(), laboratory.size());
      for (int i = 0; i < n; i++) {
        assertThat(live.get(i))
            .as("%s, %s, poll %d", policy, setup.name, i)
            .isEqualTo(laboratory.get(i));
      }
      assertThat(live)
          .as("%s, %s", policy, setup.name)
          .hasSameSizeAs(laboratory)
          .hasSizeGreaterThan(100);
    }
  }

  /// As `Watcher` and `Timetable` do it, with servers that answer at once.
  private static List<Call> live(String policy, Setup setup) {
    return live(policy, setup, Map.of(PlannedFeed.COMMON, setup.conditions.budget())).getFirst();
  }

  /// The same feeds once in each quota group, all in one planner.
  ///
  /// @return the polls of each group, in the order of the groups
  private static List<List<Call>> live(String policy, Setup setup, Map<String, Budget> groups) {
    Trace trace = setup.trace;
    Conditions c = setup.conditions;
    double[] popularity = trace.popularity();
    var planner =
        new Planner(
            new PlannerSettings(
                c.budget(),
                groups,
                c.rules(),
                Duration.ZERO,
                () -> Policies.of(policy, popularity)));
    Instant start = Spans.instant(trace.start());
    int n = trace.sources();
    List<String> names = List.copyOf(groups.keySet());
    List<List<Call>> calls = new ArrayList<>();
    for (int g = 0; g < names.size(); g++) {
      calls.add(new ArrayList<>());
      for (int i = 0; i < n; i++) {
        planner.put(
            new PlannedFeed(
                g * n + i,
                "site" + (g * n + i),
                names.get(g),
                PlannedFeed.NOTHING,
                start,
                null,
                null,
                null,
                1 + c.followers() * trace.subscribers(i),
                0));
      }
    }
    int[] next = new int[n * names.size()];
    Instant end = Spans.instant(trace.end());
    for (Instant now = start; !now.isAfter(end); ) {
      Optional<Due> due = planner.next(now);
      if (due.isPresent()) {
        int feed = (int) due.get().feedId();
        double[] times = trace.times()[feed % n];
        List<Sighting> entries = new ArrayList<>();
        for (; next[feed] < times.length && times[next[feed]] <= Spans.seconds(now); next[feed]++) {
          entries.add(new Sighting(Spans.instant(times[next[feed]]), false));
        }
        calls.get(feed / n).add(new Call(feed % n, now, entries.size()));
        var _ = planner.finished(feed, now, PollReport.answered(entries, Hints.NONE));
        continue;
      }
      Instant wake = planner.wakeUp(now);
      now = wake.isAfter(now) ? wake : now.plusMillis(1);
    }
    return calls;
  }

  /// What several accounts of one API are: each token is a quota group with the family's budget.
  @ParameterizedTest
  @MethodSource("policies")
  void everyQuotaGroupAndEveryTokenSpendsItsCallsAsALaboratoryOfItsOwn(String policy) {
    Trace trace = FEW.generate(6);
    Conditions common = conditions("5/10m", Budget.Spacing.EVEN, Duration.ZERO);
    Map<String, Budget> groups = new LinkedHashMap<>();
    groups.put(PlannedFeed.COMMON, common.budget());
    groups.put("graph", Budget.of("7/10m", Budget.Spacing.EVEN));
    groups.put("graph.2", Budget.of("7/10m", Budget.Spacing.EVEN));
    groups.put("mastodon", Budget.of("6/10m", Budget.Spacing.BURST));
    List<List<Call>> live = live(policy, new Setup("groups", trace, common), groups);
    assertThat(live.get(2)).as("two tokens of one API").isEqualTo(live.get(1));
    int g = 0;
    for (var group : groups.entrySet()) {
      List<Call> laboratory = new ArrayList<>();
      new Run(policy, policy, trace, common.withBudget(group.getValue()))
          .go(
              (source, at, _, found) -> laboratory.add(new Call(source, Spans.instant(at), found)),
              _ -> {});
      assertThat(laboratory).hasSizeGreaterThan(100);
      assertThat(live.get(g++)).as("%s, group '%s'", policy, group.getKey()).isEqualTo(laboratory);
    }
  }

  @Test
  void advaRssAndAirBalloonPollAFeedOfAnEntryAnHourAsOftenAsTakingTurns() {
    Trace trace = hourly(60, 3, false);
    Setup usual =
        new Setup(
            "usual",
            trace,
            conditions("600/10m", Budget.Spacing.EVEN, PlannerSettings.worth(LEAST)));
    int turns = live("round-robin", usual).size();
    for (String policy : List.of("advarss", "air-balloon")) {
      assertThat(live(policy, usual).size()).as(policy).isGreaterThan(turns * 95 / 100);
    }
  }

  @Test
  void aNewFeedOfTheBalloonStartsWithOneEachHour() {
    var balloon = new AirBalloon(168 * 3600, 0.01);
    balloon.add(0, 0, new byte[0]);
    balloon.history(0, 1_577_836_800, new double[0], 0, 0);
    assertThat(balloon.day(0)).containsOnly(1f);
  }
}
