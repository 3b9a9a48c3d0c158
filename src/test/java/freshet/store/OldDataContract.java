package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Account;
import freshet.model.Entry;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.model.Rule;
import freshet.model.Selection;
import freshet.model.Visibility;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Opens what version 0.1.0 has written (`src/test/resources/data-0.1.0`): the same feeds, entries
/// and accounts, put in by its own code, as a file of SQLite and as a dump of PostgreSQL.
abstract class OldDataContract {
  private static final Instant NOON = StoreContract.NOON;
  private static final long ME = Account.FIRST;
  private static final long MAIA = 2;

  abstract Store open() throws IOException, SQLException;

  static InputStream old(String name) {
    return Objects.requireNonNull(
        OldDataContract.class.getResourceAsStream("/data-0.1.0/" + name), name);
  }

  @Test
  void nothingThatWasStoredIsLost() throws Exception {
    try (Store store = open()) {
      assertThat(store.feeds().all())
          .extracting(Feed::id, f -> f.url().toString(), Feed::name, Feed::entries)
          .containsExactlyInAnyOrder(
              tuple(1L, "https://a1.example/feed", "The first", 2L),
              tuple(2L, "https://a2.example/feed", "The Paper", 2L),
              tuple(3L, "https://a3.example/feed", "The Paper", 1L));
      assertThat(store.entries().page(Selection.ALL, Visibility.EVERYTHING, null, 99))
          .extracting(Entry::title)
          .containsExactly(
              "Received",
              "Only for maia",
              "Boats in the harbour",
              "Harbour open",
              "The harbour opens");
      assertThat(store.entries().body(1).content())
          .isEqualTo("<p>The harbour opens, at length. Õhtul sadas lund.</p>");
      assertThat(store.entries().versions(5))
          .singleElement()
          .satisfies(v -> {
            assertThat(v.title()).isEqualTo("Recieved");
            assertThat(v.until()).isEqualTo(NOON.plus(Duration.ofHours(4)));
            assertThat(v.body().content()).startsWith("<p>Recieved");
          });
      assertThat(store.stories().find(Visibility.EVERYTHING, 2).orElseThrow().entries())
          .isEqualTo(2);
      assertThat(store.events().of(List.of(3L))).hasSize(1);
      assertThat(store.polls().of(1, 9)).hasSize(3);
      Feed second = store.feeds().find(2).orElseThrow();
      assertThat(second.asking().headers()).isEqualTo(Map.of("Accept", "text/xml"));
      assertThat(second.plan().notBefore()).isEqualTo(NOON.plusSeconds(600));

      // Apps remember the entries by these numbers.
      assertThat(store.settings().all()).containsEntry("apps.plain-ids", "5");
      assertThat(store.accounts().all()).extracting(Account::name).containsExactly("me", "maia");
      assertThat(store.subscriptions().find(ME, 1).orElseThrow().folder()).isEqualTo("News");
      assertThat(store.subscriptions().find(MAIA, 2).orElseThrow().name())
          .isEqualTo("Second of hers");
      assertThat(store.subscriptions().find(ME, 3)).isEmpty();
      assertThat(store.reading().unread(ME, 9)).containsExactly(5L, 2L, 1L);
      assertThat(store.reading().unread(MAIA, 9)).containsExactly(4L, 3L, 2L);
      assertThat(store.reading().starred(ME, 9)).containsExactly(3L, 1L);
      assertThat(store.reading().starred(MAIA, 9)).containsExactly(4L);
      assertThat(store.reading().mark(ME, 2).tags()).isEqualTo(Set.of("later"));

      assertThat(store.rules().all(ME)).extracting(Rule::name).containsExactly("Boats");
      assertThat(store.alerts().page(ME, null, null, 9))
          .extracting(a -> a.entry().id())
          .containsExactly(3L);
      assertThat(store.savedSearches().all(ME).getFirst().query()).isEqualTo("harbour");
      assertThat(store.settings().of(ME)).isEqualTo(Map.of("view", "cards"));
      assertThat(store.topics().learned("model")).hasValue(new byte[] {1, 2, 3});
      assertThat(store.topics().ofFeeds()).isEqualTo(Map.of(3L, "people"));
      assertThat(store.stories().find(Visibility.EVERYTHING, 5).orElseThrow().topic())
          .isEqualTo("spelling");
    }
  }

  /// In 0.1.0 feed 4 and entry 6 were there and were removed: programs may know these numbers.
  @Test
  void itIsWrittenOnWithNumbersThatNobodyKnows() throws Exception {
    try (Store store = open()) {
      var polled =
          store
              .polls()
              .record(
                  StoreContract.poll(
                      1, NOON.plus(Duration.ofHours(5)), List.of(StoreContract.entry(7, "New"))));
      assertThat(polled.newEntries())
          .singleElement()
          .satisfies(id -> assertThat(id).isGreaterThan(6));
      assertThat(store.reading().unread(ME, 9)).startsWith(polled.newEntries().getFirst());
      assertThat(
              store
                  .feeds()
                  .add(FeedUrl.of("https://a5.example/feed"), "a5.example", null, null, NOON)
                  .id())
          .isGreaterThan(4);
      assertThat(store.accounts().add("kai", null, NOON).orElseThrow().id()).isEqualTo(3);
      store.feeds().removeUnstarred(1);
      assertThat(store.feeds().find(1)).as("it is followed").isPresent();
    }
  }

  private static org.assertj.core.groups.Tuple tuple(Object... values) {
    return org.assertj.core.api.Assertions.tuple(values);
  }
}
