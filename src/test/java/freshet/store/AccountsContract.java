package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.FeedUrl;
import freshet.store.Reading.Scope;
import freshet.store.Stories.Filter;
import freshet.store.Stories.Reader;
import freshet.store.Streams.Query;
import freshet.store.Streams.Wish;
import freshet.store.Subscriptions.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What every store must do with accounts, and with what they read.
abstract class AccountsContract extends StoriesContract {
  private static final long ME = Accounts.FIRST;

  private long unread(long account, long feed) {
    return store.subscriptions().find(account, feed).map(Subscription::unread).orElse(-1L);
  }

  private long other() {
    return store.accounts().add("other", "hash", NOON).orElseThrow().id();
  }

  private void follow(long account, String name) {
    store
        .feeds()
        .add(account, FeedUrl.of("https://" + name + ".example/feed"), name, null, null, NOON);
  }

  private List<Long> river(Reader reader) {
    return store.stories().page(Filter.ALL, reader, 100).stream().map(s -> s.entry().id()).toList();
  }

  private static Reader unreadOf(long account) {
    return new Reader(account, false, true, false, List.of());
  }

  @Test
  void whatComesIsUnreadForAllWhoFollowTheFeedAndForNobodyElse() {
    long a = feed("a");
    long b = feed("b");
    long other = other();
    follow(other, "a");
    long one = put(a, 1, null);
    put(b, 2, null);
    assertThat(unread(ME, a)).isEqualTo(1);
    assertThat(unread(ME, b)).isEqualTo(1);
    assertThat(unread(other, a)).isEqualTo(1);
    assertThat(unread(other, b)).isEqualTo(-1);
    assertThat(store.reading().unread(other, 10)).containsExactly(one);
    assertThat(river(new Reader(other, false, false, false, List.of()))).containsExactly(one);
    assertThat(river(unreadOf(other))).containsExactly(one);
  }

  @Test
  void readingOneEntryOfAStoryReadsAllAndCopiesThatComeLater() {
    long a = feed("a");
    long b = feed("b");
    long c = feed("c");
    long first = put(a, 1, null);
    long copy = put(b, 2, null, first);
    assertThat(river(unreadOf(ME))).containsExactly(first);
    assertThat(store.reading().read(ME, List.of(copy), true, NOON)).isEqualTo(2);
    assertThat(river(unreadOf(ME))).isEmpty();
    put(c, 3, null, first);
    assertThat(unread(ME, a)).isZero();
    assertThat(unread(ME, b)).isZero();
    assertThat(unread(ME, c)).isZero();
    store.reading().read(ME, List.of(first), false, NOON);
    assertThat(unread(ME, c)).isEqualTo(1);
    assertThat(river(unreadOf(ME))).containsExactly(first);
  }

  @Test
  void aCopyStandsForItsStoryWhereTheFirstIsNotFollowedOrRead() {
    long a = feed("a");
    long b = feed("b");
    long other = other();
    follow(other, "b");
    long first = put(a, 1, null);
    long copy = put(b, 2, null, first);
    assertThat(river(new Reader(other, false, false, false, List.of()))).containsExactly(copy);
    assertThat(river(unreadOf(other))).containsExactly(copy);
  }

  @Test
  void readingTwiceCountsOnce() {
    long a = feed("a");
    long one = put(a, 1, null);
    put(a, 2, null);
    assertThat(store.reading().read(ME, List.of(one, one), true, NOON)).isEqualTo(1);
    assertThat(store.reading().read(ME, List.of(one), true, NOON)).isZero();
    assertThat(store.reading().read(ME, List.of(987654321L), true, NOON)).isZero();
    assertThat(unread(ME, a)).isEqualTo(1);
    assertThat(store.reading().mark(ME, one).unread()).isFalse();
  }

  @Test
  void allIsMarkedReadUpToWhatWasSeenAndTakenBack() {
    long a = feed("a");
    long b = feed("b");
    put(a, 1, null);
    long seen = put(b, 2, null);
    long later = put(a, 3, null);
    var marked = store.reading().readAll(ME, Scope.ALL.upTo(seen), NOON.plusSeconds(9));
    assertThat(marked.entries()).isEqualTo(2);
    assertThat(store.reading().unread(ME, 10)).containsExactly(later);
    assertThat(unread(ME, a)).isEqualTo(1);
    assertThat(store.reading().undo(ME, marked.batch())).isEqualTo(2);
    assertThat(unread(ME, a)).isEqualTo(2);
    assertThat(unread(ME, b)).isEqualTo(1);
    assertThat(store.reading().undo(ME, marked.batch())).isZero();
  }

