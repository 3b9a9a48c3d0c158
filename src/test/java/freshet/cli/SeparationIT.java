package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.cli.Running.Said;
import freshet.model.Story;
import freshet.model.Visibility;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Two accounts on one Freshet: neither sees what only the other follows, wherever it looks.
@ParameterizedClass
@EnumSource(Running.Database.class)
@SuppressWarnings("NullAway.Init") // set before each run of the class
final class SeparationIT {
  @TempDir static Path folder;
  @Parameter Running.Database database;
  private static Running freshet;

  @BeforeParameterizedClassInvocation
  static void start(Running.Database database) throws IOException, InterruptedException {
    freshet = new Running(folder.resolve(database.name()), database);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    freshet.close();
  }

  /// What an account owns, to be guessed by the other.
  private record Owned(
      long feed,
      long entry,
      long event,
      long search,
      long rule,
      long target,
      long discovery,
      String token) {}

  private static Owned owned(String token, String file, String word)
      throws IOException, InterruptedException {
    long feed = freshet.feed(token, file);
    long entry = freshet.entry(token, word + " harbour");
    JsonNode story = freshet.get("/api/v1/stories/" + entry, token).json();
    long search =
        made(token, "/api/v1/searches", "{\"name\":\"%s\",\"query\":\"harbour\"}".formatted(word));
    long rule =
        made(token, "/api/v1/rules", "{\"name\":\"%s\",\"query\":\"harbour\"}".formatted(word));
    long target =
        made(
            token,
            "/api/v1/targets",
            "{\"name\":\"%s\",\"way\":\"open\",\"address\":\"https://a.example/\"}"
                .formatted(word));
    long discovery =
        made(
            token,
            "/api/v1/discoveries",
            "{\"sites\":[\"http://127.0.0.1:9/%s\"],\"quick\":true}".formatted(word));
    long event = story.has("event") ? story.get("event").asLong() : 1;
    return new Owned(feed, entry, event, search, rule, target, discovery, token);
  }

  private static long made(String token, String path, String body)
      throws IOException, InterruptedException {
    Said said = freshet.call("POST", path, token, body);
    assertThat(said.status()).as(said.text()).isEqualTo(201);
    return said.json().get("id").asLong();
  }

  @Test
  void nobodySeesWhatOnlyAnotherFollows() throws IOException, InterruptedException {
    Owned one = owned(freshet.first, "first.xml", Running.OF_FIRST);
    Owned other = owned(freshet.second, "second.xml", Running.OF_SECOND);
    // The two are one story, which is what could give them away.
    assertThat(
            freshet.service.store().stories().find(Visibility.EVERYTHING, one.entry).orElseThrow())
        .returns(2, Story::entries);
    look(other.token, one, other, Running.OF_FIRST, Running.OF_SECOND);
    look(one.token, other, one, Running.OF_SECOND, Running.OF_FIRST);
  }

