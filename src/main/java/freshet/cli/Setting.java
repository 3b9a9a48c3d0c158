package freshet.cli;

import freshet.account.TrustedAddresses;
import freshet.alert.MailServer;
import freshet.crawl.QuietHours;
import freshet.fetch.NamedServer;
import freshet.fetch.ProxySettings;
import freshet.jobs.SearchHours;
import freshet.model.FeedUrl;
import freshet.schedule.Budget;
import freshet.search.OpenSearchPlace;
import freshet.simulate.Policies;
import freshet.text.Spans;
import freshet.translate.Budgets;
import freshet.translate.NamedServices;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Every setting there is: its name, default, what it may be and what it means. The environment
/// variable of `fetch.max-size` is `FRESHET_FETCH_MAX_SIZE`.
enum Setting {
  DATA("data", "data", "The folder for everything Freshet keeps", Setting::path),
  DB(
      "db",
      "",
      "Address of a PostgreSQL database (jdbc:postgresql://host/name?user=…&password=…); empty:"
          + " SQLite in the data folder",
      Setting::database),
  KAFKA(
      "kafka",
      "",
      "Addresses of Kafka brokers (host:port, several with commas between), through which a"
          + " controller and its terminals work; see docs/many-machines.md",
      Setting::brokers),
  KAFKA_CONFIG(
      "kafka.config",
      "",
      "A file with settings of Kafka's own client, such as security.protocol; empty: none",
      v -> {
        if (!v.isEmpty()) path(v);
      }),
  KAFKA_ENTRIES(
      "kafka.entries",
      "freshet.entries",
      "Topic of Kafka to which a controller publishes new entries for other programs; empty: none;"
          + " see docs/stream.md",
      Setting::topic),
  CONTROLLER_ADDRESS(
      "controller.address",
      "",
      "Where web nodes reach this controller, such as http://10.0.0.5:8080/; empty: where it"
          + " listens",
      Setting::webAddress),
  PORT("port", "8080", "Port of the web page and the API", v -> whole(v, 0, 65535)),
  BIND("bind", "127.0.0.1", "Address to listen on", Setting::notEmpty),
  BUDGET(
      "budget",
      "600/10m",
      "Maximum feed requests per period",
      v -> Budget.of(v, Budget.Spacing.EVEN)),
  BUDGET_SPACING(
      "budget.spacing",
      "even",
      "even: the requests of a window are spread over it; burst: in rounds, each at a window's"
          + " start for the feeds that are worth most then",
      v -> oneOf(v, "even", "burst")),
  QUOTAS(
      "quotas",
      "",
      "Groups of feeds with a budget of their own: graph=600/10m, slow=10/1h; a feed joins one"
          + " through the API (quotaGroup), a source (graph, mastodon, bluesky) by itself",
      Budget::groups),
  SOURCE_GRAPH(
      "source.graph",
      "https://graph.facebook.com/v23.0",
      "Address of the Graph API that pages (graph:NAME) are read through",
      Setting::webAddress),
  SOURCE_GRAPH_TOKEN(
      "source.graph.token",
      "",
      "Access token for the Graph API; several, with blanks between, share its pages: each has the"
          + " budget of the group graph for itself",
      Setting::header),
  SOURCE_BLUESKY(
      "source.bluesky",
      "https://public.api.bsky.app",
      "Address of the API that authors on Bluesky are read through",
      Setting::webAddress),
  POLICY(
      "policy",
      "freshet",
      "How the budget is divided: a policy as in ./freshet simulate",
      Setting::policy),
  INTERVAL_MIN("interval.min", "10m", "No feed is asked more often than this", Setting::time),
  INTERVAL_MAX(
      "interval.max", "24h", "No healthy feed is left alone longer than this", Setting::time),
  POLL_WORTH(
      "poll.worth",
      "",
      "A feed is asked only when its new entries are believed to have waited so long in all; 0s"
          + " spends the whole budget; empty: a thirtieth of interval.min. For policies that count"
          + " delay (freshet, min-delay, sqrt-rate)",
      Setting::timeOrNothing),
  RANK_FOLLOWERS(
      "rank.followers",
      "1",
      "How much each who follows a feed adds to its rank, counted by how lately they were here; 0:"
          + " followers do not count",
      Setting::factor),
  USER_AGENT(
      "user-agent",
      "",
      "How Freshet names itself to servers, such as 'Daily-Reader/1.0 (+https://…)'; robots.txt is"
          + " read for the name before the slash; empty: Freshet/VERSION with the contact address",
      Setting::header),
  CONTACT(
      "contact",
      "",
      "An address under which server operators reach you (https://… or mailto:…), sent with the"
          + " user agent",
      Setting::header),
  PROXY(
      "proxy",
      "",
      "Proxy for all requests: http://[user:password@]host:port or"
          + " socks5://[user:password@]host:port; empty: none",
      Setting::proxy),
  PROXY_RESOLVES(
      "proxy.resolves",
      "false",
      "Let the proxy look up names that are not known here; it then decides where they lead",
      Setting::yesNo),
  FETCH_PARALLEL("fetch.parallel", "256", "Requests under way at once", v -> whole(v, 1, 100_000)),
  FETCH_CONNECT("fetch.connect", "10s", "Longest time to connect", Setting::time),
  FETCH_FIRST_BYTE("fetch.first-byte", "20s", "Longest wait for data to arrive", Setting::time),
  FETCH_WHOLE("fetch.whole", "60s", "Longest time for one request in all", Setting::time),
  FETCH_MAX_SIZE("fetch.max-size", "15MB", "Largest answer, unpacked", Amounts::bytes),
  FETCH_REDIRECTS("fetch.redirects", "5", "Most redirects followed", v -> whole(v, 0, 20)),
  FETCH_GAP("fetch.gap", "1s", "Least time between two requests to one host", Setting::time),
  FETCH_OBEY_ROBOTS(
      "fetch.obey-robots", "true", "Ask robots.txt before a feed is asked", Setting::yesNo),
  FETCH_ALLOW_PRIVATE(
      "fetch.allow-private",
      "false",
      "Allow addresses of this machine and of private networks",
      Setting::yesNo),
  ARTICLES_SHARE(
      "articles.share",
      "25",
      "Of the budget, how many per cent may be spent on the pages behind entries; 0: none is"
          + " fetched unless somebody asks for it",
      v -> whole(v, 0, 100)),
  ARTICLES_KEEP(
      "articles.keep",
      "0",
      "How long articles are kept, such as 365d; those of starred and tagged entries stay; 0: for"
          + " ever",
      Setting::keep),
  VERSIONS_KEEP(
      "versions.keep",
      "0",
      "How long earlier versions of edited entries are kept, such as 365d; those of starred and"
          + " tagged entries stay; 0: for ever",
      Setting::keep),
  ENTRIES_KEEP(
      "entries.keep",
      "0",
      "How long entries of feeds are kept since they came or were last changed, such as 365d; then"
          + " they are deleted, but for those that are starred or tagged; 0: for ever",
      Setting::keep),
  PAGES_KEEP(
      "pages.keep",
      "0",
      "How long pages of crawls are kept since they came or last changed, such as 365d; then they"
          + " are deleted, but for those that are starred or tagged; 0: for ever",
      Setting::keep),
  PICTURES_KEEP(
      "pictures.keep",
      "300MB",
      "How much disk pictures may take that readers have Freshet fetch for them; those that nobody"
          + " looked at for the longest time go first; 0: none is kept",
      Setting::ceiling),
  CRAWL_SHARE(
      "crawl.share",
      "10",
      "Of the budget, how many per cent may be spent on visiting pages of crawls again; 0: none is"
          + " visited again unless somebody asks for it",
      v -> whole(v, 0, 100)),
  CRAWL_BANDWIDTH(
      "crawl.bandwidth",
      "0",
      "Most bytes a second that a crawl takes from one host, such as 200KB; 0: no ceiling",
      Setting::ceiling),
  CRAWL_BANDWIDTH_ALL(
      "crawl.bandwidth-all",
      "0",
      "Most bytes a second that a crawl takes from all hosts together; 0: no ceiling",
      Setting::ceiling),
  CRAWL_QUIET_HOURS(
      "crawl.quiet-hours",
      "",
      "Hours in which sites are crawled, in their own local time, such as 04-08; empty: always",
      Setting::hours),
  DISCOVER_QUIET_HOURS(
      "discover.quiet-hours",
      "learned",
      "Hours in which sites are searched for feeds: learned (long lists wait for the hours in which"
          + " least is published), always, or hours of a site's own day such as 04-08; while it is"
          + " learned, crawl.quiet-hours goes before it",
      SearchHours::check),
  SEARCH(
      "search",
      "true",
      "Keep an index of all entries, so that they can be searched: true (in the data folder),"
          + " false, or opensearch:http://host:9200/name; see docs/searching.md",
      Setting::search),
  SEARCH_USER(
      "search.user", "", "Whom OpenSearch knows Freshet as; empty: nobody", Setting::oneLine),
  SEARCH_PASSWORD("search.password", "", "The password there", Setting::oneLine),
  SEARCH_CA(
      "search.ca",
      "",
      "A file of certificates (PEM) by which OpenSearch is trusted; empty: those of Java",
      v -> {
        if (!v.isEmpty()) path(v);
      }),
  SEARCH_SHARDS(
      "search.shards",
      "1",
      "Into how many parts an index is made in OpenSearch; takes effect when it is rebuilt",
      v -> whole(v, 1, 1000)),
  SEARCH_REPLICAS(
      "search.replicas",
      "1",
      "How many copies of each part OpenSearch keeps; takes effect when it is rebuilt",
      v -> whole(v, 0, 20)),
  UNDERSTAND(
      "understand",
      "true",
      "Find language, topic, story and event of entries from their text",
      Setting::yesNo),
  SAME_PERCENT(
      "same.percent",
      "40",
      "Similarity (percent of equal word groups) above which two entries are one story; what is set"
          + " on the settings page overrides it",
      v -> whole(v, 1, 100)),
  SAME_SHINGLE(
      "same.shingle",
      "0",
      "Words of a shingle; 0: ten for medium texts, fewer for short ones",
      v -> whole(v, 0, 50)),
  SAME_STEP(
      "same.step",
      "1",
      "Words from the start of one shingle to that of the next; 1: every run of words counts",
      v -> whole(v, 1, 50)),
  SAME_WINDOW(
      "same.window",
      "14d",
      "Entries further apart are not compared: a later copy counts as new",
      Setting::time),
  SAME_CONTAINMENT(
      "same.containment",
      "false",
      "Whether a text inside a longer one is the same story",
      Setting::yesNo),
  TRANSLATE(
      "translate",
      "",
      "Who translates for readers who ask for it, the best first: libretranslate:https://…,"
          + " apertium:http://…, deepl, google; empty: nothing is sent anywhere; see"
          + " docs/translating.md",
      NamedServices::check),
  TRANSLATE_KEYS(
      "translate.keys",
      "",
      "Their keys, by name: deepl=…, libretranslate=…",
      NamedServices::checkKeys),
  TRANSLATE_BUDGET(
      "translate.budget",
      "500000",
      "Most characters that each of them is given in a day, such as 500000, deepl=15000",
      Budgets::of),
  TRANSLATE_TEXTS(
      "translate.texts",
      "all",
      "Whose texts are translated: all (of new entries, after all titles), or opened (of entries"
          + " that somebody opens)",
      v -> oneOf(v, "all", "opened")),
  TRANSLATE_COMMON(
      "translate.common",
      "en",
      "Language that the pages of the universal robot are translated into, so that one search finds"
          + " them all",
      Setting::language),
  PUBLIC_ADDRESS(
      "public-address",
      "",
      "Address under which the internet reaches this Freshet, so that hubs can tell it of news"
          + " (WebSub); empty: only polling",
      Setting::webAddress),
  HUB(
      "hub",
      "true",
      "Whether others may subscribe to the feeds Freshet gives out, to be told of changes (WebSub)",
      Setting::yesNo),
  LOGIN_TRUSTED(
      "login.trusted",
      "",
      "Addresses and networks of reverse proxies whose headers are believed, such as 127.0.0.1,"
          + " 10.0.0.0/8",
      TrustedAddresses::of),
  LOGIN_HEADER(
      "login.header",
      "",
      "Header in which a trusted reverse proxy names the account, such as Remote-User; empty: none",
      Setting::headerName),
  LOGIN_CREATE(
      "login.create",
      "false",
      "Create accounts automatically for users the proxy or OpenID provider authenticates",
      Setting::yesNo),
  LOGIN_OPENID(
      "login.openid",
      "",
      "OpenID provider to log in with, as it names itself (its issuer), such as"
          + " https://id.example/realms/home; empty: none",
      Setting::issuer),
  LOGIN_OPENID_CLIENT(
      "login.openid.client", "", "What Freshet is called there (client id)", Setting::header),
  LOGIN_OPENID_SECRET(
      "login.openid.secret", "", "Its secret there; empty for a public client", Setting::header),
  LOGIN_OPENID_NAME(
      "login.openid.name", "OpenID", "What the provider is called on the page", Setting::notEmpty),
  ADMIN_NAME(
      "admin.name",
      "",
      "Name of the administrator, made at the start unless somebody has a password already; empty:"
          + " none is made",
      Setting::oneLine),
  ADMIN_PASSWORD("admin.password", "", "The administrator's first password", Setting::oneLine),
  ADMIN_PASSWORD_FILE(
      "admin.password-file",
      "",
      "A file whose first line is the administrator's first password, instead of admin.password",
      Setting::oneLine),
  UNREAD_KEEP("unread.keep", "90d", "Unread entries older than this count as read", Setting::time),
  SMTP(
      "smtp",
      "",
      "Mail server that sends alerts: smtp://user:password@host:587 or smtps://…; empty: no mail",
      Setting::mailServer),
  MAIL_FROM("mail.from", "", "The sender of mails, an e-mail address", Setting::mailAddress),
  MAIL_DAILY_AT(
      "mail.daily-at", "07:00", "When daily mails are sent, in local time", Setting::timeOfDay),
  POLL_LOG_KEEP(
      "poll-log.keep",
      "30d",
      "How long each poll is kept before it is summed up; 0: for ever",
      Setting::keep),
  LOG(
      "log",
      "warn",
      "How much is logged: error, warn, info, debug",
      v -> oneOf(v, "error", "warn", "info", "debug")),
  LOG_FORMAT(
      "log.format", "text", "Form of a log line: text or json", v -> oneOf(v, "text", "json"));