  @Test
  void markingAllKeepsToItsScope() {
    long a = feed("a");
    long b = feed("b");
    put(a, 1, null);
    put(b, 2, null);
    put(b, 50, null);
    store.subscriptions().setFolder(ME, b, "News");
    Instant then = NOON.plus(Duration.ofMinutes(10));
    var dated = new Scope(null, null, "sport", "en", null, null, NOON.plusSeconds(99_999), then);
    assertThat(store.reading().readAll(ME, Scope.ofFolder("none"), NOON).entries()).isZero();
    assertThat(store.reading().readAll(ME, Scope.ALL.arrivedBefore(NOON), NOON).entries()).isZero();
    assertThat(store.reading().readAll(ME, dated, NOON).entries()).isEqualTo(2);
    assertThat(store.reading().readAll(ME, Scope.ofFolder("News"), NOON).entries()).isEqualTo(1);
    assertThat(store.reading().readAll(ME, Scope.ofFeed(a), NOON).entries()).isZero();
  }

  @Test
  void starsAndLabelsBelongToTheirAccount() {
    long a = feed("a");
    long other = other();
    long one = put(a, 1, null);
    store.reading().star(ME, List.of(one, 987654321L), true, NOON);
    store.reading().label(ME, List.of(one, 987654321L), "later", true);
    var mark = store.reading().mark(ME, one);
    assertThat(mark.starred()).isTrue();
    assertThat(mark.labels()).isEqualTo(Set.of("later"));
    assertThat(store.reading().mark(other, one).starred()).isFalse();
    assertThat(store.reading().labels(other)).isEmpty();
    assertThat(river(new Reader(ME, false, false, true, List.of()))).containsExactly(one);
    assertThat(river(new Reader(other, false, false, true, List.of()))).isEmpty();
    store.subscriptions().renameFolder(ME, "later", "now");
    assertThat(store.reading().labels(ME)).containsOnlyKeys("now");
    store.reading().star(ME, List.of(one), false, NOON);
    assertThat(store.reading().starred(ME, 9)).isEmpty();
  }

  @Test
  void hiddenFeedsAndTopicsAreLeftOutUnlessAskedFor() {
    long a = feed("a");
    long b = feed("b");
    long one = put(a, 1, null);
    long two = put(b, 2, null);
    store.subscriptions().setHidden(ME, b, true);
    assertThat(store.subscriptions().followsAll(ME)).isFalse();
    assertThat(river(new Reader(ME, false, false, false, List.of()))).containsExactly(one);
    assertThat(river(unreadOf(ME))).containsExactly(one);
    assertThat(river(new Reader(ME, true, false, false, List.of("sport")))).isEmpty();
    var ofFeed = new Filter(null, b, null, null, null, null, null);
    assertThat(store.stories().page(ofFeed, unreadOf(ME), 9))
        .extracting(s -> s.entry().id())
        .containsExactly(two);
  }

  @Test
  void whoComesLaterFollowsUnderAnOwnNameWithTheNewestUnread() {
    long a = feed("a");
    for (int i = 0; i < 53; i++) put(a, i, null);
    long other = other();
    store.subscriptions().add(other, a, "Mine", "F", NOON);
    Subscription s = store.subscriptions().find(other, a).orElseThrow();
    assertThat(s.name()).isEqualTo("Mine");
    assertThat(s.unread()).isEqualTo(50);
    assertThat(store.feeds().page(other, 9, 0).getFirst().name()).isEqualTo("Mine");
    assertThat(store.feeds().find(ME, a).orElseThrow().name()).isNotEqualTo("Mine");
    assertThat(store.feeds().folders(other)).containsEntry(a, "F");
    assertThat(store.feeds().folders(ME)).isEmpty();
    assertThat(store.subscriptions().remove(other, a)).contains(1L);
    assertThat(store.subscriptions().remove(other, a)).isEmpty();
    assertThat(store.reading().unread(other, 9)).isEmpty();
  }

