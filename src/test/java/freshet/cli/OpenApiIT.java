package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import freshet.cli.Running.Said;
import freshet.model.Account;
import freshet.model.Rule;
import freshet.store.Rules;
import freshet.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The OpenAPI document against the running server: the same calls, and answers as it says.
@ParameterizedClass
@EnumSource(Running.Database.class)
@SuppressWarnings("NullAway.Init") // set before each run of the class
final class OpenApiIT {
  @TempDir static Path folder;
  @Parameter Running.Database database;
  private static Running freshet;
  private static JsonNode document;

  @BeforeParameterizedClassInvocation
  static void start(Running.Database database) throws IOException, InterruptedException {
    freshet = new Running(folder.resolve(database.name()), database);
    document = freshet.get("/api/v1/openapi.json", freshet.first).json();
    close(document.get("components").get("schemas"));
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    freshet.close();
  }

  /// Readers must put up with fields that are not known yet; the test must not.
  private static void close(JsonNode schemas) {
    for (JsonNode s : schemas) ((ObjectNode) s).put("additionalProperties", false);
  }

  private static Set<String> documented() {
    Set<String> all = new TreeSet<>();
    for (var path : document.get("paths").properties()) {
      for (var call : path.getValue().properties()) {
        all.add(call.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
      }
    }
    return all;
  }

  @Test
  void everyRouteIsInTheDocumentAndNothingElse() {
    Set<String> routes = new TreeSet<>();
    for (var handler : freshet.service.server().unsafe.internalRouter.allHttpHandlers()) {
      String path = handler.endpoint.path;
      if (path.startsWith("/api/v1")) routes.add(handler.endpoint.method.name() + " " + path);
    }
    assertThat(documented()).isEqualTo(routes).hasSizeGreaterThan(60);
  }

  private static void check(JsonNode schema, Said said, String call) {
    ObjectNode whole = ((ObjectNode) schema).deepCopy();
    whole.set("components", document.get("components"));
    Schema compiled =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(whole);
    assertThat(compiled.validate(said.json())).as(call + "\n" + said.text()).isEmpty();
  }

  /// Makes a call and compares the answer with what the document says of it.
  private static Said made(String method, String path, String sent, String body, Set<String> done)
      throws IOException, InterruptedException {
    String call = method + " " + path;
    JsonNode responses =
        document.get("paths").get(path).get(method.toLowerCase(Locale.ROOT)).get("responses");
    Said said = freshet.call(method, sent, freshet.first, body.isEmpty() ? null : body);
    assertThat(said.status()).as(call + " " + said.text()).isBetween(200, 299);
    JsonNode answer = responses.get(Integer.toString(said.status()));
    assertThat(answer).as(call + " answers " + said.status()).isNotNull();
    JsonNode content = answer.get("content");
    if (content == null) {
      assertThat(said.text()).as(call).isEmpty();
    } else {
      String type = said.type().replaceFirst(";.*", "");
      assertThat(content.has(type)).as(call + " answers " + type).isTrue();
      if (type.equals("application/json")) {
        check(content.get(type).get("schema"), said, call);
        if (method.equals("GET")) unchanged(sent, said, call);
      }
    }
    done.add(call);
    return said;
  }

  /// What has not changed is not sent again. The calls before may still be at work in the
  /// background (the index is built anew, an entry is reviewed), so the last tag is asked for until
  /// it holds.
  private static void unchanged(String path, Said said, String call) {
    String tag = said.whole().headers().firstValue("ETag").orElse("none");
    assertThat(tag).as(call).startsWith("W/\"");
    // Schedules move on by themselves; the rest stands still while nothing is polled.
    if (path.matches(".*/(why|schedule|discoveries.*|crawls.*|jobs|freshness|alerts)")) return;
    var last = new AtomicReference<>(tag);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> {
          var again = asked(path, Objects.requireNonNull(last.get()));
          last.set(again.headers().firstValue("ETag").orElse("none"));
          assertThat(again.statusCode()).as(call + " again").isEqualTo(304);
          assertThat(again.body()).isEmpty();
        });
  }