  /// Checks a value.
  interface Check {
    /// @throws IllegalArgumentException with what the value must be, such as "must be a number"
    void check(String value);
  }

  final String key;
  final String byDefault;
  final String meaning;

  @SuppressWarnings("ImmutableEnumChecker") // checks are functions without state
  private final Check check;

  Setting(String key, String byDefault, String meaning, Check check) {
    this.key = key;
    this.byDefault = byDefault;
    this.meaning = meaning;
    this.check = check;
  }

  /// Whether it decides where the data is, who is believed or where requests may go. Whoever got
  /// hold of a session or token must not be able to change that: only who can write the file, the
  /// environment or the command line.
  boolean isFixed() {
    return switch (this) {
      case DATA,
          DB,
          PORT,
          BIND,
          PUBLIC_ADDRESS,
          FETCH_ALLOW_PRIVATE,
          PROXY_RESOLVES,
          TRANSLATE,
          TRANSLATE_KEYS ->
          true;
      default -> key.startsWith("login.") || key.startsWith("admin.") || key.startsWith("search");
    };
  }

  /// Whether a change on the settings page takes effect at once; else at the next start.
  boolean appliesAtOnce() {
    return switch (this) {
      case BUDGET,
          BUDGET_SPACING,
          QUOTAS,
          POLICY,
          POLL_WORTH,
          RANK_FOLLOWERS,
          INTERVAL_MIN,
          INTERVAL_MAX,
          PROXY,
          DISCOVER_QUIET_HOURS,
          ARTICLES_SHARE,
          CRAWL_SHARE,
          PICTURES_KEEP,
          TRANSLATE_BUDGET,
          TRANSLATE_TEXTS,
          TRANSLATE_COMMON,
          SAME_PERCENT,
          SAME_CONTAINMENT,
          UNREAD_KEEP,
          POLL_LOG_KEEP,
          ENTRIES_KEEP,
          PAGES_KEEP,
          ARTICLES_KEEP,
          VERSIONS_KEEP,
          LOG,
          LOG_FORMAT ->
          true;
      default -> false;
    };
  }