  @Test
  void streamsGoByArrivalBothWaysAndGoOn() {
    long a = feed("a");
    long b = feed("b");
    long one = put(a, 9, null);
    long two = put(b, 5, null);
    long three = put(a, 1, null);
    store.reading().read(ME, List.of(two), true, NOON);
    store.reading().star(ME, List.of(one), true, NOON);
    store.subscriptions().setFolder(ME, b, "News");
    assertThat(ids(Query.ALL)).containsExactly(three, two, one);
    assertThat(ids(query(null, null, Wish.ONLY, Wish.ANY, true, null))).containsExactly(one, three);
    assertThat(ids(query(null, null, Wish.WITHOUT, Wish.ANY, true, null))).containsExactly(two);
    assertThat(ids(query(a, null, Wish.ANY, Wish.ANY, false, three))).containsExactly(one);
    assertThat(ids(query(null, "News", Wish.ANY, Wish.ANY, false, null))).containsExactly(two);
    assertThat(ids(query(null, null, Wish.ONLY, Wish.ONLY, false, null))).containsExactly(one);
    assertThat(ids(query(null, null, Wish.ANY, Wish.WITHOUT, false, null)))
        .containsExactly(three, two);
    assertThat(store.streams().newest()).isEqualTo(three);
    assertThat(store.streams().count(ME)).isEqualTo(3);
  }

  private static Query query(
      @Nullable Long feed,
      @Nullable String label,
      Wish unread,
      Wish starred,
      boolean oldest,
      @Nullable Long after) {
    return new Query(feed, label, unread, starred, NOON, NOON.plusSeconds(99_999), oldest, after);
  }

  private List<Long> ids(Query query) {
    return store.streams().page(ME, query, 10).stream().map(Streams.Arrived::id).toList();
  }

  @Test
  void whatNobodyReadForLongIsForgottenButNotLost() {
    long a = feed("a");
    put(a, 1, null);
    assertThat(store.reading().forget(NOON)).isZero();
    assertThat(store.reading().forget(NOON.plus(Duration.ofDays(9)))).isEqualTo(1);
    assertThat(unread(ME, a)).isZero();
    assertThat(store.streams().count(ME)).isEqualTo(1);
  }

  @Test
  void subscribersCountByWhenTheyWereHere() {
    long a = feed("a");
    assertThat(store.subscriptions().interest(a, NOON)).isEqualTo(0.05);
    store.accounts().seen(ME, NOON);
    long other = other();
    follow(other, "a");
    store.accounts().seen(other, NOON.minus(Duration.ofDays(3)));
    assertThat(store.subscriptions().interest(NOON)).containsEntry(a, 1.5);
    assertThat(store.subscriptions().interest(a + 1, NOON)).isZero();
  }

  @Test
  void aNameIsTakenOnceWhateverItsCaseAndTheFirstAccountStays() {
    long other = other();
    assertThat(store.accounts().add("OTHER", null, NOON)).isEmpty();
    assertThat(store.accounts().rename(ME, "Other")).isFalse();
    assertThat(store.accounts().rename(ME, "maia")).isTrue();
    assertThat(store.accounts().named("MAIA").orElseThrow().id()).isEqualTo(ME);
    assertThat(store.accounts().remove(ME)).isFalse();
    follow(other, "a");
    store.settings().put(other, "view", "cards", NOON);
    assertThat(store.accounts().remove(other)).isTrue();
    assertThat(store.settings().of(other)).isEmpty();
    assertThat(store.accounts().all()).hasSize(1);
  }

  @Test
  void sessionsEndInTimeAndWithANewPassword() {
    Instant end = NOON.plusSeconds(7200);
    store.keys().startSession("h1", ME, "Browser", NOON, end);
    assertThat(store.keys().session("h1", NOON, end)).contains(ME);
    assertThat(store.keys().session("h2", NOON, end)).isEmpty();
    assertThat(store.keys().session("h1", end, end)).isEmpty();
    assertThat(store.keys().sessions(ME)).hasSize(1);
    store.accounts().setPassword(ME, "new");
    assertThat(store.keys().session("h1", NOON, end)).isEmpty();
  }

  @Test
  void tokensAreRevokedByTheirAccountOnly() {
    String hash = "0123456789abcdef" + "0".repeat(48);
    store.keys().addToken(ME, "phone", hash, "fever", NOON);
    long other = other();
    assertThat(store.keys().token(hash, NOON)).contains(ME);
    assertThat(store.keys().feverKey("fever", NOON)).contains(ME);
    String id = store.keys().tokens(ME).getFirst().id();
    assertThat(store.keys().revoke(other, id)).isFalse();
    assertThat(store.keys().revoke(ME, "%")).isFalse();
    assertThat(store.keys().revoke(ME, id)).isTrue();
    assertThat(store.keys().token(hash, NOON)).isEmpty();
  }
}
