package freshet.library;

import freshet.model.Feed;
import freshet.model.Visibility;
import freshet.schedule.Budget;
import freshet.schedule.RoundRobinYardstick;
import freshet.store.Entries.Arrival;
import freshet.store.Feeds;
import freshet.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How long entries took from publication to the store, and how long the same entries would have
/// taken had the same budget been spent by plain round-robin: computed from their times, with the
/// same respect for what publishers and readers ask for.
///
/// @param chance by how much the two means may differ by chance: two standard errors of the
///   entries' differences
public record Freshness(int entries, Delays ours, Delays roundRobin, Duration chance) {
  /// A difference of less says nothing.
  private static final double CLEARLY = 1.02;

  /// Whether taking turns would have had the entries sooner, by more than a few entries' chance.
  public boolean behind() {
    if (entries == 0) return false;
    Duration more = ours.mean.minus(roundRobin.mean);
    return more.compareTo(chance) > 0
        && ours.mean.toMillis() > CLEARLY * roundRobin.mean.toMillis();
  }

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
  static Freshness lately(Store store, Visibility visibility, Duration minInterval, Instant now) {
    Set<Long> own = visibility.all() ? null : Set.copyOf(store.searchRows().feeds(visibility));
    Map<Long, Double> feeds = new LinkedHashMap<>();
    store
        .feeds()
        .eachPlanned(f -> {
          if (f.state() == Feed.State.ACTIVE && (own == null || own.contains(f.id()))) {
            feeds.put(f.id(), hold(f));
          }
        });
    Instant since = now.minus(Duration.ofDays(1));
    var spent = store.polls().spent(visibility, since);
    long seconds = Math.max(1, Duration.between(spent.first().orElse(now), now).toSeconds());
    var budget =
        new Budget(
            Math.clamp(spent.polls(), 1, Integer.MAX_VALUE),
            Duration.ofSeconds(seconds),
            Budget.Spacing.EVEN);
    return of(
        store.entries().arrivals(visibility, since, 20_000),
        feeds,
        new RoundRobinYardstick(budget, minInterval));
  }

  /// How long a feed is left alone after a poll, in seconds, by the wish of its publisher or of
  /// those who read it, or because it fails.
  private static double hold(Feeds.Planned feed) {
    Instant last = feed.lastAnswer();
    Instant from = feed.notBefore();
    return last == null ? 0 : Math.max(0, Duration.between(last, from).toMillis() / 1000.0);
  }

  /// @param feeds all feeds that are polled, in the order round-robin would take them, each with
  ///   the seconds that it is left alone after a poll
  static Freshness of(
      List<Arrival> arrivals, Map<Long, Double> feeds, RoundRobinYardstick yardstick) {
    Map<Long, Integer> places = new HashMap<>();
    for (long feed : feeds.keySet()) places.put(feed, places.size());
    double[] holds = feeds.values().stream().mapToDouble(Double::doubleValue).toArray();
    double round = yardstick.roundSeconds(holds);
    long[] ours = new long[arrivals.size()];
    long[] theirs = new long[arrivals.size()];
    int n = 0;
    for (Arrival a : arrivals) {
      Integer place = places.get(a.feedId());
      if (place == null) continue;
      ours[n] = Duration.between(a.published(), a.stored()).toMillis();
      theirs[n++] =
          yardstick.delay(place, holds.length, round, holds[place], a.published()).toMillis();
    }
    if (n == 0) {
      Delays none = new Delays(Duration.ZERO, Duration.ZERO, Duration.ZERO);
      return new Freshness(0, none, none, Duration.ZERO);
    }
    Duration chance = chance(ours, theirs, n);
    return new Freshness(
        n, Delays.of(Arrays.copyOf(ours, n)), Delays.of(Arrays.copyOf(theirs, n)), chance);
  }

  private static Duration chance(long[] ours, long[] theirs, int n) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double d = ours[i] - theirs[i];
      sum += d;
      squares += d * d;
    }
    double variance = Math.max(0, squares - sum * sum / n) / Math.max(1, n - 1);
    return Duration.ofMillis(Math.round(2 * Math.sqrt(variance / n)));
  }
}