  /// Looks everywhere as one account for what another has.
  private static void look(String token, Owned theirs, Owned mine, String their, String own)
      throws IOException, InterruptedException {
    List<String> everywhere =
        new ArrayList<>(
            List.of(
                "/api/v1/entries",
                "/api/v1/entries?feed=" + theirs.feed,
                "/api/v1/entries?before=9999999999999-" + (theirs.entry + 1),
                "/api/v1/entries?since=2020-01-01T00:00:00Z&limit=500",
                "/api/v1/entries/" + theirs.entry,
                "/api/v1/stories",
                "/api/v1/stories?feed=" + theirs.feed,
                "/api/v1/stories?event=" + theirs.event,
                "/api/v1/stories?folder=Near",
                "/api/v1/stories?folder=Far",
                "/api/v1/stories?before=9999999999999-" + (theirs.entry + 1),
                "/api/v1/stories/" + theirs.entry,
                "/api/v1/stories/" + mine.entry,
                "/api/v1/topics?since=2020-01-01T00:00:00Z",
                "/api/v1/events",
                "/api/v1/events/" + theirs.event,
                "/api/v1/same/preview?percent=1",
                "/api/v1/search?q=harbour",
                "/api/v1/search?q=",
                "/api/v1/search?q=feed:" + theirs.feed,
                "/api/v1/search?q=feed:" + their.substring(0, 5),
                "/api/v1/search?q=" + their.substring(0, their.length() - 2),
                "/api/v1/searches",
                "/api/v1/searches/" + theirs.search,
                "/api/v1/feeds",
                "/api/v1/feeds?after=0",
                "/api/v1/feeds/" + theirs.feed + "/understood",
                "/api/v1/opml",
                "/api/v1/polls",
                "/api/v1/polls?feed=" + theirs.feed,
                "/api/v1/schedule",
                "/api/v1/sites",
                "/api/v1/sites/127.0.0.1",
                "/api/v1/freshness",
                "/api/v1/statistics",
                "/api/v1/rules",
                "/api/v1/rules/" + theirs.rule,
                "/api/v1/alerts",
                "/api/v1/targets",
                "/api/v1/targets/" + theirs.target,
                "/api/v1/translation",
                "/api/v1/entries/" + theirs.entry + "/translation?into=et",
                "/settings/translation",
                "/settings/targets",
                "/settings/targets?edit=" + theirs.target,
                "/api/v1/discoveries",
                "/api/v1/discoveries/" + theirs.discovery,
                "/api/v1/discoveries/" + theirs.discovery + "/feeds",
                "/api/v1/discoveries/" + theirs.discovery + "/events",
                "/api/v1/tokens",
                "/api/v1/settings",
                "/",
                "/?feed=" + theirs.feed,
                "/?event=" + theirs.event,
                "/?folder=Near",
                "/?folder=Far",
                "/starred",
                "/entry/" + theirs.entry,
                "/entry/" + mine.entry,
                "/entry/" + mine.entry + "/with/" + theirs.entry,
                "/feeds",
                "/feeds?done=paused&feed=" + theirs.feed,
                "/feed/" + theirs.feed,
                "/search?q=harbour",
                "/search?saved=" + theirs.search,
                "/rules",
                "/rules?edit=" + theirs.rule,
                "/discover",
                "/discover/" + theirs.discovery,
                "/statistics",
                "/settings?percent=1"));
    for (String path : everywhere) {
      Said said = freshet.get(path, token);
      assertThat(said.status()).as(path).isLessThan(500);
      String text = said.text().replace(their.substring(0, their.length() - 2) + "\"", "");
      assertThat(text).as(path).doesNotContain(their);
    }
    JsonNode found = freshet.get("/api/v1/search?q=" + their, token).json();
    assertThat(found.get("total").asLong()).isZero();
    assertThat(found.get("facets").get("feeds")).isEmpty();
    assertThat(freshet.get("/api/v1/search?q=harbour", token).json().get("total").asLong())
        .isEqualTo(2);
    JsonNode mineFound = freshet.get("/api/v1/stories/" + mine.entry, token).json();
    assertThat(mineFound.get("entries").asInt()).as("the copy of the other is not counted").isOne();
    assertThat(mineFound.get("versions")).hasSize(1);
    assertThat(freshet.get("/api/v1/entries", token).text()).contains(own).contains("Common");
    assertThat(freshet.get("/api/v1/statistics", token).json().get("posts").asInt()).isEqualTo(6);
    assertThat(freshet.get("/", token).text()).contains(own);
  }

