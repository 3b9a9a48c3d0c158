package freshet.schedule;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// @param budget of all feeds that are in no quota group
/// @param groups quota groups with budgets of their own
/// @param minInterval no two polls of a feed are closer (S3.3: 10 minutes)
/// @param maxInterval no feed waits longer, if the budget can carry it
/// @param siteGap the least time from the end of one call to a site to the start of the next
/// @param policy as in the laboratory: a name, and parameters if need be
public record PlannerSettings(
    Budget budget,
    Map<String, Budget> groups,
    Duration minInterval,
    Duration maxInterval,
    Duration siteGap,
    String policy) {

  public static final PlannerSettings DEFAULT =
      new PlannerSettings(
          new Budget(600, Duration.ofMinutes(10), Budget.Spacing.EVEN),
          Map.of(),
          Duration.ofMinutes(10),
          Duration.ofHours(24),
          Duration.ofSeconds(1),
          "freshet");

  public PlannerSettings {
    groups = Map.copyOf(groups);
    if (minInterval.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException("The least interval is a second, not " + minInterval);
    }
    if (maxInterval.compareTo(minInterval) < 0) {
      throw new IllegalArgumentException(
          "The longest interval (%s) is shorter than the shortest (%s)"
              .formatted(Spans.brief(maxInterval), Spans.brief(minInterval)));
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
    return new PlannerSettings(other, groups, minInterval, maxInterval, siteGap, policy);
  }
}
