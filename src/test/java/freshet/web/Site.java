package freshet.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import freshet.account.Authenticator;
import freshet.article.ArticleFetcher;
import freshet.article.LocalPages;
import freshet.article.Pace;
import freshet.catalog.Catalog;
import freshet.catalog.EntryFinder;
import freshet.change.Change;
import freshet.change.Changes;
import freshet.crawl.CrawlSettings;
import freshet.discover.Describer;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.http.Body;
import freshet.http.Door;
import freshet.http.Guard;
import freshet.http.Problem;
import freshet.http.ProgramManners;
import freshet.http.RequestGate;
import freshet.jobs.Crawls;
import freshet.jobs.Discoveries;
import freshet.jobs.Laboratory;
import freshet.jobs.SearchHours;
import freshet.library.Libraries;
import freshet.library.Library;
import freshet.model.SearchOrder;
import freshet.notify.AlertSender;
import freshet.notify.OutFeeds;
import freshet.notify.OwnHub;
import freshet.notify.Rulebook;
import freshet.notify.Saver;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.picture.IconFinder;
import freshet.picture.PictureProxy;
import freshet.store.Store;
import freshet.translate.Budgets;
import freshet.translate.TranslationDesk;
import freshet.translate.Translator;
import freshet.understand.Understanding;
import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import okhttp3.Cookie;
import okhttp3.CookieJar;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.MultipartBody;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/// The pages on a free port of loopback over a real store, and a browser without a screen.
final class Site implements AutoCloseable {
  final Store store;
  final Library library;
  final Changes changes = new Changes();
  final Understanding understanding;
  final FakePolling polling;
  final Samples samples;
  final Discoveries discoveries;
  final Crawls crawls;
  final FakeWeb web = new FakeWeb();
  final String base;
  final Catalog catalog;

  /// Fetches pages from [#web] once it is started, as the understanding has to be before it.
  final ArticleFetcher articles;

  /// Finds icons on [#web].
  final IconFinder icons;

  private final TranslationDesk translation;
  private final HttpFetcher fetcher;
  private final Pages pages;
  private final Javalin server;
  private final OkHttpClient client;

  Site(Path folder, InstantSource clock) {
    this(folder, clock, 0);
  }

  /// With pictures of this machine's own.
  static Site withPrivatePictures(Path folder, InstantSource clock, int port) {
    return new Site(
        folder,
        Store.open(folder, null),
        clock,
        port,
        store -> new Authenticator(store, Authenticator.Rules.MACHINE, clock),
        true,
        List.of());
  }

  /// With somebody who translates.
  static Site translating(Path folder, InstantSource clock, Translator translator) {
    return new Site(
        folder,
        Store.open(folder, null),
        clock,
        0,
        store -> new Authenticator(store, Authenticator.Rules.MACHINE, clock),
        false,
        List.of(translator));
  }

  Site(Path folder, InstantSource clock, int port) {
    this(
        folder, clock, port, store -> new Authenticator(store, Authenticator.Rules.MACHINE, clock));
  }

  Site(Path folder, InstantSource clock, int port, Function<Store, Authenticator> door) {
    this(folder, Store.open(folder, null), clock, port, door, false, List.of());
  }

  Site(Path folder, Store opened, InstantSource clock) {
    this(
        folder,
        opened,
        clock,
        0,
        store -> new Authenticator(store, Authenticator.Rules.MACHINE, clock),
        false,
        List.of());
  }

