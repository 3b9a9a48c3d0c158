package freshet.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The live schedule: which feed to poll next. It owns no thread, reads no clock and does no input
/// or output; the pipeline asks it under one lock.
///
/// A feed is *waiting* (in its lane's ranking), *in flight* (from [#next] until [#finished] or
/// [#abandoned]) or *retired*. Each quota group is a lane with a budget, a policy and a ranking of
/// its own, so that a group whose calls are used up holds nobody else back.
public final class Planner {
  /// While a site is busy its other feeds look again after so many seconds.
  private static final double BUSY = 2;

  private final PlannerSettings settings;
  private final double minInterval;
  private final Map<Long, Feed> feeds = new HashMap<>();
  private final Map<String, Site> sites = new HashMap<>();
  private final Map<String, Lane> lanes = new HashMap<>();
  private final List<Lane> turn = new ArrayList<>();
  private int next;

  static final class Site {
    final String name;
    int feeds;
    int inFlight;
    double freeFrom = Double.NEGATIVE_INFINITY;
    double restUntil = Double.NEGATIVE_INFINITY;
    @Nullable String restReason;

    Site(String name) {
      this.name = name;
    }
  }

  static final class Feed {
    final long id;
    Site site;
    Lane lane;
    int slot;
    boolean polledBefore;
    boolean inFlight;
    boolean retired;
    double lastPoll;
    double notBefore;
    @Nullable String holdReason;
    @Nullable String lastReason;
    float fixedInterval;
    float weight;
    int failures;

    Feed(long id, Site site, Lane lane) {
      this.id = id;
      this.site = site;
      this.lane = lane;
    }
  }

  public Planner(PlannerSettings settings) {
    this.settings = settings;
    this.minInterval = Spans.seconds(settings.minInterval());
    lane(PlannedFeed.COMMON);
    settings.groups().keySet().stream().sorted().forEach(this::lane);
  }

  public int size() {
    return feeds.size();
  }

  /// Adds a feed, restores one as the store kept it, or changes what is known of it: weight,
  /// interval, group, hold. What was learned of a feed that is already here is kept, unless
  /// `rhythm` brings something else.
  public void put(PlannedFeed f) {
    Feed old = feeds.get(f.id());
    byte[] rhythm = f.rhythm();
    if (old != null) {
      if (rhythm.length == 0) rhythm = old.lane.policy.rhythm(old.slot);
      boolean busy = old.inFlight;
      String lastReason = old.lastReason;
      forget(old);
      Feed changed = enter(f, rhythm);
      changed.lastReason = lastReason;
      if (busy) {
        changed.lane.ranking.remove(changed.slot);
        changed.inFlight = true;
        changed.site.inFlight++;
      }
    } else {
      enter(f, rhythm);
    }
  }

  public void remove(long feedId) {
    Feed f = feeds.get(feedId);
    if (f != null) forget(f);
  }

  private Feed enter(PlannedFeed f, byte[] rhythm) {
    Site site = sites.computeIfAbsent(f.site(), Site::new);
    site.feeds++;
    Lane lane = lane(f.quotaGroup());
    Feed feed = new Feed(f.id(), site, lane);
    feeds.put(f.id(), feed);
    Instant last = f.lastPoll();
    Instant from = f.notBefore();
    feed.polledBefore = last != null;
    feed.lastPoll = last == null ? 0 : Spans.seconds(last);
    feed.notBefore = from == null ? feed.lastPoll : Spans.seconds(from);
    feed.holdReason = f.holdReason();
    Duration fixed = f.fixedInterval();
    feed.fixedInterval = fixed == null ? 0 : (float) Spans.seconds(fixed);
    feed.weight = (float) f.weight();
    feed.failures = f.failures();
    lane.enter(feed, rhythm);
    wait(feed, feed.lastPoll);
    return feed;
  }

  private void forget(Feed f) {
    feeds.remove(f.id);
    f.lane.leave(f);
    if (f.inFlight) f.site.inFlight--;
    if (--f.site.feeds == 0 && f.site.restReason == null) sites.remove(f.site.name);
  }

