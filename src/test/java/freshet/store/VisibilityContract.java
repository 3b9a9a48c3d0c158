package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Account;
import freshet.model.Entry;
import freshet.model.Event;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.model.Poll;
import freshet.model.Selection;
import freshet.model.SharedView;
import freshet.model.SiteFeeds;
import freshet.model.StoryCopy;
import freshet.model.TopicCount;
import freshet.model.Visibility;
import freshet.store.Stories.Reader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What every store must do so that accounts do not see each other's.
abstract class VisibilityContract extends ArticlesContract {
  private static final long ME = Account.FIRST;

  /// An account that follows b and nothing else.
  private Visibility other() {
    long id = store.accounts().add("sharp-eyed", "hash", NOON).orElseThrow().id();
    store.feeds().add(id, FeedUrl.of("https://b.example/feed"), "b", null, null, NOON);
    return store.subscriptions().visibility(id);
  }

  @Test
  void whoIsAloneOrFollowsEverythingSeesAll() {
    feed("a");
    assertThat(store.subscriptions().visibility(ME)).isEqualTo(new Visibility(ME, true));
    feed("b");
    Visibility other = other();
    assertThat(other.all()).isFalse();
    assertThat(store.subscriptions().visibility(ME).all()).isTrue();
    store.feeds().add(other.account(), FeedUrl.of("https://a.example/feed"), "a", null, null, NOON);
    assertThat(store.subscriptions().visibility(other.account()).all()).isTrue();
  }

  @Test
  void entriesStoriesAndCopiesOfOtherFeedsAreNotThere() {
    long a = feed("a");
    long b = feed("b");
    Visibility other = other();
    long hidden = put(a, 1, null);
    long copy = put(b, 2, null, hidden);
    long own = put(b, 3, null);
    assertThat(store.entries().page(Selection.ALL, other, null, 9))
        .extracting(Entry::id)
        .containsExactlyInAnyOrder(copy, own);
    assertThat(store.entries().page(Selection.ofFeed(a), other, null, 9)).isEmpty();
    assertThat(store.entries().page(Selection.ofFeed(b), other, null, 9)).hasSize(2);
    assertThat(store.entries().find(other, hidden)).isEmpty();
    assertThat(store.entries().find(other, copy)).isPresent();
    assertThat(store.stories().page(Selection.ALL, Reader.of(other), null, 9))
        .extracting(s -> s.entry().id())
        .containsExactlyInAnyOrder(copy, own);
    Selection ofA = Selection.ofFeed(a);
    assertThat(store.stories().page(ofA, Reader.of(other), null, 9)).isEmpty();
    assertThat(store.stories().find(other, hidden)).isEmpty();
    var story = store.stories().find(other, copy).orElseThrow();
    assertThat(story.entries()).isEqualTo(1);
    assertThat(store.stories().find(Visibility.EVERYTHING, copy).orElseThrow().entries())
        .isEqualTo(2);
    assertThat(store.stories().copies(other, List.of(story.story()), 9).get(story.story()))
        .extracting(StoryCopy::id)
        .containsExactly(copy);
    assertThat(store.stories().versions(other, copy, 9)).hasSize(1);
    assertThat(store.rules().lastEntries(other, 99_999, 9)).containsExactly(own, copy);
    store.reading().star(other.account(), List.of(hidden), true, NOON);
    assertThat(store.entries().find(other, hidden)).as("what was starred stays").isPresent();
  }

  private long event(long entry) {
    return Objects.requireNonNull(store.events().of(List.of(entry)).get(entry)).id();
  }

  @Test
  void anEventIsWhatOnesOwnFeedsTellOfIt() {
    long a = feed("a");
    long b = feed("b");
    Visibility other = other();
    long first = put(a, 1, null);
    long second = put(b, 30, first);
    long event = event(second);
    Event seen = store.events().find(other, event).orElseThrow();
    assertThat(seen.stories()).isEqualTo(1);
    assertThat(seen.title()).isEqualTo(store.entries().find(second).orElseThrow().title());
    assertThat(store.events().find(Visibility.EVERYTHING, event).orElseThrow().stories())
        .isEqualTo(2);
    long third = put(a, 60, null);
    long fourth = put(a, 90, third);
    long foreign = event(fourth);
    assertThat(store.events().find(other, foreign)).isEmpty();
    assertThat(store.events().seen(other, List.of(event, foreign))).containsOnlyKeys(event);
  }

