package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.schedule.Budget;
import freshet.schedule.PlannerSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CommonBudgetTest {
  @Test
  void helpersHaveTheBudgetsOfTheFirst() {
    PlannerSettings own = PlannerSettings.DEFAULT;
    Budget budget = new Budget(5_000, Duration.ofDays(1), Budget.Spacing.BURST);
    Budget group = new Budget(200, Duration.ofHours(1), Budget.Spacing.EVEN);
    PlannerSettings first =
        new PlannerSettings(
            budget,
            Map.of("graph", group, "mastodon.example", group),
            own.rules(),
            own.siteGap(),
            own.policy());
    PlannerSettings read = CommonBudget.with(own, CommonBudget.text(first));
    assertThat(read.budget()).isEqualTo(budget);
    assertThat(read.groups()).isEqualTo(first.groups());
    assertThat(CommonBudget.with(own, CommonBudget.text(own)).budget()).isEqualTo(own.budget());
  }
}