  /// Puts a feed back among the waiting.
  private void wait(Feed f, double now) {
    double from = f.polledBefore ? Math.max(f.notBefore, f.lastPoll + minInterval) : f.notBefore;
    double by;
    if (!f.polledBefore || f.failures > 0) by = from;
    else if (f.fixedInterval > 0) by = Math.max(from, f.lastPoll + f.fixedInterval);
    else by = Math.max(from, f.lastPoll + f.lane.longest());
    if (f.fixedInterval > 0 && f.polledBefore) from = Math.max(from, f.lastPoll + f.fixedInterval);
    f.lane.ranking.add(f.slot, now, from, by);
  }

  /// The feed to poll now, if the budget has a call left and some feed is worth it. It is in flight
  /// until [#finished] or [#abandoned].
  public Optional<Due> next(Instant now) {
    double t = Spans.seconds(now);
    for (int i = 0; i < turn.size(); i++) {
      Lane lane = turn.get(next);
      next = next + 1 == turn.size() ? 0 : next + 1;
      if (lane.freeAt() > t) continue;
      int slot = lane.ranking.next(t, lane.gate);
      if (slot < 0) continue;
      lane.meter.count(t);
      Feed f = lane.feed(slot);
      f.inFlight = true;
      f.site.inFlight++;
      f.lastReason = Reasons.ofPoll(f, t);
      double booked = t + minInterval;
      return Optional.of(new Due(f.id, now, Spans.instant(booked), f.lastReason));
    }
    return Optional.empty();
  }

  /// When it is worth asking [#next] again: now, or the earliest time at which a feed can be due
  /// and the budget allows it. [Instant#MAX] if nothing waits.
  public Instant wakeUp(Instant now) {
    double t = Spans.seconds(now);
    double wake = Double.POSITIVE_INFINITY;
    for (Lane lane : turn) {
      wake = Math.min(wake, Math.max(lane.freeAt(), lane.ranking.wake(t)));
    }
    if (wake == Double.POSITIVE_INFINITY) return Instant.MAX;
    return wake <= t ? now : Spans.instant(wake);
  }

  /// Learns what a poll came to and books the feed's next one.
  ///
  /// @throws IllegalArgumentException if this feed is not in flight
  public Planned finished(long feedId, Instant at, PollReport report) {
    Feed f = inFlight(feedId);
    double t = Spans.seconds(at);
    land(f, t);
    Policy policy = f.lane.policy;
    if (report.useful()) {
      Integer offset = report.offsetSeconds();
      if (offset != null) policy.zone(f.slot, offset);
      Lesson lesson = Lesson.of(report.entries(), f.polledBefore ? f.lastPoll : Double.NaN, t);
      double[] times = lesson.times();
      if (f.polledBefore) policy.polled(f.slot, t, times, 0, times.length, lesson.untimed());
      else policy.history(f.slot, t, times, 0, times.length);
      f.polledBefore = true;
      f.lastPoll = t;
    } else {
      policy.failed(f.slot, t);
    }
    Duration fixed =
        f.fixedInterval > 0 ? Duration.ofMillis((long) (f.fixedInterval * 1000.0)) : null;
    Hold hold =
        Holds.after(report, at, f.failures, fixed, settings.minInterval(), settings.maxInterval());
    f.failures = hold.failures();
    f.notBefore = Spans.seconds(hold.notBefore());
    f.holdReason = hold.reason();
    f.retired = hold.retired();
    if (!f.retired) wait(f, t);
    return new Planned(
        feedId,
        policy.rhythm(f.slot),
        f.polledBefore ? Spans.instant(f.lastPoll) : null,
        hold.notBefore(),
        hold.reason(),
        f.retired ? hold.notBefore() : Spans.instant(expected(f, t)),
        f.failures,
        f.retired);
  }

  /// A poll that was given out was not made (a stop, a full queue): the feed waits again and
  /// nothing is learned. The call stays counted.
  public void abandoned(long feedId, Instant at) {
    Feed f = inFlight(feedId);
    double t = Spans.seconds(at);
    land(f, t);
    f.notBefore = Math.max(f.notBefore, t + minInterval);
    wait(f, t);
  }

  private Feed inFlight(long feedId) {
    Feed f = feeds.get(feedId);
    if (f == null || !f.inFlight) {
      throw new IllegalArgumentException("feed " + feedId + " is not in flight");
    }
    return f;
  }