  @Test
  void topicsLanguagesAndCountsAreOfOnesOwnFeeds() {
    long a = feed("a");
    long b = feed("b");
    Visibility other = other();
    long hidden = put(a, 1, null);
    long own = put(b, 2, null);
    store.topics().give(hidden, "secret", NOON);
    store.topics().give(own, "open", NOON);
    assertThat(store.topics().names(other)).containsExactly("open");
    assertThat(store.topics().counts(other, Instant.EPOCH))
        .containsExactly(new TopicCount("open", 1));
    assertThat(store.topics().names(Visibility.EVERYTHING)).contains("secret", "open");
    assertThat(store.entries().languages(other))
        .isEqualTo(store.entries().languages(Visibility.EVERYTHING));
    List<Counts.Posts> posts = new ArrayList<>();
    store.counts().eachQuarter(other, Instant.EPOCH, NOON.plusSeconds(9999), posts::add);
    assertThat(posts.stream().mapToLong(Counts.Posts::count).sum())
        .isEqualTo(
            store.counts().languages(other, Instant.EPOCH, NOON.plusSeconds(9999)).values().stream()
                .mapToLong(n -> n)
                .sum())
        .isLessThanOrEqualTo(1);
    assertThat(store.counts().requests(other, Instant.EPOCH).getFirst().useful()).isEqualTo(1);
    assertThat(store.polls().spent(other, Instant.EPOCH).polls()).isEqualTo(1);
    assertThat(store.entries().arrivals(other, Instant.EPOCH, 9))
        .allMatch(arrival -> arrival.feedId() == b);
    assertThat(store.searchRows().feeds(other)).containsExactly(b);
    assertThat(store.searchRows().feedsCalled(other, "example", 9)).containsExactly(b);
    assertThat(store.searchRows().feedsCalled(other, Long.toString(a), 9)).isEmpty();
    assertThat(store.subscriptions().followers(b)).containsExactlyInAnyOrder(ME, other.account());
    assertThat(store.subscriptions().counts()).isEqualTo(Map.of(a, 1L, b, 2L));
  }

  @Test
  void listsOfFeedsAndPollsGoOn() {
    long a = feed("a");
    long b = feed("b");
    Visibility other = other();
    for (int i = 1; i < 4; i++) put(b, i, null);
    put(a, 9, null);
    assertThat(store.feedLists().after(ME, 0, 1)).extracting(Feed::id).containsExactly(a);
    assertThat(store.feedLists().after(ME, a, 9)).extracting(Feed::id).containsExactly(b);
    assertThat(store.feedLists().after(null, 0, 9)).hasSize(2);
    assertThat(store.feedLists().after(other.account(), 0, 9)).hasSize(1);
    String site = store.feeds().find(b).orElseThrow().siteKey();
    assertThat(store.feedLists().sites(other.account(), "", 9))
        .extracting(SiteFeeds::feeds)
        .containsExactly(1);
    assertThat(store.feedLists().sites(ME, site, 9)).isEmpty();
    assertThat(store.feedLists().ofSite(other.account(), site))
        .extracting(Feed::id)
        .containsExactly(b);
    assertThat(store.feedLists().next(ME, 9)).isNotNull();
    List<Long> seen = new ArrayList<>();
    Long before = null;
    do {
      List<Poll> page = store.polls().page(other, new Polls.Filter(null, null, before), 2);
      page.forEach(p -> seen.add(p.id()));
      before = page.size() < 2 ? null : page.getLast().id();
    } while (before != null);
    assertThat(seen).hasSize(3).doesNotHaveDuplicates();
    assertThat(store.polls().page(other, new Polls.Filter(a, null, null), 9)).isEmpty();
    assertThat(store.polls().page(other, new Polls.Filter(b, "gone", null), 9)).isEmpty();
  }

  @Test
  void searchesRulesAlertsAndViewsAreAnAccountsOwn() {
    feed("a");
    feed("b");
    long other = other().account();
    var search = store.savedSearches().save(ME, "n", "q", "s1", NOON);
    assertThat(store.savedSearches().find(other, search.id())).isEmpty();
    assertThat(store.savedSearches().remove(other, search.id())).isFalse();
    assertThat(store.savedSearches().save(other, "n", "other", "s2", NOON).id())
        .isNotEqualTo(search.id());
    assertThat(store.savedSearches().bySecret("s2").orElseThrow().account()).isEqualTo(other);
    store.outViews().open(new SharedView(ME, "o1", "/", "All"), NOON);
    assertThat(store.outViews().count(ME)).isEqualTo(1);
    assertThat(store.outViews().count(other)).isZero();
    assertThat(store.outViews().ofView(other, "/")).isEmpty();
    assertThat(store.outViews().close(other, "/")).isFalse();
    assertThat(store.outViews().bySecret("o1").orElseThrow().account()).isEqualTo(ME);
    assertThat(store.rules().everybody()).isEmpty();
  }
}
