package freshet.poll;

import freshet.bound.BodyRoom;
import freshet.bound.ReadingPool.Result;
import freshet.change.Background;
import freshet.change.Changes;
import freshet.model.Feed;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.NewEntry;
import freshet.model.ParseOutcome;
import freshet.model.PollRecord.Outcome;
import freshet.model.Rewriting;
import freshet.poll.Poller.Harvest;
import freshet.schedule.Due;
import freshet.schedule.Planned;
import freshet.schedule.Week;
import freshet.schedule.Why;
import freshet.store.Shards;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import freshet.understand.Understanding;
import freshet.websub.Callback;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches all feeds: asks the schedule which one is due, polls it on a virtual thread of its own,
/// writes what came of it and tells whoever listens. The life of one poll:
///
/// 1. the schedule names a feed; it is in flight and will not be named again
/// 2. the store books its next poll, so that a kill from here on bothers no server twice
/// 3. [FeedReader] asks and reads
/// 4. [Poller] finds what is new and what it is about
/// 5. the schedule learns from the outcome
/// 6. [Recorder] writes entries, what was learned and the poll log in one transaction
/// 7. [Changes] tells the pages and whoever else listens
/// 8. [HubClient] asks the feed's hub to tell us of new entries, where it has one
///
/// None of this begins before what is stored has been taken up: until then no topic and no copy
/// would be recognised.
public final class Watcher implements Polling, AutoCloseable {
  /// More feeds than this are read all at once.
  private static final int MANY = 50;

  private static final Logger log = LoggerFactory.getLogger(Watcher.class);

  private static final Duration TRY_EVERY = Duration.ofSeconds(1);

  /// Within this a few thousand feeds are planned; who has more wants to see pages meanwhile.
  private static final Duration FEW_FEEDS = Duration.ofMillis(400);

  private final Store store;
  private final FeedReader reader;
  private final Poller poller;
  private final Timetable timetable;
  private final PlanLoader plans;
  private final Meters meters;
  private final Recorder recorder;
  private final @Nullable Understanding understanding;
  private final @Nullable HubClient hubs;
  private final InstantSource clock;
  private final Semaphore free;
  private final int parallel;
  private final Readings readings;
  private final OwnPart part;

  /// Feeds whose polls are not written yet.
  private final Set<Long> polling = ConcurrentHashMap.newKeySet();

  private final Thread loop;
  private volatile boolean stopping;

  /// Open when what is stored is planned: until then nobody changes plans.
  private volatile CountDownLatch planned = new CountDownLatch(0);

  private volatile double followers = 1;

  /// @param understanding null to believe what feeds declare and fold nothing
  /// @param hubs null if no hub can reach us
  /// @param parallel most polls under way at once
  public Watcher(
      Store store,
      FeedReader reader,
      Readings readings,
      @Nullable Understanding understanding,
      Timetable timetable,
      Meters meters,
      Changes changes,
      @Nullable HubClient hubs,
      InstantSource clock,
      int parallel) {
    this(
        store,
        reader,
        readings,
        understanding,
        timetable,
        meters,
        changes,
        hubs,
        clock,
        parallel,
        OwnPart.ALL);
  }

  /// @param part which feeds this program polls
  public Watcher(
      Store store,
      FeedReader reader,
      Readings readings,
      @Nullable Understanding understanding,
      Timetable timetable,
      Meters meters,
      Changes changes,
      @Nullable HubClient hubs,
      InstantSource clock,
      int parallel,
      OwnPart part) {
    this.part = part;
    this.store = store;
    this.readings = readings;
    this.hubs = hubs;
    this.understanding = understanding;
    this.reader = reader;
    this.poller =
        new Poller(
            understanding,
            store.entries(),
            reader.isElsewhere(),
            feed -> Rewriting.of(store.rewritings().find(feed).orElse(null)));
    this.timetable = timetable;
    this.plans = new PlanLoader(store, timetable, part, clock);
    this.meters = meters;
    this.recorder = new Recorder(store, understanding, meters, changes);
    this.clock = clock;
    this.parallel = parallel;
    this.free = new Semaphore(parallel);
    this.loop = Thread.ofPlatform().name("watcher").unstarted(this::watch);
  }

  /// Begins to restore what was learned, and then to poll. Plans of a few thousand feeds are there
  /// when this returns, of more soon.
  public void start() {
    start(1);
  }

