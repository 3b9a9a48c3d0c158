package freshet.schedule;

import freshet.text.Spans;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/// The live schedule: which feed to poll next. It owns no thread, reads no clock and does no input
/// or output; `poll` asks it under one lock.
///
/// A feed is *waiting* (in its lane's ranking), *in flight* (from [#next] until [#finished] or
/// [#abandoned]) or *retired*. Each quota group is a lane with a budget, a policy and a ranking of
/// its own, so that a group whose calls are used up holds nobody else back.
public final class Planner {
  /// While a site is busy its other feeds look again after so many seconds.
  private static final double BUSY = 2;

  /// Whoever finds the budget spent looks again after this.
  private static final Duration BUDGET_SPENT = Duration.ofSeconds(1);

  private static final int MANY = 100;

  /// Entries that tell the quiet hours of a day: some eight an hour.
  private static final double ENOUGH = 200;

  private PlannerSettings settings;
  private double minInterval;
  private final Map<Long, Feed> feeds = new HashMap<>();
  private final Map<String, Site> sites = new HashMap<>();

  /// Sites that have no feed any more, but may rest.
  private final Set<Site> deserted = new HashSet<>();

  /// They are looked through when there are so many.
  private int sweepAt = MANY;

  /// When [#next] was last asked.
  private double latest = Double.NEGATIVE_INFINITY;

  private final Map<String, Lane> lanes = new HashMap<>();
  private final List<Lane> turn = new ArrayList<>();
  private int next;
  private final Map<Purpose, Part> parts = new EnumMap<>(Purpose.class);

  /// Of so many parts of the common budget so many are ours.
  private int share = 1;

  private int shares = 1;

  /// What a part of the budget can be set apart for.
  public enum Purpose {
    /// The pages behind entries.
    ARTICLES,
    /// Pages of crawls that are visited again.
    CRAWLS
  }

  private record Part(int percent, CallMeter meter) {}

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
    String group;
    Site site;
    Lane lane;
    int slot;
    boolean polledBefore;
    boolean inFlight;

    /// Somebody wants it now.
    boolean hurried;

    boolean retired;

    /// Somebody else plans it when it is no longer in flight.
    boolean leaving;

    double lastPoll;
    double notBefore;
    @Nullable String holdReason;
    @Nullable String lastReason;
    float fixedInterval;
    float weight;
    int failures;

