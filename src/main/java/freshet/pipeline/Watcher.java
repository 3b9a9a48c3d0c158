package freshet.pipeline;

import freshet.fetch.Fetcher;
import freshet.fetch.Quotas;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.parse.FeedParser;
import freshet.pipeline.Poller.Harvest;
import freshet.schedule.Due;
import freshet.schedule.Planned;
import freshet.schedule.Planner;
import freshet.schedule.Why;
import freshet.store.Accounts;
import freshet.store.Feeds;
import freshet.store.Sight;
import freshet.store.Store;
import freshet.websub.Callback;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches all feeds: asks the schedule which one is due, polls it on a virtual thread of its own,
/// writes what came of it and tells whoever listens. The life of one poll:
///
/// 1. the schedule names a feed; it is in flight and will not be named again
/// 2. the store books its next poll, so that a kill from here on bothers no server twice
/// 3. [Poller] asks, reads and sifts
/// 4. the schedule learns from the outcome
/// 5. [Recorder] writes entries, what was learned and the poll log in one transaction
/// 6. [Announcer] tells the pages
public final class Watcher implements Quotas, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Watcher.class);
  private static final Duration STAYS_FRESH = Duration.ofMinutes(1);

  private final Store store;
  private final Fetcher fetcher;
  private final Poller poller;
  private final Timetable timetable;
  private final Roster roster;
  private final Meters meters;
  private final Recorder recorder;
  private final @Nullable Understanding understanding;
  private final @Nullable Hubs hubs;
  private final Duration minInterval;
  private final InstantSource clock;
  private final Semaphore free;
  private final int parallel;

  /// After a day of many entries it takes a second to compute.
  private final Map<Sight, Known> fresh = new ConcurrentHashMap<>();

  private record Known(Instant at, Freshness freshness) {}

  private final Thread loop;
  private volatile boolean stopping;

  /// @param understanding null to believe what feeds declare and fold nothing
  /// @param hubs null if no hub can reach us
  /// @param minInterval no feed is polled more often
  /// @param parallel most polls under way at once
  public Watcher(
      Store store,
      Fetcher fetcher,
      FeedParser parser,
      @Nullable Understanding understanding,
      Planner planner,
      Meters meters,
      Announcer announcer,
      @Nullable Hubs hubs,
      Duration minInterval,
      InstantSource clock,
      int parallel) {
    this.minInterval = minInterval;
    this.store = store;
    this.hubs = hubs;
    this.understanding = understanding;
    this.fetcher = fetcher;
    this.poller = new Poller(fetcher, parser, understanding, store.entries());
    this.timetable = new Timetable(planner, clock);
    this.roster = new Roster(store, timetable, clock);
    this.meters = meters;
    this.recorder = new Recorder(store, understanding, meters, announcer);
    this.clock = clock;
    this.parallel = parallel;
    this.free = new Semaphore(parallel);
    fetcher.under(this);
    this.loop = Thread.ofPlatform().name("watcher").unstarted(this::watch);
  }

  /// Restores what was learned and begins to poll.
  public void start() {
    roster.restore();
    loop.start();
  }

  /// Who follows what, and who comes back, has changed: feeds are ranked by it anew.
  public void reweigh() {
    roster.reweigh();
  }

  /// Reads an address as people type or paste it: one of a feed, or of a source in any of its
  /// forms.
  ///
  /// @throws IllegalArgumentException with a sentence for the user, if it cannot be one
  public FeedUrl address(String typed) {
    return fetcher.address(typed);
  }

  /// Adds a feed, to be polled as soon as the budget allows. The same address twice is one feed.
  public Feeds.Added add(FeedUrl url, @Nullable String title, @Nullable String folder) {
    return add(Accounts.FIRST, url, title, folder);
  }

  /// Adds a feed for an account. Whoever adds it first, it is one feed, fetched once for all.
  public Feeds.Added add(
      long account, FeedUrl url, @Nullable String title, @Nullable String folder) {
    var added = store.feeds().add(account, url, fetcher.site(url), title, folder, clock.instant());
    String group = fetcher.quotaGroup(url);
    if (added.wasNew() && group != null) store.feeds().setQuotaGroup(added.id(), group);
    roster.reweigh(added.id());
    return added;
  }

  /// An account follows the feed no longer. Nobody's feed is removed.
  public boolean unsubscribe(long account, long id) {
    Optional<Long> others = store.subscriptions().remove(account, id);
    if (others.isEmpty()) return false;
    if (others.get() == 0) return remove(id);
    roster.reweigh(id);
    return true;
  }

  /// Removes an account with all it has, and the feeds that nobody else follows. The first stays.
  public boolean removeAccount(long account) {
    List<Long> alone = store.subscriptions().alone(account);
    if (!store.accounts().remove(account)) return false;
    for (long feed : alone) {
      boolean _ = remove(feed);
    }
    return true;
  }

  /// Removes a feed with all its entries.
  public boolean remove(long id) {
    timetable.remove(id);
    boolean there = store.feeds().remove(id);
    if (there) recorder.removed(id);
    if (understanding != null) understanding.forget();
    return there;
  }

  /// Leaves a feed alone until it is resumed.
  public boolean pause(long id) {
    timetable.remove(id);
    return store.feeds().setState(id, Feed.State.PAUSED);
  }

  public boolean resume(long id) {
    boolean there = store.feeds().setState(id, Feed.State.ACTIVE);
    if (there) roster.plan(id);
    return there;
  }

  /// Polls a feed at the user's own interval; null lets the interval be learned again.
  public boolean setInterval(long id, @Nullable Duration interval) {
    boolean there = store.feeds().setFixedInterval(id, interval);
    roster.plan(id);
    return there;
  }

  /// Polls a feed from the budget of a quota group; null, or a group that has none, is the common
  /// budget.
  public boolean setQuotaGroup(long id, @Nullable String group) {
    boolean there = store.feeds().setQuotaGroup(id, group);
    roster.plan(id);
    return there;
  }

  /// Polls a feed as soon as politeness allows, whatever its rhythm.
  public boolean pollSoon(long id) {
    return timetable.hurry(id);
  }

  /// Why a feed was polled when it was, and when it will be again.
  public Optional<Why> explain(long id) {
    return timetable.explain(id);
  }

  /// The entries expected in each hour of a feed's week, Monday first; empty if not known.
  public float[] week(long id) {
    return timetable.week(id);
  }

  /// How fresh the entries of the last day were when they were stored, next to round-robin with as
  /// many requests as were really spent: of the feeds that an account may see.
  public Freshness freshness(Sight sight) {
    Instant now = clock.instant();
    Known known = fresh.get(sight);
    if (known == null || known.at.plus(STAYS_FRESH).isBefore(now)) {
      known = new Known(now, Freshness.lately(store, sight, minInterval, now));
      fresh.put(sight, known);
    }
    return known.freshness;
  }

  public boolean isAlive() {
    return loop.isAlive() && !stopping;
  }

  private void watch() {
    while (!stopping) {
      try {
        Due due = await();
        Thread.ofVirtual().name("poll-" + due.feedId()).start(() -> poll(due));
      } catch (InterruptedException e) {
        return; // only close() interrupts
      } catch (RuntimeException e) {
        meters.mistake();
        log.error("The schedule failed; it goes on in a second", e);
        if (!nap(Duration.ofSeconds(1))) return;
      }
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

  private static boolean nap(Duration d) {
    try {
      Thread.sleep(d);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void poll(Due due) {
    boolean learned = false;
    meters.underWay.incrementAndGet();
    try {
      // Counted from now: the choice may have waited for a place.
      Instant booked = clock.instant().plus(Duration.between(due.at(), due.booked()));
      Optional<Feed> feed = store.feeds().book(due.feedId(), booked, due.why());
      if (feed.isEmpty() || feed.get().state() == Feed.State.PAUSED) {
        timetable.remove(due.feedId());
        learned = true;
        return;
      }
      meters.lagged(Duration.between(due.at(), clock.instant()));
      Harvest harvest = poller.poll(feed.get());
      if (harvest == null) {
        restIfAsked(feed.get());
        return;
      }
      Duration told = hubs == null ? null : hubs.look(feed.get(), harvest.hub(), harvest.self());
      if (understanding != null) understanding.awaitReady();
      Instant now = clock.instant();
      Planned planned = learn(feed.get(), now, harvest, told);
      learned = true;
      if (planned != null) recorder.polled(feed.get(), due, now, harvest, planned);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      meters.mistake();
      log.error("The poll of feed {} failed by a mistake of ours", due.feedId(), e);
    } finally {
      if (!learned) timetable.abandoned(due.feedId());
      meters.underWay.decrementAndGet();
      free.release();
    }
  }

  /// Null if the feed was removed while it was polled.
  ///
  /// @param told how long a hub spares us polling it, or null
  private @Nullable Planned learn(
      Feed feed, Instant now, Harvest harvest, @Nullable Duration told) {
    Planned planned = timetable.finished(feed.id(), now, harvest.report());
    if (planned == null) return null;
    restIfAsked(feed);
    return told == null || planned.failures() > 0
        ? planned
        : roster.hold(feed, now.plus(told), "its hub tells us of new entries", planned);
  }

  /// A hub brings new content (WebSub): read and stored like a fetched body, if it is genuine.
  ///
  /// @param callback the last part of the address the hub called
  /// @return the status to answer
  public int push(
      String callback, @Nullable String signature, @Nullable String contentType, byte[] body) {
    if (hubs == null) return 404;
    var row = store.hubs().find(callback).orElse(null);
    switch (hubs.receive(row, signature, contentType, body)) {
      case Callback.Delivery.Ignored ignored -> {
        log.info("{}", ignored.note());
        return ignored.status();
      }
      case Callback.Delivery.Genuine genuine -> {
        Optional<Feed> feed = row == null ? Optional.empty() : store.feeds().find(row.feedId());
        feed.ifPresent(f ->
            recorder.pushed(
                f, clock.instant(), poller.pushed(f, genuine.body(), genuine.contentType())));
        return 202;
      }
    }
  }

  @Override
  public boolean take(String group) {
    return timetable.take(group);
  }

  @Override
  public void rest(String group, Instant until, String reason) {
    log.info("the quota group {} rests until {}: {}", group, until, reason);
    timetable.restGroup(group, until, reason);
  }

  private void restIfAsked(Feed feed) {
    Instant until = fetcher.restsUntil(feed.siteKey());
    if (until != null) timetable.rest(feed.siteKey(), until, "the site asked to be left alone");
  }

  /// Stops: no new polls, and those under way get a moment to be written.
  @Override
  public void close() {
    stopping = true;
    loop.interrupt();
    try {
      loop.join();
      boolean _ = free.tryAcquire(parallel, 5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