  /// @param followers how much each who follows a feed adds to its rank
  public void start(double followers) {
    for (long feed : readings.leftOut()) {
      store.feeds().find(feed).ifPresent(f -> recorder.leftOut(f, clock.instant()));
    }
    this.followers = followers;
    planned = new CountDownLatch(1);
    loop.start();
    try {
      boolean _ = planned.await(FEW_FEEDS.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// @return false if it was stopped
  private boolean awaitPlans() {
    try {
      planned.await();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// Polls feeds of more shards from now on.
  ///
  /// @param used their part of the budget may have been used by others until now
  void gain(Set<Integer> shards, boolean used) {
    if (!awaitPlans()) return;
    Set<Integer> all = new TreeSet<>(part.shards());
    all.addAll(shards);
    Set<Integer> before = part.shards();
    part.own(all);
    try {
      plans.gain(shards);
    } catch (StoreUnavailable e) {
      part.own(before);
      throw e;
    }
    timetable.share(all.size(), Shards.COUNT, used);
  }

  /// Begins no more polls of some shards.
  ///
  /// @return the feeds whose polls are under way, see [#isOver]
  Set<Long> leave(Set<Integer> shards) {
    Set<Integer> left = new TreeSet<>(part.shards());
    left.removeAll(shards);
    part.own(left);
    timetable.share(left.size(), Shards.COUNT, true);
    return timetable.leave((site, group) -> shards.contains(OwnPart.shard(site, group)));
  }

  /// Whether polls of feeds that were left are written, or will never be.
  boolean isOver(Set<Long> feeds) {
    return feeds.stream().noneMatch(timetable::has) && feeds.stream().noneMatch(polling::contains);
  }

  /// Whether this program polls a feed.
  public boolean polls(long feed) {
    return timetable.has(feed);
  }

  /// Has followers count for more or less, from now on.
  public void countFollowers(double each) {
    if (awaitPlans()) plans.count(each);
  }

  /// Who follows what, and who comes back, has changed: feeds are ranked by it anew.
  public void reweigh() {
    if (awaitPlans()) plans.reweigh();
  }

  /// Why a feed was polled when it was, and when it will be again.
  @Override
  public Optional<Why> explain(long id) {
    return timetable.explain(id);
  }

  /// When a feed usually publishes.
  @Override
  public Week week(long id) {
    return timetable.week(id);
  }

  @Override
  public void followed(List<Long> feeds) {
    if (feeds.size() > MANY) {
      plan(feeds.size() + " feeds", () -> plans.reweigh(Set.copyOf(feeds)));
    } else {
      for (long feed : feeds) plan("Feed " + feed, () -> plans.reweigh(feed));
    }
  }

  @Override
  public void changed(long feed) {
    plan("Feed " + feed, () -> plans.plan(feed));
  }

  /// What somebody changed is stored by now: if it cannot be read back at the moment, they need not
  /// know. It is planned as soon as it can be.
  private void plan(String what, Runnable planning) {
    try {
      if (awaitPlans()) planning.run();
    } catch (StoreUnavailable e) {
      log.warn("To be planned later: {} ({})", what, e.getMessage());
      var _ =
          Background.start(
              "planning of " + what,
              () -> {
                Thread.sleep(TRY_EVERY);
                if (!stopping) plan(what, planning);
              });
    }
  }

  @Override
  public void dropped(long feed) {
    if (awaitPlans()) timetable.remove(feed);
  }

  @Override
  public boolean hurry(long feed) {
    return awaitPlans() && timetable.hurry(feed);
  }

  @Override
  public Duration leastInterval() {
    return timetable.leastInterval();
  }

  @Override
  public boolean isAlive() {
    return loop.isAlive() && !stopping;
  }

  private void watch() {
    try {
      while (!stopping) {
        try {
          if (planned.getCount() > 0) {
            plans.restore(followers);
            planned.countDown();
            awaitReady();
          }
          // A store that is away or full is tried by one poll per second, not by all that are due.
          if (store.troubleOfWriting().isPresent()) Thread.sleep(TRY_EVERY);
          begin(await());
        } catch (InterruptedException e) {
          throw e;
        } catch (StoreUnavailable e) {
          log.warn("The schedule goes on in a second: {}", e.getMessage());
          Thread.sleep(TRY_EVERY);
        } catch (Throwable e) {
          // The outer edge of this thread.
          log.error("The schedule failed; it goes on in a second", e);
          Thread.sleep(TRY_EVERY);
        }
      }
    } catch (InterruptedException e) {
      // only close() interrupts
    } finally {
      planned.countDown();
    }
  }

  private void awaitReady() throws InterruptedException {
    if (understanding != null) understanding.awaitReady();
  }

  private void begin(Due due) {
    boolean begun = false;
    try {
      Thread _ =
          Background.start("poll-" + due.feedId(), () -> BodyRoom.shared().within(() -> poll(due)));
      begun = true;
    } finally {
      if (!begun) land(due, false);
    }
  }

  /// The next due feed, with a place among those under way taken for it.
  private Due await() throws InterruptedException {
    free.acquire();
    boolean given = false;
    try {
      Due due = timetable.next();
      given = true;
      return due;
    } finally {
      if (!given) free.release();
    }
  }

  private void poll(Due due) {
    Feed feed = null;
    FeedReader.Request request = null;
    boolean landed = false;
    boolean written = false;
    meters.underWay.incrementAndGet();
    polling.add(due.feedId());
    try {
      feed = book(due);
      if (feed == null) {
        timetable.remove(due.feedId());
        landed = true;
        return;
      }
      meters.lagged(Duration.between(due.at(), clock.instant()));
      request = poller.request(feed);
      FeedReader.Answer answer = reader.read(request);
      Instant rest = answer.restsUntil();
      if (rest != null) timetable.restSite(feed.siteKey(), rest, "the site asked to be left alone");
      Forbidden resting = answer.resting();
      if (resting != null) {
        Instant until = resting.until();
        timetable.postponed(due.feedId(), until, resting.reason());
        landed = true;
        // Nor is it offered in vain after a restart.
        if (until != null && until.isAfter(due.booked())) {
          store.feeds().book(due.feedId(), until, due.why());
        }
        return;
      }
      if (isWithoutRoom(answer)) {
        log.info("Feed {} is asked again soon: there was no room for its answer", feed.id());
        return;
      }
      Harvest harvest = harvest(feed, answer);
      if (harvest.outcome() == Outcome.MISTAKE) {
        recorder.mistaken(feed, due, clock.instant());
        written = true;
        return;
      }
      Instant now = clock.instant();
      Planned planned = learn(feed, now, harvest);
      landed = true;
      if (planned == null) return;
      boolean again = recorder.polled(feed, due, now, harvest, planned);
      written = true;
      if (again) {
        boolean _ = timetable.hurry(feed.id());
      }
      lookAfterHub(feed, harvest);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StoreUnavailable e) {
      // What was not written is asked for again at the next poll: its validators were not either.
      log.warn("The poll of feed {} could not be written: {}", due.feedId(), e.getMessage());
    } catch (Throwable e) {
      // The outer edge of this thread.
      log.error("The poll of feed {} failed by a mistake of ours", due.feedId(), e);
      if (feed != null && !written) note(feed, due);
    } finally {
      meters.underWay.decrementAndGet();
      try {
        land(due, landed);
      } finally {
        polling.remove(due.feedId());
        if (request != null) reader.finished(request);
      }
    }
  }

  private static boolean isWithoutRoom(FeedReader.Answer answer) {
    return answer.outcome() instanceof Unreachable u && u.trouble() == Trouble.NO_ROOM;
  }

  /// A poll is over: its place is free, and a feed of which the schedule did not learn waits again.
  private void land(Due due, boolean landed) {
    try {
      if (!landed) timetable.abandoned(due.feedId());
    } finally {
      free.release();
    }
  }

  /// What is new may be anything that a stranger wrote, so it is made sense of where the feed was
  /// read.
  private Harvest harvest(Feed feed, FeedReader.Answer answer) throws InterruptedException {
    if (!(answer.outcome() instanceof Fetched f)
        || !(answer.parsed() instanceof ParseOutcome.Parsed)) {
      return poller.harvest(feed, answer);
    }
    return switch (readings.of(feed.id(), 0, () -> poller.harvest(feed, answer))) {
      case Result.Done<Harvest> done -> done.value();
      case Result.Stopped<Harvest> stopped ->
          poller.stopped(feed, f.answer(), Readings.sentence(stopped.reason()));
    };
  }

  /// Null if the feed was removed or paused meanwhile.
  private @Nullable Feed book(Due due) {
    // Counted from now: the choice may have waited for a place.
    Instant booked = clock.instant().plus(Duration.between(due.at(), due.booked()));
    Feed feed = store.feeds().book(due.feedId(), booked, due.why()).orElse(null);
    return feed == null || feed.state() == Feed.State.PAUSED ? null : feed;
  }

  /// Says on the feed's page what went wrong, if the store is not what did.
  private void note(Feed feed, Due due) {
    try {
      recorder.mistaken(feed, due, clock.instant());
    } catch (StoreUnavailable e) {
      log.warn("The page of feed {} does not say so: {}", feed.id(), e.getMessage());
    } catch (RuntimeException e) {
      log.error("The page of feed {} does not say so, by another mistake", feed.id(), e);
    }
  }

  /// After everything is stored: the hub is a stranger's server, which may be slow.
  private void lookAfterHub(Feed feed, Harvest harvest) throws InterruptedException {
    if (hubs == null) return;
    try {
      hubs.look(feed, harvest.hub(), harvest.topic());
    } catch (RuntimeException e) {
      log.error("The hub of feed {} was not asked, by a mistake of ours", feed.id(), e);
    }
  }

  /// Null if the feed was removed while it was polled.
  private @Nullable Planned learn(Feed feed, Instant now, Harvest harvest) {
    Planned planned = timetable.finished(feed.id(), now, harvest.report());
    if (planned == null || planned.failures() > 0 || hubs == null) return planned;
    Duration spared = hubs.spares(feed, harvest.hub(), harvest.topic());
    if (spared == null || !now.plus(spared).isAfter(planned.notBefore())) return planned;
    return plans.hold(feed, now.plus(spared), "its hub tells us of new entries", planned);
  }

  @Override
  public boolean expects(String callback) {
    return hubs != null && store.hubSubscriptions().find(callback).isPresent();
  }

  @Override
  public Callback.Reply verify(String callback, Map<String, String> query) {
    return hubs == null ? Polling.super.verify(callback, query) : hubs.verify(callback, query);
  }

  @Override
  public int push(
      String callback, @Nullable String signature, @Nullable String contentType, byte[] body)
      throws InterruptedException {
    if (hubs == null) return 404;
    var row = store.hubSubscriptions().find(callback).orElse(null);
    switch (hubs.receive(row, signature, contentType, body)) {
      case Callback.Delivery.Ignored ignored -> {
        log.info("{}", ignored.note());
        return ignored.status();
      }
      case Callback.Delivery.Genuine genuine -> {
        if (row == null) return 410;
        Feed feed = wanted(row.feedId());
        if (feed == null) {
          hubs.end(row);
          return 410;
        }
        awaitReady();
        take(
            feed,
            body.length,
            () -> poller.pushed(feed, hubs.read(feed, genuine)),
            "What the hub of feed {} brought was not read: it {}");
        return 202;
      }
    }
  }

  /// Stores what another program had asked for and an answer brought after that one's end. Nothing
  /// is learned from it: when it was asked is not known here.
  public void brought(long id, FeedReader.Answer answer) throws InterruptedException {
    Feed feed = wanted(id);
    ParseOutcome parsed = answer.parsed();
    if (feed == null || parsed == null) return;
    if (feed.asking().list() != null) return; // whether its page was rebuilt, a poll finds out
    awaitReady();
    take(feed, 0, () -> poller.pushed(feed, parsed), "What came for feed {} was not read: it {}");
  }

  /// A feed, unless it is paused, or nobody follows it any more.
  private @Nullable Feed wanted(long id) {
    Feed feed = store.feeds().find(id).orElse(null);
    boolean isPaused = feed == null || feed.state() == Feed.State.PAUSED;
    return isPaused || store.feeds().planned(id).isEmpty() ? null : feed;
  }

  /// @param stopped what the log says of a reading that took too long
  private void take(Feed feed, int bytes, Supplier<List<NewEntry>> read, String stopped)
      throws InterruptedException {
    switch (readings.of(feed.id(), bytes, read)) {
      case Result.Done<List<NewEntry>> done -> recorder.pushed(feed, clock.instant(), done.value());
      case Result.Stopped<List<NewEntry>> s -> log.warn(stopped, feed.id(), s.reason());
    }
  }

  /// Stops: no new polls, and those under way get a moment to be written.
  @Override
  public void close() {
    stopping = true;
    loop.interrupt();
    try {
      loop.join();
      if (free.tryAcquire(parallel, 5, TimeUnit.SECONDS)) free.release(parallel);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
