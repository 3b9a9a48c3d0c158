package freshet.web;

import freshet.account.Entrance;
import freshet.crawl.CrawlSettings;
import freshet.discover.Describer;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.pipeline.AlertSender;
import freshet.pipeline.Announcer;
import freshet.pipeline.Crawls;
import freshet.pipeline.Discoveries;
import freshet.pipeline.EntryFinder;
import freshet.pipeline.Hub;
import freshet.pipeline.Laboratory;
import freshet.pipeline.OutFeeds;
import freshet.pipeline.Rulebook;
import freshet.pipeline.Searching;
import freshet.search.Wish.Order;
import freshet.store.Store;
import io.javalin.Javalin;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import okhttp3.Cookie;
import okhttp3.CookieJar;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/// The pages on a free port of loopback over a real store, and a browser without a screen.
final class Site implements AutoCloseable {
  final Store store;
  final Announcer announcer = new Announcer();
  final FakeActions actions;
  final Samples samples;
  final Discoveries discoveries;
  final Crawls crawls;
  final FakeWeb web = new FakeWeb();
  final String base;
  final Searching searching;
  private final HttpFetcher fetcher;
  private final Pages pages;
  private final Javalin server;
  private final OkHttpClient client;

  Site(Path folder, InstantSource clock) {
    this(folder, clock, 0);
  }

  Site(Path folder, InstantSource clock, int port) {
    this(folder, clock, port, store -> new Entrance(store, Entrance.Rules.MACHINE, clock));
  }

  Site(Path folder, InstantSource clock, int port, Function<Store, Entrance> door) {
    store = Store.open(folder, null);
    actions = new FakeActions(store, clock);
    actions.laboratory = new Laboratory(store, folder.resolve("laboratory"));
    samples = new Samples(store, clock.instant());
    searching = Searching.open(store, folder, clock, ZoneId.of("UTC"));
    searching.keeper().start(announcer);
    discoveries =
        new Discoveries(
            folder.resolve("discoveries"),
            web,
            new FeedParser(ParseLimits.DEFAULT),
            new Describer(_ -> null),
            null,
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
    actions.hub = new Hub(store, new OutFeeds(store, searching, true), fetcher, clock);
    actions.rulebook =
        new Rulebook(
            store,
            searching,
            new AlertSender(store, fetcher, null, clock),
            new Rulebook.Mail(false, LocalTime.of(7, 0), ZoneId.of("UTC")),
            clock);
    pages =
        new Pages(
            store,
            actions,
            discoveries,
            crawls,
            announcer,
            searching,
            clock,
            new Pages.Place("1.2.3", ZoneId.of("UTC"), true, Set.of()),
            door.apply(store));
    server =
        Javalin.create(config -> {
          config.startup.showJavalinBanner = false;
          config.concurrency.useVirtualThreads = true;
          pages.register(config);
          config.routes.get(
              "/picture/{n}",
              ctx -> ctx.contentType("image/svg+xml").result(Samples.picture(ctx.pathParam("n"))));
          config.routes.post("/api/v1/echo", ctx -> ctx.result("done"));
          config.routes.get("/api/v1/none", ctx -> ctx.status(404).result("{}"));
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

  /// Waits until everything that is stored can be found.
  void indexed() {
    searching.keeper().changed(List.of());
    org.awaitility.Awaitility.await()
        .atMost(java.time.Duration.ofSeconds(20))
        .until(() ->
            searching.finder().find(new EntryFinder.Request("", Order.NEWEST, false, 0, 1)).total()
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

  /// How much the body of an answer weighs for a browser, which accepts gzip.
  long wireBytes(String path) throws IOException {
    Request request =
        new Request.Builder().url(base + path).header("Accept-Encoding", "gzip").build();
    try (Response response = client.newCall(request).execute()) {
      return response.body().bytes().length;
    }
  }

  /// Sends a form as the page at `from` would: with its token.
  Page post(String from, String path, Map<String, String> fields) throws IOException {
    String text = get(from).text();
    int at = text.indexOf("name=\"token\" value=\"");
    if (at < 0) throw new IllegalStateException("no form on " + from);
    int start = at + "name=\"token\" value=\"".length();
    FormBody.Builder form = new FormBody.Builder();
    form.add("token", text.substring(start, text.indexOf('"', start)));
    fields.forEach(form::add);
    return send(new Request.Builder().url(base + path).post(form.build()));
  }

  Page postPlain(String path, Map<String, String> fields, String... headers) throws IOException {
    FormBody.Builder form = new FormBody.Builder();
    fields.forEach(form::add);
    return send(new Request.Builder().url(base + path).post(form.build()), headers);
  }

  private Page send(Request.Builder request, String... headers) throws IOException {
    for (int i = 0; i < headers.length; i += 2) request.header(headers[i], headers[i + 1]);
    try (Response response = client.newCall(request.build()).execute()) {
      return new Page(response.code(), response.body().string(), response.headers());
    }
  }

  @Override
  public void close() {
    pages.close();
    server.stop();
    searching.close();
    discoveries.close();
    crawls.close();
    fetcher.close();
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
