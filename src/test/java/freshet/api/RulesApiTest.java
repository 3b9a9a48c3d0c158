package freshet.api;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.pipeline.AlertSender;
import freshet.pipeline.Rulebook;
import freshet.pipeline.Searching;
import freshet.store.Store;
import io.javalin.Javalin;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RulesApiTest {
  @TempDir Path folder;
  private final InstantSource clock = InstantSource.system();
  private final HttpClient client = HttpClient.newHttpClient();
  private Store store;
  private Searching searching;
  private HttpFetcher fetcher;
  private Javalin server;

  @BeforeEach
  void open() {
    store = Store.open(folder, null);
    searching = Searching.open(store, folder, clock, ZoneOffset.UTC);
    searching.keeper().start(new freshet.pipeline.Announcer());
    fetcher =
        new HttpFetcher(
            new Identity("Freshet", "1", null),
            FetchLimits.DEFAULT,
            new Network(null, false),
            new Politeness(Duration.ZERO, false),
            clock,
            new Random(1));
    Rulebook rulebook =
        new Rulebook(
            store,
            searching,
            new AlertSender(store, fetcher, null, clock),
            new Rulebook.Mail(false, LocalTime.of(7, 0), ZoneOffset.UTC),
            clock);
    server =
        Javalin.create(config -> {
          config.startup.showJavalinBanner = false;
          new RulesApi(rulebook, store, clock).register(config);
          config.routes.exception(
              Problem.class, (e, ctx) -> ctx.status(e.status).result("" + e.getMessage()));
        });
    server.start("127.0.0.1", 0);
  }

  @AfterEach
  void close() {
    server.stop();
    client.close();
    fetcher.close();
    searching.close();
    store.close();
  }

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  @Test
  void aRuleIsMadeReadChangedAndRemoved() throws Exception {
    var made =
        send(
            "POST",
            "/api/v1/rules",
            """
            {"name": "Harbour", "query": "harbour lang:en", "actions": ["alert", "star"],
             "way": "webhook", "target": "https://hook.example/freshet"}
            """);
    assertThat(made.statusCode()).isEqualTo(201);
    assertThat(made.body())
        .contains("\"actions\":[\"alert\",\"star\"]", "\"way\":\"webhook\"", "\"secret\":\"");
    String place = made.headers().firstValue("Location").orElseThrow();
    assertThat(send("GET", place, "").body()).isEqualTo(made.body());
    var changed =
        send(
            "PUT",
            place,
            """
            {"name": "Harbour", "query": "harbour", "way": "ntfy", "secret": "tk",
             "target": "https://ntfy.example/mine", "enabled": false}
            """);
    assertThat(changed.statusCode()).isEqualTo(200);
    assertThat(changed.body()).contains("\"enabled\":false").doesNotContain("tk\"");
    assertThat(send("GET", "/api/v1/rules", "").body()).contains("\"rules\":[{");
    assertThat(send("DELETE", place, "").statusCode()).isEqualTo(204);
    assertThat(send("GET", place, "").statusCode()).isEqualTo(404);
  }

  @Test
  void wrongRulesAndParametersAreNamed() throws Exception {
    for (String[] wrong :
        new String[][] {
          {"[]", "JSON object"},
          {"{\"query\": \"x\"}", "'name'"},
          {"{\"name\": \"n\"}", "'query'"},
          {"{\"name\": \"n\", \"query\": \"x\", \"way\": \"pigeon\"}", "'way'"},
          {"{\"name\": \"n\", \"query\": \"x\", \"actions\": [\"burn\"]}", "'actions'"},
          {"{\"name\": \"n\", \"query\": \"x\", \"actions\": 7}", "'actions'"},
          {"{\"name\": \"n\", \"query\": \"x\", \"enabled\": \"yes\"}", "'enabled'"},
          {
            "{\"name\": \"n\", \"query\": \"x\", \"way\": \"email\", \"target\": \"a@b.c\"}", "smtp"
          },
        }) {
      var answer = send("POST", "/api/v1/rules", wrong[0]);
      assertThat(answer.statusCode()).as(wrong[0]).isEqualTo(400);
      assertThat(answer.body()).contains(wrong[1]);
    }
    assertThat(send("GET", "/api/v1/alerts?state=odd", "").body()).contains("'state'");
    assertThat(send("GET", "/api/v1/alerts?before=odd", "").body()).contains("'before'");
  }

  @Test
  void aTrialAndAnEmptyListOfAlertsAreAnswered() throws Exception {
    assertThat(send("POST", "/api/v1/rules/try", "{\"query\": \"cats (\"}").body())
        .contains("\"matched\":0", "\"of\":0", "\"understood\":");
    assertThat(send("GET", "/api/v1/alerts?state=dead", "").body()).isEqualTo("{\"alerts\":[]}");
    assertThat(send("POST", "/api/v1/alerts/retry", "").body()).isEqualTo("{\"again\":0}");
    assertThat(send("POST", "/api/v1/alerts/7/retry", "").statusCode()).isEqualTo(404);
  }
}
