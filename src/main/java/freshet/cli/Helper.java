package freshet.cli;

import freshet.bound.ReadingPool;
import freshet.bound.UnderWay;
import freshet.change.Changes;
import freshet.change.Follower;
import freshet.cluster.Controller;
import freshet.cluster.SharedHosts;
import freshet.dictionary.Shelf;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Permit;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.poll.HubClient;
import freshet.poll.LocalReader;
import freshet.poll.Meters;
import freshet.poll.OwnPart;
import freshet.poll.Readings;
import freshet.poll.ShardKeeper;
import freshet.poll.Timetable;
import freshet.poll.Watcher;
import freshet.schedule.Planner;
import freshet.schedule.PlannerSettings;
import freshet.source.SourceFetcher;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import freshet.understand.Understanding;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The polls of a part of the feeds, and nothing else: what a controller does beside the one whose
/// turn it is. It serves no pages and has no index.
final class Helper implements AutoCloseable {
  private static final Duration RELEARN_EVERY = Duration.ofMinutes(10);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

  private final Store store;
  private final HttpFetcher fetcher;
  private final SharedHosts sharedHosts;
  private final SourceFetcher sources;
  private final @Nullable Understanding understanding;
  private final @Nullable Follower relearning;
  private final Follower budgets;
  private volatile String budget;
  private final Readings readings;
  private final Controller controller;
  private final Watcher watcher;
  private final ShardKeeper shards;

  /// @param store is closed with it
  static Helper start(Settings settings, Store store) {
    Deque<Runnable> made = new ArrayDeque<>();
    made.push(store::close);
    try {
      Helper helper = new Helper(settings, store, made);
      made.clear();
      made.push(helper::close);
      helper.controller.start();
      if (helper.understanding != null) helper.understanding.startBeside();
      if (helper.relearning != null) helper.relearning.start();
      helper.budgets.start();
      helper.watcher.start(Double.parseDouble(settings.text(Setting.RANK_FOLLOWERS)));
      helper.shards.start();
      return helper;
    } catch (Throwable e) {
      close(made);
      throw e;
    }
  }

  /// Half a helper must not stay a member: the others would leave feeds to it.
  private static void close(Deque<Runnable> made) {
    if (made.isEmpty()) return;
    try {
      made.pop().run();
    } finally {
      close(made);
    }
  }

  /// @param made gets what closes what was made
  private Helper(Settings settings, Store store, Deque<Runnable> made) {
    InstantSource clock = InstantSource.system();
    this.store = store;
    store.gatherPolls(Duration.ofMillis(150));
    store.whenSuperseded(Service::end);
    Permit.ofThisProgram(store::sure);
    this.fetcher = Factories.servingFetcher(settings, clock);
    made.push(fetcher::close);
    this.sharedHosts = Controller.sharedHosts(store, Factories.limits(settings));
    made.push(sharedHosts::close);
    fetcher.gate().share(sharedHosts);
    PlannerSettings own = Factories.planning(settings);
    this.budget = CommonBudget.read(store).orElseGet(() -> CommonBudget.text(own));
    PlannerSettings planning = CommonBudget.with(own, budget);
    Timetable timetable = new Timetable(new Planner(planning), clock);
    this.budgets =
        new Follower(
            "budget",
            Duration.ZERO,
            LOOK_EVERY,
            () -> {
              String now = CommonBudget.read(store).orElse(budget);
              if (now.equals(budget)) return;
              timetable.change(CommonBudget.with(own, now));
              budget = now;
            },
            Set.of(StoreUnavailable.class));
    this.sources = ExternalServices.sources(settings, fetcher, timetable, clock);
    made.push(sources::close);
    FeedParser parser = new FeedParser(ParseLimits.DEFAULT);
    Changes changes = new Changes();
    String reachable = settings.text(Setting.PUBLIC_ADDRESS);
    this.understanding =
        settings.isTrue(Setting.UNDERSTAND)
            ? new Understanding(
                store,
                Factories.folds(settings),
                new Shelf(Path.of(settings.text(Setting.DATA))),
                clock)
            : null;
    Understanding learning = understanding;
    if (learning != null) made.push(learning::close);
    this.relearning =
        learning == null
            ? null
            : new Follower(
                "topics of others",
                Duration.ZERO,
                RELEARN_EVERY,
                () -> {
                  if (learning.isReady()) learning.relearn();
                },
                Set.of(StoreUnavailable.class));
    this.readings =
        new Readings(
            ReadingPool.shared(), UnderWay.open(Path.of(settings.text(Setting.DATA), "reading")));
    made.push(readings::close);
    LocalReader local = new LocalReader(sources, parser, readings);
    this.controller =
        Clusters.controller(
            settings,
            store.leases(),
            fetcher,
            local,
            request -> sources.sources().of(request.fetch().url()) != null,
            false,
            clock);
    made.push(controller::close);
    OwnPart part = new OwnPart();
    this.watcher =
        new Watcher(
            store,
            controller.reader(),
            readings,
            understanding,
            timetable,
            new Meters(store),
            changes,
            reachable.isEmpty() ? null : new HubClient(store, fetcher, parser, reachable, clock),
            clock,
            settings.whole(Setting.FETCH_PARALLEL),
            part);
    this.shards =
        new ShardKeeper(
            store,
            watcher,
            part,
            changes,
            false,
            () -> CommonBudget.with(own, budget).budget().calls(),
            () -> learning == null || learning.isReady(),
            clock);
  }

  /// Polls under way are written; the rest is left to the others.
  @Override
  public void close() {
    try {
      shards.close();
      watcher.close();
      controller.close();
      sources.close();
      fetcher.close();
      sharedHosts.close();
      budgets.close();
      if (relearning != null) relearning.close();
      if (understanding != null) understanding.close();
    } finally {
      store.close();
      readings.close();
    }
  }
}
