package freshet.cli;

import freshet.account.Entrance;
import freshet.alert.Mailer;
import freshet.api.AccountsApi;
import freshet.api.Api;
import freshet.api.CrawlApi;
import freshet.api.DiscoveryApi;
import freshet.api.Document;
import freshet.api.EntriesApi;
import freshet.api.FeedsApi;
import freshet.api.FeverApi;
import freshet.api.PollsApi;
import freshet.api.ReaderApi;
import freshet.api.RefusedRequests;
import freshet.api.RulesApi;
import freshet.api.SameApi;
import freshet.api.SearchApi;
import freshet.api.SettingsApi;
import freshet.api.StatisticsApi;
import freshet.api.StoriesApi;
import freshet.fetch.HttpFetcher;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.pipeline.AlertSender;
import freshet.pipeline.Announcer;
import freshet.pipeline.Crawls;
import freshet.pipeline.Discoveries;
import freshet.pipeline.Hub;
import freshet.pipeline.Hubs;
import freshet.pipeline.Laboratory;
import freshet.pipeline.Meters;
import freshet.pipeline.OutFeeds;
import freshet.pipeline.Rulebook;
import freshet.pipeline.Searching;
import freshet.pipeline.Understanding;
import freshet.pipeline.Watcher;
import freshet.schedule.Planner;
import freshet.schedule.PlannerSettings;
import freshet.source.SourceFetcher;
import freshet.store.Store;
import freshet.web.Pages;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The whole product in one process, put together by hand from the settings.
final class Service implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Service.class);

  private final Settings settings;
  private final InstantSource clock = InstantSource.system();
  private final Store store;
  private final HttpFetcher fetcher;
  private final SourceFetcher sources;
  private final Watcher watcher;
  private final @Nullable Searching searching;
  private final AlertSender alertSender;
  private final @Nullable Rulebook rulebook;
  private final @Nullable Understanding understanding;
  private final @Nullable Hub hub;
  private final Announcer changes;
  private final Discoveries discoveries;
  private final Crawls crawls;
  private final Laboratory laboratory;
  private final Pages pages;
  private final Javalin server;
  private final Thread housekeeping;

  private Service(Settings settings) {
    this.settings = settings;
    this.store = Parts.openStore(settings);
    store.gatherPolls(Duration.ofMillis(150));
    try {
      this.fetcher = Parts.fetcher(settings, clock);
      this.sources = Outside.sources(settings, fetcher, clock);
      var meters = new Meters(store);
      var announcer = new Announcer();
      String reachable = settings.text(Setting.PUBLIC_ADDRESS);
      Hubs hubs = reachable.isEmpty() ? null : new Hubs(store, fetcher, reachable, clock);
      PlannerSettings planning = Parts.planning(settings);
      this.understanding =
          settings.isTrue(Setting.UNDERSTAND)
              ? new Understanding(store, Parts.folds(settings), clock)
              : null;
      this.watcher =
          new Watcher(
              store,
              sources,
              new FeedParser(ParseLimits.DEFAULT),
              understanding,
              new Planner(planning),
              meters,
              announcer,
              hubs,
              planning.minInterval(),
              clock,
              settings.whole(Setting.FETCH_PARALLEL));
      Entrance entrance = Parts.entrance(settings, store, clock);
      this.searching = Parts.searching(settings, store, clock);
      Mailer mailer = Parts.mailer(settings);
      this.alertSender = new AlertSender(store, fetcher, mailer, clock);
      this.rulebook =
          searching == null
              ? null
              : new Rulebook(
                  store,
                  searching,
                  alertSender,
                  new Rulebook.Mail(
                      mailer != null,
                      LocalTime.parse(settings.text(Setting.MAIL_DAILY_AT)),
                      ZoneId.systemDefault()),
                  clock);
      if (searching != null) {
        searching.keeper().start(announcer);
        if (understanding != null) understanding.onRetold(searching.keeper()::changed);
      }
      this.discoveries = Parts.discoveries(settings, fetcher, clock);
      this.hub =
          settings.isTrue(Setting.HUB)
              ? new Hub(store, new OutFeeds(store, searching, true), fetcher, clock)
              : null;
      this.changes = searching == null ? announcer : searching.keeper().indexed();
      this.crawls =
          new Crawls(
              Path.of(settings.text(Setting.DATA), "crawls"),
              fetcher,
              Parts.crawlSettings(settings),
              clock);
      this.laboratory = new Laboratory(store, Path.of(settings.text(Setting.DATA), "laboratory"));
      this.pages =
          new Pages(
              store,
              new PageActions(
                  watcher,
                  store,
                  sources,
                  discoveries,
                  understanding,
                  rulebook,
                  hub,
                  laboratory,
                  settings.installation()),
              discoveries,
              crawls,
              announcer,
              searching,
              clock,
              Parts.place(settings),
              entrance);
      pages.describe(Document.bytes());
      this.server =
          server(
              pages,
              List.of(
                  new ReaderApi(store, watcher, entrance, clock)::register,
                  new FeverApi(store, entrance, clock)::register,
                  new EntriesApi(store)::register,
                  new FeedsApi(store, watcher, clock)::register,
                  new PollsApi(store, watcher)::register,
                  new StoriesApi(store, understanding, clock)::register,
                  new SameApi(store, understanding)::register,
                  new SearchApi(searching, store, clock)::register,
                  new RulesApi(rulebook, store, clock)::register,
                  new DiscoveryApi(watcher, discoveries)::register,
                  new CrawlApi(crawls)::register,
                  new StatisticsApi(store, discoveries, clock)::register,
                  new AccountsApi(store, watcher, entrance)::register,
                  new SettingsApi(store, settings.inForce(), clock)::register,
                  new Api(store, watcher, hubs, meters)::register));
      this.housekeeping =
          Thread.ofPlatform().daemon().name("housekeeping").unstarted(this::keepHouse);
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /// Starts everything; it answers when this returns.
  static Service start(Settings settings) {
    Service service = new Service(settings);
    try {
      if (service.understanding != null) service.understanding.start();
      service.watcher.start();
      service.discoveries.start();
      service.crawls.start();
      service.alertSender.start();
      if (service.hub != null) service.hub.start(service.changes);
      if (service.rulebook != null) service.rulebook.start();
      service.server.start(settings.text(Setting.BIND), settings.whole(Setting.PORT));
      service.housekeeping.start();
      Files.writeString(addressFile(settings), service.address());
      return service;
    } catch (JavalinBindException e) {
      service.close();
      throw new UserError(
          "Port "
              + settings.text(Setting.PORT)
              + " of "
              + settings.text(Setting.BIND)
              + " cannot be used: something else listens there, or it is not allowed. Choose"
              + " another with --port");
    } catch (IOException e) {
      service.close();
      throw new UserError("The data folder " + settings.text(Setting.DATA) + " cannot be written");
    } catch (RuntimeException e) {
      service.close();
      throw e;
    }
  }

  private static Javalin server(Pages pages, List<Consumer<JavalinConfig>> apis) {
    return Javalin.create(config -> {
      config.startup.showJavalinBanner = false;
      config.startup.showOldJavalinVersionWarning = false;
      config.startup.startupWatcherEnabled = false;
      config.concurrency.useVirtualThreads = true;
      config.http.maxRequestSize = 20_000_000;
      ReaderApi.allowItsAddresses(config);
      RefusedRequests.register(config);
      pages.register(config);
      apis.forEach(api -> api.accept(config));
    });
  }

  /// Where the page is, for a browser on this machine.
  String address() {
    String bind = settings.text(Setting.BIND);
    String host = bind.equals("0.0.0.0") || bind.equals("::") ? "127.0.0.1" : bind;
    if (host.contains(":")) host = "[" + host + "]";
    return "http://" + host + ":" + server.port() + "/";
  }

  Javalin server() {
    return server;
  }

  Store store() {
    return store;
  }

  Watcher watcher() {
    return watcher;
  }

  private static Path addressFile(Settings settings) {
    return Path.of(settings.text(Setting.DATA), "address");
  }

  private void keepHouse() {
    while (true) {
      try {
        int summed =
            store.polls().sumUp(clock.instant().minus(settings.duration(Setting.POLL_LOG_KEEP)));
        if (summed > 0) log.info("summed up {} old polls", summed);
        int forgotten =
            store.reading().forget(clock.instant().minus(settings.duration(Setting.UNREAD_KEEP)));
        if (forgotten > 0) log.info("{} old entries count as read", forgotten);
        if (understanding != null) understanding.save();
        watcher.reweigh();
      } catch (RuntimeException e) {
        log.error("Housekeeping failed; it tries again in six hours", e);
      }
      try {
        Thread.sleep(Duration.ofHours(6));
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /// Polls under way are written, then everything is closed in the order it depends on each other.
  @Override
  public void close() {
    housekeeping.interrupt();
    pages.close();
    discoveries.close();
    crawls.close();
    laboratory.close();
    server.stop();
    watcher.close();
    if (rulebook != null) rulebook.close();
    alertSender.close();
    if (hub != null) hub.close();
    sources.close();
    fetcher.close();
    if (searching != null) searching.close();
    if (understanding != null) understanding.close();
    store.close();
    try {
      Files.deleteIfExists(addressFile(settings));
    } catch (IOException e) {
      log.debug("{}", e.getMessage());
    }
  }
}
