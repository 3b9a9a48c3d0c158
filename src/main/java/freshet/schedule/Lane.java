package freshet.schedule;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The live feeds that share one budget: whose turn it is, and what else holds them back.
final class Lane {
  final String name;
  final Turns turns;
  final Choice.Gate gate;

  /// The server said that the calls of the whole group are spent until then.
  double restUntil = Double.NEGATIVE_INFINITY;

  @Nullable String restReason;
  private Planner.@Nullable Feed[] feeds = new Planner.Feed[16];
  private int[] free = new int[16];
  private int freed;
  private int used;

  Lane(String name, Budget budget, PlannerSettings settings, double busy) {
    this.name = name;
    turns = new Turns(budget, settings.rules(), settings.policy().get());
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
    return Math.max(turns.meter.freeAt(), restUntil);
  }

  Policy policy() {
    return turns.policy;
  }

  /// The same group under other rules: calls that were made stay counted, a rest goes on.
  void goOn(Lane before) {
    turns.meter.goOn(before.turns.meter);
    restUntil = before.restUntil;
    restReason = before.restReason;
  }

  void setBack(double seconds) {
    turns.meter.setBack(seconds);
    turns.choice.setBack(seconds);
    restUntil -= seconds;
  }

  Planner.Feed feed(int slot) {
    return Objects.requireNonNull(feeds[slot]);
  }

  void enter(Planner.Feed f, byte[] rhythm) {
    f.slot = freed > 0 ? free[--freed] : used++;
    if (f.slot >= feeds.length) feeds = Arrays.copyOf(feeds, f.slot + (f.slot >> 1) + 1);
    feeds[f.slot] = f;
    turns.add(f.slot, f.lastPoll, rhythm, f.weight);
  }

  void leave(Planner.Feed f) {
    turns.remove(f.slot);
    feeds[f.slot] = null;
    if (freed == free.length) free = Arrays.copyOf(free, freed * 2);
    free[freed++] = f.slot;
  }
}
