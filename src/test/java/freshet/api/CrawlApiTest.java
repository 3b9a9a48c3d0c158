package freshet.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import freshet.api.ApiServer.Said;
import freshet.crawl.CrawlSettings;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.http.Json;
import freshet.jobs.Crawls;
import freshet.library.Libraries;
import freshet.store.Store;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Crawls of a loopback site that are begun, watched, held up and forgotten by the API's calls.
final class CrawlApiTest {
  private static final String CRAWLS = "/api/v1/crawls";
  private static final int PAGES = 20;
  private static final String NEWS =
      "<html lang=en><title>The ferry</title><article><p>Sailors repaired the ferry in the harbour"
          + " and the captain waited for a new engine. The ferry carried passengers to the island."
          + "</p></article></html>";

  @TempDir Path folder;
  private final InstantSource clock = InstantSource.system();
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

  /// How many pages under `/slow/` may still be answered.
  private final Semaphore slow = new Semaphore(0);

  private HttpServer site;
  private Store store;
  private HttpFetcher fetcher;
  private Crawls crawls;
  private ApiServer api;

  @BeforeEach
  void open() throws IOException {
    site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    site.createContext("/", this::answer);
    site.start();
    store = Store.open(folder, null);
    fetcher =
        new HttpFetcher(
            new Identity("Freshet", "1", null),
            FetchLimits.DEFAULT,
            new Network(null, true),
            new Politeness(Duration.ZERO, true),
            clock,
            new Random(1));
    crawls = new Crawls(folder.resolve("crawls"), fetcher, CrawlSettings.DEFAULT, clock);
    crawls.start();
    Libraries libraries = Libraries.offline(store, clock, folder);
    libraries.crawls = crawls;
    var exploring = libraries.build().exploring();
    api =
        new ApiServer(
            store,
            clock,
            List.of(new CrawlApi(exploring)::register, new JobsApi(exploring)::register));
  }

  @AfterEach
  void close() {
    slow.release(10 * PAGES);
    api.close();
    crawls.close();
    fetcher.close();
    store.close();
    site.stop(0);
  }

