package freshet.cli;

import freshet.account.Entrance;
import freshet.account.OpenId;
import freshet.account.TrustedAddresses;
import freshet.alert.MailServer;
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
import freshet.chart.Table;
import freshet.crawl.CrawlSettings;
import freshet.crawl.QuietHours;
import freshet.discover.Describer;
import freshet.fetch.FetchLimits;
import freshet.fetch.Fetcher;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.fetch.ProxySettings;
import freshet.language.LanguageFinder;
import freshet.model.FeedUrl;
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
import freshet.schedule.Budget;
import freshet.schedule.Planner;
import freshet.schedule.PlannerSettings;
import freshet.search.Index;
import freshet.source.SourceFetcher;
import freshet.store.Store;
import freshet.web.Pages;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
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
    this.store = openStore(settings);
    store.gatherPolls(Duration.ofMillis(150));
    try {
      this.fetcher = fetcher(settings, clock);
      this.sources = Outside.sources(settings, fetcher, clock);
      var meters = new Meters(store);
      var announcer = new Announcer();
      String reachable = settings.text(Setting.PUBLIC_ADDRESS);
      Hubs hubs = reachable.isEmpty() ? null : new Hubs(store, fetcher, reachable, clock);
      PlannerSettings planning = planning(settings);
      this.understanding =
          settings.isTrue(Setting.UNDERSTAND)
              ? new Understanding(store, folds(settings), clock)
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
      Entrance entrance = entrance(settings, store, clock);
      this.searching = searching(settings, store, clock);
      Mailer mailer = mailer(settings);
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
      this.discoveries = discoveries(settings, fetcher, clock);
      this.hub =
          settings.isTrue(Setting.HUB)
              ? new Hub(store, new OutFeeds(store, searching, true), fetcher, clock)
              : null;
      this.changes = searching == null ? announcer : searching.keeper().indexed();
      this.crawls =
          new Crawls(
              Path.of(settings.text(Setting.DATA), "crawls"),
              fetcher,
              crawlSettings(settings),
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
              place(settings),
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

  static Store openStore(Settings settings) {
    String db = settings.text(Setting.DB);
    return Store.open(Path.of(settings.text(Setting.DATA)), db.isEmpty() ? null : db);
  }

  /// For many pages of the same hosts: connections are kept between them. How sites are visited, by
  /// the settings.
  static CrawlSettings crawlSettings(Settings settings) {
    return CrawlSettings.DEFAULT
        .withParallel(settings.whole(Setting.FETCH_PARALLEL))
        .withBandwidth(
            ceiling(settings, Setting.CRAWL_BANDWIDTH),
            ceiling(settings, Setting.CRAWL_BANDWIDTH_ALL))
        .with(quietHours(settings));
  }

  private static @Nullable QuietHours quietHours(Settings settings) {
    String hours = settings.text(Setting.CRAWL_QUIET_HOURS);
    return hours.isEmpty() ? null : Amounts.hours(hours);
  }

  private static long ceiling(Settings settings, Setting setting) {
    String text = settings.text(setting);
    return text.equals("0") ? 0 : Amounts.bytes(text);
  }

  static HttpFetcher crawlFetcher(Settings settings, InstantSource clock) {
    return fetcher(settings, clock, true);
  }

  static HttpFetcher fetcher(Settings settings, InstantSource clock) {
    return fetcher(settings, clock, false);
  }

  private static HttpFetcher fetcher(Settings settings, InstantSource clock, boolean keep) {
    return fetcher(
        settings,
        clock,
        keep,
        settings.isTrue(Setting.FETCH_ALLOW_PRIVATE),
        new Politeness(
            settings.duration(Setting.FETCH_GAP), settings.isTrue(Setting.FETCH_OBEY_ROBOTS)));
  }

  static HttpFetcher fetcher(
      Settings settings,
      InstantSource clock,
      boolean keep,
      boolean allowPrivate,
      Politeness politeness) {
    String proxy = settings.text(Setting.PROXY);
    String contact = settings.text(Setting.CONTACT);
    return new HttpFetcher(
        new Identity("Freshet", Main.version(), contact.isEmpty() ? null : contact),
        new FetchLimits(
            settings.duration(Setting.FETCH_CONNECT),
            settings.duration(Setting.FETCH_FIRST_BYTE),
            settings.duration(Setting.FETCH_WHOLE),
            (int) Amounts.bytes(settings.text(Setting.FETCH_MAX_SIZE)),
            settings.whole(Setting.FETCH_REDIRECTS)),
        new Network(proxy.isEmpty() ? null : ProxySettings.of(proxy), allowPrivate, keep),
        politeness,
        clock,
        RandomGenerator.getDefault());
  }

  private static Discoveries discoveries(Settings settings, Fetcher fetcher, InstantSource clock) {
    LanguageFinder languages = settings.isTrue(Setting.UNDERSTAND) ? new LanguageFinder() : null;
    return new Discoveries(
        Path.of(settings.text(Setting.DATA), "discoveries"),
        fetcher,
        new FeedParser(ParseLimits.DEFAULT),
        new Describer(text -> languages == null || text == null ? null : language(languages, text)),
        quietHours(settings),
        clock,
        settings.whole(Setting.FETCH_PARALLEL));
  }

  /// What the searches in the data folder have done each day.
  static Table discovered(Settings settings) {
    try (HttpFetcher fetcher = fetcher(settings, InstantSource.system());
        Discoveries discoveries = discoveries(settings, fetcher, InstantSource.system())) {
      discoveries.load();
      return discoveries.perDay();
    }
  }

  /// The language of a text as its tag, null if it is not clear enough.
  static @Nullable String language(LanguageFinder finder, String text) {
    var found = finder.find(text);
    return found.language().equals("und") ? null : found.language();
  }

  private static PlannerSettings planning(Settings settings) {
    return new PlannerSettings(
        Budget.of(settings.text(Setting.BUDGET), Budget.Spacing.EVEN),
        Outside.quotas(settings),
        settings.duration(Setting.INTERVAL_MIN),
        settings.duration(Setting.INTERVAL_MAX),
        settings.duration(Setting.FETCH_GAP),
        settings.text(Setting.POLICY));
  }

  /// A command may be searching at this moment, which takes a second at most.
  private static @Nullable Searching searching(
      Settings settings, Store store, InstantSource clock) {
    if (!settings.isTrue(Setting.SEARCH)) return null;
    Path data = Path.of(settings.text(Setting.DATA));
    for (int attempt = 0; ; attempt++) {
      try {
        return Searching.open(store, data, clock, ZoneId.systemDefault());
      } catch (Index.InUse e) {
        if (attempt == 50) {
          throw new UserError(
              "The search index in " + data + " is in use by another Freshet; stop that one first");
        }
        LockSupport.parkNanos(100_000_000);
      } catch (UncheckedIOException e) {
        throw new UserError(String.valueOf(e.getMessage()));
      }
    }
  }

  private static @Nullable Mailer mailer(Settings settings) {
    String server = settings.text(Setting.SMTP);
    String from = settings.text(Setting.MAIL_FROM);
    if (server.isEmpty()) return null;
    if (from.isEmpty()) {
      throw new UserError("The setting 'smtp' needs 'mail.from': the sender of the mails");
    }
    return new Mailer(MailServer.of(server, from));
  }

  private static Understanding.Folds folds(Settings settings) {
    return new Understanding.Folds(
        settings.whole(Setting.SAME_PERCENT),
        settings.whole(Setting.SAME_SHINGLE),
        settings.duration(Setting.SAME_WINDOW),
        settings.isTrue(Setting.SAME_CONTAINMENT));
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

  /// On loopback a reverse proxy may bring requests for our public name; no other name is ours.
  private static Pages.Place place(Settings settings) {
    boolean loopback = isLoopback(settings);
    String reachable = settings.text(Setting.PUBLIC_ADDRESS);
    Set<String> names =
        loopback && !reachable.isEmpty() ? Set.of(FeedUrl.of(reachable).host()) : Set.of();
    return new Pages.Place(Main.version(), ZoneId.systemDefault(), loopback, names);
  }

  /// How people come in. Whoever can be reached from elsewhere demands a password, and there must
  /// be one.
  private static Entrance entrance(Settings settings, Store store, InstantSource clock) {
    String header = settings.text(Setting.LOGIN_HEADER);
    var proxies = TrustedAddresses.of(settings.text(Setting.LOGIN_TRUSTED));
    String reachable = settings.text(Setting.PUBLIC_ADDRESS);
    boolean alone = isLoopback(settings) && (reachable.isEmpty() || isOnThisMachine(reachable));
    if (!header.isEmpty() && proxies == TrustedAddresses.NONE) {
      throw new UserError(
          "The setting 'login.header' needs 'login.trusted': the addresses of the proxies whose"
              + " word counts");
    }
    OpenId openId = Outside.openId(settings, clock);
    if (!alone && header.isEmpty() && openId == null && !store.accounts().anyPassword()) {
      throw new UserError(
          "Freshet would be reachable from other machines, and nobody has a password yet. Set one"
              + " first: ./freshet account add NAME");
    }
    return new Entrance(
        store,
        new Entrance.Rules(
            alone,
            proxies,
            header.isEmpty() ? null : header,
            settings.isTrue(Setting.LOGIN_CREATE),
            reachable.startsWith("https:")),
        openId,
        clock);
  }

  private static boolean isOnThisMachine(String address) {
    String host = FeedUrl.of(address).host();
    return host.equals("localhost") || host.matches("127(\\.\\d{1,3}){3}") || host.contains("::1");
  }

  private static boolean isLoopback(Settings settings) {
    try {
      return InetAddress.getByName(settings.text(Setting.BIND)).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new UserError(
          "The address '"
              + settings.text(Setting.BIND)
              + "' to listen on (setting 'bind') is unknown");
    }
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