  private static java.net.http.HttpResponse<String> asked(String path, String tag)
      throws IOException, InterruptedException {
    return freshet.http.send(
        java.net.http.HttpRequest.newBuilder(java.net.URI.create(freshet.base + path))
            .header("Authorization", "Bearer " + freshet.first)
            .header("If-None-Match", tag)
            .build(),
        java.net.http.HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void everyAnswerIsAsTheDocumentSays() throws IOException, InterruptedException {
    Set<String> done = new TreeSet<>();
    long feed = freshet.feed(freshet.first, "first.xml");
    long entry = freshet.entry(freshet.first, "harbour");
    Map<String, String> ids = new HashMap<>();
    String site = freshet.get("/api/v1/sites", freshet.first).json().at("/sites/0/site").asString();
    ids.put("{site}", site);
    String[][] first = {
      {"POST", "/api/v1/searches", "", "{\"name\":\"n\",\"query\":\"harbour\"}"},
      {
        "POST",
        "/api/v1/rules",
        "",
        "{\"name\":\"n\",\"query\":\"harbour\",\"way\":\"ntfy\","
            + "\"target\":\"http://127.0.0.1:9/t\"}"
      },
      {
        "POST",
        "/api/v1/targets",
        "",
        "{\"name\":\"n\",\"way\":\"open\",\"address\":\"https://a.example/{url}\"}"
      },
      {"POST", "/api/v1/discoveries", "", "{\"sites\":[\"" + freshet.feedAddress("") + "\"]}"},
      {"POST", "/api/v1/crawls", "", "{\"starts\":[\"" + freshet.feedAddress("") + "\"]}"},
      {"POST", "/api/v1/users", "", "{\"name\":\"other\",\"password\":\"long enough\"}"},
      {"POST", "/api/v1/tokens", "", "{\"name\":\"n\"}"},
    };
    for (String[] f : first) {
      JsonNode made = made(f[0], f[1], f[1], f[3], done).json();
      ids.put(f[1] + "/{id}", made.get("id").asString());
    }
    ids.put(
        "/api/v1/alerts/{id}",
        Long.toString(alert(Objects.requireNonNull(ids.get("/api/v1/rules/{id}")), entry)));
    ids.put("/api/v1/jobs/{name}", "housekeeping");
    String[][] bodies = {
      {"PATCH", "/api/v1/entries/{id}", "", "{\"unread\":false,\"starred\":true,\"tags\":[\"a\"]}"},
      {"POST", "/api/v1/entries/marks", "", "{\"entries\":[1,2],\"unread\":true}"},
      {"POST", "/api/v1/entries/read", "", "{\"folder\":\"none\"}"},
      {"GET", "/api/v1/tags", "", ""},
      {"PUT", "/api/v1/entries/{id}/topic", "", "{\"topic\":\"chess\"}"},
      {"POST", "/api/v1/entries/{id}/article", "", ""},
      {"PATCH", "/api/v1/feeds/{id}", "", "{\"articles\":\"never\",\"articleDrop\":\".ad\"}"},
      {"POST", "/api/v1/feeds/{id}/articles/preview", "", "{\"articleTake\":\"p\"}"},
      {"PUT", "/api/v1/feeds/{id}/topic", "", "{\"topic\":\"chess\"}"},
      {"PUT", "/api/v1/feeds/{id}/preferred", "", "{\"preferred\":true}"},
      {"PUT", "/api/v1/same", "", "{\"percent\":40,\"containment\":false}"},
      {"POST", "/api/v1/search/rebuild", "", ""},
      {"POST", "/api/v1/feeds", "", "{\"address\":\"" + freshet.feedAddress("first.xml") + "\"}"},
      {"POST", "/api/v1/lists", "", "{\"address\":\"" + freshet.feedAddress("page/list") + "\"}"},
      {"PATCH", "/api/v1/feeds/{id}", "", "{\"title\":\"T\",\"interval\":\"6h\"}"},
      {"POST", "/api/v1/feeds/{id}/poll", "", ""},
      {"PATCH", "/api/v1/discoveries/{id}", "", "{\"state\":\"stopped\"}"},
      {"POST", "/api/v1/discoveries/{id}/feeds", "", "{}"},
      {"PATCH", "/api/v1/crawls/{id}", "", "{\"state\":\"stopped\"}"},
      {"PATCH", "/api/v1/jobs/{name}", "", "{\"state\":\"paused\"}"},
      {"POST", "/api/v1/alerts/{id}/retry", "", ""},
      {"POST", "/api/v1/rules/try", "", "{\"query\":\"harbour\"}"},
      {"PUT", "/api/v1/rules/{id}", "", "{\"name\":\"m\",\"query\":\"garden\"}"},
      {
        "PUT",
        "/api/v1/targets/{id}",
        "",
        "{\"name\":\"m\",\"way\":\"open\",\"address\":\"https://b.example/{url}\"}"
      },
      {"POST", "/api/v1/entries/{id}/save", "", "{\"target\":1}"},
      {"POST", "/api/v1/alerts/retry", "", ""},
      {"PATCH", "/api/v1/users/{id}", "", "{\"name\":\"renamed\"}"},
      {"PUT", "/api/v1/users/{id}/password", "", "{\"password\":\"even longer\"}"},
      {"PATCH", "/api/v1/settings", "", "{\"view\":\"cards\",\"hiddenTopics\":[\"sport\"]}"},
      {"PUT", "/api/v1/feeds/{id}/rewriting", "", "{\"rules\":\"drop: figure\"}"},
      {"POST", "/api/v1/feeds/{id}/rewriting/preview", "", "{\"rules\":\"drop: p\"}"},
      {
        "PUT",
        "/api/v1/feeds/{id}/address",
        "",
        "{\"address\":\"" + freshet.feedAddress("first.xml?moved") + "\"}"
      },
      {"PUT", "/api/v1/translation", "", "{\"reads\":[\"en\"]}"},
      {
        "POST", "/api/v1/translation/try", "", "{\"text\":\"Hola\",\"from\":\"es\",\"into\":\"en\"}"
      },
      {"POST", "/api/v1/translation/forget", "", "{\"translator\":\"a\",\"dryRun\":true}"},
      {"GET", "/api/v1/same/preview", "?percent=10&containment=true", ""},
      {"GET", "/api/v1/search", "?q=harbor&limit=3", ""},
      {"GET", "/api/v1/feeds", "?all=true&limit=1", ""},
      {"GET", "/api/v1/entries", "?limit=1", ""},
      {"GET", "/api/v1/statistics", "?table=hour&format=csv", ""},
    };
    freshet.service.store().translations().keep("a", Map.of("hash", "Hello"), Instant.now());
    for (String[] b : bodies) made(b[0], b[1], at(b[1], ids, feed, entry) + b[2], b[3], done);
    freshet.call("POST", "/api/v1/opml", freshet.first, "<opml/>");
    Said list =
        freshet.call("POST", "/api/v1/opml", freshet.first, freshet.feedAddress("both.xml") + "\n");
    assertThat(list.json().get("known").asInt()).isEqualTo(1);
    done.add("POST /api/v1/opml");
    made("GET", "/api/v1/statistics", "/api/v1/statistics", "", done);
    // Nobody translates here; TranslationPagesTest has the answer of one who does.
    String translated = "/api/v1/entries/{id}/translation";
    String into = at(translated, ids, feed, entry) + "?into=de";
    assertThat(freshet.call("GET", into, freshet.first, null).status()).isEqualTo(400);
    done.add("GET " + translated);
    for (String call : documented()) {
      if (!call.startsWith("GET ") || done.contains(call)) continue;
      String path = call.substring(4);
      made("GET", path, at(path, ids, feed, entry), "", done);
    }
    for (String call : documented()) {
      if (!call.startsWith("DELETE ")) continue;
      String path = call.substring(7);
      made("DELETE", path, at(path, ids, feed, entry), "", done);
    }
    assertThat(done).isEqualTo(documented());
  }

  /// An alert that waits: nobody listens where its rule sends to.
  private static long alert(String rule, long entry) {
    Store store = freshet.service.store();
    Rule raising = store.rules().find(Account.FIRST, Long.parseLong(rule)).orElseThrow();
    Instant now = Instant.now();
    int raised =
        store
            .rules()
            .matched(
                Account.FIRST,
                raising,
                entry,
                List.of(entry),
                new Rules.Raising(now, now, Duration.ofDays(1)));
    assertThat(raised).isEqualTo(1);
    return store.alerts().page(Account.FIRST, null, null, 1).getFirst().id();
  }

  private static String at(String path, Map<String, String> ids, long feed, long entry) {
    String full = path;
    for (var e : ids.entrySet()) {
      String last = e.getKey().replaceFirst(".*/", "");
      if (path.contains(e.getKey())) full = path.replace(last, e.getValue());
    }
    return full.replace("feeds/{id}", "feeds/" + feed)
        .replace("entries/{id}", "entries/" + entry)
        .replace("stories/{id}", "stories/" + entry)
        .replace("events/{id}", "events/" + freshetEvent());
  }

  private static long freshetEvent() {
    try {
      for (JsonNode s : freshet.get("/api/v1/stories", freshet.first).json().get("stories")) {
        if (s.has("event")) return s.get("event").asLong();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new AssertionError("no story is part of an event");
  }

  @Test
  void listsGoOnWhereThePageBeforeEnded() throws IOException, InterruptedException {
    record Listed(String path, String name, String by, int all) {}
    List<Listed> lists =
        List.of(
            new Listed("/api/v1/entries", "entries", "before", 6),
            new Listed("/api/v1/stories", "stories", "before", 6),
            new Listed("/api/v1/feeds", "feeds", "after", 2),
            new Listed("/api/v1/users", "users", "after", 2));
    for (Listed l : lists) {
      Set<String> seen = new TreeSet<>();
      String next = "";
      do {
        String more = next.isEmpty() ? "" : "&" + l.by + "=" + next;
        JsonNode page = freshet.get(l.path + "?limit=1" + more, freshet.first).json();
        for (JsonNode one : page.get(l.name)) {
          JsonNode id = one.has("entry") ? one.get("entry").get("id") : one.get("id");
          assertThat(seen.add(id.asString())).as(l.path + " repeats " + id).isTrue();
        }
        next = page.has("next") ? page.get("next").asString() : "";
      } while (!next.isEmpty() && seen.size() < 100);
      assertThat(seen).as(l.path).hasSizeGreaterThanOrEqualTo(l.all);
    }
  }

  /// Refused before it is read: who is still sending may find the connection closed before the
  /// answer is read, and sends again.
  private static Said tooLarge(String path, String body) throws IOException, InterruptedException {
    IOException closed = new IOException();
    for (int i = 0; i < 5; i++) {
      try {
        return freshet.call("POST", path, freshet.first, body);
      } catch (IOException e) {
        closed = e;
      }
    }
    throw closed;
  }

  @Test
  void whatIsNotThereIsToldAsAProblem() throws IOException, InterruptedException {
    Said none = freshet.get("/api/v1/nothing", freshet.first);
    assertThat(none.status()).isEqualTo(404);
    Said method = freshet.call("DELETE", "/api/v1/entries", freshet.first, null);
    assertThat(method.status()).isEqualTo(405);
    assertThat(method.whole().headers().firstValue("Allow")).contains("GET");
    Said huge = tooLarge("/api/v1/searches", "{\"name\":\"" + "x".repeat(1_100_000) + "\"}");
    assertThat(huge.status()).isEqualTo(413);
    Said endless = tooLarge("/api/v1/opml", "x".repeat(21_000_000));
    assertThat(endless.status()).isEqualTo(413);
    Said stranger = freshet.call("GET", "/api/v1/entries", null, null);
    assertThat(stranger.status()).isEqualTo(401);
    for (Said said : List.of(none, method, huge, endless, stranger)) {
      assertThat(said.type()).startsWith("application/problem+json");
      check(document.get("components").get("schemas").get("Problem"), said, "a problem");
    }
  }

  @Test
  void thePageShowsEveryCall() throws IOException, InterruptedException {
    String page = freshet.get("/about/api", freshet.first).text();
    for (String call : documented()) {
      assertThat(page).contains("<code>" + call.substring(call.indexOf(' ') + 1) + "</code>");
    }
    assertThat(page).doesNotContain("<script>");
  }
}
