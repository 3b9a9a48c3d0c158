package freshet.cli;

import freshet.account.Entrance;
import freshet.account.OpenId;
import freshet.account.TrustedAddresses;
import freshet.alert.MailServer;
import freshet.alert.Mailer;
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
import freshet.pipeline.Discoveries;
import freshet.pipeline.Searching;
import freshet.pipeline.Understanding;
import freshet.schedule.Budget;
import freshet.schedule.PlannerSettings;
import freshet.search.Index;
import freshet.store.Store;
import freshet.web.Pages;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The parts of the product, each made from the settings: the service puts them together, commands
/// take the one they need.
final class Parts {
  private Parts() {}

  static Store openStore(Settings settings) {
    String db = settings.text(Setting.DB);
    return Store.open(Path.of(settings.text(Setting.DATA)), db.isEmpty() ? null : db);
  }

  /// How sites are visited.
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

  /// For many pages of the same hosts: connections are kept between them.
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

  static Discoveries discoveries(Settings settings, Fetcher fetcher, InstantSource clock) {
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

  static PlannerSettings planning(Settings settings) {
    return new PlannerSettings(
        Budget.of(settings.text(Setting.BUDGET), Budget.Spacing.EVEN),
        Outside.quotas(settings),
        settings.duration(Setting.INTERVAL_MIN),
        settings.duration(Setting.INTERVAL_MAX),
        settings.duration(Setting.FETCH_GAP),
        settings.text(Setting.POLICY));
  }

  /// A command may be searching at this moment, which takes a second at most.
  static @Nullable Searching searching(Settings settings, Store store, InstantSource clock) {
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

  static @Nullable Mailer mailer(Settings settings) {
    String server = settings.text(Setting.SMTP);
    String from = settings.text(Setting.MAIL_FROM);
    if (server.isEmpty()) return null;
    if (from.isEmpty()) {
      throw new UserError("The setting 'smtp' needs 'mail.from': the sender of the mails");
    }
    return new Mailer(MailServer.of(server, from));
  }

  static Understanding.Folds folds(Settings settings) {
    return new Understanding.Folds(
        settings.whole(Setting.SAME_PERCENT),
        settings.whole(Setting.SAME_SHINGLE),
        settings.duration(Setting.SAME_WINDOW),
        settings.isTrue(Setting.SAME_CONTAINMENT));
  }

  /// On loopback a reverse proxy may bring requests for our public name; no other name is ours.
  static Pages.Place place(Settings settings) {
    boolean loopback = isLoopback(settings);
    String reachable = settings.text(Setting.PUBLIC_ADDRESS);
    Set<String> names =
        loopback && !reachable.isEmpty() ? Set.of(FeedUrl.of(reachable).host()) : Set.of();
    return new Pages.Place(Main.version(), ZoneId.systemDefault(), loopback, names);
  }

  /// How people come in. Whoever can be reached from elsewhere demands a password, and there must
  /// be one.
  static Entrance entrance(Settings settings, Store store, InstantSource clock) {
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
}
