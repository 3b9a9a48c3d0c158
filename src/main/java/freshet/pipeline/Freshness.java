package freshet.pipeline;

import freshet.model.Feed;
import freshet.schedule.Budget;
import freshet.schedule.RoundRobinYardstick;
import freshet.store.Entries.Arrival;
import freshet.store.Sight;
import freshet.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How long entries took from publication to the store, and how long the same entries would have
/// taken had the same budget been spent by plain round-robin: computed from their times.
public record Freshness(int entries, Delays ours, Delays roundRobin) {

  public record Delays(Duration mean, Duration median, Duration p95) {
    private static Delays of(long[] millis) {
      Arrays.sort(millis);
      long sum = 0;
      for (long m : millis) sum += m;
      return new Delays(
          Duration.ofMillis(sum / millis.length),
          Duration.ofMillis(millis[millis.length / 2]),
          Duration.ofMillis(millis[(int) Math.min(millis.length - 1L, millis.length * 95L / 100)]));
    }
  }

  /// Of the last day, next to round-robin with as many requests as were really spent: of the feeds
  /// that an account may see.
  static Freshness lately(Store store, Sight sight, Duration minInterval, Instant now) {
    Set<Long> own = sight.all() ? null : Set.copyOf(store.searchRows().feeds(sight));
    List<Long> feeds = new ArrayList<>();
    store
        .feeds()
        .eachPlanned(f -> {
          if (f.state() == Feed.State.ACTIVE && (own == null || own.contains(f.id()))) {
            feeds.add(f.id());
          }
        });
    Instant since = now.minus(Duration.ofDays(1));
    var spent = store.polls().spent(sight, since);
    long seconds = Math.max(1, Duration.between(spent.first().orElse(now), now).toSeconds());
    var budget =
        new Budget(
            Math.clamp(spent.polls(), 1, Integer.MAX_VALUE),
            Duration.ofSeconds(seconds),
            Budget.Spacing.EVEN);
    return of(
        store.entries().arrivals(sight, since, 20_000),
        feeds,
        new RoundRobinYardstick(budget, minInterval));
  }

  /// @param feeds ids of all feeds that are polled, in the order round-robin would take them
  static Freshness of(List<Arrival> arrivals, List<Long> feeds, RoundRobinYardstick yardstick) {
    Map<Long, Integer> places = new HashMap<>();
    for (long feed : feeds) places.put(feed, places.size());
    long[] ours = new long[arrivals.size()];
    long[] theirs = new long[arrivals.size()];
    int n = 0;
    for (Arrival a : arrivals) {
      Integer place = places.get(a.feedId());
      if (place == null) continue;
      ours[n] = Duration.between(a.published(), a.stored()).toMillis();
      theirs[n++] = yardstick.delay(place, feeds.size(), a.published()).toMillis();
    }
    if (n == 0) {
      Delays none = new Delays(Duration.ZERO, Duration.ZERO, Duration.ZERO);
      return new Freshness(0, none, none);
    }
    return new Freshness(n, Delays.of(Arrays.copyOf(ours, n)), Delays.of(Arrays.copyOf(theirs, n)));
  }
}
