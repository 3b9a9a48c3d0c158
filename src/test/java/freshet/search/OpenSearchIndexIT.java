package freshet.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import freshet.catalog.Catalog;
import freshet.catalog.EntryFinder;
import freshet.change.Changes;
import freshet.fetch.NamedServer;
import freshet.fetch.NamedServer.Access;
import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.model.SearchOrder;
import freshet.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The index in a real OpenSearch: the contract, and what it has of its own.
final class OpenSearchIndexIT {
  private static Index at(OpenSearchPlace place) {
    return at(place, "a Freshet", true);
  }

  private static Index at(OpenSearchPlace place, String owner, boolean writes) {
    return new OpenSearchIndex(place, owner, writes, InstantSource.system());
  }

  private static List<Long> found(Index index, String query) {
    return index
        .search(
            SearchQuery.read(query, IndexContract.NOON, ZoneOffset.UTC),
            IndexContract.NAMES,
            new SearchOptions(IndexContract.NOON, ZoneOffset.UTC, SearchOrder.NEWEST, 10, false))
        .hits()
        .stream()
        .map(Results.Hit::id)
        .toList();
  }

  @Nested
  final class Contract extends IndexContract {
    private final OpenSearchPlace place = OpenSearchNode.shared().place();

    @Override
    Index opened() {
      return at(place);
    }
  }

  @Nested
  final class Relevance extends RelevanceContract {
    @Override
    Index opened() {
      return at(OpenSearchNode.shared().place());
    }
  }

  @Nested
  final class NamesAndNumbers extends NamesAndNumbersContract {
    @Override
    Index opened() {
      return at(OpenSearchNode.shared().place());
    }
  }

  @Nested
  final class Translated extends TranslatedSearchContract {
    @Override
    Index opened() {
      return at(OpenSearchNode.shared().place());
    }
  }

  @Test
  void searchesGoOnElsewhereWhileItIsBuiltAnew() {
    OpenSearchPlace place = OpenSearchNode.shared().place();
    try (Index index = at(place);
        Index web = at(place, "", false)) {
      assertThatThrownBy(web::mark).isInstanceOf(IndexUnavailable.class);
      index.add(List.of(IndexContract.entry(1, "Ferry", "", "en")));
      index.commit(new IndexMark(1, IndexContract.NOON));
      index.refresh();
      index.present();
      assertThat(found(web, "ferry")).containsExactly(1L);
      assertThat(web.mark().entry()).isEqualTo(1);
      index.clear();
      index.add(List.of(IndexContract.entry(2, "Ferries", "", "en")));
      index.refresh();
      assertThat(found(web, "ferry")).containsExactly(1L);
      try (Index killed = at(place)) {
        assertThat(killed.ids()).as("goes on where it was").containsExactly(2);
      }
      index.present();
      assertThat(found(web, "ferry")).containsExactly(2L);
    }
    assertThat(OpenSearchNode.shared().ask("GET", "/_cat/indices/" + place.index() + "-v*"))
        .as("the old one is gone")
        .hasLineCount(1);
  }

  @Test
  void anIndexOfAnotherVersionIsLeftAloneUntilOursIsThere() {
    OpenSearchNode node = OpenSearchNode.shared();
    OpenSearchPlace place = node.place();
    String newer = place.index() + "-v999-1-1795000000000";
    node.ask("PUT", "/" + newer);
    String stranger = place.index() + "-visitors";
    node.ask("PUT", "/" + stranger);
    try (Index index = at(place)) {
      assertThat(index.mark()).isEqualTo(IndexMark.NOTHING);
      index.add(List.of(IndexContract.entry(1, "Ferry", "", "en")));
      assertThat(node.ask("GET", "/_cat/indices")).contains(newer);
      index.refresh();
      index.present();
      assertThat(node.ask("GET", "/_cat/indices")).doesNotContain(newer).contains(stranger);
    }
  }

  @Test
  void anotherFreshetsIndexIsNotTouched() {
    OpenSearchPlace place = OpenSearchNode.shared().place();
    try (Index index = at(place);
        Index other = at(place, "another Freshet", true)) {
      index.add(List.of(IndexContract.entry(1, "Ferry", "", "en")));
      assertThatThrownBy(other::mark).hasMessageContaining("of another Freshet");
      assertThatThrownBy(() -> other.remove(List.of(1L))).isInstanceOf(IndexUnavailable.class);
      assertThatThrownBy(other::clear).isInstanceOf(IndexUnavailable.class);
      assertThat(index.ids()).containsExactly(1);
    }
  }

  @Test
  void oneThatSomebodyDeletesIsDamagedAndNotMadeByGuessing() {
    OpenSearchNode node = OpenSearchNode.shared();
    OpenSearchPlace place = node.place();
    try (Index index = at(place)) {
      index.add(List.of(IndexContract.entry(1, "Ferry", "", "en")));
      String made = node.ask("GET", "/_cat/indices/" + place.index() + "-v*?h=index").strip();
      node.ask("DELETE", "/" + made);
      assertThatThrownBy(() -> index.add(List.of(IndexContract.entry(2, "Late", "", "en"))))
          .isInstanceOf(IndexDamaged.class);
      assertThatThrownBy(() -> found(index, "ferry")).isInstanceOf(IndexDamaged.class);
      index.clear();
      index.add(List.of(IndexContract.entry(2, "Late", "", "en")));
      index.refresh();
      assertThat(found(index, "late")).containsExactly(2L);
    }
  }

