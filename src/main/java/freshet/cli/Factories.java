package freshet.cli;

import freshet.account.Authenticator;
import freshet.account.OpenId;
import freshet.account.TrustedAddresses;
import freshet.alert.MailServer;
import freshet.alert.Mailer;
import freshet.catalog.Catalog;
import freshet.change.Changes;
import freshet.crawl.CrawlSettings;
import freshet.crawl.QuietHours;
import freshet.discover.Describer;
import freshet.fetch.FetchLimits;
import freshet.fetch.Fetcher;
import freshet.fetch.FirstLooks;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.NamedServer;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.fetch.ProxySettings;
import freshet.http.Guard;
import freshet.jobs.Discoveries;
import freshet.jobs.SearchHours;
import freshet.language.LanguageFinder;
import freshet.library.Following;
import freshet.model.Account;
import freshet.model.FeedUrl;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.poll.Polling;
import freshet.schedule.Budget;
import freshet.schedule.PlannerSettings;
import freshet.schedule.Turns;
import freshet.search.LuceneIndex;
import freshet.search.OpenSearchPlace;
import freshet.simulate.Policies;
import freshet.store.Store;
import freshet.store.StoreInUse;
import freshet.understand.Understanding;
import freshet.web.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The parts of the product, each made from the settings: the service puts them together, commands
/// take the one they need.
final class Factories {
  private Factories() {}

  static Store openStore(Settings settings) {
    String db = settings.text(Setting.DB);
    Path data = Path.of(settings.text(Setting.DATA));
    OwnFiles.tighten(data);
    return Store.open(data, db.isEmpty() ? null : db);
  }

  /// Of a Freshet that there is. A data folder that was mistyped is not made.
  static Store openExisting(Settings settings) {
    needFreshet(settings);
    return openStore(settings);
  }

  /// For reading only, also beside the Freshet that runs on it.
  static Store openToRead(Settings settings) {
    needFreshet(settings);
    try {
      return openStore(settings);
    } catch (StoreInUse e) {
      String db = settings.text(Setting.DB);
      return Store.openReadOnly(Path.of(settings.text(Setting.DATA)), db.isEmpty() ? null : db);
    }
  }

  /// Where only searches for feeds were begun is one, too: their statistics can be asked for.
  static void needFreshet(Settings settings) {
    Path data = Path.of(settings.text(Setting.DATA));
    boolean there =
        settings.text(Setting.DB).isEmpty()
            ? Files.exists(data.resolve("freshet.db")) || Files.exists(data.resolve("discover"))
            : Files.isDirectory(data);
    if (there) return;
    throw new UserError(
        "There is no Freshet in "
            + data
            + ". Name its data folder with --data, or start it there first with './freshet serve'");
  }

  /// Makes the administrator whom the settings name, unless somebody has a password already.
  static void administrator(Settings settings, Store store, InstantSource clock) {
    String name = settings.text(Setting.ADMIN_NAME);
    String file = settings.text(Setting.ADMIN_PASSWORD_FILE);
    String password = settings.text(Setting.ADMIN_PASSWORD);
    if (name.isEmpty() && file.isEmpty() && password.isEmpty()) return;
    if (name.isEmpty() || file.isEmpty() == password.isEmpty()) {
      throw new UserError(
          "The settings 'admin.name' and either 'admin.password' or 'admin.password-file' belong"
              + " together");
    }
    if (store.accounts().anyPassword()) return;
    try {
      String typed =
          file.isEmpty()
              ? password
              : Files.readString(Path.of(file)).lines().findFirst().orElse("");
      Account _ = new Authenticator(store, Authenticator.Rules.MACHINE, clock).add(name, typed);
    } catch (IllegalArgumentException e) {
      throw new UserError("The administrator '" + name + "' cannot be made: " + e.getMessage());
    } catch (IOException e) {
      throw new UserError("The file " + file + " (setting 'admin.password-file') cannot be read");
    }
  }

  /// How sites are visited.
  static CrawlSettings crawlSettings(Settings settings) {
    return CrawlSettings.DEFAULT.with(
        new CrawlSettings.Pace(
            settings.whole(Setting.FETCH_PARALLEL),
            ceiling(settings, Setting.CRAWL_BANDWIDTH),
            ceiling(settings, Setting.CRAWL_BANDWIDTH_ALL),
            quietHours(settings)));
  }

