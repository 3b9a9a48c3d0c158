package freshet.cli;

import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import freshet.account.Authenticator;
import freshet.account.TrustedAddresses;
import freshet.store.Postgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A whole Freshet on loopback with two accounts, and a publisher whose feeds they follow: one each
/// that the other does not know, and one that both follow. What is private has words of its own.
final class Running implements AutoCloseable {
  static final JsonMapper JSON = JsonMapper.builder().build();

  /// What it stores in.
  enum Database {
    SQLITE,
    POSTGRESQL
  }

  /// Stands in the titles of what only one of the two follows.
  static final String OF_FIRST = "Zinnia";

  static final String OF_SECOND = "Quillwort";

  /// The address of a PostgreSQL database; empty for SQLite.
  final String database;

  final HttpServer publisher;
  final Service service;
  final String base;
  final String first;
  final String second;
  final HttpClient http = HttpClient.newHttpClient();

  record Said(int status, String text, HttpResponse<String> whole) {
    JsonNode json() {
      return JSON.readTree(text);
    }

    String type() {
      return whole.headers().firstValue("Content-Type").orElse("");
    }
  }

  private static HttpServer publisher() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    String shared =
        "The harbour of the old town is closed for three days while divers look at the wall that"
            + " the storm of last week has damaged below the water, the harbour master said on"
            + " Monday, and ships will be sent to the next port along the coast until the repair"
            + " is done and the lights at the entrance burn again.";
    String page = "http://127.0.0.1:" + server.getAddress().getPort() + "/page/";
    server.createContext(
        "/first.xml", x -> send(x, feed(OF_FIRST + " Gazette", OF_FIRST, shared, page)));
    server.createContext(
        "/second.xml", x -> send(x, feed(OF_SECOND + " Courier", OF_SECOND, shared, page)));
    server.createContext(
        "/both.xml", x -> send(x, feed("Common Times", "Common", "Nothing.", page)));
    server.createContext(
        "/page/",
        x -> {
          String own = x.getRequestURI().getPath().endsWith("Common") ? "Nothing." : shared;
          send(x, "<html><title>A page</title><p>" + own + "</p></html>");
        });
    server.createContext("/third.xml", x -> send(x, feed("Third Leaf", "Third", "Nothing.", page)));
    server.createContext("/robots.txt", x -> send(x, "User-agent: *\nAllow: /\n"));
    server.start();
    return server;
  }

  private static void send(com.sun.net.httpserver.HttpExchange exchange, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static String feed(String title, String word, String shared, String page) {
    Instant now = Instant.now();
    StringBuilder rss = new StringBuilder("<rss version='2.0'><channel><title>" + title);
    rss.append("</title><link>http://127.0.0.1/</link><language>en</language>");
    String[] titles = {word + " harbour closed", word + " garden opens", word + " library moves"};
    for (int i = 0; i < titles.length; i++) {
      rss.append("<item><guid>").append(word).append(i).append("</guid><title>");
      rss.append(titles[i]).append("</title><description>");
      rss.append(i == 0 ? shared : word + "ish words about number " + i).append("</description>");
      if (i == 0) rss.append("<link>").append(page).append(word).append("</link>");
      rss.append("<pubDate>");
      rss.append(
          java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME.format(
              now.minusSeconds(600 + i).atOffset(java.time.ZoneOffset.UTC)));
      rss.append("</pubDate></item>");
    }
    return rss.append("</channel></rss>").toString();
  }

  Running(Path data) throws IOException, InterruptedException {
    this(data, Database.SQLITE);
  }

  Running(Path data, Database database) throws IOException, InterruptedException {
    this(data, database, true);
  }

  /// With one account and no password, as it is after the first start.
  static Running alone(Path data) throws IOException, InterruptedException {
    return new Running(data, Database.SQLITE, false);
  }

  private Running(Path data, Database database, boolean two)
      throws IOException, InterruptedException {
    publisher = publisher();
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "data", data.toString(),
                "port", "0",
                "budget", "6000/10m",
                "fetch.gap", "1ms",
                "fetch.allow-private", "true"));
    this.database = database == Database.POSTGRESQL ? Postgres.database() : "";
    if (database == Database.POSTGRESQL) settings.put("db", this.database);
    service = Service.start(Settings.load(null, Map.of(), settings));
    base = service.address().replaceFirst("/$", "");
    // On loopback nobody needs to log in until there is a password.
    first =
        call("POST", "/api/v1/tokens", null, "{\"name\":\"test\"}").json().get("token").asString();
    if (two) {
      call("PUT", "/api/v1/users/1/password", first, "{\"password\":\"long enough\"}");
      call("POST", "/api/v1/users", first, "{\"name\":\"second\",\"password\":\"long enough\"}");
    }
    second = two ? token(2) : "";
    add(first, "first.xml", "Near");
    add(first, "both.xml", null);
    if (two) {
      add(second, "second.xml", "Far");
      add(second, "both.xml", null);
    }
    List<String> tokens = two ? List.of(first, second) : List.of(first);
    for (String token : tokens) {
      await().atMost(Duration.ofSeconds(60)).until(() -> entries(token) == 6);
      await().atMost(Duration.ofSeconds(60)).until(() -> found(token) == 6);
    }
  }

  String token(long account) {
    var rules = new Authenticator.Rules(true, TrustedAddresses.NONE, null, false, false);
    return new Authenticator(service.store(), rules, InstantSource.system())
        .newToken(service.store().accounts().find(account).orElseThrow(), "test");
  }

  String feedAddress(String file) {
    return "http://127.0.0.1:" + publisher.getAddress().getPort() + "/" + file;
  }

  private void add(String token, String file, @Nullable String folder)
      throws IOException, InterruptedException {
    String body =
        "{\"address\":\"%s\"%s}"
            .formatted(feedAddress(file), folder == null ? "" : ",\"folder\":\"" + folder + "\"");
    Said said = call("POST", "/api/v1/feeds", token, body);
    if (said.status != 201) throw new AssertionError(said.text);
  }

  private long entries(String token) throws IOException, InterruptedException {
    return call("GET", "/api/v1/entries", token, null).json().get("entries").size();
  }

  private long found(String token) throws IOException, InterruptedException {
    return call("GET", "/api/v1/search?q=", token, null).json().get("total").asLong();
  }

  Said call(String method, String path, @Nullable String token, @Nullable String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(Duration.ofSeconds(30))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (token != null) request.header("Authorization", "Bearer " + token);
    if (body != null) request.header("Content-Type", "application/json");
    HttpResponse<String> said = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Said(said.statusCode(), said.body(), said);
  }

  Said get(String path, String token) throws IOException, InterruptedException {
    return call("GET", path, token, null);
  }

  /// The number of the account's feed that was published under this name.
  long feed(String token, String file) throws IOException, InterruptedException {
    for (JsonNode f : get("/api/v1/feeds", token).json().get("feeds")) {
      if (f.get("address").asString().endsWith(file)) return f.get("id").asLong();
    }
    throw new AssertionError("no feed " + file);
  }

  /// An entry of the account with a word in its title.
  long entry(String token, String word) throws IOException, InterruptedException {
    for (JsonNode e : get("/api/v1/entries", token).json().get("entries")) {
      if (e.get("title").asString().contains(word)) return e.get("id").asLong();
    }
    throw new AssertionError("no entry " + word);
  }

  @Override
  public void close() {
    http.close();
    service.close();
    publisher.stop(0);
  }
}
