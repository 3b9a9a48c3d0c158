package freshet.cli;

import freshet.account.Authenticator;
import freshet.account.TrustedAddresses;
import freshet.alert.Mailer;
import freshet.api.ApiDescription;
import freshet.article.ArticleFetcher;
import freshet.article.LocalPages;
import freshet.bound.ReadingPool;
import freshet.bound.UnderWay;
import freshet.catalog.Catalog;
import freshet.change.Changes;
import freshet.cluster.Controller;
import freshet.cluster.EntryStream;
import freshet.cluster.SharedHosts;
import freshet.crawl.CrawlPlan;
import freshet.dictionary.Shelf;
import freshet.exchange.Templates;
import freshet.fetch.Fetcher;
import freshet.fetch.FirstLooks;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Permit;
import freshet.fetch.Upstream;
import freshet.http.BasePath;
import freshet.jobs.CrawlCorpus;
import freshet.jobs.Crawls;
import freshet.jobs.Discoveries;
import freshet.jobs.Housekeeping;
import freshet.jobs.Job;
import freshet.jobs.Laboratory;
import freshet.jobs.Reclassification;
import freshet.jobs.Retention;
import freshet.library.Administering;
import freshet.library.Alerting;
import freshet.library.Browsing;
import freshet.library.Correcting;
import freshet.library.Exploring;
import freshet.library.Fetching;
import freshet.library.Filing;
import freshet.library.FollowedFeeds;
import freshet.library.Following;
import freshet.library.Library;
import freshet.library.Marking;
import freshet.library.Picturing;
import freshet.library.Reporting;
import freshet.library.Saving;
import freshet.library.Searching;
import freshet.library.Sharing;
import freshet.library.Translating;
import freshet.model.Account;
import freshet.model.FeedUrl;
import freshet.model.Machine;
import freshet.model.Secret;
import freshet.notify.AlertSender;
import freshet.notify.OutFeeds;
import freshet.notify.OwnHub;
import freshet.notify.Rulebook;
import freshet.notify.Saver;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.picture.IconFinder;
import freshet.picture.PictureProxy;
import freshet.poll.HubClient;
import freshet.poll.LocalReader;
import freshet.poll.Meters;
import freshet.poll.OwnPart;
import freshet.poll.Polling;
import freshet.poll.Readings;
import freshet.poll.ShardKeeper;
import freshet.poll.Timetable;
import freshet.poll.Watcher;
import freshet.schedule.Planner;
import freshet.schedule.Planner.Purpose;
import freshet.schedule.PlannerSettings;
import freshet.source.SourceFetcher;
import freshet.store.Store;
import freshet.translate.Budgets;
import freshet.translate.TranslationDesk;
import freshet.translate.onnx.Models;
import freshet.understand.Understanding;
import freshet.web.Pages;
import io.javalin.Javalin;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The whole product in one process, put together by hand from the settings.
final class Service implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Service.class);

  /// With which it ends when another has taken over.
  private static final int TAKEN_OVER = 4;

  private final Settings settings;
  private final InstantSource clock = InstantSource.system();
  private final Store store;
  private final HttpFetcher fetcher;
  private final SourceFetcher sources;
  private final Readings readings;
  private final @Nullable SharedHosts sharedHosts;
  private final @Nullable Controller controller;
  private final @Nullable EntryStream stream;
  private final Polled polled;
  private final Polling polling;
  private final @Nullable NewsOfController news;
  private final @Nullable Upstream upstream;
  private @Nullable WordForWebNodes word;
  private final Watcher watcher;
  private final @Nullable ShardKeeper shards;
  private final @Nullable Catalog catalog;
  private final AlertSender alertSender;
  private final @Nullable Rulebook rulebook;
  private final @Nullable Understanding understanding;
  private final @Nullable OwnHub hub;
  private final ArticleFetcher articles;
  private final IconFinder icons;
  final PictureProxy pictures;
  private final Changes findable;
  private final Discoveries discoveries;
  private final Crawls crawls;
  private final Laboratory laboratory;
  private final Timetable timetable;
  private final Authenticator authenticator;
  private final @Nullable Mailer mailer;
  private final HttpFetcher translators;
  private final Models models;
  private final TranslationDesk translation;
  private final Library library;
  private final Pages pages;
  private final Javalin server;
  private final Housekeeping housekeeping;
  private final @Nullable Reclassification topics;

  /// @param polled who reads feeds
  private Service(Settings settings, Store store, Polled polled) {
    this.settings = settings;
    this.store = store;
    this.polled = polled;
    store.gatherPolls(Duration.ofMillis(150));
    try {
      store.whenSuperseded(Service::end);
      if (polled == Polled.ELSEWHERE) Permit.ofThisProgram(store::sure);
      this.fetcher = Factories.servingFetcher(settings, clock);
      this.sharedHosts =
          store.shards().me() == null
              ? null
              : Controller.sharedHosts(store, Factories.limits(settings));
      if (sharedHosts != null) fetcher.gate().share(sharedHosts);
      else if (polled == Polled.HERE) SharedHosts.heed(store.hostTurns(), fetcher.gate());
      PlannerSettings planning = Factories.planning(settings);
      this.timetable = new Timetable(new Planner(planning), clock);
      this.sources = ExternalServices.sources(settings, fetcher, timetable, clock);
      var parser = new FeedParser(ParseLimits.DEFAULT);
      var meters = new Meters(store);
      var changes = new Changes();
      String reachable = settings.text(Setting.PUBLIC_ADDRESS);
      HubClient hubs =
          reachable.isEmpty() ? null : new HubClient(store, fetcher, parser, reachable, clock);
      this.understanding =
          settings.isTrue(Setting.UNDERSTAND)
              ? new Understanding(
                  store,
                  Factories.folds(settings),
                  new Shelf(Path.of(settings.text(Setting.DATA))),
                  clock)
              : null;
      var looks = new FirstLooks(clock);
      this.readings =
          new Readings(
              ReadingPool.shared(), UnderWay.open(Path.of(settings.text(Setting.DATA), "reading")));
      var local = new LocalReader(looks.recalling(sources), parser, readings);
      this.controller =
          polled != Polled.ELSEWHERE
              ? null
              : Clusters.controller(
                  settings,
                  store.leases(),
                  fetcher,
                  local,
                  request ->
                      sources.sources().of(request.fetch().url()) != null
                          || looks.last(request.fetch().url()) != null,
                  true,
                  clock);
      this.stream =
          controller == null || settings.text(Setting.KAFKA_ENTRIES).isEmpty()
              ? null
              : Clusters.stream(settings, store);
      if (stream != null) stream.start(changes);
      OwnPart part = sharedHosts == null ? OwnPart.ALL : new OwnPart();
      this.watcher =
          new Watcher(
              store,
              controller == null ? local : controller.reader(),
              readings,
              understanding,
              timetable,
              meters,
              changes,
              hubs,
              clock,
              settings.whole(Setting.FETCH_PARALLEL),
              part);
      this.shards =
          sharedHosts == null
              ? null
              : new ShardKeeper(
                  store,
                  watcher,
                  part,
                  changes,
                  true,
                  () -> CommonBudget.calls(store, planning),
                  () -> understanding == null || understanding.isReady(),
                  clock);
      this.polling =
          polled == Polled.BY_ANOTHER
              ? Polling.ELSEWHERE
              : shards == null ? watcher : shards.polling();
      this.news = polled == Polled.BY_ANOTHER ? new NewsOfController(store, changes) : null;
      this.upstream = news == null ? null : new Upstream();
      if (news != null && understanding != null) understanding.follow(news::heats);
      setApart();
      this.articles =
          new ArticleFetcher(
              store,
              controller == null ? new LocalPages(fetcher) : controller.pages(),
              understanding,
              changes,
              timetable::takeForPage,
              state -> meters.article(state.word()),
              clock);
      Fetcher asking = controller == null ? fetcher : controller.fetcher();
      this.icons = new IconFinder(store, asking, () -> timetable.takeForPage(false), clock);
      this.pictures =
          new PictureProxy(
              Path.of(settings.text(Setting.DATA), "pictures"),
              news == null ? pictureKey() : news::pictureKey,
              fetcher,
              () -> Factories.ceiling(settings, Setting.PICTURES_KEEP),
              clock);
      Factories.administrator(settings, store, clock);
      this.authenticator = Factories.authenticator(settings, store, clock);
      this.catalog = Factories.catalog(settings, store, clock, news == null);
      this.mailer = Factories.mailer(settings);
      this.alertSender = new AlertSender(store, fetcher, mailer, clock);
      this.rulebook =
          catalog == null
              ? null
              : new Rulebook(
                  store,
                  catalog,
                  alertSender,
                  new Rulebook.Mail(
                      mailer != null,
                      LocalTime.parse(settings.text(Setting.MAIL_DAILY_AT)),
                      ZoneId.systemDefault()),
                  clock);
      if (catalog != null) catalog.keeper().start(changes);
      this.discoveries = Factories.discoveries(settings, asking, looks, timetable::quietest, clock);
      this.translators = ExternalServices.translators(settings, clock);
      this.models = Models.in(Path.of(settings.text(Setting.DATA), "models"));
      this.translation =
          new TranslationDesk(
              store,
              ExternalServices.translators(settings, models, translators),
              () -> Budgets.of(settings.text(Setting.TRANSLATE_BUDGET)),
              () -> settings.text(Setting.TRANSLATE_TEXTS).equals("all"),
              () -> settings.text(Setting.TRANSLATE_COMMON),
              changes,
              entry -> {
                if (understanding != null) understanding.translated(entry);
              },
              clock,
              ZoneId.systemDefault());
      this.hub =
          settings.isTrue(Setting.HUB)
              ? new OwnHub(store, new OutFeeds(store, catalog, true), fetcher, clock)
              : null;
      this.findable = catalog == null ? changes : catalog.keeper().indexed();
      this.crawls =
          new Crawls(
              Path.of(settings.text(Setting.DATA), "crawls"),
              asking,
              Factories.crawlSettings(settings),
              new CrawlCorpus(store, understanding, changes, clock),
              timetable::takeForCrawl,
              clock);
      this.laboratory =
          new Laboratory(
              store,
              Path.of(settings.text(Setting.DATA), "laboratory"),
              () -> Double.parseDouble(settings.text(Setting.RANK_FOLLOWERS)),
              clock);
      Path own = Path.of(settings.text(Setting.DATA), "jobs");
      this.topics =
          understanding == null
              ? null
              : new Reclassification(own.resolve("topics"), understanding, clock);
      var chores = new Chores(settings, store, watcher, understanding, clock);
      this.housekeeping =
          new Housekeeping(
              own.resolve("housekeeping"),
              chores.all(
                  new Retention(store, articles, understanding, changes, chores::keep, clock),
                  () -> library().following().clear()),
              clock);
      this.library = library(settings, meters, changes, authenticator);
      this.pages = new Pages(library, changes, clock, Factories.place(settings), authenticator);
      pages.describe(ApiDescription.bytes());
      this.server =
          Doors.of(
              settings,
              news == null || upstream == null ? null : toController(news, upstream),
              library,
              authenticator,
              pages,
              clock);
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private Library library(
      Settings settings, Meters meters, Changes changes, Authenticator authenticator) {
    FollowedFeeds feeds = new FollowedFeeds(store, polling);
    Following following =
        new Following(
            store, sources.sources(), polling, changes, understanding, sources, discoveries, clock);
    Searching searching = new Searching(store, catalog, clock);
    Browsing browsing = new Browsing(store, understanding, clock);
    return new Library(
        feeds,
        following,
        new Filing(store, clock),
        browsing,
        new Marking(store, clock),
        searching,
        new Alerting(store, catalog, rulebook, clock),
        new Sharing(
            store,
            new OutFeeds(store, catalog, hub != null),
            hub,
            polling,
            new Templates(Path.of(settings.text(Setting.DATA), "templates")),
            clock),
        new Saving(store, browsing, new Saver(fetcher, mailer, clock)),
        new Correcting(store, feeds, understanding),
        new Fetching(store, feeds, articles, clock),
        new Picturing(store, icons, pictures),
        new Translating(store, translation, clock),
        new Exploring(
            discoveries,
            crawls,
            laboratory,
            following,
            topics == null ? List.<Job>of(housekeeping) : List.of(housekeeping, topics)),
        new Administering(
            store,
            following,
            authenticator,
            settings.installation(),
            this::machines,
            DemoCluster.crew(),
            clock),
        new Reporting(
            store,
            feeds,
            polling,
            discoveries,
            searching,
            meters,
            () -> settings.duration(Setting.INTERVAL_MIN),
            clock));
  }

  /// Everybody who was heard of lately, whoever is at the same database among them. None if this
  /// process does everything by itself.
  private List<Machine> machines() {
    List<Machine> all = new ArrayList<>();
    // Who waits for its turn helps meanwhile, and says so itself.
    boolean helped = shards != null && store.shards().members().size() > 1;
    for (Store.Neighbour n : store.neighbours()) {
      if (helped && n.role().equals("waiting")) continue;
      all.add(new Machine(n.name(), n.role(), "", 0, 0, 0));
    }
    if (controller != null) all.addAll(controller.machines());
    return all;
  }

  /// Who asks for feeds and reads them.
  enum Polled {
    /// This process.
    HERE,
    /// Terminals.
    ELSEWHERE,
    /// The controller on the same database; this process only serves pages and APIs.
    BY_ANOTHER
  }

  static Service start(Settings settings) {
    return start(settings, Factories.openStore(settings), Polled.HERE);
  }

  /// Nothing can be written any more, and what is in memory is out of date: it ends as if killed,
  /// which loses nothing. Whatever watches over it may start it again, to wait for its next turn.
  static void end() {
    log.warn("Another Freshet has taken over the database, so this one ends");
    Runtime.getRuntime().halt(TAKEN_OVER);
  }

  /// Starts everything; it answers when this returns.
  ///
  /// @param store is closed with it
  static Service start(Settings settings, Store store, Polled polled) {
    Service service = new Service(settings, store, polled);
    HeapKeeper.start();
    try {
      if (polled == Polled.BY_ANOTHER) {
        service.serve();
        return service;
      }
      if (service.controller != null) service.controller.resume(service.watcher::brought);
      if (service.understanding != null) {
        service.understanding.keepIn(Path.of(settings.text(Setting.DATA), "stories.bin"));
      }
      // Who shares feeds with others has to tell them.
      if (service.shards == null) service.library.following().divideSources();
      service.watcher.start(Double.parseDouble(settings.text(Setting.RANK_FOLLOWERS)));
      if (service.shards != null) {
        CommonBudget.write(store, Factories.planning(settings), service.clock.instant());
        service.shards.start();
        service.library.following().divideSources();
      }
      service.articles.start();
      settings.follow(service::changed);
      service.discoveries.start();
      service.crawls.start();
      service.laboratory.start();
      if (service.topics != null) service.topics.start();
      service.alertSender.start();
      service.translation.start();
      if (service.hub != null) service.hub.start(service.findable);
      if (service.rulebook != null) service.rulebook.start();
      service.serve();
      // Polls wait for it, pages do not: so it leaves them the processors until they answer.
      if (service.understanding != null) service.understanding.start();
      service.tellWebNodes();
      service.housekeeping.start();
      service.authenticator.letIn(RunningFreshet.announce(settings, service.address()));
      OwnFiles.tighten(Path.of(settings.text(Setting.DATA)));
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
    } catch (InterruptedException e) {
      service.close();
      throw new UserError("It was stopped while it started");
    } catch (RuntimeException e) {
      service.close();
      throw e;
    }
  }

  private void serve() {
    if (news != null) news.start();
    server.start(settings.text(Setting.BIND), settings.whole(Setting.PORT));
  }

  /// Where to hand on what only this process can do. In the database, so that web nodes and whoever
  /// takes over sign alike.
  private Supplier<String> pictureKey() {
    String known = store.settings().all().get(NewsOfController.PICTURE_KEY);
    String key = known == null ? Secret.random() : known;
    if (known == null) store.settings().put(NewsOfController.PICTURE_KEY, key, clock.instant());
    return () -> key;
  }

  private void tellWebNodes() {
    if (settings.text(Setting.DB).isEmpty()) return;
    String address = settings.text(Setting.CONTROLLER_ADDRESS);
    word =
        new WordForWebNodes(store, address.isEmpty() ? address() : address, understanding, clock);
    word.start();
  }

  private ToController toController(NewsOfController news, Upstream upstream) {
    return new ToController(
        upstream,
        news::controller,
        TrustedAddresses.of(settings.text(Setting.LOGIN_TRUSTED)),
        settings.text(Setting.LOGIN_HEADER),
        BasePath.of(settings.text(Setting.PUBLIC_ADDRESS)).path());
  }

  /// A setting that takes effect at once was changed. What asks the settings each time needs no
  /// word.
  private void changed(Setting setting) {
    switch (setting) {
      case BUDGET, BUDGET_SPACING, QUOTAS, POLICY, POLL_WORTH, INTERVAL_MIN, INTERVAL_MAX ->
          change(Factories.planning(settings));
      case ARTICLES_SHARE, CRAWL_SHARE -> setApart();
      case RANK_FOLLOWERS ->
          watcher.countFollowers(Double.parseDouble(settings.text(Setting.RANK_FOLLOWERS)));
      case PROXY -> {
        boolean allowPrivate = settings.isTrue(Setting.FETCH_ALLOW_PRIVATE);
        fetcher.change(Factories.network(settings, allowPrivate, false));
        sources.change(Factories.network(settings, allowPrivate, true));
      }
      case SAME_PERCENT, SAME_CONTAINMENT -> refold();
      case ENTRIES_KEEP, PAGES_KEEP, ARTICLES_KEEP, VERSIONS_KEEP, POLL_LOG_KEEP ->
          housekeeping.soon();
      case LOG, LOG_FORMAT -> LogSetup.apply(settings);
      default -> {}
    }
  }

  private void change(PlannerSettings planning) {
    timetable.change(planning);
    if (shards != null) CommonBudget.write(store, planning, clock.instant());
  }

  private void setApart() {
    timetable.setApart(Purpose.ARTICLES, settings.whole(Setting.ARTICLES_SHARE));
    timetable.setApart(Purpose.CRAWLS, settings.whole(Setting.CRAWL_SHARE));
  }

  private void refold() {
    if (understanding == null) return;
    try {
      int _ =
          understanding.fold(
              settings.whole(Setting.SAME_PERCENT), settings.isTrue(Setting.SAME_CONTAINMENT));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Where the page is, for a browser on this machine.
  String address() {
    String bind = settings.text(Setting.BIND);
    String host = bind.equals("0.0.0.0") || bind.equals("::") ? "127.0.0.1" : bind;
    if (host.contains(":")) host = "[" + host + "]";
    return "http://" + host + ":" + server.port() + "/";
  }

  /// What whoever started it wants to know: where the data is, what there is, who may read it and
  /// how to stop.
  List<String> summary() {
    List<String> lines = new ArrayList<>();
    String db = settings.text(Setting.DB);
    Path data = Path.of(settings.text(Setting.DATA)).toAbsolutePath().normalize();
    long feeds = store.feeds().counts().feeds();
    lines.add(
        "Its data is in "
            + data
            + (db.isEmpty() ? "" : " and " + db.replaceAll("\\?.*", ""))
            + ": "
            + (feeds == 0 ? "no feeds yet" : feeds + (feeds == 1 ? " feed" : " feeds")));
    if (authenticator.isOpen()) {
      lines.add(
          "Nobody has a password, so anyone on this machine can read here; './freshet account add"
              + " NAME' sets one");
    }
    lines.add("Ctrl-C stops it");
    return lines;
  }

  private Library library() {
    return library;
  }

  Javalin server() {
    return server;
  }

  Store store() {
    return store;
  }

  /// Follows a feed for the first account.
  void follow(FeedUrl feed, @Nullable String folder) {
    var _ =
        library
            .following()
            .follow(store.accounts().find(Account.FIRST).orElseThrow(), feed, null, folder);
  }

  /// Has a robot visit a site for the first account, unless there is a crawl already.
  void crawl(String start, int pages) {
    Account first = store.accounts().find(Account.FIRST).orElseThrow();
    if (!library.exploring().crawls(first).isEmpty()) return;
    var _ =
        library
            .exploring()
            .crawl(
                first,
                new CrawlPlan(
                    CrawlPlan.Mode.link,
                    List.of(start),
                    List.of(),
                    3,
                    null,
                    true,
                    true,
                    CrawlPlan.limits(pages, null, 60_000),
                    CrawlPlan.Upkeep.USUAL));
  }

  /// Polls under way are written, then everything is closed in the order it depends on each other.
  @Override
  public void close() {
    housekeeping.close();
    if (topics != null) topics.close();
    pages.close();
    discoveries.close();
    crawls.close();
    laboratory.close();
    server.stop();
    if (news != null) news.close();
    if (upstream != null) upstream.close();
    if (word != null) word.close();
    if (shards != null) shards.close();
    watcher.close();
    if (controller != null) controller.close();
    if (stream != null) stream.close();
    if (understanding != null) understanding.stopWaiting();
    articles.close();
    icons.close();
    if (rulebook != null) rulebook.close();
    alertSender.close();
    translation.close();
    models.close();
    translators.close();
    if (hub != null) hub.close();
    sources.close();
    fetcher.close();
    if (sharedHosts != null) sharedHosts.close();
    if (catalog != null) catalog.close();
    // A web node has taken up nothing, and has nothing to save.
    if (understanding != null && polled != Polled.BY_ANOTHER) understanding.close();
    store.close();
    readings.close();
    if (polled == Polled.BY_ANOTHER) return;
    try {
      RunningFreshet.leave(settings);
    } catch (IOException e) {
      log.debug("{}", e.getMessage());
    }
  }
}
