package freshet.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.model.ParsedEntry;
import freshet.pipeline.EntryFinder.Found;
import freshet.search.Index;
import freshet.search.Wish.Order;
import freshet.store.Sight;
import freshet.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The index follows a real store, and heals.
final class IndexKeeperTest {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final InstantSource CLOCK = InstantSource.system();

  @TempDir Path folder;
  private Store store;
  private Announcer announcer;
  private Searching searching;
  private long feed;
  private long key = 1;

  @BeforeEach
  void open() {
    store = Store.open(folder, null);
    feed =
        store
            .feeds()
            .add(FeedUrl.of("https://a.example/feed"), "a.example", null, null, CLOCK.instant())
            .id();
    start();
  }

  @AfterEach
  void close() {
    searching.close();
    store.close();
  }

  private void start() {
    announcer = new Announcer();
    searching = Searching.open(store, folder, CLOCK, ZoneOffset.UTC);
    searching.keeper().start(announcer);
  }

  private List<Long> write(long known, long entryKey, String... titles) {
    List<NewEntry> entries = new ArrayList<>();
    for (String t : titles)
      entries.add(new NewEntry(parsed(entryKey + entries.size(), t), known, "excerpt", "en"));
    FeedUrl url = FeedUrl.of("https://a.example/feed");
    return store.polls().record(Made.poll(feed, url, CLOCK.instant(), entries)).newEntries();
  }

  private List<Long> store(String... titles) {
    List<Long> ids = write(0, key, titles);
    key += titles.length;
    return ids;
  }

  private static ParsedEntry parsed(long key, String title) {
    String text = "<p>The text of <b>" + title + "</b> &amp; more</p>";
    return Made.entry(key, title, CLOCK.instant(), text, null);
  }

  private long total(String query) {
    return find(query).total();
  }

  private Found find(String query) {
    return searching.finder().find(new EntryFinder.Request(query, Order.BEST, true, 0, 20));
  }

  private void awaitTotal(String query, long total) {
    await().atMost(SOON).pollInterval(Duration.ofMillis(20)).until(() -> total(query) == total);
  }

  @Test
  void whatIsStoredIsFoundWithinASecondAndSoIsWhatIsEditedOrRemoved() {
    long start = System.nanoTime();
    List<Long> ids = store("Lighthouse lit again", "Ferry late");
    announcer.tell(new Announcer.News(feed, ids, ids));
    awaitTotal("lighthouse", 1);
    awaitTotal("ferry", 1);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
    assertThat(find("ferry").groups().getFirst().stories().getFirst().excerpt().toString())
        .contains("The text of");

    write(ids.getFirst(), 1, "Windmill turns");
    announcer.tell(new Announcer.News(feed, List.of(), List.of(), List.of(ids.getFirst()), false));
    awaitTotal("windmill", 1);
    assertThat(total("lighthouse")).isZero();

    store.feeds().remove(feed);
    announcer.tell(new Announcer.News(feed, List.of(), List.of(), List.of(), true));
    awaitTotal("", 0);
  }

  @Test
  void whatWasStoredBetweenCommitAndKillIsIndexedAtTheNextStart() {
    List<Long> ids = store("One", "Two");
    announcer.tell(new Announcer.News(feed, ids, ids));
    awaitTotal("", 2);
    searching.close();
    // nobody tells: as if the program was killed right after the store's commit
    store("Three");
    write(ids.getFirst(), 1, "Uno");
    start();
    awaitTotal("three", 1);
    awaitTotal("uno", 1);
    assertThat(total("one")).isZero();
    assertThat(total("")).isEqualTo(3);
  }

  @Test
  void aFeedThatWasRemovedWhileNobodyLookedIsGoneAtTheNextStart() {
    announcer.tell(new Announcer.News(feed, store("One", "Two"), List.of()));
    awaitTotal("", 2);
    searching.close();
    store.feeds().remove(feed);
    start();
    awaitTotal("", 0);
  }

  @Test
  void anIndexThatLacksOrHasTooMuchIsMadeLikeTheStore() {
    List<Long> ids = store("One", "Two", "Three");
    announcer.tell(new Announcer.News(feed, ids, ids));
    awaitTotal("", 3);
    searching.close();
    try (Index index = Index.open(Searching.folder(folder))) {
      index.remove(List.of(ids.get(1)));
      index.commit(index.mark());
    }
    start();
    awaitTotal("", 3);
  }

  @Test
  void aDamagedIndexIsBuiltAgainByItself() throws IOException {
    announcer.tell(new Announcer.News(feed, store("One", "Two"), List.of()));
    awaitTotal("", 2);
    searching.close();
    try (Stream<Path> files = Files.list(Searching.folder(folder))) {
      for (Path f : files.filter(p -> p.toString().endsWith(".cfs")).toList()) {
        byte[] bytes = Files.readAllBytes(f);
        bytes[bytes.length / 2] ^= 0x55;
        Files.write(f, bytes);
      }
    }
    start();
    awaitTotal("", 2);
    assertThat(total("one")).isEqualTo(1);
  }

  @Test
  void onDemandItIsThrownAwayAndBuiltAgain() {
    announcer.tell(new Announcer.News(feed, store("One", "Two"), List.of()));
    awaitTotal("", 2);
    searching.keeper().rebuildSoon();
    awaitTotal("", 2);
    awaitTotal("one", 1);
  }

  @Test
  void savedQueriesAreMatchedWithNewEntriesOnly() {
    List<Long> old = store("Old lighthouse");
    List<Long> fresh = store("New lighthouses", "Ferry");
    announcer.tell(new Announcer.News(feed, fresh, fresh));
    awaitTotal("", 3);
    assertThat(old).hasSize(1);
    assertThat(searching.finder().matching("lighthouse", Sight.EVERYTHING, fresh))
        .containsExactly(fresh.getFirst());
  }
}