    Feed(long id, String group, Site site, Lane lane) {
      this.id = id;
      this.group = group;
      this.site = site;
      this.lane = lane;
    }
  }

  public Planner(PlannerSettings settings) {
    this.settings = settings;
    this.minInterval = Spans.seconds(settings.minInterval());
    openLanes();
  }

  private void openLanes() {
    lane(PlannedFeed.COMMON);
    settings.groups().keySet().stream().sorted().forEach(this::lane);
  }

  /// Goes on under other settings: what was learned is kept as far as the policy understands it,
  /// and so are holds, rests and the calls that were made.
  public void change(PlannerSettings other) {
    Map<String, Lane> before = Map.copyOf(lanes);
    List<Feed> all = List.copyOf(feeds.values());
    byte[][] rhythms = new byte[all.size()][];
    for (int i = 0; i < rhythms.length; i++) {
      Feed f = all.get(i);
      rhythms[i] = f.lane.policy().rhythm(f.slot);
    }
    settings = other;
    Map.copyOf(parts).forEach((purpose, part) -> setApart(purpose, part.percent));
    minInterval = Spans.seconds(other.minInterval());
    lanes.clear();
    turn.clear();
    next = 0;
    openLanes();
    for (int i = 0; i < rhythms.length; i++) {
      Feed f = all.get(i);
      f.lane = lane(f.group);
      f.lane.enter(f, rhythms[i]);
      waitAsBefore(f, f.lastPoll);
    }
    before.forEach((group, lane) -> {
      Lane now = lanes.get(group);
      if (now != null) now.goOn(lane);
    });
  }

  /// Makes do with a part of the common budget; others have the rest. With none, nothing of it is
  /// polled.
  ///
  /// @param used what comes to it may have been used by others until now
  public void share(int of, int all, boolean used, Instant now) {
    if (share == of && shares == all) return;
    CallMeter before = share == 0 ? null : lane(PlannedFeed.COMMON).turns.meter;
    share = of;
    shares = all;
    change(settings);
    CallMeter meter = lane(PlannedFeed.COMMON).turns.meter;
    if (used && share > 0) meter.grow(before, Spans.seconds(now));
  }

  /// The common budget, as far as it is ours.
  private Budget common() {
    Budget all = settings.budget();
    if (share == shares) return all;
    long calls = (long) all.calls() * share / shares;
    return new Budget((int) Math.max(1, calls), all.window(), all.spacing());
  }

  /// Feeds that others are to plan: those that wait are forgotten, those in flight when they are
  /// not any more.
  ///
  /// @param which by site and quota group
  /// @return those in flight
  public Set<Long> leave(BiPredicate<String, String> which) {
    Set<Long> inFlight = new HashSet<>();
    for (Feed f : List.copyOf(feeds.values())) {
      if (!which.test(f.site.name, f.group)) continue;
      if (f.inFlight) {
        f.leaving = true;
        inFlight.add(f.id);
      } else {
        forget(f);
      }
    }
    return inFlight;
  }

  public boolean has(long feedId) {
    return feeds.containsKey(feedId);
  }

  /// Whether its poll is under way: not if it was forgotten meanwhile and put here anew.
  public boolean isInFlight(long feedId) {
    Feed f = feeds.get(feedId);
    return f != null && f.inFlight;
  }

  /// No feed is polled twice within this time.
  public Duration leastInterval() {
    return settings.minInterval();
  }

  public int size() {
    return feeds.size();
  }

  /// Adds a feed, restores one as the store kept it, or changes what is known of it: weight,
  /// interval, group, hold. What was learned of a feed that is already here is kept, unless
  /// `rhythm` brings something else.
  public void put(PlannedFeed f) {
    Feed known = feeds.get(f.id());
    if (known == null) {
      enter(f, f.rhythm());
      return;
    }
    byte[] own = known.lane.policy().rhythm(known.slot);
    byte[] rhythm = f.rhythm().length == 0 ? own : f.rhythm();
    if (known.lane == lane(f.quotaGroup()) && !known.leaving && Arrays.equals(rhythm, own)) {
      planAnew(known, f);
      return;
    }
    forget(known);
    Feed changed = enter(f, rhythm);
    changed.lastReason = known.lastReason;
    if (known.inFlight) {
      changed.lane.turns.choice.remove(changed.slot);
      changed.inFlight = true;
      changed.site.inFlight++;
    } else if (known.hurried) {
      hurry(changed, known.notBefore);
    }
  }

  /// Nothing else was learned: the feed keeps its place, and when it was polled.
  private void planAnew(Feed feed, PlannedFeed f) {
    if (!feed.site.name.equals(f.site())) {
      leaveSite(feed);
      feed.site = sites.computeIfAbsent(f.site(), Site::new);
      feed.site.feeds++;
      if (feed.inFlight) feed.site.inFlight++;
    }
    feed.group = f.quotaGroup();
    double hurriedTo = feed.notBefore;
    take(feed, f);
    feed.retired = false;
    feed.lane.policy().weigh(feed.slot, feed.weight);
    if (feed.inFlight) return;
    feed.lane.turns.choice.remove(feed.slot);
    if (feed.hurried) hurry(feed, hurriedTo);
    else wait(feed, feed.lastPoll);
  }

  public void remove(long feedId) {
    Feed f = feeds.get(feedId);
    if (f != null) forget(f);
  }

  private Feed enter(PlannedFeed f, byte[] rhythm) {
    Site site = sites.computeIfAbsent(f.site(), Site::new);
    site.feeds++;
    Lane lane = lane(f.quotaGroup());
    Feed feed = new Feed(f.id(), f.quotaGroup(), site, lane);
    feeds.put(f.id(), feed);
    Instant last = f.lastPoll();
    feed.polledBefore = last != null;
    feed.lastPoll = last == null ? 0 : Spans.seconds(last);
    take(feed, f);
    lane.enter(feed, rhythm);
    wait(feed, feed.lastPoll);
    return feed;
  }

  private static void take(Feed feed, PlannedFeed f) {
    Instant from = f.notBefore();
    feed.notBefore = from == null ? feed.lastPoll : Spans.seconds(from);
    feed.holdReason = f.holdReason();
    Duration fixed = f.fixedInterval();
    feed.fixedInterval = fixed == null ? 0 : (float) Spans.seconds(fixed);
    feed.weight = (float) f.weight();
    feed.failures = f.failures();
  }

  /// The clock was set back: what was planned moves along with it, or nothing would be due until
  /// the clock is where it was.
  public void setBack(Duration by, Instant now) {
    double seconds = Spans.seconds(by);
    for (Lane lane : turn) lane.setBack(seconds);
    parts.values().forEach(part -> part.meter.setBack(seconds));
    for (Site s : sites.values()) {
      s.freeFrom -= seconds;
      s.restUntil -= seconds;
    }
    for (Feed f : feeds.values()) {
      byte[] rhythm = f.lane.policy().rhythm(f.slot);
      f.lane.leave(f);
      if (f.polledBefore) f.lastPoll -= seconds;
      f.notBefore -= seconds;
      f.lane.enter(f, rhythm);
      waitAsBefore(f, Spans.seconds(now));
    }
  }

  private void forget(Feed f) {
    feeds.remove(f.id);
    f.lane.leave(f);
    leaveSite(f);
  }

  private void leaveSite(Feed f) {
    if (f.inFlight) f.site.inFlight--;
    if (--f.site.feeds == 0) left(f.site);
  }

  /// A site without feeds is remembered as long as it rests, and a little longer.
  private void left(Site site) {
    if (site.restUntil <= latest) {
      sites.remove(site.name, site);
      return;
    }
    if (!deserted.add(site) || deserted.size() < sweepAt) return;
    deserted.removeIf(s -> {
      if (s.feeds == 0 && s.restUntil <= latest) sites.remove(s.name, s);
      return s.feeds > 0 || s.restUntil <= latest;
    });
    sweepAt = 2 * deserted.size() + MANY;
  }

  /// Whatever else has changed: a feed that somebody wants now is still wanted now.
  private void waitAsBefore(Feed f, double now) {
    if (f.inFlight || f.retired) return;
    if (f.hurried) hurry(f, f.notBefore);
    else wait(f, now);
  }

  /// Puts a feed back among the waiting.
  private void wait(Feed f, double now) {
    boolean fixed = f.fixedInterval > 0;
    if (f.polledBefore && f.failures == 0 && !fixed) {
      f.lane.turns.await(f.slot, now, f.lastPoll, f.notBefore);
      return;
    }
    // A first poll, one after a failure and one at the user's own interval are made when they may.
    double from = f.polledBefore ? Math.max(f.notBefore, f.lastPoll + minInterval) : f.notBefore;
    if (fixed && f.polledBefore) from = Math.max(from, f.lastPoll + f.fixedInterval);
    f.lane.turns.choice.add(f.slot, now, from, from);
  }

  /// The feed to poll now, if the budget has a call left and some feed is worth it. It is in flight
  /// until [#finished] or [#abandoned].
  public Optional<Due> next(Instant now) {
    double t = Spans.seconds(now);
    latest = t;
    for (int i = 0; i < turn.size(); i++) {
      Lane lane = turn.get(next);
      next = next + 1 == turn.size() ? 0 : next + 1;
      if (lane.freeAt() > t || (share == 0 && lane.name.isEmpty())) continue;
      int slot = lane.turns.next(t, lane.gate);
      if (slot < 0) continue;
      Feed f = lane.feed(slot);
      f.inFlight = true;
      f.site.inFlight++;
      f.lastReason = Reasons.ofPoll(f, t);
      f.hurried = false;
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
      wake = Math.min(wake, Math.max(lane.restUntil, lane.turns.wake(t)));
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
    Policy policy = f.lane.policy();
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
        Holds.after(
            report, at, f.failures, fixed, settings.minInterval(), settings.rules().maxInterval());
    f.failures = hold.failures();
    f.notBefore = Spans.seconds(hold.notBefore());
    f.holdReason = hold.reason();
    f.retired = hold.retired();
    if (!f.retired) wait(f, t);
    Planned planned =
        new Planned(
            feedId,
            policy.rhythm(f.slot),
            f.polledBefore ? Spans.instant(f.lastPoll) : null,
            hold.notBefore(),
            hold.reason(),
            f.retired ? hold.notBefore() : Spans.instant(expected(f, t)),
            f.failures,
            f.retired);
    if (f.leaving) forget(f);
    return planned;
  }

  /// A poll that was given out was not made (a stop, a full queue): the feed waits again and
  /// nothing is learned. The call stays counted.
  public void abandoned(long feedId, Instant at) {
    Feed f = inFlight(feedId);
    double t = Spans.seconds(at);
    land(f, t);
    f.notBefore = Math.max(f.notBefore, t + minInterval);
    wait(f, t);
    if (f.leaving) forget(f);
  }

  /// The same, and the feed may not be asked before `until`: its host is closed at this time of the
  /// day, say. It is not given out in vain meanwhile.
  public void postponed(long feedId, Instant at, Instant until, String reason) {
    Feed f = inFlight(feedId);
    double opens = Spans.seconds(until);
    if (opens > f.notBefore) {
      f.notBefore = opens;
      f.holdReason = reason;
    }
    abandoned(feedId, at);
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

  /// No feed of this site is polled before `until`: after a 429 or 503, or as a user set it.
  public void rest(String site, Instant until, String reason) {
    Site s = sites.computeIfAbsent(site, Site::new);
    s.restUntil = Math.max(s.restUntil, Spans.seconds(until));
    s.restReason = reason;
    if (s.feeds == 0) left(s);
  }

  /// No source of this quota group is polled before `until`: its server counts its calls as spent.
  /// Slots of the common budget are of many servers and never rest together.
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
    if (share == 0 && lane.name.isEmpty()) return false;
    if (lane.restUntil > t || !lane.turns.meter.hasRoom(t)) return false;
    lane.turns.meter.count(t);
    return true;
  }

  /// Sets a part of the common budget apart for what is no poll.
  ///
  /// @param percent of the budget, up to 100; 0 for none
  public void setApart(Purpose purpose, int percent) {
    if (percent == 0) {
      parts.remove(purpose);
      return;
    }
    Budget all = settings.budget();
    long calls = Math.max(1, Math.round(all.calls() * percent / 100.0));
    CallMeter meter = new CallMeter(new Budget((int) calls, all.window(), all.spacing()));
    Part before = parts.get(purpose);
    if (before != null) meter.goOn(before.meter);
    parts.put(purpose, new Part(percent, meter));
  }

  /// Takes a call of such a part: never more than the part, and never more than the whole budget
  /// has left. Polls keep the rest, and whatever of the parts nobody needs.
  ///
  /// @return how long to wait; zero if the call was taken
  public Duration takeApart(Purpose purpose, Instant now) {
    double t = Spans.seconds(now);
    Part part = parts.get(purpose);
    if (part == null) return BUDGET_SPENT;
    double wait = part.meter.freeAt() - t;
    if (wait > 0) return Duration.ofNanos((long) Math.ceil(wait * 1e9));
    CallMeter common = lane(PlannedFeed.COMMON).turns.meter;
    if (share == 0 || !common.hasRoom(t)) return BUDGET_SPENT;
    part.meter.count(t);
    common.count(t);
    return Duration.ZERO;
  }

  /// A user wants this feed now: it goes first, whatever its rhythm, but not sooner than a minute
  /// after its last poll, nor while its site rests.
  ///
  /// @return false if the feed is not here
  public boolean hurry(long feedId, Instant now) {
    Feed f = feeds.get(feedId);
    if (f == null) return false;
    if (f.inFlight) return true;
    hurry(f, Spans.seconds(now));
    return true;
  }

  /// Until it is polled: whatever else is changed about the feed meanwhile.
  private void hurry(Feed f, double t) {
    f.retired = false;
    f.hurried = true;
    f.notBefore = f.polledBefore ? Math.max(t, f.lastPoll + Math.min(60, minInterval)) : t;
    f.lane.turns.choice.remove(f.slot);
    f.lane.turns.choice.add(f.slot, t, f.notBefore, f.notBefore);
  }

  /// Why this feed was polled when it was, when it will be again, and what holds it back.
  public Optional<Why> explain(long feedId, Instant now) {
    Feed f = feeds.get(feedId);
    if (f == null) return Optional.empty();
    double t = Spans.seconds(now);
    return Optional.of(Reasons.explain(f, t, expected(f, t)));
  }

  /// When a feed usually publishes; unknown if it is not here or nothing was learned yet.
  public Week week(long feedId) {
    Feed f = feeds.get(feedId);
    if (f == null || !f.polledBefore) return Week.UNKNOWN;
    Policy policy = f.lane.policy();
    Policy.Learned learned = policy.learned(f.slot);
    return new Week(policy.week(f.slot), learned.entries(), learned.days());
  }

  /// The first of the four hours, UTC, in which least is published: the time for discovery. Empty
  /// if too little is known to tell.
  public OptionalInt quietest() {
    double[] hours = new double[24];
    double all = 0;
    for (Lane lane : turn) {
      double[] each = lane.policy().worldHours();
      for (int h = 0; h < 24; h++) {
        hours[h] += each[h];
        all += each[h];
      }
    }
    if (all < ENOUGH) return OptionalInt.empty();
    int quietest = 0;
    for (int h = 0; h < 24; h++) {
      if (fourHours(hours, h) < fourHours(hours, quietest)) quietest = h;
    }
    return OptionalInt.of(quietest);
  }

  private static double fourHours(double[] hours, int from) {
    double sum = 0;
    for (int h = from; h < from + 4; h++) sum += hours[h % 24];
    return sum;
  }

  private double expected(Feed f, double t) {
    if (f.inFlight) return t;
    if (f.retired) return f.notBefore;
    double rested = Math.max(f.lane.turns.choice.expected(f.slot, t), f.site.restUntil);
    return Math.max(rested, f.lane.freeAt());
  }

  private Lane lane(String group) {
    Lane known = lanes.get(group);
    if (known != null) return known;
    Budget budget = group.isEmpty() ? common() : settings.budget(group);
    // A group nobody gave a budget shares the common one.
    if (budget == null) return lane(PlannedFeed.COMMON);
    Lane lane = new Lane(group, budget, settings, BUSY);
    lanes.put(group, lane);
    turn.add(lane);
    return lane;
  }
}