  /// Not for screens and logs.
  boolean isSecret() {
    return key.endsWith(".token")
        || key.endsWith(".secret")
        || key.endsWith(".password")
        || key.endsWith(".keys");
  }

  String environmentVariable() {
    return "FRESHET_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  static Optional<Setting> named(String key) {
    return Arrays.stream(values()).filter(s -> s.key.equals(key)).findAny();
  }

  void check(String value) {
    check.check(value);
  }

  private static void whole(String v, int least, int most) {
    try {
      int n = Integer.parseInt(v);
      if (n >= least && n <= most) return;
    } catch (NumberFormatException e) {
      // the sentence below says it
    }
    throw new IllegalArgumentException("must be a whole number from " + least + " to " + most);
  }

  private static void ceiling(String v) {
    if (!v.equals("0")) Amounts.bytes(v);
  }

  private static void hours(String v) {
    if (!v.isEmpty()) QuietHours.of(v);
  }

  private static void yesNo(String v) {
    oneOf(v, "true", "false");
  }

  private static void search(String v) {
    if (!v.startsWith(OpenSearchPlace.PREFIX)) {
      oneOf(v, "true", "false", "opensearch:http://host:9200/name");
      return;
    }
    OpenSearchPlace _ = OpenSearchPlace.of(v, NamedServer.Access.OPEN, 1, 1);
  }

