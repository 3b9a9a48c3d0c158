package freshet.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.exchange.FeedListReader;
import freshet.model.Account;
import freshet.model.Answer;
import freshet.model.Feed;
import freshet.model.FeedArticles.Mode;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.LinkList;
import freshet.model.Validators;
import freshet.store.Store;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pages without a feed, followed for their links.
final class ListingTest {
  private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");
  private static final String PAGE = "https://town.example/news/";

  @TempDir Path folder;
  private final Map<String, String> web = new HashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private Store store;
  private Library library;
  private FollowedFeeds feeds;
  private Following following;
  private Account me;

  @BeforeEach
  void open() {
    StringBuilder html = new StringBuilder("<html lang=en><head><title>Town</title></head><body>");
    html.append("<nav><a href=/>Home</a><a href=/about>About us</a></nav><ul class=news>");
    for (int i = 1; i < 9; i++) {
      html.append("<li>1").append(i).append(" November 2026: <a href=/news/decision-").append(i);
      html.append(">The council has decided about bridge number ").append(i).append("</a></li>");
    }
    web.put(PAGE, html.append("</ul></body></html>").toString());
    web.put("https://empty.example/", "<html><body><p>Under construction</p></body></html>");
    store = Store.open(folder, null);
    library = Libraries.on(r -> page(r.url()), store, InstantSource.fixed(NOW), folder).build();
    feeds = library.feeds();
    following = library.following();
    me = store.accounts().find(Account.FIRST).orElseThrow();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private String selector(long feed) {
    return Objects.requireNonNull(feeds.find(me, feed).asking().list()).selector();
  }

  private FetchOutcome page(FeedUrl url) {
    asked.add(url.toString());
    String html = web.get(url.toString());
    Answer answer =
        new Answer(
            html == null ? 404 : 200,
            url,
            null,
            Validators.NONE,
            null,
            null,
            null,
            100,
            NOW,
            Duration.ofMillis(5));
    return html == null
        ? new FetchOutcome.Refused(404, null, answer)
        : new FetchOutcome.Fetched(
            html.getBytes(StandardCharsets.UTF_8), "text/html", html.hashCode() | 1L, answer);
  }

  @Test
  void aSiteWithoutAFeedIsOfferedWithItsList() {
    assertThat(following.follow(me, PAGE, null, null))
        .isInstanceOfSatisfying(
            Following.Lists.class,
            offered -> {
              LinkList list = offered.lists().getFirst();
              assertThat(list.items()).hasSize(8);
              assertThat(list.items().getFirst().title())
                  .isEqualTo("The council has decided about bridge number 1");
              assertThat(list.items().getFirst().date())
                  .isEqualTo(Instant.parse("2026-11-11T00:00:00Z"));
            });
    assertThat(store.feeds().all()).isEmpty();
  }

  @Test
  void autoIsTheListThatIsFound() {
    long id = following.lists().follow(me, PAGE, "auto", null, null).feed();
    String found = selector(id);
    following.lists().change(me, id, "nav a");
    assertThat(selector(id)).isEqualTo("nav a");
    following.lists().change(me, id, " Auto ");
    assertThat(selector(id)).isEqualTo(found).isNotEqualToIgnoringCase("auto");
    assertThat(following.lists().of(me, id, "auto").getFirst().selector()).isEqualTo(found);
    long empty = following.lists().follow(me, "https://empty.example/", "p a", null, null).feed();
    assertThatThrownBy(() -> following.lists().change(me, empty, "auto"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("no list of links");
    assertThat(selector(empty)).isEqualTo("p a");
  }

  @Test
  void aListIsFollowedAndItsArticlesAreFetched() {
    long id = following.lists().follow(me, PAGE, null, "Town", "Places").feed();
    Feed feed = feeds.find(me, id);
    assertThat(feed.asking().list()).isNotNull();
    assertThat(feed.name()).isEqualTo("Town");
    assertThat(feeds.folders(me, id)).containsExactly("Places");
    assertThat(library.fetching().ofFeed(me, id).mode()).isEqualTo(Mode.ALWAYS);
    // The preview and the choice are one request.
    assertThat(asked).containsExactly(PAGE);
    assertThat(following.lists().follow(me, PAGE, null, null, null).wasNew()).isFalse();
  }

  @Test
  void aSelectorTakesWhatItNames() {
    assertThat(following.lists().at(me, PAGE, "ul.news li:first-child a").getFirst().items())
        .extracting(LinkList.Item::url)
        .containsExactly("https://town.example/news/decision-1");
    assertThatThrownBy(() -> following.lists().at(me, PAGE, "ul[[["))
        .hasMessageContaining("CSS selector");
    assertThatThrownBy(() -> following.lists().at(me, PAGE, "a:matches((a+)+b)"))
        .hasMessageContaining("cannot be used");
  }

  @Test
  void anotherListIsFollowedFromNowOn() {
    long id = following.lists().follow(me, PAGE, null, null, null).feed();
    following.lists().change(me, id, "ul.news li a");
    assertThat(selector(id)).isEqualTo("ul.news li a");
    assertThatThrownBy(() -> following.lists().change(me, id, "")).isInstanceOf(Refusal.class);
  }

  @Test
  void whereNothingCanBeFollowedASentenceSaysSo() {
    assertThatThrownBy(() -> following.follow(me, "https://empty.example/", null, null))
        .hasMessageContaining("There is no feed at");
    assertThatThrownBy(
            () -> following.lists().follow(me, "https://empty.example/", null, null, null))
        .hasMessageContaining("no list of links");
    assertThatThrownBy(() -> following.followBest(me, PAGE, null, null))
        .hasMessageContaining("a list of links that can be followed");
  }

  @Test
  void aProgramWithoutQuestionsFollowsTheListThatIsSure() {
    long id = following.followTyped(me, PAGE).feed();
    assertThat(feeds.find(me, id).asking().list()).isNotNull();
  }

  @Test
  void aListOfFeedsTakesItAlong() {
    long id = following.lists().follow(me, PAGE, "ul.news a", null, null).feed();
    StringWriter opml = new StringWriter();
    StringWriter csv = new StringWriter();
    following.exportOpml(me, opml);
    following.exportCsv(me, csv);
    for (StringWriter file : List.of(opml, csv)) {
      following.unfollow(me, id);
      var list = FeedListReader.read(file.toString().getBytes(StandardCharsets.UTF_8));
      assertThat(following.importList(me, list).added()).isEqualTo(1);
      id = store.feeds().all().getFirst().id();
      assertThat(selector(id)).isEqualTo("ul.news a");
    }
  }

  @Test
  void aListOfSitesSaysWhichCanBeFollowedOtherwise() {
    var list = FeedListReader.read((PAGE + "\n").getBytes(StandardCharsets.UTF_8));
    assertThat(following.importList(me, list).leftOut().getFirst())
        .contains("a list of links that can be followed");
  }
}
