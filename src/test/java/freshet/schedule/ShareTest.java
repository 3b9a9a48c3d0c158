package freshet.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.schedule.PollReport.Hints;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Several planners that share one budget and hand parts of it to each other.
final class ShareTest {
  private static final Instant START = Instant.parse("2026-03-04T10:00:00Z");
  private static final Duration WINDOW = Duration.ofMinutes(10);
  private static final int CALLS = 600;
  private static final int ALL = 64;

  private static Planner planner(Budget.Spacing spacing) {
    Planner planner =
        new Planner(
            new PlannerSettings(
                new Budget(CALLS, WINDOW, spacing),
                Map.of(),
                new Turns.Rules(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ZERO),
                Duration.ZERO,
                FreshetPolicy::new));
    for (long id = 1; id <= 2_000; id++) {
      planner.put(
          new PlannedFeed(
              id,
              "site" + id,
              PlannedFeed.COMMON,
              PlannedFeed.NOTHING,
              null,
              null,
              null,
              Duration.ofMinutes(1),
              1,
              0));
    }
    return planner;
  }

  /// However the parts go to and fro, no window has more calls than the budget.
  @ParameterizedTest
  @EnumSource(Budget.Spacing.class)
  void allTogetherNeverMakeMoreCallsThanTheBudgetHas(Budget.Spacing spacing) {
    SplittableRandom random = new SplittableRandom(18);
    List<Planner> planners = List.of(planner(spacing), planner(spacing), planner(spacing));
    int[] shares = {ALL, 0, 0};
    Instant now = START;
    for (int i = 0; i < 3; i++) planners.get(i).share(shares[i], ALL, i > 0, now);
    Deque<Instant> made = new ArrayDeque<>();
    int most = 0;
    int all = 0;
    for (int second = 0; second < 7_200; second++) {
      now = START.plusSeconds(second);
      if (second % 97 == 0) {
        int from = random.nextInt(3);
        int to = random.nextInt(3);
        int moved = random.nextInt(shares[from] + 1);
        // Who gives it away has it no more before the other has it.
        shares[from] -= moved;
        planners.get(from).share(shares[from], ALL, true, now);
        shares[to] += moved;
        planners.get(to).share(shares[to], ALL, true, now);
      }
      for (Planner planner : planners) {
        // Some stand still now and then, and catch up.
        if (random.nextInt(20) == 0) continue;
        for (Optional<Due> due = planner.next(now); due.isPresent(); due = planner.next(now)) {
          planner.finished(due.get().feedId(), now, PollReport.nothingNew(Hints.NONE));
          made.add(now);
          all++;
        }
      }
      while (!made.isEmpty() && !made.getFirst().isAfter(now.minus(WINDOW))) made.removeFirst();
      most = Math.max(most, made.size());
    }
    assertThat(most).isLessThanOrEqualTo(CALLS);
    assertThat(all).as("and it is not wasted").isGreaterThan(CALLS * 12 / 3);
  }

  @Test
  void feedsThatOthersPlanAreForgottenWhenTheirPollsAreOver() {
    Planner planner = new Planner(PlannerSettings.DEFAULT);
    for (long id = 1; id <= 3; id++) {
      planner.put(
          new PlannedFeed(
              id,
              id == 3 ? "stays.example" : "goes" + id + ".example",
              PlannedFeed.COMMON,
              PlannedFeed.NOTHING,
              null,
              null,
              null,
              null,
              1,
              0));
    }
    List<Long> begun = new ArrayList<>();
    Instant now = START;
    while (begun.isEmpty()) {
      planner.next(now).ifPresent(due -> begun.add(due.feedId()));
      now = now.plusSeconds(1);
    }
    long flying = begun.getFirst();
    assertThat(planner.leave((site, _) -> !site.startsWith("stays") || flying == 3))
        .containsExactly(flying);
    assertThat(planner.has(flying)).isTrue();
    Planned planned = planner.finished(flying, now, PollReport.nothingNew(Hints.NONE));
    assertThat(planned.feedId()).as("what it came to is written all the same").isEqualTo(flying);
    assertThat(planner.has(flying)).isFalse();
    assertThat(planner.size()).isEqualTo(flying == 3 ? 0 : 1);
  }
}
