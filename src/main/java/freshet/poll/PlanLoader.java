package freshet.poll;

import freshet.model.Feed;
import freshet.schedule.Planned;
import freshet.schedule.PlannedFeed;
import freshet.store.Feeds;
import freshet.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Puts stored feeds on the timetable, each with the weight that those who follow it give it.
final class PlanLoader {
  private final Store store;
  private final Timetable timetable;
  private final InstantSource clock;
  private final OwnPart part;

  /// Who follows each feed, counted by how active they are.
  private final Map<Long, Double> weights = new ConcurrentHashMap<>();

  /// How much one of them adds to a feed's rank: advaRSS's c.
  private volatile double followers = 1;

  PlanLoader(Store store, Timetable timetable, OwnPart part, InstantSource clock) {
    this.store = store;
    this.part = part;
    this.timetable = timetable;
    this.clock = clock;
  }

  /// All feeds, with what was learned of them.
  ///
  /// @param each how much a follower adds to a feed's rank
  void restore(double each) {
    followers = each;
    weights.putAll(store.subscriptions().interest(clock.instant()));
    store.feeds().eachPlanned(this::put);
  }

  /// Those of shards that have come to this program.
  void gain(Collection<Integer> shards) {
    weights.putAll(store.subscriptions().interest(clock.instant()));
    store
        .feeds()
        .eachPlanned(f -> {
          if (shards.contains(OwnPart.shard(f.siteKey(), group(f.quotaGroup())))) put(f);
        });
  }

  /// Ranks feeds anew where those who follow them, or come back, have become others.
  void reweigh() {
    Map<Long, Double> now = store.subscriptions().interest(clock.instant());
    store
        .feeds()
        .eachPlanned(f -> {
          double old = weight(f.id());
          weights.put(f.id(), now.getOrDefault(f.id(), 0.0));
          if (Math.abs(weight(f.id()) - old) > 0.1 * old) put(f);
        });
  }

  /// Has followers count for more or less, from now on.
  void count(double each) {
    followers = each;
    store.feeds().eachPlanned(this::put);
  }

  void reweigh(long feed) {
    weights.put(feed, store.subscriptions().interest(feed, clock.instant()));
    plan(feed);
  }

  /// The same of many: everything is read once.
  void reweigh(Set<Long> feeds) {
    Map<Long, Double> now = store.subscriptions().interest(clock.instant());
    store
        .feeds()
        .eachPlanned(f -> {
          if (!feeds.contains(f.id())) return;
          weights.put(f.id(), now.getOrDefault(f.id(), 0.0));
          put(f);
        });
  }

  /// Plans a feed as it is stored now.
  void plan(long feed) {
    store.feeds().planned(feed).ifPresent(this::put);
  }

  /// Leaves a feed alone for a while, though it could be polled.
  Planned hold(Feed feed, Instant until, String reason, Planned planned) {
    Feed.Plan plan = feed.plan();
    PlannedFeed held =
        new PlannedFeed(
            feed.id(),
            feed.siteKey(),
            group(plan.quotaGroup()),
            PlannedFeed.NOTHING,
            planned.lastPoll(),
            until,
            reason,
            plan.fixedInterval(),
            weight(feed.id()),
            0);
    if (part.has(feed.siteKey(), group(plan.quotaGroup()))) timetable.put(held);
    return new Planned(
        feed.id(), planned.rhythm(), planned.lastPoll(), until, reason, until, 0, false);
  }

  private void put(Feeds.Planned f) {
    if (f.state() == Feed.State.PAUSED) return;
    String group = group(f.quotaGroup());
    if (!part.has(f.siteKey(), group)) {
      // It may have been ours, in another quota group.
      if (timetable.has(f.id())) timetable.remove(f.id());
      return;
    }
    byte @Nullable [] rhythm = f.rhythm();
    Instant answered = f.lastAnswer();
    Duration ahead = ahead(f.lastPoll());
    timetable.put(
        new PlannedFeed(
            f.id(),
            f.siteKey(),
            group,
            rhythm == null ? PlannedFeed.NOTHING : rhythm,
            answered == null ? null : answered.minus(ahead),
            f.notBefore().minus(ahead),
            f.heldBy(),
            f.fixedInterval(),
            weight(f.id()),
            f.failures()));
    // Its shard may have been given away meanwhile.
    if (!part.has(f.siteKey(), group)) timetable.remove(f.id());
  }

  /// By how much the clock has been set back since the feed was last polled: a poll in the future
  /// tells. What was planned then moves along with it.
  private Duration ahead(@Nullable Instant last) {
    Instant now = clock.instant();
    return last == null || !last.isAfter(now) ? Duration.ZERO : Duration.between(now, last);
  }

  private static String group(@Nullable String quotaGroup) {
    return quotaGroup == null ? PlannedFeed.COMMON : quotaGroup;
  }

  /// How much a second of delay counts: once for the feed, and once for each who follows it and was
  /// here today, less for those who come seldom.
  private double weight(long feed) {
    return 1 + Math.min(followers * weights.getOrDefault(feed, 0.0), 100_000);
  }
}