  /// Folders of pages, each of which links to the next two; what is not there is missing.
  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    try (exchange) {
      if (path.equals("/feed") || path.startsWith("/news/")) {
        send(exchange, path.equals("/feed") ? feed() : NEWS);
        return;
      }
      if (!path.matches("/(quick|slow)/\\d+")) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      asked.add(path);
      if (path.startsWith("/slow/")) slow.acquireUninterruptibly();
      String directory = path.substring(0, path.lastIndexOf('/') + 1);
      int number = Integer.parseInt(path.substring(directory.length()));
      StringBuilder page = new StringBuilder("<html lang=en><title>");
      page.append(number == 7 ? "Lighthouse" : "Page " + number).append("</title><p>");
      Random words = new Random(path.hashCode());
      for (int i = 0; i < 60; i++) page.append(Long.toString(words.nextLong(), 36)).append(' ');
      for (int next = 2 * number + 1; next <= 2 * number + 2 && next < PAGES; next++) {
        page.append("<a href=").append(directory).append(next).append(">next</a> ");
      }
      send(exchange, page.toString());
    }
  }

  private static void send(HttpExchange exchange, String page) throws IOException {
    byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private String feed() {
    return "<rss version='2.0'><channel><title>News</title><item><title>The ferry</title><link>"
        + url("/news/1")
        + "</link></item></channel></rss>";
  }

  private String url(String path) {
    return "http://127.0.0.1:" + site.getAddress().getPort() + path;
  }

  /// Begins a crawl; the path of its call.
  private String begin(String start) throws IOException, InterruptedException {
    Said begun = api.send("POST", CRAWLS, "{\"starts\": [\"" + url(start) + "\"]}");
    assertThat(begun.status()).as(begun.text()).isEqualTo(201);
    assertThat(begun.json().get("state").asString()).isIn("running", "done");
    assertThat(begun.location()).isEqualTo(CRAWLS + "/" + begun.json().get("id").asInt());
    return begun.location();
  }

  private JsonNode look(String place) throws IOException, InterruptedException {
    Said said = api.send("GET", place, "");
    assertThat(said.status()).as(said.text()).isEqualTo(200);
    return said.json();
  }

  private void awaitEnd(String place) {
    await().until(() -> look(place).get("state").asString().equals("done"));
  }

  private String change(String place, String state) throws IOException, InterruptedException {
    Said said = api.send("PATCH", place, "{\"state\": \"" + state + "\"}");
    assertThat(said.status()).as(said.text()).isEqualTo(200);
    return said.json().get("state").asString();
  }

  private long askedUnder(String directory) {
    synchronized (asked) {
      return asked.stream().filter(path -> path.startsWith(directory)).count();
    }
  }

  @Test
  void aCrawlIsBegunAndLookedAtUntilItIsDone() throws Exception {
    String place = begin("/quick/0");
    awaitEnd(place);
    JsonNode done = look(place);
    assertThat(done.get("mode").asString()).isEqualTo("link");
    assertThat(done.get("starts").asInt()).isEqualTo(1);
    assertThat(done.get("pages").asInt()).isEqualTo(PAGES);
    assertThat(done.get("failed").asInt()).isZero();
    assertThat(done.get("waiting").asInt()).isZero();
    assertThat(done.get("troubles")).isEmpty();
    assertThat(asked).hasSize(PAGES).doesNotHaveDuplicates();
  }

  @Test
  void allCrawlsAreListedTheNewestFirst() throws Exception {
    assertThat(api.send("GET", CRAWLS, "").text()).isEqualTo("{\"crawls\":[]}");
    begin("/quick/0");
    String second = begin("/quick/19");
    awaitEnd(second);
    JsonNode all = look(CRAWLS).get("crawls");
    assertThat(all.valueStream().map(c -> c.get("id").asInt())).containsExactly(2, 1);
    assertThat(all.get(0).get("pages").asInt()).isEqualTo(1);
  }

  @Test
  void aCrawlIsOneOfTheJobsAndCanBePausedThere() throws Exception {
    assertThat(api.send("GET", "/api/v1/jobs", "").text()).isEqualTo("{\"jobs\":[]}");
    begin("/slow/0");
    await().until(() -> askedUnder("/slow/") == 1);
    JsonNode job = look("/api/v1/jobs").get("jobs").get(0);
    assertThat(job.get("name").asString()).isEqualTo("crawl-1");
    assertThat(job.get("state").asString()).isEqualTo("running");
    assertThat(job.get("doing").asString()).isEqualTo("pages");
    assertThat(job.get("done").asInt()).isZero();
    assertThat(change("/api/v1/jobs/crawl-1", "paused")).isEqualTo("paused");
    assertThat(change("/api/v1/jobs/crawl-1", "stopped")).isEqualTo("stopped");
    assertThat(api.send("PATCH", "/api/v1/jobs/crawl-2", "{\"state\":\"paused\"}").status())
        .isEqualTo(404);
  }

  @Test
  void thePagesAreGivenInPartsAndByTheirWords() throws Exception {
    String place = begin("/quick/0");
    awaitEnd(place);
    List<String> parts = new ArrayList<>();
    for (int from = 0; from <= PAGES; from += 8) {
      look(place + "/pages?from=" + from + "&most=8")
          .get("pages")
          .forEach(page -> parts.add(page.get("url").asString()));
    }
    assertThat(parts).hasSize(PAGES).doesNotHaveDuplicates().contains(url("/quick/19"));
    JsonNode found = look(place + "/pages?q=lighthouse").get("pages");
    assertThat(found).hasSize(1);
    assertThat(found.get(0).get("url").asString()).isEqualTo(url("/quick/7"));
    assertThat(look(place + "/pages?q=harbour").get("pages")).isEmpty();
    assertThat(look(place + "/pages?topic=news").get("pages")).isEmpty();
  }

  @Test
  void theWordsOfFeedsArticlesAreGivenWithTheirKinds() throws Exception {
    String body = "{\"mode\":\"rss\",\"starts\":[\"sea=" + url("/feed") + "\"]}";
    String place = api.send("POST", CRAWLS, body).location();
    awaitEnd(place);
    JsonNode first = look(place + "/words?kind=noun&most=1").get("words").get(0);
    assertThat(first.toString())
        .isEqualTo(
            "{\"topic\":\"sea\",\"root\":\"ferri\",\"kind\":\"noun\",\"times\":2,\"pages\":1}");
    JsonNode verbs = look(place + "/words?kind=verb&topic=SEA").get("words");
    assertThat(verbs.valueStream().map(w -> w.get("root").asString())).contains("repair", "wait");
    assertThat(look(place + "/words?topic=land").get("words")).isEmpty();
    assertThat(api.send("GET", place + "/words?format=csv", "").text())
        .startsWith("topic,root,kind,times,pages\nsea,ferri,noun,2,1\n");
    JsonNode page = look(place + "/pages").get("pages").get(0);
    assertThat(page.get("kinds")).hasSameSizeAs(page.get("roots"));
    assertThat(api.send("GET", place + "/words?kind=adverb", "").status()).isEqualTo(400);
    assertThat(look(begin("/quick/19") + "/words").get("words")).as("other robots").isEmpty();
  }

  @Test
  void theCountersAreStreamedUntilTheEnd() throws Exception {
    String place = begin("/quick/0");
    awaitEnd(place);
    String events = api.send("GET", place + "/events", "").text();
    assertThat(events).startsWith("event: progress\ndata: {").contains("event: end\ndata: {");
    String last = events.substring(events.lastIndexOf("data: ") + 6);
    assertThat(Json.MAPPER.readTree(last).get("pages").asInt()).isEqualTo(PAGES);
  }

  @Test
  void aPausedCrawlAsksForNothingAndGoesOnWhereItWas() throws Exception {
    String place = begin("/slow/0");
    slow.release(3);
    await().until(() -> askedUnder("/slow/") == 4);
    assertThat(change(place, "paused")).isEqualTo("paused");
    slow.release(PAGES);
    await().until(() -> look(place).get("hosts").asInt() == 0);
    // As long as another crawl of the same host takes.
    awaitEnd(begin("/quick/0"));
    assertThat(askedUnder("/slow/")).isEqualTo(4);
    assertThat(look(place).get("state").asString()).isEqualTo("paused");
    assertThat(look(place).get("waiting").asInt()).isPositive();
    assertThat(change(place, "running")).isEqualTo("running");
    awaitEnd(place);
    assertThat(look(place).get("pages").asInt()).isEqualTo(PAGES);
    assertThat(asked).hasSize(2 * PAGES).doesNotHaveDuplicates();
  }

  @Test
  void aStoppedCrawlEndsItsEventsAndCanBeTakenUpAgain() throws Exception {
    String place = begin("/slow/0");
    slow.release(3);
    await().until(() -> askedUnder("/slow/") == 4);
    assertThat(change(place, "stopped")).isEqualTo("stopped");
    assertThat(api.send("GET", place + "/events", "").text()).contains("event: end");
    // The page in flight is not answered yet: the run that was stopped has not ended.
    long before = System.nanoTime();
    assertThat(change(place, "running")).isEqualTo("running");
    assertThat(look(place).get("state").asString()).isEqualTo("running");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
    assertThat(askedUnder("/slow/")).isEqualTo(4);
    slow.release();
    await().until(() -> askedUnder("/slow/") == 5);
    assertThat(look(place).get("state").asString()).isEqualTo("running");
    slow.release(PAGES);
    awaitEnd(place);
    assertThat(look(place + "/pages").get("pages")).hasSize(PAGES);
    assertThat(asked).hasSize(PAGES).doesNotHaveDuplicates();
    assertThat(change(place, "stopped")).as("what is done stays done").isEqualTo("done");
  }

  @Test
  void aForgottenCrawlIsGoneWithItsPages() throws Exception {
    String place = begin("/quick/0");
    awaitEnd(place);
    assertThat(folder.resolve("crawls/1")).isDirectory();
    assertThat(api.send("DELETE", place, "").status()).isEqualTo(204);
    assertThat(folder.resolve("crawls/1")).doesNotExist();
    assertThat(api.send("GET", place, "").status()).isEqualTo(404);
    assertThat(api.send("GET", CRAWLS, "").text()).isEqualTo("{\"crawls\":[]}");
  }

  @Test
  void aCrawlThatIsNotThereIsSaidToBeMissing() throws Exception {
    String[][] calls = {
      {"GET", "/7"}, {"PATCH", "/7"}, {"DELETE", "/7"}, {"GET", "/7/pages"}, {"GET", "/7/events"},
    };
    for (String[] call : calls) {
      Said said = api.send(call[0], CRAWLS + call[1], "{\"state\": \"paused\"}");
      assertThat(said.status()).as(call[0] + call[1]).isEqualTo(404);
      assertThat(said.json().get("detail").asString()).isEqualTo("There is no crawl 7");
    }
    assertThat(api.send("GET", CRAWLS + "/seven", "").status()).isEqualTo(400);
    assertThat(api.send("GET", CRAWLS + "/99999999999", "").status()).isEqualTo(404);
  }

  @Test
  void aWrongWishIsNamedAndBeginsNothing() throws Exception {
    String start = "\"starts\": [\"" + url("/quick/0") + "\"]";
    String[][] bodies = {
      {"[]", "JSON object"},
      {"{", "JSON"},
      {"{}", "'starts': must be given"},
      {"{\"starts\": []}", "nothing to crawl"},
      {"{\"starts\": [\"  \"]}", "nothing to crawl"},
      {"{\"starts\": \"x\"}", "'starts'"},
      {"{\"starts\": [7]}", "'starts'"},
      {"{" + start + ", \"mode\": \"fast\"}", "'mode'"},
      {"{" + start + ", \"mode\": \"topic\"}", "needs the topic's words"},
      {"{" + start + ", \"words\": \"cat\"}", "'words'"},
      {"{" + start + ", \"threshold\": 0}", "'threshold'"},
      {"{" + start + ", \"within\": 1}", "'within'"},
      {"{" + start + ", \"maxPages\": 0}", "'maxPages'"},
      {"{" + start + ", \"maxPages\": 1.5}", "'maxPages'"},
      {"{" + start + ", \"maxTime\": \"soon\"}", "'maxTime'"},
      {"{" + start + ", \"maxDepth\": 60001}", "'maxDepth'"},
      {"{" + start + ", \"speed\": 9}", "'speed'"},
    };
    for (String[] body : bodies) {
      Said said = api.send("POST", CRAWLS, body[0]);
      assertThat(said.status()).as(body[0]).isEqualTo(400);
      assertThat(said.json().get("detail").asString()).as(body[0]).contains(body[1]);
    }
    assertThat(crawls.all()).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void wrongParametersOfACrawlThatIsThereAreNamed() throws Exception {
    String place = begin("/quick/19");
    for (String query : List.of("most=0", "most=1001", "from=-1", "from=x", "q=", "sort=url")) {
      Said said = api.send("GET", place + "/pages?" + query, "");
      assertThat(said.status()).as(query).isEqualTo(400);
      String name = query.substring(0, query.indexOf('='));
      assertThat(said.json().get("detail").asString()).contains("'" + name + "'");
    }
    for (String body : List.of("{}", "{\"state\": \"done\"}", "{\"state\": 1}")) {
      Said said = api.send("PATCH", place, body);
      assertThat(said.status()).as(body).isEqualTo(400);
      assertThat(said.json().get("detail").asString()).contains("'state'");
    }
    awaitEnd(place);
  }

  @Test
  void aStartThatIsNoAddressIsTroubleOfItsOwnAndTheOthersAreCrawled() throws Exception {
    String starts = "[\"no address\", \"" + url("/quick/19") + "\", \"" + url("/gone") + "\"]";
    Said begun = api.send("POST", CRAWLS, "{\"starts\": " + starts + "}");
    assertThat(begun.status()).as(begun.text()).isEqualTo(201);
    awaitEnd(begun.location());
    JsonNode done = look(begun.location());
    assertThat(done.get("pages").asInt()).isEqualTo(1);
    assertThat(done.get("troubles").toString()).contains("no address", "/gone");
  }

  @Test
  void onlyTheFirstAccountMayCrawl() throws Exception {
    var other = store.accounts().add("other", null, clock.instant()).orElseThrow();
    String token = ApiServer.authenticator(store, clock).newToken(other, "test");
    String place = begin("/quick/0");
    awaitEnd(place);
    String body = "{\"starts\": [\"" + url("/slow/0") + "\"]}";
    String[][] calls = {
      {"GET", CRAWLS, ""},
      {"POST", CRAWLS, body},
      {"GET", place, ""},
      {"PATCH", place, "{\"state\": \"stopped\"}"},
      {"DELETE", place, ""},
      {"GET", place + "/pages", ""},
      {"GET", place + "/events", ""},
    };
    for (String[] call : calls) {
      Said said = api.send(call[0], call[1], call[2], token);
      assertThat(said.status()).as(call[0] + " " + call[1]).isEqualTo(403);
      assertThat(said.text()).doesNotContain("/quick/");
    }
    assertThat(crawls.all()).hasSize(1);
    assertThat(look(place).get("state").asString()).isEqualTo("done");
    assertThat(askedUnder("/slow/")).isZero();
  }
}
