package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.library.Browsing;
import freshet.model.Shelf;
import freshet.model.Subscription;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SidebarTest {

  @Test
  void feedsOfOneNameAreToldApartByTheEndOfTheirAddresses() {
    Sidebar sidebar =
        Sidebar.of(
            overview(
                Set.of(),
                List.of(
                    feed(1, "Courier", "https://courier.example/sport.xml"),
                    feed(2, "Courier", "https://me:secret@courier.example/"),
                    feed(3, "Herald", "https://herald.example/feed"))));
    assertThat(sidebar.loose())
        .extracting(Sidebar.Shelved::name)
        .containsExactly("Courier · sport.xml", "Courier · courier.example", "Herald");
  }

  @Test
  void aFolderCountsWhatIsUnreadInTheFoldersInsideIt() {
    Sidebar sidebar =
        Sidebar.of(
            overview(
                Set.of("News/Science"),
                List.of(
                    feed(1, "News/Science/Space", List.of("News"), 2),
                    feed(2, "News", List.of(), 3),
                    feed(3, "News extra", List.of(), 5))));
    assertThat(sidebar.feeds()).isEqualTo(3);
    assertThat(sidebar.unread()).isEqualTo(10);
    assertThat(sidebar.paths())
        .containsExactly("News", "News/Science", "News/Science/Space", "News extra");
    assertThat(sidebar.folders())
        .extracting(Sidebar.Folder::path)
        .containsExactly("News", "News extra");
    Sidebar.Folder news = sidebar.folders().getFirst();
    assertThat(news.unread()).isEqualTo(5);
    assertThat(news.feeds()).extracting(Sidebar.Shelved::id).containsExactly(1L, 2L);
    Sidebar.Folder science = news.inside().getFirst();
    assertThat(science.name()).isEqualTo("Science");
    assertThat(science.folded()).isTrue();
    assertThat(science.unread()).isEqualTo(2);
    assertThat(science.feeds()).isEmpty();
    assertThat(science.inside().getFirst().feeds()).hasSize(1);
  }

  private static Browsing.Overview overview(Set<String> folded, List<Subscription> feeds) {
    return new Browsing.Overview(
        feeds.stream().map(f -> new Shelf(f.folders(), 1, f.unread(), f.unread())).toList(),
        feeds,
        folded,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        0);
  }

  private static Subscription feed(long id, String folder, List<String> further, long unread) {
    return new Subscription(
        id,
        "Feed " + id,
        null,
        folder,
        further,
        false,
        unread,
        Instant.EPOCH,
        "https://a.example/" + id,
        null,
        null,
        null,
        false);
  }

  private static Subscription feed(long id, String name, String address) {
    return new Subscription(
        id, name, null, null, List.of(), false, 0, Instant.EPOCH, address, null, null, null, false);
  }
}