  private Site(
      Path folder,
      Store opened,
      InstantSource clock,
      int port,
      Function<Store, Authenticator> door,
      boolean allowPrivate,
      List<Translator> translators) {
    store = opened;
    understanding = new Understanding(store, Understanding.Folds.USUAL, clock);
    polling = new FakePolling(clock);
    samples = new Samples(store, clock.instant());
    catalog = Catalog.open(store, folder, clock, ZoneId.of("UTC"));
    catalog.keeper().start(changes);
    discoveries =
        new Discoveries(
            folder.resolve("discoveries"),
            web,
            new FeedParser(ParseLimits.DEFAULT),
            new Describer(_ -> null),
            new SearchHours(() -> SearchHours.LEARNED, OptionalInt::empty),
            clock,
            4);
    crawls = new Crawls(folder.resolve("crawls"), web, CrawlSettings.DEFAULT, clock);
    fetcher =
        new HttpFetcher(
            new Identity("Freshet", "1", null),
            FetchLimits.DEFAULT,
            new Network(null, false),
            new Politeness(Duration.ZERO, false),
            clock,
            new Random(1));
    OwnHub hub = new OwnHub(store, new OutFeeds(store, catalog, true), fetcher, clock);
    Rulebook rulebook =
        new Rulebook(
            store,
            catalog,
            new AlertSender(store, fetcher, null, clock),
            new Rulebook.Mail(false, LocalTime.of(7, 0), ZoneId.of("UTC")),
            clock);
    Authenticator authenticator = door.apply(store);
    Libraries libraries =
        new Libraries(
            store, clock, discoveries, crawls, new Laboratory(store, folder.resolve("laboratory")));
    libraries.polling = polling;
    libraries.changes = changes;
    libraries.catalog = catalog;
    libraries.understanding = understanding;
    libraries.rulebook = rulebook;
    libraries.saver = new Saver(fetcher, null, clock);
    libraries.hub = hub;
    libraries.authenticator = authenticator;
    articles =
        new ArticleFetcher(
            store, new LocalPages(web), understanding, changes, Pace.FREE, _ -> {}, clock);
    libraries.articles = articles;
    translation =
        new TranslationDesk(
            store,
            translators,
            () -> Budgets.of("100000"),
            () -> true,
            () -> "en",
            changes,
            understanding::translated,
            clock,
            ZoneId.of("UTC"));
    translation.start();
    libraries.translation = translation;
    icons = new IconFinder(store, web, () -> Duration.ZERO, clock);
    libraries.icons = icons;
    libraries.pictures =
        new PictureProxy(folder.resolve("pictures"), () -> "a key", web, () -> 1_000_000, clock);
    libraries.templates = new freshet.exchange.Templates(folder.resolve("templates"));
    library = libraries.build();
    pages =
        new Pages(
            library,
            changes,
            clock,
            new Installation("1.2.3", ZoneId.of("UTC"), "", allowPrivate),
            authenticator);
    server =
        Javalin.create(config -> {
          config.startup.showJavalinBanner = false;
          config.concurrency.useVirtualThreads = true;
          RequestGate.install(config, new Guard(true, Set.of()), authenticator, pages::failed);
          pages.register(config);
          config.routes.exception(Problem.class, (e, ctx) -> e.send(ctx));
          Door more = new Door(config, new ProgramManners());
          more.open(
              HandlerType.GET,
              "/picture/{n}",
              Body.NOTHING,
              ctx -> ctx.contentType("image/svg+xml").result(Samples.picture(ctx.pathParam("n"))));
          more.forAccount(
              HandlerType.POST, "/api/v1/echo", Body.SMALL, (ctx, _) -> ctx.result("done"));
          more.forAccount(
              HandlerType.GET,
              "/api/v1/none",
              Body.NOTHING,
              (ctx, _) -> ctx.status(404).result("{}"));
        });
    server.start("127.0.0.1", port);
    base = "http://127.0.0.1:" + server.port();
    client =
        new OkHttpClient.Builder()
            .followRedirects(false)
            .readTimeout(20, TimeUnit.SECONDS)
            .cookieJar(new Jar())
            .build();
  }

  /// Chooses a look as its button does.
  Page look(String name, String word) throws IOException {
    return post("/about", "/look", Map.of(name, word, "back", "/"));
  }