  /// The hours in which sites are searched for feeds.
  static String searchHours(Settings settings) {
    String rule = settings.text(Setting.DISCOVER_QUIET_HOURS);
    String crawls = settings.text(Setting.CRAWL_QUIET_HOURS);
    return rule.equals(SearchHours.LEARNED) && !crawls.isEmpty() ? crawls : rule;
  }

  private static @Nullable QuietHours quietHours(Settings settings) {
    String hours = settings.text(Setting.CRAWL_QUIET_HOURS);
    return hours.isEmpty() ? null : QuietHours.of(hours);
  }

  static long ceiling(Settings settings, Setting setting) {
    String text = settings.text(setting);
    return text.equals("0") ? 0 : Amounts.bytes(text);
  }

  /// For many pages of the same hosts: connections are kept between them.
  static HttpFetcher crawlFetcher(Settings settings, InstantSource clock) {
    return fetcher(settings, clock, true, false);
  }

  static HttpFetcher fetcher(Settings settings, InstantSource clock) {
    return fetcher(settings, clock, false, false);
  }

  /// For a server, which may have been killed and started again within a second.
  static HttpFetcher servingFetcher(Settings settings, InstantSource clock) {
    return fetcher(settings, clock, false, true);
  }

  private static HttpFetcher fetcher(
      Settings settings, InstantSource clock, boolean keep, boolean goesOn) {
    return fetcher(
        settings,
        clock,
        keep,
        settings.isTrue(Setting.FETCH_ALLOW_PRIVATE),
        new Politeness(
            settings.duration(Setting.FETCH_GAP),
            settings.isTrue(Setting.FETCH_OBEY_ROBOTS),
            goesOn));
  }

  static HttpFetcher fetcher(
      Settings settings,
      InstantSource clock,
      boolean keep,
      boolean allowPrivate,
      Politeness politeness) {
    return new HttpFetcher(
        identity(settings),
        limits(settings),
        network(settings, allowPrivate, keep),
        politeness,
        clock,
        RandomGenerator.getDefault());
  }

  static Identity identity(Settings settings) {
    String called = settings.text(Setting.USER_AGENT).strip();
    if (!called.isEmpty()) return Identity.called(called);
    String contact = settings.text(Setting.CONTACT);
    return new Identity("Freshet", Version.number(), contact.isEmpty() ? null : contact);
  }

  static FetchLimits limits(Settings settings) {
    return new FetchLimits(
        settings.duration(Setting.FETCH_CONNECT),
        settings.duration(Setting.FETCH_FIRST_BYTE),
        settings.duration(Setting.FETCH_WHOLE),
        (int) Amounts.bytes(settings.text(Setting.FETCH_MAX_SIZE)),
        settings.whole(Setting.FETCH_REDIRECTS));
  }

  static Network network(Settings settings, boolean allowPrivate, boolean keep) {
    String text = settings.text(Setting.PROXY);
    ProxySettings proxy =
        text.isEmpty()
            ? null
            : ProxySettings.of(text).resolving(settings.isTrue(Setting.PROXY_RESOLVES));
    return new Network(proxy, allowPrivate, keep);
  }

  static Discoveries discoveries(
      Settings settings,
      Fetcher fetcher,
      FirstLooks looks,
      Supplier<OptionalInt> quietest,
      InstantSource clock) {
    LanguageFinder languages = settings.isTrue(Setting.UNDERSTAND) ? new LanguageFinder() : null;
    return new Discoveries(
        Path.of(settings.text(Setting.DATA), "discoveries"),
        fetcher,
        looks,
        new FeedParser(ParseLimits.DEFAULT),
        new Describer(text -> languages == null || text == null ? null : language(languages, text)),
        new SearchHours(() -> searchHours(settings), quietest),
        clock,
        settings.whole(Setting.FETCH_PARALLEL));
  }

  /// The language of a text as its tag, null if it is not clear enough.
  static @Nullable String language(LanguageFinder finder, String text) {
    var found = finder.find(text);
    return found.language().equals("und") ? null : found.language();
  }

  static PlannerSettings planning(Settings settings) {
    return new PlannerSettings(
        Budget.of(
            settings.text(Setting.BUDGET),
            settings.text(Setting.BUDGET_SPACING).equals("burst")
                ? Budget.Spacing.BURST
                : Budget.Spacing.EVEN),
        ExternalServices.quotas(settings),
        new Turns.Rules(
            settings.duration(Setting.INTERVAL_MIN),
            settings.duration(Setting.INTERVAL_MAX),
            worth(settings)),
        settings.duration(Setting.FETCH_GAP),
        () -> Policies.of(settings.text(Setting.POLICY)));
  }

