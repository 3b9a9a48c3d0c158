package freshet.readerapi;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.account.Authenticator;
import freshet.account.Secrets;
import freshet.api.ApiServer;
import freshet.article.ArticleFetcher;
import freshet.article.LocalPages;
import freshet.article.Pace;
import freshet.change.Changes;
import freshet.fetch.Fetcher;
import freshet.library.Libraries;
import freshet.library.Library;
import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.ParsedFeed.Enclosure;
import freshet.model.Validators;
import freshet.store.QueryPlans;
import freshet.store.Store;
import freshet.web.Samples;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The APIs of readers' apps over a real store: two feeds, four entries, an account with a token.
abstract class ReaderHouse {
  static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  static final JsonMapper JSON = JsonMapper.builder().build();
  static final String STATE = "user/-/state/com.google/";

  /// Queries that may read a large table whole.
  private static final Map<String, String> WHOLE = Map.of();

  @TempDir Path folder;
  Store store;
  QueryPlans plans;
  Samples samples;
  ApiServer server;
  String base;
  String token;
  long news;
  long blog;
  List<Long> newsIds;
  long blogId;

  /// Fetches pages behind entries once it is started.
  ArticleFetcher articles;

  final List<String> pagesAsked = new CopyOnWriteArrayList<>();

  final OkHttpClient client = new OkHttpClient();

  /// Where the store is: in the folder, unless a test of the same says otherwise.
  @Nullable String database() {
    return null;
  }

  @BeforeEach
  void open() {
    store = Store.open(folder, database());
    plans = new QueryPlans(store);
    InstantSource clock = InstantSource.fixed(NOW);
    samples = new Samples(store, NOW);
    news = samples.feed("https://news.example/feed", "News & more");
    blog = samples.feed("https://blog.example/feed", null);
    newsIds =
        samples.poll(
            news,
            "The News",
            NOW.minusSeconds(100),
            Text.of("One <b>", "e", NOW.minusSeconds(300)).html("<p>Text one</p>"),
            Text.of("Two", "e", NOW.minusSeconds(200))
                .with(new Enclosure("https://news.example/a.mp3", "audio/mpeg", 7L)),
            Text.of("Three", "e", NOW.minusSeconds(150)));
    blogId =
        samples
            .poll(blog, "A Blog", NOW.minusSeconds(50), Text.of("Post", "e", NOW.minusSeconds(60)))
            .getFirst();
    Authenticator authenticator = ApiServer.authenticator(store, clock);
    token = authenticator.newToken(store.accounts().find(1).orElseThrow(), "test");
    Libraries libraries = Libraries.on(request -> page(request.url()), store, clock, folder);
    articles = articles(clock);
    libraries.articles = articles;
    Library library = libraries.build();
    server =
        new ApiServer(
            store,
            clock,
            List.of(
                new ReaderApi(library, authenticator, clock)::register,
                new FeverApi(library, authenticator)::register,
                new MinifluxApi(library, authenticator)::register));
    base = server.base;
  }

  /// A web where each address that ends in `/rss` is a feed, and no other is anything.
  private static FetchOutcome page(FeedUrl url) {
    boolean feed = url.toString().endsWith("/rss");
    Answer answer =
        new Answer(
            feed ? 200 : 404,
            url,
            null,
            Validators.NONE,
            null,
            null,
            null,
            100,
            NOW,
            Duration.ZERO);
    if (!feed) return new FetchOutcome.Refused(404, null, answer);
    String rss =
        "<rss version='2.0'><channel><title>T</title><item><guid>1</guid></item></channel></rss>";
    return new FetchOutcome.Fetched(
        rss.getBytes(StandardCharsets.UTF_8), "application/rss+xml", 1, answer);
  }

  private ArticleFetcher articles(InstantSource clock) {
    Fetcher web =
        request -> {
          pagesAsked.add(request.url().toString());
          return page(request.url());
        };
    return new ArticleFetcher(
        store, new LocalPages(web), null, new Changes(), Pace.FREE, _ -> {}, clock);
  }

  @AfterEach
  void close() throws SQLException {
    articles.close();
    assertThat(plans.whole(WHOLE)).as("queries that read a large table whole").isEmpty();
    server.close();
    store.close();
  }

  record Said(int status, String text) {
    JsonNode json() {
      return JSON.readTree(text);
    }
  }

  Said send(Request.Builder request) throws IOException {
    try (Response answer = client.newCall(request.build()).execute()) {
      return new Said(answer.code(), answer.body().string());
    }
  }

  Request.Builder to(String path) {
    return new Request.Builder()
        .url(base + path)
        .header("Authorization", "GoogleLogin auth=me/" + token);
  }

  Said get(String path) throws IOException {
    return send(to("/api/greader.php/reader/api/0/" + path));
  }

  Said post(String path, String... fields) throws IOException {
    return send(to("/reader/api/0/" + path).post(form(fields)));
  }

  static FormBody form(String... fields) {
    FormBody.Builder form = new FormBody.Builder();
    for (int i = 0; i < fields.length; i += 2) form.add(fields[i], fields[i + 1]);
    return form.build();
  }

  static String item(long id) {
    return "tag:google.com,2005:reader/item/"
        + String.format(Locale.ROOT, "%016x", 1_000_000_000_000_000L + id);
  }

  List<Long> ids(String query) throws IOException {
    List<Long> ids = new ArrayList<>();
    get("stream/items/ids?output=json&" + query)
        .json()
        .get("itemRefs")
        .forEach(i -> ids.add(entry(Long.parseLong(i.get("id").stringValue()))));
    return ids;
  }

  /// The entry that an app means by a number.
  static long entry(long id) {
    return id >= 1_000_000_000_000_000L ? id - 1_000_000_000_000_000L : id;
  }

  Said fever(String query, String... fields) throws IOException {
    FormBody.Builder form = new FormBody.Builder();
    form.add("api_key", Secrets.feverKey("me", token));
    for (int i = 0; i < fields.length; i += 2) form.add(fields[i], fields[i + 1]);
    HttpUrl url = HttpUrl.get(base + "/fever/?api" + query);
    return send(new Request.Builder().url(url).post(form.build()));
  }
}