  private void land(Feed f, double t) {
    f.inFlight = false;
    f.site.inFlight--;
    f.site.freeFrom = t + Spans.seconds(settings.siteGap());
  }

  /// No feed of this site is polled before `until`: after a 429 or 503, or a user's wish.
  public void rest(String site, Instant until, String reason) {
    Site s = sites.computeIfAbsent(site, Site::new);
    s.restUntil = Math.max(s.restUntil, Spans.seconds(until));
    s.restReason = reason;
  }

  /// No source of this quota group is polled before `until`: its server counts its calls as spent.
  /// Feeds of the common budget are of many servers and never rest together.
  public void restGroup(String group, Instant until, String reason) {
    Lane lane = lane(group);
    if (lane.name.isEmpty()) return;
    lane.restUntil = Math.max(lane.restUntil, Spans.seconds(until));
    lane.restReason = reason;
  }

  /// Takes a call beyond the one that a poll is given with: a further page of an answer. False, and
  /// nothing taken, if the group has no call left.
  public boolean take(String group, Instant now) {
    Lane lane = lane(group);
    double t = Spans.seconds(now);
    if (lane.restUntil > t || !lane.meter.hasRoom(t)) return false;
    lane.meter.count(t);
    return true;
  }

  /// A user wants this feed now: it goes first, whatever its rhythm, but not sooner than a minute
  /// after its last poll, nor while its site rests.
  ///
  /// @return false if the feed is not here
  public boolean hurry(long feedId, Instant now) {
    Feed f = feeds.get(feedId);
    if (f == null) return false;
    if (f.inFlight) return true;
    double t = Spans.seconds(now);
    f.retired = false;
    f.notBefore = f.polledBefore ? Math.max(t, f.lastPoll + Math.min(60, minInterval)) : t;
    f.lane.ranking.remove(f.slot);
    f.lane.ranking.add(f.slot, t, f.notBefore, f.notBefore);
    return true;
  }

  /// Why this feed was polled when it was, when it will be again, and what holds it back.
  public Optional<Why> explain(long feedId, Instant now) {
    Feed f = feeds.get(feedId);
    if (f == null) return Optional.empty();
    double t = Spans.seconds(now);
    return Optional.of(Reasons.explain(f, t, expected(f, t)));
  }

  /// The entries expected of a feed in each of the 168 hours of a week, Monday first, in its own
  /// time; empty if the feed is not here or nothing was learned yet.
  public float[] week(long feedId) {
    Feed f = feeds.get(feedId);
    return f == null || !f.polledBefore ? new float[0] : f.lane.policy.week(f.slot);
  }

  /// Whether this is one of the four hours in which least is published: the time for discovery
  /// (S1.5). Before anything is known, 04 to 08 UTC.
  public boolean quiet(Instant now) {
    double[] hours = new double[24];
    for (Lane lane : turn) {
      double[] each = lane.policy.worldHours();
      for (int h = 0; h < 24; h++) hours[h] += each[h];
    }
    int quietest = 4;
    for (int h = 0; h < 24; h++) {
      if (fourHours(hours, h) < fourHours(hours, quietest)) quietest = h;
    }
    int hour = HourlyRates.hourOf(Spans.seconds(now));
    return Math.floorMod(hour - quietest, 24) < 4;
  }

  private static double fourHours(double[] hours, int from) {
    double sum = 0;
    for (int h = from; h < from + 4; h++) sum += hours[h % 24];
    return sum;
  }

  private double expected(Feed f, double t) {
    if (f.inFlight) return t;
    if (f.retired) return f.notBefore;
    double rested = Math.max(f.lane.ranking.expected(f.slot, t), f.site.restUntil);
    return Math.max(rested, f.lane.freeAt());
  }

  private Lane lane(String group) {
    Lane known = lanes.get(group);
    if (known != null) return known;
    Budget budget = group.isEmpty() ? settings.budget() : settings.budget(group);
    // A group nobody gave a budget shares the common one.
    if (budget == null) return lane(PlannedFeed.COMMON);
    Lane lane = new Lane(group, budget, settings, BUSY);
    lanes.put(group, lane);
    turn.add(lane);
    return lane;
  }
}
