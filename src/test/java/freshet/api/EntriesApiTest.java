package freshet.api;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.library.Libraries;
import freshet.library.Library;
import freshet.store.Store;
import freshet.web.Samples;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A program reads through the REST API: it sees what is unread, marks, stars and tags.
final class EntriesApiTest {
  private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");

  @TempDir Path folder;
  private Store store;
  private ApiServer api;
  private long feed;
  private List<Long> entries;

  @BeforeEach
  void open() {
    store = Store.open(folder, null);
    InstantSource clock = InstantSource.fixed(NOW);
    Samples samples = new Samples(store, NOW);
    feed = samples.feed("https://a.example/feed", "News");
    long other = samples.feed("https://b.example/feed", null);
    entries =
        new ArrayList<>(
            samples.poll(
                feed,
                "A",
                NOW.minusSeconds(60),
                Text.of("One", "e", NOW.minusSeconds(300)),
                Text.of("Two", "e", NOW.minusSeconds(200))));
    entries.addAll(samples.poll(other, "B", NOW, Text.of("Three", "e", NOW.minusSeconds(100))));
    Library library = Libraries.offline(store, clock, folder).build();
    api =
        new ApiServer(
            store,
            clock,
            List.of(new EntriesApi(library)::register, new FeedsApi(library)::register));
  }

  @AfterEach
  void close() {
    api.close();
    store.close();
  }

  private JsonNode call(String method, String path, String body)
      throws IOException, InterruptedException {
    var said = api.send(method, "/api/v1/" + path, body);
    assertThat(said.status()).as(said.text()).isBetween(200, 299);
    return said.text().isEmpty()
        ? tools.jackson.databind.node.MissingNode.getInstance()
        : said.json();
  }

  private List<Long> found(String query) throws IOException, InterruptedException {
    List<Long> ids = new ArrayList<>();
    call("GET", "entries?" + query, "")
        .get("entries")
        .forEach(e -> ids.add(e.get("id").longValue()));
    return ids;
  }

  @Test
  void anEntryIsReadStarredAndTagged() throws Exception {
    long one = entries.getFirst();
    JsonNode before = call("GET", "entries/" + one, "");
    assertThat(before.get("unread").booleanValue()).isTrue();
    assertThat(before.get("starred").booleanValue()).isFalse();
    JsonNode after =
        call(
            "PATCH",
            "entries/" + one,
            "{\"unread\":false,\"starred\":true,\"tags\":[\"b\",\"a\"]}");
    assertThat(after.get("unread").booleanValue()).isFalse();
    assertThat(after.get("starred").booleanValue()).isTrue();
    assertThat(after.get("tags").toString()).isEqualTo("[\"a\",\"b\"]");
    after = call("PATCH", "entries/" + one, "{\"unread\":true,\"starred\":false,\"tags\":[\"b\"]}");
    assertThat(after.get("unread").booleanValue()).isTrue();
    assertThat(after.get("tags").toString()).isEqualTo("[\"b\"]");
    assertThat(call("GET", "tags", "").toString())
        .isEqualTo("{\"tags\":[{\"tag\":\"b\",\"entries\":1}]}");
  }

  private int refused(String body) throws IOException, InterruptedException {
    return api.send("POST", "/api/v1/entries/marks", body).status();
  }

  @Test
  void noBodyBecomesATreeOfManyValues() throws Exception {
    String objects = "[{}" + ",{}".repeat(150_000) + "]";
    assertThat(refused("{\"entries\":" + objects + "}")).isEqualTo(413);
    String tags = "\"x\"" + ",\"x\"".repeat(50);
    assertThat(refused("{\"entries\":[1],\"addTags\":[" + tags + "]}")).isEqualTo(400);
    assertThat(refused("{\"entries\":[1" + ",1".repeat(20_000) + "]}")).isEqualTo(400);
  }

  @Test
  void manyAreMarkedAndChosenByTheirMarks() throws Exception {
    call(
        "POST",
        "entries/marks",
        "{\"entries\":[%d,%d,987654],\"unread\":false,\"starred\":true,\"addTags\":[\"x\"]}"
            .formatted(entries.get(0), entries.get(2)));
    assertThat(found("unread=true")).containsExactly(entries.get(1));
    assertThat(found("unread=false")).containsExactly(entries.get(2), entries.get(0));
    assertThat(found("starred=true")).containsExactly(entries.get(2), entries.get(0));
    assertThat(found("starred=false")).containsExactly(entries.get(1));
    assertThat(found("tag=x&folder=News")).containsExactly(entries.get(0));
    JsonNode first = call("GET", "entries?starred=true", "").get("entries").get(0);
    assertThat(first.get("unread").booleanValue()).isFalse();
    assertThat(first.get("tags").toString()).isEqualTo("[\"x\"]");
    call(
        "POST",
        "entries/marks",
        "{\"entries\":[%d],\"removeTags\":[\"x\"]}".formatted(entries.get(0)));
    assertThat(found("tag=x")).containsExactly(entries.get(2));
  }

  @Test
  void everythingOfAFeedIsMarkedAsRead() throws Exception {
    assertThat(
            call(
                    "POST",
                    "entries/read",
                    "{\"feed\":%d,\"upTo\":%d}".formatted(feed, entries.get(0)))
                .toString())
        .isEqualTo("{\"entries\":1}");
    assertThat(call("POST", "entries/read", "{}").get("entries").intValue()).isEqualTo(2);
    assertThat(found("unread=true")).isEmpty();
  }

  @Test
  void whatAnotherProgramKnewIsTakenOver() throws Exception {
    JsonNode said =
        call(
            "POST",
            "opml",
            """
            {"id":"user/-/state/com.google/starred","items":[
             {"title":"One","categories":["user/-/state/com.google/read","user/-/label/News",
               "user/-/label/Best"],"alternate":[{"href":"http://a.example/story/1/"}]},
             {"title":"Gone","alternate":[{"href":"https://gone.example/"}]}]}
            """);
    assertThat(said.get("marked").intValue()).isEqualTo(1);
    assertThat(said.get("leftOut").toString()).contains("1 of 2 entries", "Gone");
    JsonNode one = call("GET", "entries/" + entries.getFirst(), "");
    assertThat(one.get("unread").booleanValue()).isFalse();
    assertThat(one.get("starred").booleanValue()).isTrue();
    assertThat(one.get("tags").toString()).isEqualTo("[\"Best\"]");
    assertThat(found("starred=true")).containsExactly(entries.getFirst());
  }

  @Test
  void whatIsNotSeenCannotBeMarked() throws Exception {
    assertThat(api.send("PATCH", "/api/v1/entries/987654", "{\"starred\":true}").status())
        .isEqualTo(404);
    assertThat(api.send("PATCH", "/api/v1/entries/" + entries.getFirst(), "{\"read\":true}").text())
        .contains("'read': is unknown here");
  }
}
