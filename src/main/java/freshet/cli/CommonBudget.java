package freshet.cli;

import freshet.schedule.Budget;
import freshet.schedule.PlannerSettings;
import freshet.store.Store;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The budgets that controllers share are those of the first of them, whatever the settings of the
/// others say: it leaves them in the database, and again whenever somebody changes them.
final class CommonBudget {
  /// Among the settings.
  private static final String NAME = "controllers.budget";

  private CommonBudget() {}

  static void write(Store store, PlannerSettings planning, Instant now) {
    store.settings().put(NAME, text(planning), now);
  }

  /// As it was left last, if it was.
  static Optional<String> read(Store store) {
    return Optional.ofNullable(store.settings().all().get(NAME));
  }

  /// How many calls all have together now.
  static int calls(Store store, PlannerSettings own) {
    return read(store).map(text -> with(own, text)).orElse(own).budget().calls();
  }

  static String text(PlannerSettings planning) {
    Budget budget = planning.budget();
    return budget.spacing()
        + " "
        + text(budget)
        + " "
        + planning.groups().entrySet().stream()
            .map(e -> e.getKey() + "=" + text(e.getValue()))
            .sorted()
            .collect(Collectors.joining(","));
  }

  private static String text(Budget budget) {
    return budget.calls() + "/" + budget.window().toSeconds() + "s";
  }

  /// The same settings with the budgets of a text.
  static PlannerSettings with(PlannerSettings own, String text) {
    String[] parts = text.split(" ", 3);
    Budget budget = Budget.of(parts[1], Budget.Spacing.valueOf(parts[0]));
    Map<String, Budget> groups = Budget.groups(parts[2]);
    return new PlannerSettings(budget, groups, own.rules(), own.siteGap(), own.policy());
  }
}
