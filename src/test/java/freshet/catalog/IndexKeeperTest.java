package freshet.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.catalog.EntryFinder.Found;
import freshet.change.Change;
import freshet.change.Changes;
import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.model.ParsedEntry;
import freshet.model.SearchOrder;
import freshet.model.Visibility;
import freshet.search.Index;
import freshet.search.IndexEntry;
import freshet.search.IndexMark;
import freshet.search.LuceneIndex;
import freshet.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The index follows a real store, and heals.
final class IndexKeeperTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final InstantSource CLOCK = InstantSource.system();

  @TempDir Path folder;
  private Store store;
  private Changes changes;
  private Catalog catalog;
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
    catalog.close();
    store.close();
  }

  private void start() {
    changes = new Changes();
    catalog = Catalog.open(store, folder, CLOCK, ZoneOffset.UTC);
    catalog.keeper().start(changes);
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
    return catalog.finder().find(new EntryFinder.Request(query, SearchOrder.BEST, true, 0, 20));
  }

  private void awaitTotal(String query, long total) {
    await().atMost(SOON).pollInterval(Duration.ofMillis(20)).until(() -> total(query) == total);
  }

  @Test
  void whatIsStoredIsFoundWithinASecondAndSoIsWhatIsEditedOrRemoved() {
    long start = System.nanoTime();
    List<Long> ids = store("Lighthouse lit again", "Ferry late");
    changes.publish(Made.change(feed, ids));
    awaitTotal("lighthouse", 1);
    awaitTotal("ferry", 1);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
    assertThat(find("ferry").groups().getFirst().stories().getFirst().excerpt().toString())
        .contains("The text of");

    write(ids.getFirst(), 1, "Windmill turns");
    changes.publish(new Change(feed, List.of(), List.of(), List.of(ids.getFirst()), false));
    awaitTotal("windmill", 1);
    assertThat(total("lighthouse")).isZero();

    store.feeds().remove(feed);
    changes.publish(new Change(feed, List.of(), List.of(), List.of(), true));
    awaitTotal("", 0);
  }

  @Test
  void whatWasStoredBetweenCommitAndKillIsIndexedAtTheNextStart() {
    List<Long> ids = store("One", "Two");
    changes.publish(Made.change(feed, ids));
    awaitTotal("", 2);
    catalog.close();
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
    changes.publish(Made.change(feed, store("One", "Two")));
    awaitTotal("", 2);
    catalog.close();
    store.feeds().remove(feed);
    start();
    awaitTotal("", 0);
  }

  @Test
  void anIndexThatLacksOrHasTooMuchIsMadeLikeTheStore() {
    List<Long> ids = store("One", "Two", "Three");
    changes.publish(Made.change(feed, ids));
    awaitTotal("", 3);
    catalog.close();
    try (Index index = LuceneIndex.open(Catalog.folder(folder))) {
      index.remove(List.of(ids.get(1)));
      for (long surplus = 901; surplus <= 903; surplus++) {
        index.add(
            List.of(
                new IndexEntry(surplus, feed, "Gone", "", List.of(), "en", CLOCK.instant(), 0, 0)));
      }
      index.commit(index.mark());
    }
    start();
    awaitTotal("", 3);
    assertThat(total("gone")).isZero();
    assertThat(total("two")).isEqualTo(1);
  }

  @Test
  void anIndexThatIsAheadOfAStoreThatWasRestoredFollowsItAllTheSame() {
    List<Long> ids = store("One", "Two");
    changes.publish(Made.change(feed, ids));
    awaitTotal("", 2);
    catalog.close();
    try (Index index = LuceneIndex.open(Catalog.folder(folder))) {
      long lost = ids.getLast() + 1;
      index.add(
          List.of(new IndexEntry(lost, feed, "Gone", "", List.of(), "en", CLOCK.instant(), 0, 0)));
      index.commit(new IndexMark(lost + 50, CLOCK.instant()));
    }
    start();
    awaitTotal("gone", 0);
    changes.publish(Made.change(feed, store("Three")));
    awaitTotal("three", 1);
    awaitTotal("", 3);
  }

  @Test
  void aDamagedIndexIsBuiltAgainByItself() throws IOException {
    changes.publish(Made.change(feed, store("One", "Two")));
    awaitTotal("", 2);
    catalog.close();
    try (Stream<Path> files = Files.list(Catalog.folder(folder))) {
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
    changes.publish(Made.change(feed, store("One", "Two")));
    awaitTotal("", 2);
    CountDownLatch rebuilt = new CountDownLatch(1);
    catalog
        .keeper()
        .indexed()
        .listen(change -> {
          if (change.feedId() == 0) rebuilt.countDown(); // something of every feed
        });
    catalog.keeper().rebuildSoon();
    await().atMost(SOON).until(() -> rebuilt.getCount() == 0);
    assertThat(total("")).isEqualTo(2);
    assertThat(total("one")).isEqualTo(1);
  }

  @Test
  void aCorrectedTopicIsFoundThoughNobodySaysSo() {
    List<Long> ids = store("One", "Two");
    changes.publish(Made.change(feed, ids));
    awaitTotal("", 2);
    assertThat(store.topics().give(ids.getFirst(), "boats", CLOCK.instant())).isTrue();
    awaitTotal("topic:boats", 1);
  }

  @Test
  void savedQueriesAreMatchedWithNewEntriesOnly() {
    List<Long> old = store("Old lighthouse");
    List<Long> fresh = store("New lighthouses", "Ferry");
    changes.publish(Made.change(feed, fresh));
    awaitTotal("", 3);
    assertThat(old).hasSize(1);
    assertThat(catalog.finder().matching("lighthouse", Visibility.EVERYTHING, fresh))
        .containsExactly(fresh.getFirst());
  }

  @Test
  void oneTooManyAndOneTooFewIsNoticedThoughTheNumberIsRight() {
    List<Long> ids = store("Lighthouse lit again", "Ferry late");
    changes.publish(Made.change(feed, ids));
    awaitTotal("ferry", 1);
    catalog.close();
    try (Index index = LuceneIndex.open(Catalog.folder(folder))) {
      var mark = index.mark();
      index.remove(List.of(ids.getFirst()));
      index.add(
          List.of(
              new IndexEntry(0, feed, "Ghost", "ship", List.of(), "en", CLOCK.instant(), 0, 0)));
      index.commit(mark);
    }
    start();
    awaitTotal("lighthouse", 1);
    awaitTotal("ghost", 0);
  }

  @Test
  void whatNobodyWasToldOfIsFoundAllTheSame() {
    awaitTotal("from:1970", 0);
    store("Lighthouse lit again");
    await().atMost(Duration.ofSeconds(30)).until(() -> total("lighthouse") == 1);
  }
}