  private static Duration worth(Settings settings) {
    return settings.text(Setting.POLL_WORTH).isEmpty()
        ? PlannerSettings.worth(settings.duration(Setting.INTERVAL_MIN))
        : settings.duration(Setting.POLL_WORTH);
  }

  /// For a command on a data folder that nobody polls: no server is asked.
  static Following following(Settings settings, Store store) {
    return new Following(
        store,
        ExternalServices.sources(settings),
        Polling.NONE,
        new Changes(),
        null,
        null,
        null,
        InstantSource.system());
  }

  /// @param writes whether the index follows the store here, where others could do that, too
  static @Nullable Catalog catalog(
      Settings settings, Store store, InstantSource clock, boolean writes) {
    if (!searches(settings)) return null;
    OpenSearchPlace place = openSearch(settings);
    if (place == null) return embedded(settings, store, clock);
    Path data = Path.of(settings.text(Setting.DATA));
    return writes
        ? Catalog.in(place, store, data, clock, ZoneId.systemDefault())
        : Catalog.beside(place, store, data, clock, ZoneId.systemDefault());
  }

  static boolean searches(Settings settings) {
    return !settings.text(Setting.SEARCH).equals("false");
  }

  /// Where the index is; null if it is in the data folder.
  static @Nullable OpenSearchPlace openSearch(Settings settings) {
    String where = settings.text(Setting.SEARCH);
    if (!where.startsWith(OpenSearchPlace.PREFIX)) return null;
    String ca = settings.text(Setting.SEARCH_CA);
    try {
      return OpenSearchPlace.of(
          where,
          new NamedServer.Access(
              settings.text(Setting.SEARCH_USER),
              settings.text(Setting.SEARCH_PASSWORD),
              ca.isEmpty() ? null : NamedServer.Certificates.in(Path.of(ca))),
          settings.whole(Setting.SEARCH_SHARDS),
          settings.whole(Setting.SEARCH_REPLICAS));
    } catch (IllegalArgumentException e) {
      throw new UserError("The setting 'search.ca': " + e.getMessage());
    }
  }

  /// A command may be searching at this moment, which takes a second at most.
  private static Catalog embedded(Settings settings, Store store, InstantSource clock) {
    Path data = Path.of(settings.text(Setting.DATA));
    for (int attempt = 0; ; attempt++) {
      try {
        return Catalog.open(store, data, clock, ZoneId.systemDefault());
      } catch (LuceneIndex.InUse e) {
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
        settings.whole(Setting.SAME_STEP),
        settings.duration(Setting.SAME_WINDOW),
        settings.isTrue(Setting.SAME_CONTAINMENT));
  }

  static Installation place(Settings settings) {
    return new Installation(
        Version.number(),
        ZoneId.systemDefault(),
        settings.text(Setting.PUBLIC_ADDRESS),
        settings.isTrue(Setting.FETCH_ALLOW_PRIVATE));
  }

  /// Under which names it is answered.
  static Guard guard(Settings settings) {
    String reachable = settings.text(Setting.PUBLIC_ADDRESS);
    return new Guard(
        isLoopback(settings),
        reachable.isEmpty() ? Set.of() : Set.of(FeedUrl.of(reachable).host()));
  }

  /// How people come in. Whoever can be reached from elsewhere demands a password, and there must
  /// be one.
  static Authenticator authenticator(Settings settings, Store store, InstantSource clock) {
    String header = settings.text(Setting.LOGIN_HEADER);
    var proxies = TrustedAddresses.of(settings.text(Setting.LOGIN_TRUSTED));
    String reachable = settings.text(Setting.PUBLIC_ADDRESS);
    boolean alone = isLoopback(settings) && (reachable.isEmpty() || isOnThisMachine(reachable));
    if (!header.isEmpty() && proxies == TrustedAddresses.NONE) {
      throw new UserError(
          "The setting 'login.header' needs 'login.trusted': the addresses of the proxies whose"
              + " word counts");
    }
    OpenId openId = ExternalServices.openId(settings, clock);
    if (!alone && header.isEmpty() && openId == null && !store.accounts().anyPassword()) {
      throw new UserError(
          "Freshet would be reachable from other machines, and nobody has a password yet. Set one"
              + " first: ./freshet account add NAME");
    }
    return new Authenticator(
        store,
        new Authenticator.Rules(
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