  private static void oneOf(String v, String... words) {
    if (!Arrays.asList(words).contains(v)) {
      throw new IllegalArgumentException("must be one of: " + String.join(", ", words));
    }
  }

  private static void notEmpty(String v) {
    if (v.isBlank()) throw new IllegalArgumentException("must not be empty");
  }

  private static void oneLine(String v) {
    if (v.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("must be one line of text");
    }
  }

  private static void policy(String v) {
    Policies.of(v);
  }

  private static void path(String v) {
    notEmpty(v);
    try {
      if (Path.of(v).toString().isEmpty()) throw new IllegalArgumentException("must be a folder");
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("must be a folder", e);
    }
  }

  private static void database(String v) {
    if (!v.isEmpty() && !v.startsWith("jdbc:postgresql:")) {
      throw new IllegalArgumentException("must be empty or start with jdbc:postgresql:");
    }
  }

  private static void brokers(String v) {
    if (!v.isEmpty() && !v.matches("[^\\s,:]+:\\d{1,5}(,[^\\s,:]+:\\d{1,5})*")) {
      throw new IllegalArgumentException("must be like kafka1:9092,kafka2:9092");
    }
  }

  private static void topic(String v) {
    if (!v.matches("[A-Za-z0-9._-]{0,249}")) {
      throw new IllegalArgumentException("must be a name of letters, digits, dots and dashes");
    }
  }

