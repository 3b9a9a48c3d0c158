package freshet.api;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.library.Libraries;
import freshet.model.FeedUrl;
import freshet.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedsApiTest {
  @TempDir Path folder;
  private final InstantSource clock = InstantSource.system();
  private Store store;
  private ApiServer api;
  private String feed;

  /// Where the store is: in the folder, unless a test of the same says otherwise.
  @Nullable String database() {
    return null;
  }

  @BeforeEach
  void open() {
    store = Store.open(folder, database());
    var library = Libraries.offline(store, clock, folder).build();
    api = new ApiServer(store, clock, List.of(new FeedsApi(library)::register));
    FeedUrl url = FeedUrl.of("https://a.example/feed");
    long id = store.feeds().add(url, "a.example", "Old", "Then", clock.instant()).id();
    feed = "/api/v1/feeds/" + id;
  }

  @AfterEach
  void close() {
    api.close();
    store.close();
  }

  @Test
  void aRefusedChangeLeavesEverythingAsItWas() throws IOException, InterruptedException {
    String before = api.send("GET", feed, "").text();
    var stored = store.feeds().all();
    for (String wrong :
        List.of(
            "\"interval\":\"5s\"",
            "\"interval\":\"often\"",
            "\"quotaGroup\":\"no group!\"",
            "\"headers\":{\"X-Bad\":\"a\\nb\"}",
            "\"articleTake\":\"p[\"",
            "\"title\":\"two\\nlines\"")) {
      String good =
          "{\"articles\":\"always\",\"articleTake\":\"p\",\"headers\":{\"X-Key\":\"1\"},\"quotaGroup\":\"graph\",\"interval\":\"6h\","
              + "\"state\":\"paused\",\"title\":\"New\",\"folder\":\"Now\"}";
      String name = wrong.replaceFirst("\"(\\w+)\".*", "$1");
      String body = good.replaceFirst("\"" + name + "\":(\"[^\"]*\"|\\{[^}]*})", "#");
      var said = api.send("PATCH", feed, body.replace("#", wrong));
      assertThat(said.status()).as(said.text()).isEqualTo(400);
      assertThat(said.json().get("parameter").asString()).isEqualTo(name);
      assertThat(api.send("GET", feed, "").text()).isEqualTo(before);
      assertThat(store.feeds().all()).isEqualTo(stored);
    }
    String folders = "{\"articles\":\"always\",\"interval\":\"6h\",\"folders\":[\"two\\nlines\"]}";
    assertThat(api.send("PATCH", feed, folders).status()).isEqualTo(400);
    assertThat(api.send("GET", feed, "").text()).isEqualTo(before);
    assertThat(store.feeds().all()).isEqualTo(stored);
  }

  @Test
  void aChangeChangesAllThatItNames() throws IOException, InterruptedException {
    var said =
        api.send(
            "PATCH",
            feed,
            "{\"quotaGroup\":\"graph\",\"interval\":\"6h\",\"state\":\"paused\","
                + "\"title\":\"New\",\"folder\":null}");
    assertThat(said.status()).as(said.text()).isEqualTo(200);
    assertThat(said.json().get("title").asString()).isEqualTo("New");
    assertThat(said.json().get("state").asString()).isEqualTo("paused");
    assertThat(said.json().has("folder")).isFalse();
    assertThat(said.text()).contains("graph");
  }

  @Test
  void aListOfSitesIsNotAListOfFeeds() throws IOException, InterruptedException {
    var said = api.send("POST", "/api/v1/opml", "https://b.example/\nhttps://c.example/rss\n");
    assertThat(said.status()).as(said.text()).isEqualTo(200);
    assertThat(said.json().get("added").asInt()).isEqualTo(1);
    assertThat(said.json().get("sites").get(0).asString()).isEqualTo("https://b.example/");
    assertThat(said.json().get("discovery").asInt()).isPositive();
  }
}
