package freshet.schedule;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The feeds that share one budget: their slots, their policy, their ranking.
final class Lane {
  /// The longest interval is stretched to so many rounds of the budget, where it cannot carry more:
  /// else every feed would be overdue and the schedule nothing but a queue.
  private static final double ROUNDS = 4;

  /// In entries times the least interval: what a poll must at least be expected to save. With ten
  /// minutes these are 20 entry-seconds: a feed of one entry a month is then asked every three
  /// hours, one of an entry an hour every ten minutes, even where the budget could carry more.
  private static final double FLOOR = 1 / 30.0;

  final String name;
  final CallMeter meter;
  final Policy policy;
  final Ranking ranking;
  final Ranking.Gate gate;
  private final double maxInterval;

  /// The server said that the calls of the whole group are spent until then.
  double restUntil = Double.NEGATIVE_INFINITY;

  @Nullable String restReason;
  private Planner.@Nullable Feed[] feeds = new Planner.Feed[16];
  private int[] free = new int[16];
  private int freed;
  private int used;

  Lane(String name, Budget budget, PlannerSettings settings, double busy) {
    this.name = name;
    meter = new CallMeter(budget);
    policy = Policies.of(settings.policy());
    ranking = new Ranking(policy, FLOOR * Spans.seconds(settings.minInterval()));
    maxInterval = Spans.seconds(settings.maxInterval());
    gate =
        (slot, now) -> {
          Planner.Site site = feed(slot).site;
          if (site.restUntil > now) return site.restUntil;
          if (site.inFlight > 0) return now + busy;
          return site.freeFrom;
        };
  }

  /// When the group may make its next call.
  double freeAt() {
    return Math.max(meter.freeAt(), restUntil);
  }

  Planner.Feed feed(int slot) {
    return Objects.requireNonNull(feeds[slot]);
  }

  double longest() {
    return Math.max(maxInterval, ROUNDS * (used - freed) * meter.budget().gapSeconds());
  }

  void enter(Planner.Feed f, byte[] rhythm) {
    f.slot = freed > 0 ? free[--freed] : used++;
    if (f.slot >= feeds.length) feeds = Arrays.copyOf(feeds, f.slot + (f.slot >> 1) + 1);
    feeds[f.slot] = f;
    policy.add(f.slot, f.lastPoll, rhythm);
    policy.weigh(f.slot, f.weight);
  }

  void leave(Planner.Feed f) {
    ranking.remove(f.slot);
    policy.remove(f.slot);
    feeds[f.slot] = null;
    if (freed == free.length) free = Arrays.copyOf(free, freed * 2);
    free[freed++] = f.slot;
  }
}
