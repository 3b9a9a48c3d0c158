package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// A web node beside the program that plans and stores, on one database.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class WebNodeIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String TOKEN = "AAAAAAAAAAAAAAAAAAAAAA";

  @TempDir private static Path data;
  @TempDir private static Path other;
  private static Running running;
  private static Service web;
  private static String base;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    running = new Running(data, Running.Database.POSTGRESQL);
    Settings settings =
        Settings.load(
            null, Map.of(), Map.of("data", other.toString(), "port", "0", "db", running.database));
    web = Service.start(settings, Clusters.openBeside(settings), Service.Polled.BY_ANOTHER);
    base = web.address().replaceFirst("/$", "");
  }

  @AfterAll
  static void stop() {
    web.close();
    running.close();
  }

  private static HttpResponse<String> call(
      String at, String method, String path, @Nullable String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(at + path))
            .timeout(Duration.ofSeconds(30))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) request.headers(headers);
    return running.http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpResponse<String> get(String path, String token)
      throws IOException, InterruptedException {
    return call(base, "GET", path, null, "Authorization", "Bearer " + token);
  }

  private static HttpResponse<String> logIn(String at, String password)
      throws IOException, InterruptedException {
    return call(
        at,
        "POST",
        "/login",
        "token=" + TOKEN + "&name=second&password=" + password,
        "Content-Type",
        "application/x-www-form-urlencoded",
        "Cookie",
        "freshet-token=" + TOKEN);
  }

  @Test
  @Order(1)
  void whatIsStoredIsReadHereAndSearchedByItsOwnIndex() throws Exception {
    String path = "/api/v1/entries?limit=100";
    assertThat(Running.JSON.readTree(get(path, running.first).body()))
        .isEqualTo(running.get(path, running.first).json());
    await()
        .atMost(SOON)
        .untilAsserted(() ->
            assertThat(get("/api/v1/search?q=" + Running.OF_FIRST, running.first).body())
                .contains("\"total\":3"));
    assertThat(get("/api/v1/search?q=" + Running.OF_FIRST, running.second).body())
        .contains("\"total\":0");
    assertThat(get("/api/v1/entries", "wrong").statusCode()).isEqualTo(401);
    assertThat(get("/healthz", running.first).statusCode()).isEqualTo(200);
  }

  @Test
  @Order(2)
  void whatIsChangedHereIsDoneByTheOtherAndSeenByOpenPagesHere() throws Exception {
    List<String> heard = Collections.synchronizedList(new ArrayList<>());
    HttpResponse<java.io.InputStream> open =
        running.http.send(
            HttpRequest.newBuilder(URI.create(base + "/live"))
                .header("Authorization", "Bearer " + running.first)
                .build(),
            HttpResponse.BodyHandlers.ofInputStream());
    Thread listening =
        Thread.ofVirtual()
            .start(() -> {
              try (var lines =
                  new BufferedReader(new InputStreamReader(open.body(), StandardCharsets.UTF_8))) {
                for (String l = lines.readLine(); l != null; l = lines.readLine()) heard.add(l);
              } catch (IOException e) {
                // it is closed at the end
              }
            });
    await().atMost(SOON).until(() -> heard.contains("event: hello"));
    HttpResponse<String> followed =
        call(
            base,
            "POST",
            "/api/v1/feeds",
            "{\"address\":\"" + running.feedAddress("third.xml") + "\"}",
            "Authorization",
            "Bearer " + running.first,
            "Content-Type",
            "application/json");
    assertThat(followed.statusCode()).as(followed.body()).isEqualTo(201);
    await()
        .atMost(SOON)
        .untilAsserted(() ->
            assertThat(get("/api/v1/search?q=Third", running.first).body())
                .contains("\"total\":3"));
    await().atMost(SOON).until(() -> heard.contains("event: news"));
    open.body().close();
    listening.join(Duration.ofSeconds(5));
    // What only the other knows is asked of it.
    long feed = running.feed(running.first, "third.xml");
    assertThat(get("/api/v1/feeds/" + feed + "/why", running.first).body())
        .contains("expectedEntries");
  }

  @Test
  @Order(3)
  void aSessionHoldsOnBothAndWrongPasswordsCountForBoth() throws Exception {
    HttpResponse<String> in = logIn(base, "long%20enough");
    assertThat(in.statusCode()).as(in.body()).isBetween(300, 399);
    String session =
        in.headers().allValues("Set-Cookie").stream()
            .filter(c -> c.startsWith("freshet-session="))
            .map(c -> c.replaceFirst(";.*", ""))
            .findFirst()
            .orElseThrow();
    for (String at : List.of(base, running.base)) {
      HttpResponse<String> river = call(at, "GET", "/", null, "Cookie", session);
      assertThat(river.statusCode()).isEqualTo(200);
      assertThat(river.body()).contains(Running.OF_SECOND).doesNotContain(Running.OF_FIRST);
      assertThat(call(at, "GET", "/", null).statusCode()).isBetween(300, 399);
    }
    for (int i = 0; i < 10; i++) assertThat(logIn(base, "wrong").statusCode()).isNotEqualTo(429);
    assertThat(logIn(base, "wrong").statusCode()).isEqualTo(429);
    assertThat(logIn(running.base, "wrong").statusCode()).isEqualTo(429);
  }

  /// A stranger's word about who they are is not handed on.
  @Test
  @Order(4)
  void whatOnlyAProxyMaySayIsLeftOut() throws Exception {
    HttpResponse<String> said =
        call(
            base,
            "GET",
            "/api/v1/users/me",
            null,
            "X-Forwarded-For",
            "10.0.0.1",
            "Remote-User",
            "second");
    assertThat(said.statusCode()).isEqualTo(401);
  }

  @Test
  @Order(4)
  void whatOneSignsTheOtherBelieves() {
    String address = "https://a.example/picture.png";
    assertThat(web.pictures.sign(address)).isEqualTo(running.service.pictures.sign(address));
  }

  @Test
  @Order(4)
  void aWebNodeIsOnTheOperatorsPageOfTheOther() throws Exception {
    assertThat(get("/api/v1/machines", running.first).body()).contains("\"role\":\"web\"");
    assertThat(get("/machines", running.first).body()).contains("serves pages");
  }

  @Test
  @Order(5)
  void withoutTheOtherReadingGoesOnAndChangesSayWhy() throws Exception {
    running.service.close();
    assertThat(get("/api/v1/entries", running.first).statusCode()).isEqualTo(200);
    HttpResponse<String> said =
        call(
            base,
            "POST",
            "/api/v1/tokens",
            "{\"name\":\"x\"}",
            "Authorization",
            "Bearer " + running.first);
    assertThat(said.statusCode()).isEqualTo(503);
    assertThat(said.body()).contains("controller does not answer");
  }
}
