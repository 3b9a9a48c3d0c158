package freshet.schedule;

import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// @param budget of all feeds that are in no quota group
/// @param groups quota groups with budgets of their own
/// @param rules how often a feed may and must be polled
/// @param siteGap the least time from the end of one call to a site to the start of the next
/// @param policy makes the policy of each group of feeds that share a budget
public record PlannerSettings(
    Budget budget,
    Map<String, Budget> groups,
    Turns.Rules rules,
    Duration siteGap,
    Supplier<Policy> policy) {

  public static final PlannerSettings DEFAULT =
      new PlannerSettings(
          new Budget(600, Duration.ofMinutes(10), Budget.Spacing.EVEN),
          Map.of(),
          new Turns.Rules(
              Duration.ofMinutes(10), Duration.ofHours(24), worth(Duration.ofMinutes(10))),
          Duration.ofSeconds(1),
          FreshetPolicy::new);

  public PlannerSettings {
    groups = Map.copyOf(groups);
    if (rules.minInterval().compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "The least interval is a second, not " + rules.minInterval());
    }
    if (siteGap.isNegative()) throw new IllegalArgumentException("siteGap " + siteGap);
  }

  /// What a quota group may spend: what is set for it, or else for its family. `mastodon` is the
  /// family of `mastodon.social.example`: each of them has a budget of that size for itself.
  @Nullable Budget budget(String group) {
    Budget own = groups.get(group);
    int dot = group.indexOf('.');
    return own != null || dot < 0 ? own : groups.get(group.substring(0, dot));
  }

  public PlannerSettings withBudget(Budget other) {
    return new PlannerSettings(other, groups, rules, siteGap, policy);
  }

  public PlannerSettings withRules(Turns.Rules other) {
    return new PlannerSettings(budget, groups, other, siteGap, policy);
  }

  public Duration minInterval() {
    return rules.minInterval();
  }

  /// What a poll must be expected to save where nothing is set: a thirtieth of the least interval.
  public static Duration worth(Duration minInterval) {
    return minInterval.dividedBy(30);
  }
}