  private static void webAddress(String v) {
    if (v.isEmpty()) return;
    try {
      if (!FeedUrl.of(v).uri().toString().isEmpty()) return;
    } catch (IllegalArgumentException e) {
      // the sentence below says it
    }
    throw new IllegalArgumentException("must be a web address like https://freshet.example/");
  }

  /// Secrets go there, so it is reached encrypted, or on this machine.
  private static void issuer(String v) {
    if (v.isEmpty()
        || v.matches("https://.+")
        || v.matches("http://(localhost|127\\.[0-9.]+)[:/].*")) return;
    throw new IllegalArgumentException("must be an https address");
  }

  private static void language(String v) {
    if (!v.matches("[a-z]{2,3}")) {
      throw new IllegalArgumentException("must be a language such as en");
    }
  }

  private static void mailServer(String v) {
    if (!v.isEmpty()) MailServer.of(v, "");
  }

  private static void mailAddress(String v) {
    if (!v.isEmpty() && !MailServer.isMailAddress(v)) {
      throw new IllegalArgumentException("must be an e-mail address");
    }
  }

  private static void timeOfDay(String v) {
    try {
      if (v.equals(LocalTime.parse(v).toString())) return;
    } catch (DateTimeParseException e) {
      // the sentence below says it
    }
    throw new IllegalArgumentException("must be a time of day like 07:00");
  }

  private static void proxy(String v) {
    if (!v.isEmpty()) ProxySettings.of(v);
  }

  private static void headerName(String v) {
    if (!v.matches("[A-Za-z0-9-]{0,60}")) {
      throw new IllegalArgumentException("must be the name of a header, such as Remote-User");
    }
  }

  private static void header(String v) {
    if (!v.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
      throw new IllegalArgumentException("must be plain ASCII text on one line");
    }
  }

  private static void timeOrNothing(String v) {
    if (!v.isEmpty()) time(v);
  }

  private static void factor(String v) {
    try {
      double n = Double.parseDouble(v);
      if (n >= 0 && n <= 1000) return;
    } catch (NumberFormatException e) {
      // the sentence below says it
    }
    throw new IllegalArgumentException("must be a number from 0 to 1000");
  }

  /// Nothing is kept for no time at all: whoever writes 0 means for ever.
  private static void keep(String v) {
    if (v.equals("0")) return;
    time(v);
    if (Spans.parse(v).isZero()) {
      throw new IllegalArgumentException("must be 0 for ever, or a time like 90d");
    }
  }

  private static void time(String text) {
    try {
      Spans.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("must be a time like 90s, 10m, 24h or 30d", e);
    }
  }
}