  @Test
  void longListsOfFeedsAndEntriesAndDeepQueriesAreTaken() {
    try (Index index = at(OpenSearchNode.shared().place())) {
      index.add(List.of(IndexContract.entry(1, "Ferry", "late", "en")));
      index.refresh();
      List<Long> many = new java.util.ArrayList<>();
      for (long i = 1; i <= 70_000; i++) many.add(i);
      var options =
          new SearchOptions(
              IndexContract.NOON,
              ZoneOffset.UTC,
              SearchOrder.BEST,
              10,
              true,
              many,
              null,
              null,
              Texts.NONE);
      var ferry = SearchQuery.read("ferry", IndexContract.NOON, ZoneOffset.UTC);
      assertThat(index.search(ferry, IndexContract.NAMES, options).total()).isEqualTo(1);
      assertThat(index.matching(ferry, IndexContract.NAMES, many)).containsExactly(1L);
      String deep = "(".repeat(40) + "ferry OR (late -title:boat)" + ")".repeat(40);
      assertThat(found(index, deep)).containsExactly(1L);
      String nested = "a ".concat("OR (b ".repeat(30)).concat("ferry").concat(")".repeat(30));
      assertThat(found(index, nested)).isNotNull();
    }
  }

  @Test
  void itIsReachedByTlsWithAnAuthorityOfOnesOwnAndNotWithout(@TempDir Path folder)
      throws IOException {
    try (Front front = Front.secured(OpenSearchNode.shared().port(), folder)) {
      var trusted = NamedServer.Certificates.in(folder.resolve("ca.pem"));
      String where = "opensearch:" + front.address() + "/tls";
      Access access = new Access("freshet", "secret", trusted);
      try (Index index = at(OpenSearchPlace.of(where, access, 1, 0))) {
        index.add(List.of(IndexContract.entry(1, "Ferry", "", "en")));
        index.refresh();
        assertThat(found(index, "ferry")).containsExactly(1L);
      }
      try (Index index = at(OpenSearchPlace.of(where, Access.OPEN, 1, 0))) {
        assertThatThrownBy(() -> found(index, "ferry")).isInstanceOf(IndexUnavailable.class);
      }
    }
  }

  /// The whole way from the store; OpenSearch is away in the middle.
  @Test
  void whatIsStoredWhileOpenSearchIsAwayIsFoundWhenItIsBack(@TempDir Path folder) {
    Front front = Front.open(OpenSearchNode.shared().port());
    OpenSearchPlace place =
        OpenSearchPlace.of("opensearch:" + front.address() + "/away", Access.OPEN, 1, 0);
    Instant now = IndexContract.NOON;
    FeedUrl url = FeedUrl.of("https://a.example/feed");
    try (Store store = Store.open(folder, null)) {
      long feed = store.feeds().add(url, "a.example", null, null, now).id();
      try (Catalog catalog =
              Catalog.in(place, store, folder, InstantSource.system(), ZoneOffset.UTC);
          Catalog web =
              Catalog.beside(place, store, folder, InstantSource.system(), ZoneOffset.UTC)) {
        Changes changes = new Changes();
        catalog.keeper().start(changes);
        web.keeper().start(changes);
        store(store, feed, url, 1, "Lighthouse lit", changes);
        await()
            .ignoreExceptions()
            .atMost(Duration.ofSeconds(60))
            .until(() -> isFound(web, "lighthouse"));
        front.close();
        store(store, feed, url, 2, "Windmill turns", changes);
        assertThatThrownBy(() -> isFound(catalog, "windmill"))
            .isInstanceOf(IndexUnavailable.class)
            .isNotInstanceOf(IndexDamaged.class)
            .hasMessageContaining("does not answer");
        await().atMost(Duration.ofSeconds(60)).until(() -> catalog.keeper().trouble().isPresent());
        front.reopen();
        await()
            .ignoreExceptions()
            .atMost(Duration.ofSeconds(90))
            .until(() -> isFound(web, "windmill"));
        assertThat(isFound(catalog, "lighthouse")).isTrue();
        await().atMost(Duration.ofSeconds(90)).until(() -> catalog.keeper().trouble().isEmpty());
      }
    } finally {
      front.close();
    }
  }

  private static void store(
      Store store, long feed, FeedUrl url, long key, String title, Changes changes) {
    var entry = Made.entry(key, title, IndexContract.NOON, "<p>" + title + "</p>", null);
    List<Long> ids =
        store
            .polls()
            .record(
                Made.poll(feed, url, IndexContract.NOON, List.of(new NewEntry(entry, 0, "", "en"))))
            .newEntries();
    changes.publish(Made.change(feed, ids));
  }

  private static boolean isFound(Catalog catalog, String query) {
    var request = new EntryFinder.Request(query, SearchOrder.BEST, false, 0, 20);
    return catalog.finder().find(request).total() == 1;
  }
}