  /// Waits until everything that is stored can be found.
  void indexed() {
    changes.publish(Change.ofEverything());
    org.awaitility.Awaitility.await()
        .atMost(java.time.Duration.ofSeconds(20))
        .until(() ->
            catalog
                    .finder()
                    .find(new EntryFinder.Request("", SearchOrder.NEWEST, false, 0, 1))
                    .total()
                == store.searchRows().count());
  }

  /// Browser pages that listen for news.
  int openPages() {
    return pages.openPages();
  }

  /// An answer, read whole.
  record Page(int status, String text, okhttp3.Headers headers) {
    String header(String name) {
      String value = headers.get(name);
      return value == null ? "" : value;
    }
  }

  Page get(String path, String... headers) throws IOException {
    return send(new Request.Builder().url(base + path), headers);
  }

  /// The status of an answer whose body may never end.
  int status(String path) throws IOException {
    try (Response response =
        client.newCall(new Request.Builder().url(base + path).build()).execute()) {
      return response.code();
    }
  }

  /// What the pages answer to, such as `GET /entry/{id}`, in the order they are looked up.
  List<String> routes() {
    return server.unsafe.internalRouter.allHttpHandlers().stream()
        .map(h -> h.endpoint.method.name() + " " + h.endpoint.path)
        .filter(r -> r.matches("(GET|POST) /(?!api/|picture/).*"))
        .toList();
  }

  /// How much the body of an answer weighs for a browser, which accepts gzip.
  long wireBytes(String path) throws IOException {
    Request request =
        new Request.Builder().url(base + path).header("Accept-Encoding", "gzip").build();
    try (Response response = client.newCall(request).execute()) {
      return response.body().bytes().length;
    }
  }

  /// Sends a form as the page at `from` would: with its token.
  Page post(String from, String path, Map<String, String> fields, String... headers)
      throws IOException {
    FormBody.Builder form = new FormBody.Builder();
    form.add("token", token(from));
    fields.forEach(form::add);
    return send(new Request.Builder().url(base + path).post(form.build()), headers);
  }

  /// Sends a file in the field `file`.
  Page postFile(String from, String path, String name, String content) throws IOException {
    MultipartBody.Builder form = new MultipartBody.Builder().setType(MultipartBody.FORM);
    form.addFormDataPart("token", token(from));
    form.addFormDataPart("file", name, RequestBody.create(content.getBytes(UTF_8)));
    return send(new Request.Builder().url(base + path).post(form.build()));
  }

  /// Of the form on a page.
  private String token(String from) throws IOException {
    String text = get(from).text();
    int at = text.indexOf("name=\"token\" value=\"");
    if (at < 0) throw new IllegalStateException("no form on " + from);
    int start = at + "name=\"token\" value=\"".length();
    return text.substring(start, text.indexOf('"', start));
  }

  Page postPlain(String path, Map<String, String> fields, String... headers) throws IOException {
    FormBody.Builder form = new FormBody.Builder();
    fields.forEach(form::add);
    return send(new Request.Builder().url(base + path).post(form.build()), headers);
  }

  private Page send(Request.Builder request, String... headers) throws IOException {
    for (int i = 0; i < headers.length; i += 2) request.addHeader(headers[i], headers[i + 1]);
    try (Response response = client.newCall(request.build()).execute()) {
      return new Page(response.code(), response.body().string(), response.headers());
    }
  }

  @Override
  public void close() {
    translation.close();
    pages.close();
    server.stop();
    articles.close();
    icons.close();
    catalog.close();
    discoveries.close();
    crawls.close();
    fetcher.close();
    understanding.close();
    store.close();
  }

  private static final class Jar implements CookieJar {
    private final Map<String, Cookie> kept = new java.util.concurrent.ConcurrentHashMap<>();

    @Override
    public void saveFromResponse(HttpUrl url, List<Cookie> cookies) {
      cookies.forEach(c -> kept.put(c.name(), c));
    }

    @Override
    public List<Cookie> loadForRequest(HttpUrl url) {
      return List.copyOf(kept.values());
    }
  }
}
