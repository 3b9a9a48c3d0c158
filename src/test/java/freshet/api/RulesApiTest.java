package freshet.api;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.catalog.Catalog;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.library.Alerting;
import freshet.notify.AlertSender;
import freshet.notify.Rulebook;
import freshet.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesApiTest {
  @TempDir Path folder;
  private final InstantSource clock = InstantSource.system();
  private Store store;
  private Catalog catalog;
  private HttpFetcher fetcher;
  private ApiServer api;

  /// Where the store is: in the folder, unless a test of the same says otherwise.
  @Nullable String database() {
    return null;
  }

  @BeforeEach
  void open() {
    store = Store.open(folder, database());
    catalog = Catalog.open(store, folder, clock, ZoneOffset.UTC);
    catalog.keeper().start(new freshet.change.Changes());
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
            catalog,
            new AlertSender(store, fetcher, null, clock),
            new Rulebook.Mail(false, LocalTime.of(7, 0), ZoneOffset.UTC),
            clock);
    api =
        new ApiServer(
            store,
            clock,
            List.of(new RulesApi(new Alerting(store, catalog, rulebook, clock))::register));
  }

  @AfterEach
  void close() {
    api.close();
    fetcher.close();
    catalog.close();
    store.close();
  }

  @Test
  void aRuleIsMadeReadChangedAndRemoved() throws Exception {
    var made =
        api.send(
            "POST",
            "/api/v1/rules",
            """
            {"name": "Harbour", "query": "harbour lang:en", "actions": ["alert", "star"],
             "way": "webhook", "target": "https://hook.example/freshet"}
            """);
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.text())
        .contains("\"actions\":[\"alert\",\"star\"]", "\"way\":\"webhook\"", "\"secret\":\"");
    String place = made.location();
    assertThat(api.send("GET", place, "").text()).isEqualTo(made.text());
    var changed =
        api.send(
            "PUT",
            place,
            """
            {"name": "Harbour", "query": "harbour", "way": "ntfy", "secret": "tk",
             "target": "https://ntfy.example/mine", "enabled": false}
            """);
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.text()).contains("\"enabled\":false").doesNotContain("tk\"");
    assertThat(api.send("GET", "/api/v1/rules", "").text()).contains("\"rules\":[{");
    assertThat(api.send("DELETE", place, "").status()).isEqualTo(204);
    assertThat(api.send("GET", place, "").status()).isEqualTo(404);
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
      var answer = api.send("POST", "/api/v1/rules", wrong[0]);
      assertThat(answer.status()).as(wrong[0]).isEqualTo(400);
      assertThat(answer.text()).contains(wrong[1]);
    }
    assertThat(api.send("GET", "/api/v1/alerts?state=odd", "").text()).contains("'state'");
    assertThat(api.send("GET", "/api/v1/alerts?before=odd", "").text()).contains("'before'");
  }

  @Test
  void aTrialAndAnEmptyListOfAlertsAreAnswered() throws Exception {
    assertThat(api.send("POST", "/api/v1/rules/try", "{\"query\": \"cats -dogs\"}").text())
        .contains("\"matched\":0", "\"of\":0", "\"understood\":");
    assertThat(api.send("POST", "/api/v1/rules/try", "{\"query\": \"cats (\"}").status())
        .isEqualTo(400);
    assertThat(api.send("GET", "/api/v1/alerts?state=dead", "").text())
        .isEqualTo("{\"alerts\":[]}");
    assertThat(api.send("POST", "/api/v1/alerts/retry", "").text()).isEqualTo("{\"again\":0}");
    assertThat(api.send("POST", "/api/v1/alerts/7/retry", "").status()).isEqualTo(404);
  }
}
