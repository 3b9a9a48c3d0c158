package freshet.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.api.ApiServer.Said;
import freshet.catalog.Catalog;
import freshet.change.Changes;
import freshet.library.Searching;
import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchApiTest {
  private static final String LIGHTHOUSE = "/api/v1/search?q=lighthouse";

  @TempDir Path folder;
  private final InstantSource clock = InstantSource.system();
  private final Changes changes = new Changes();
  private Store store;
  private Catalog catalog;
  private ApiServer api;
  private long feed;

  /// Where the store is: in the folder, unless a test of the same says otherwise.
  @Nullable String database() {
    return null;
  }

  @BeforeEach
  void open() {
    store = Store.open(folder, database());
    FeedUrl url = FeedUrl.of("https://a.example/feed");
    feed = store.feeds().add(url, "a.example", null, null, clock.instant()).id();
    catalog = Catalog.open(store, folder, clock, ZoneOffset.UTC);
    catalog.keeper().start(changes);
    api =
        new ApiServer(
            store, clock, List.of(new SearchApi(new Searching(store, catalog, clock))::register));
  }

  @AfterEach
  void close() {
    api.close();
    catalog.close();
    store.close();
  }

  /// Stores an entry and waits until the index has it, without a search.
  private void arrive(long key, String title) {
    var entry = new NewEntry(Made.entry(key, title, clock.instant(), "text", null), 0, "x", "en");
    FeedUrl url = FeedUrl.of("https://a.example/feed");
    List<Long> ids =
        store.polls().record(Made.poll(feed, url, clock.instant(), List.of(entry))).newEntries();
    changes.publish(Made.change(feed, ids));
    await().until(() -> catalog.keeper().findable() == ids.getFirst());
  }

  private Said search() throws IOException, InterruptedException {
    return api.send("GET", LIGHTHOUSE, "");
  }

  @Test
  void aDamagedIndexIsSaidToBeRebuiltAndIs() throws Exception {
    arrive(1, "A lighthouse");
    assertThat(search().json().get("total").asInt()).isEqualTo(1);
    arrive(2, "Another lighthouse");
    try (Stream<Path> files = Files.list(Catalog.folder(folder))) {
      for (Path file : files.toList()) Files.delete(file);
    }
    Files.delete(Catalog.folder(folder));
    Said damaged = search();
    assertThat(damaged.status()).as(damaged.text()).isEqualTo(503);
    assertThat(damaged.json().get("title").asString()).contains("being rebuilt");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> search().status() == 200 && search().json().get("total").asInt() == 2);
  }
}