  @Test
  void whatIsGuessedCannotBeChangedEither() throws IOException, InterruptedException {
    long feed = freshet.feed(freshet.first, "first.xml");
    long shared = freshet.feed(freshet.first, "both.xml");
    long entry = freshet.entry(freshet.first, Running.OF_FIRST);
    String token = freshet.second;
    String[][] tries = {
      {"PUT", "/api/v1/entries/" + entry + "/topic", "{\"topic\":\"x\"}", "404"},
      {"PUT", "/api/v1/feeds/" + feed + "/topic", "{\"topic\":\"x\"}", "404"},
      {"PUT", "/api/v1/feeds/" + feed + "/preferred", "{\"preferred\":true}", "404"},
      {"PUT", "/api/v1/feeds/" + shared + "/preferred", "{\"preferred\":true}", "403"},
      {"PATCH", "/api/v1/feeds/" + feed, "{\"title\":\"x\"}", "404"},
      {"PATCH", "/api/v1/feeds/" + shared, "{\"state\":\"paused\"}", "403"},
      {"PATCH", "/api/v1/feeds/" + shared, "{\"headers\":{\"A\":\"b\"}}", "403"},
      {"DELETE", "/api/v1/feeds/" + feed, "", "404"},
      {"DELETE", "/api/v1/feeds/" + shared + "?all=true", "", "403"},
      {"POST", "/api/v1/feeds/" + feed + "/poll", "", "404"},
      {"GET", "/api/v1/feeds?all=true", "", "403"},
      {"GET", "/api/v1/users", "", "403"},
      {"GET", "/api/v1/users/1", "", "404"},
      {"POST", "/api/v1/users", "{\"name\":\"x\",\"password\":\"long enough\"}", "403"},
      {"PUT", "/api/v1/users/1/password", "{\"password\":\"long enough\"}", "404"},
      {"DELETE", "/api/v1/users/1", "", "403"},
      {"PUT", "/api/v1/same", "{\"percent\":50}", "403"},
      {"POST", "/api/v1/search/rebuild", "", "403"},
    };
    for (String[] t : tries) {
      Said said = freshet.call(t[0], t[1], token, t[2].isEmpty() ? null : t[2]);
      assertThat(said.status()).as(t[0] + " " + t[1] + said.text()).hasToString(t[3]);
      assertThat(said.type()).startsWith("application/problem+json");
    }
    // A star that was guessed opens nothing.
    freshet.call(
        "POST", "/reader/api/0/edit-tag?a=user/-/state/com.google/starred&i=" + entry, token, "");
    assertThat(freshet.get("/api/v1/entries/" + entry, token).status()).isEqualTo(404);
    assertThat(freshet.get("/entry/" + entry, token).status()).isEqualTo(404);
  }

  @Test
  void theFirstAccountLooksAfterAllFeedsButReadsItsOwn() throws IOException, InterruptedException {
    JsonNode all = freshet.get("/api/v1/feeds?all=true", freshet.first).json().get("feeds");
    assertThat(all).hasSize(3);
    long theirs = freshet.feed(freshet.second, "second.xml");
    String path = "/api/v1/feeds/" + theirs;
    assertThat(freshet.get(path, freshet.first).json().get("title").asString())
        .contains(Running.OF_SECOND);
    assertThat(freshet.get("/api/v1/entries?feed=" + theirs, freshet.first).text())
        .doesNotContain(Running.OF_SECOND);
    assertThat(
            freshet
                .call("PATCH", path, freshet.first, "{\"state\":\"paused\"}")
                .json()
                .get("state"))
        .hasToString("\"paused\"");
    freshet.call("PATCH", path, freshet.first, "{\"state\":\"active\"}");
  }

  @Test
  void aFeedHasTheNameThatEachGivesIt() throws IOException, InterruptedException {
    long shared = freshet.feed(freshet.second, "both.xml");
    String path = "/api/v1/feeds/" + shared;
    freshet.call("PATCH", path, freshet.second, "{\"title\":\"Mine\",\"folder\":\"Own\"}");
    assertThat(freshet.get(path, freshet.second).json().get("title").asString()).isEqualTo("Mine");
    assertThat(freshet.get(path, freshet.first).json().get("title").asString())
        .isEqualTo("Common Times");
    assertThat(freshet.get(path, freshet.first).text()).doesNotContain("Own");
  }

  @Test
  void withAnAccountGoTheFeedsThatOnlyItFollowed() throws IOException, InterruptedException {
    Said made =
        freshet.call(
            "POST",
            "/api/v1/users",
            freshet.first,
            "{\"name\":\"third\",\"password\":\"long enough\"}");
    long id = made.json().get("id").asLong();
    String token = freshet.token(id);
    freshet.call(
        "POST",
        "/api/v1/feeds",
        token,
        "{\"address\":\"" + freshet.feedAddress("third.xml") + "\"}");
    assertThat(freshet.get("/api/v1/feeds?all=true", freshet.first).text()).contains("third.xml");
    assertThat(freshet.call("DELETE", "/api/v1/users/" + id, freshet.first, null).status())
        .isEqualTo(204);
    assertThat(freshet.get("/api/v1/feeds?all=true", freshet.first).text())
        .doesNotContain("third.xml");
    assertThat(freshet.get("/api/v1/users/me", token).status()).isEqualTo(401);
  }
}
