package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Account;
import freshet.model.Arrived;
import freshet.model.Cursor;
import freshet.model.FeedEdit;
import freshet.model.FeedUrl;
import freshet.model.SaveTarget;
import freshet.model.Selection;
import freshet.model.Story;
import freshet.model.Subscription;
import freshet.model.Token;
import freshet.model.Tristate;
import freshet.model.Visibility;
import freshet.store.Stories.Reader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What every store must do with accounts, and with what they read.
abstract class AccountsContract extends KeepingContract {
  private static final long ME = Account.FIRST;
  private static final Selection UNREAD = Selection.ALL.withUnread(Tristate.ONLY);
  private static final Selection STARRED = Selection.ALL.withStarred(Tristate.ONLY);

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

  private List<Long> river(long account, Selection which) {
    return river(account, which, List.of());
  }

  /// What an account follows and does not hide.
  private List<Long> river(long account, Selection which, List<String> hiddenTopics) {
    boolean all = store.subscriptions().followsAll(account);
    var reader = new Reader(new Visibility(account, all), hiddenTopics, false);
    return store.stories().page(which, reader, null, 100).stream()
        .map(s -> s.entry().id())
        .toList();
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
    assertThat(river(other, Selection.ALL)).containsExactly(one);
    assertThat(river(other, UNREAD)).containsExactly(one);
  }

  @Test
  void readingOneEntryOfAStoryReadsAllAndCopiesThatComeLater() {
    long a = feed("a");
    long b = feed("b");
    long c = feed("c");
    long first = put(a, 1, null);
    long copy = put(b, 2, null, first);
    assertThat(river(ME, UNREAD)).containsExactly(first);
    assertThat(store.reading().read(ME, List.of(copy), true, NOON)).isEqualTo(2);
    assertThat(river(ME, UNREAD)).isEmpty();
    put(c, 3, null, first);
    assertThat(unread(ME, a)).isZero();
    assertThat(unread(ME, b)).isZero();
    assertThat(unread(ME, c)).isZero();
    store.reading().read(ME, List.of(first), false, NOON);
    assertThat(unread(ME, c)).isEqualTo(1);
    assertThat(river(ME, UNREAD)).containsExactly(first);
  }

  @Test
  void aCopyStandsForItsStoryWhereTheFirstIsNotFollowedOrRead() {
    long a = feed("a");
    long b = feed("b");
    long other = other();
    follow(other, "b");
    long first = put(a, 1, null);
    long copy = put(b, 2, null, first);
    assertThat(river(other, Selection.ALL)).containsExactly(copy);
    assertThat(river(other, UNREAD)).containsExactly(copy);
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
    var marked = store.reading().readAll(ME, Selection.ALL, seen, null, NOON.plusSeconds(9));
    assertThat(marked.entries()).isEqualTo(2);
    assertThat(store.reading().unread(ME, 10)).containsExactly(later);
    assertThat(unread(ME, a)).isEqualTo(1);
    assertThat(store.reading().undo(ME, marked.batch(), NOON)).isEqualTo(2);
    assertThat(unread(ME, a)).isEqualTo(2);
    assertThat(unread(ME, b)).isEqualTo(1);
    assertThat(store.reading().undo(ME, marked.batch(), NOON)).isZero();
  }

  @Test
  void whoMarksAllOfAFeedHasReadTheirStoriesElsewhereToo() {
    long a = feed("a");
    long b = feed("b");
    long one = put(a, 1, null);
    long copy = put(b, 2, null, one);
    long other = put(b, 3, null);
    var marked = store.reading().readAll(ME, Selection.ofFeed(a), null, null, NOON);
    assertThat(marked.entries()).isEqualTo(1);
    assertThat(store.reading().unread(ME, 10)).containsExactly(other).doesNotContain(copy);
    assertThat(unread(ME, b)).isEqualTo(1);
    assertThat(store.reading().undo(ME, marked.batch(), NOON)).isEqualTo(2);
  }

  @Test
  void aFeedInTwoFoldersIsFiledInTheFirstAlone() {
    long a = feed("a");
    put(a, 1, null);
    store.subscriptions().setFolders(ME, a, List.of("First", "Second"));
    assertThat(readAll(Selection.ALL.withFiled("Second"), null)).isZero();
    assertThat(readAll(Selection.ALL.withFiled("First"), null)).isEqualTo(1);
  }

  @Test
  void tagsThatDifferInCaseAreTwo() {
    long one = put(feed("a"), 1, null);
    for (String tag : List.of("Later", "later")) {
      store.reading().tag(ME, List.of(one), tag, true);
    }
    assertThat(store.reading().tags(ME).keySet()).containsExactly("Later", "later");
  }

  @Test
  void aFeedWithoutANameIsNotCalledByThePasswordInItsAddress() {
    FeedUrl url = FeedUrl.of("https://me:secret@pay.example/feed");
    long feed = store.feeds().add(url, "pay.example", null, null, NOON).id();
    assertThat(store.subscriptions().find(ME, feed).orElseThrow().name())
        .isEqualTo("https://pay.example/feed");
  }

  @Test
  void aPageHasTheSameEntriesWhateverItIsReadAlong() {
    long a = feed("a");
    long b = feed("b");
    for (int i = 1; i <= 6; i++) put(i % 2 == 0 ? a : b, 10 * i, null);
    put(b, 70, null);
    store.feeds().edit(ME, b, FeedEdit.folder("News"), false);
    store.reading().read(ME, List.of(river(ME, Selection.ofFeed(b)).get(1)), true, NOON);
    var reader = new Reader(new Visibility(ME, false), List.of(), false);
    var others = new Stories(store.database(), 1, 0);
    for (Selection which :
        List.of(
            Selection.ALL.withFolder("News"),
            Selection.ALL.withFiled("News"),
            UNREAD.withFolder("News"),
            UNREAD.withFiled(""),
            UNREAD.withFolder("News").withTopic("sport"),
            UNREAD.withTopic("sport"),
            UNREAD.withLanguage("en"),
            UNREAD.withEvent(7L))) {
      List<Long> all = river(ME, which);
      assertThat(pages(store.stories(), which, reader)).as(which.view()).isEqualTo(all);
      assertThat(pages(others, which, reader)).as(which.view()).isEqualTo(all);
      assertThat(others.count(which, reader, 100)).as(which.view()).isEqualTo(all.size());
    }
    assertThat(river(ME, UNREAD.withFolder("News"))).hasSize(3);
    assertThat(river(ME, UNREAD.withTopic("sport"))).hasSize(6);
  }

  private static List<Long> pages(Stories stories, Selection which, Reader reader) {
    List<Long> all = new ArrayList<>();
    Cursor before = null;
    while (true) {
      List<Story> page = stories.page(which, reader, before, 2);
      if (page.isEmpty()) return all;
      for (Story s : page) all.add(s.entry().id());
      before = Cursor.after(page.getLast().entry());
    }
  }

  @Test
  void aViewIsCountedAsItIsListed() {
    long a = feed("a");
    long b = feed("b");
    put(a, 1, null);
    long second = put(b, 2, null);
    put(b, 50, null);
    store.feeds().edit(ME, b, FeedEdit.folder("News"), false);
    store.reading().read(ME, List.of(second), true, NOON);
    var reader = new Reader(new Visibility(ME, false), List.of(), false);
    for (Selection which :
        List.of(
            Selection.ALL,
            UNREAD,
            Selection.ofFeed(b),
            UNREAD.withFeed(b),
            UNREAD.withFolder("News"),
            UNREAD.withTopic("sport"),
            UNREAD.withLanguage("en"),
            UNREAD.withTag("none"))) {
      int listed = river(ME, which).size();
      assertThat(store.stories().count(which, reader, 100)).as(which.view()).isEqualTo(listed);
      long told =
          store.stories().topics(which, reader, Instant.EPOCH).stream()
              .mapToLong(t -> t.stories())
              .sum();
      assertThat(told).as(which.view()).isEqualTo(listed);
    }
    assertThat(store.stories().count(Selection.ALL, reader, 2)).isEqualTo(2);
    assertThat(store.stories().topics(UNREAD, reader, NOON.plusSeconds(999_999))).isEmpty();
    var noSport = new Reader(new Visibility(ME, false), List.of("sport"), false);
    assertThat(store.stories().count(Selection.ALL, noSport, 100)).isZero();
  }

  @Test
  void markingAllKeepsToItsScope() {
    long a = feed("a");
    long b = feed("b");
    put(a, 1, null);
    put(b, 2, null);
    put(b, 50, null);
    store.feeds().edit(ME, b, FeedEdit.folder("News"), false);
    Instant then = NOON.plus(Duration.ofMinutes(10));
    Selection all = Selection.ALL;
    assertThat(readAll(all.withFolder("none"), null)).isZero();
    assertThat(readAll(all.withUntil(NOON), null)).isZero();
    assertThat(readAll(all.withTag("none"), null)).isZero();
    assertThat(readAll(all.withStarred(Tristate.ONLY), null)).isZero();
    Selection sport = all.withTopic("sport").withLanguage("en").withUntil(NOON.plusSeconds(99_999));
    assertThat(readAll(sport, then)).isEqualTo(2);
    assertThat(readAll(all.withLabel("News"), null)).isEqualTo(1);
    assertThat(readAll(Selection.ofFeed(a), null)).isZero();
  }

  private int readAll(Selection which, @Nullable Instant datedBefore) {
    return store.reading().readAll(ME, which, null, datedBefore, NOON).entries();
  }

  @Test
  void starsAndTagsBelongToTheirAccount() {
    long a = feed("a");
    long other = other();
    long one = put(a, 1, null);
    store.reading().star(ME, List.of(one, 987654321L), true, NOON);
    store.reading().tag(ME, List.of(one, 987654321L), "later", true);
    var mark = store.reading().mark(ME, one);
    assertThat(mark.starred()).isTrue();
    assertThat(mark.tags()).isEqualTo(Set.of("later"));
    assertThat(store.reading().mark(other, one).starred()).isFalse();
    assertThat(store.reading().tags(other)).isEmpty();
    assertThat(river(ME, STARRED)).containsExactly(one);
    assertThat(river(other, STARRED)).isEmpty();
    store.reading().renameTag(ME, "later", "now");
    assertThat(store.reading().tags(ME)).containsOnlyKeys("now");
    store.reading().star(ME, List.of(one), false, NOON);
    assertThat(store.reading().starred(ME, 9)).isEmpty();
  }

  @Test
  void aFolderHasWhatIsInTheFoldersInsideIt() {
    long a = feed("a");
    long b = feed("b");
    long c = feed("c");
    long one = put(a, 1, null);
    long two = put(b, 2, null);
    long three = put(c, 3, null);
    store.subscriptions().setFolders(ME, a, List.of("News"));
    store.subscriptions().setFolders(ME, b, List.of("Best", "News/Science"));
    store.subscriptions().setFolders(ME, c, List.of("News%", "Newspapers"));
    assertThat(river(ME, UNREAD.withFolder("News"))).containsExactlyInAnyOrder(one, two);
    assertThat(river(ME, UNREAD.withFolder("News/Science"))).containsExactly(two);
    assertThat(river(ME, UNREAD.withFolder("News%"))).containsExactly(three);
    assertThat(river(ME, UNREAD.withFolder("Science"))).isEmpty();
    // Programs know each folder as a label of its own.
    assertThat(river(ME, UNREAD.withLabel("News"))).containsExactly(one);
    assertThat(store.folders().move(ME, "News", "World")).isTrue();
    assertThat(river(ME, UNREAD.withFolder("World/Science"))).containsExactly(two);
    assertThat(river(ME, UNREAD.withFolder("News"))).isEmpty();
  }

  @Test
  void aFeedIsInSeveralFolders() {
    long a = feed("a");
    long b = feed("b");
    long one = put(a, 1, null);
    store.subscriptions().setFolders(ME, a, List.of("Z", "A", "M"));
    store.subscriptions().setFolders(ME, b, List.of("A"));
    Subscription s = store.subscriptions().find(ME, a).orElseThrow();
    assertThat(s.folders()).containsExactly("Z", "A", "M");
    assertThat(store.feeds().folders(ME)).containsEntry(a, s.folders());
    for (String folder : s.folders()) {
      assertThat(river(ME, UNREAD.withFolder(folder))).contains(one);
    }
    assertThat(store.folders().move(ME, "A", "Z")).isTrue();
    assertThat(store.feeds().folders(ME)).isEqualTo(Map.of(a, List.of("Z", "M"), b, List.of("Z")));
    assertThat(store.folders().move(ME, "Z", null)).isTrue();
    assertThat(store.feeds().folders(ME)).isEqualTo(Map.of(a, List.of("M")));
    assertThat(store.folders().move(ME, "none", null)).isFalse();
    store.subscriptions().setFolders(ME, a, List.of("X", "Y"));
    assertThat(store.subscriptions().remove(ME, a)).isPresent();
    assertThat(store.feeds().folders(ME)).isEmpty();
    store.subscriptions().add(ME, a, null, "X", NOON);
    assertThat(store.feeds().folders(ME)).isEqualTo(Map.of(a, List.of("X")));
  }

  @Test
  void hiddenFeedsAndTopicsAreLeftOutUnlessAskedFor() {
    long a = feed("a");
    long b = feed("b");
    long one = put(a, 1, null);
    long two = put(b, 2, null);
    store.subscriptions().setHidden(ME, b, true);
    assertThat(store.subscriptions().followsAll(ME)).isFalse();
    assertThat(river(ME, Selection.ALL)).containsExactly(one);
    assertThat(river(ME, UNREAD)).containsExactly(one);
    assertThat(river(ME, Selection.ALL, List.of("sport"))).isEmpty();
    assertThat(river(ME, UNREAD.withFeed(b))).containsExactly(two);
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
    assertThat(store.feeds().folders(other)).containsEntry(a, List.of("F"));
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
    store.feeds().edit(ME, b, FeedEdit.folder("News"), false);
    Selection all = Selection.ALL.withSince(NOON).withUntil(NOON.plusSeconds(99_999));
    assertThat(ids(Selection.ALL, false, null)).containsExactly(three, two, one);
    Selection unread = all.withUnread(Tristate.ONLY);
    assertThat(ids(unread, true, null)).containsExactly(one, three);
    assertThat(ids(unread.withFeed(a), true, null)).containsExactly(one, three);
    assertThat(ids(all.withUnread(Tristate.WITHOUT), true, null)).containsExactly(two);
    assertThat(ids(all.withFeed(a), false, three)).containsExactly(one);
    assertThat(ids(all.withLabel("News"), false, null)).containsExactly(two);
    assertThat(ids(unread.withStarred(Tristate.ONLY), false, null)).containsExactly(one);
    assertThat(ids(all.withStarred(Tristate.WITHOUT), false, null)).containsExactly(three, two);
    assertThat(store.streams().newest()).isEqualTo(three);
    assertThat(store.streams().count(ME, Selection.ALL)).isEqualTo(3);
    assertThat(store.subscriptions().folders(ME)).containsExactly("News");
    for (Tristate mark : Tristate.values()) {
      for (Selection which :
          List.of(
              Selection.ALL,
              Selection.ofFeed(a),
              Selection.ofFeed(b),
              Selection.ofFeed(99),
              Selection.ALL.withFolder("News"),
              Selection.ALL.withFiled("News"),
              Selection.ALL.withFiled(""),
              all,
              all.withFeed(a),
              Selection.ALL.withStarred(Tristate.ONLY))) {
        Selection marked = which.withUnread(mark);
        assertThat(store.streams().count(ME, marked))
            .as("%s", marked)
            .isEqualTo(ids(marked, true, null).size());
      }
    }
  }

  private List<Long> ids(Selection which, boolean oldestFirst, @Nullable Long after) {
    return store.streams().page(ME, which, oldestFirst, after, 10).stream()
        .map(Arrived::id)
        .toList();
  }

  @Test
  void whatNobodyReadForLongIsForgottenButNotLost() {
    long a = feed("a");
    put(a, 1, null);
    assertThat(store.reading().forget(NOON)).isZero();
    assertThat(store.reading().forget(NOON.plus(Duration.ofDays(9)))).isEqualTo(1);
    assertThat(unread(ME, a)).isZero();
    assertThat(store.streams().count(ME, Selection.ALL)).isEqualTo(1);
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
  void aListAmongTheSettingsIsChangedFromWhatItIs() {
    assertThat(store.settings().list(ME, "hidden")).isEmpty();
    for (String item : List.of("a", "b")) {
      List<String> now =
          store
              .settings()
              .change(
                  ME,
                  "hidden",
                  before -> {
                    List<String> more = new ArrayList<>(before);
                    more.add(item);
                    return more;
                  },
                  NOON);
      assertThat(now).endsWith(item);
    }
    assertThat(store.settings().list(ME, "hidden")).containsExactly("a", "b");
    assertThat(store.settings().change(ME, "hidden", _ -> List.of(), NOON)).isEmpty();
    assertThat(store.settings().list(ME, "hidden")).isEmpty();
  }

  @Test
  void aNameIsTakenOnceWhateverItsCaseAndTheFirstAccountStays() {
    long other = other();
    assertThat(store.accounts().add("OTHER", null, NOON)).isEmpty();
    assertThat(store.accounts().rename(ME, "Other")).isFalse();
    assertThat(store.accounts().rename(ME, "maia")).isTrue();
    assertThat(store.accounts().named("MAIA").orElseThrow().id()).isEqualTo(ME);
    assertThat(store.accounts().rename(ME, "Ärger")).isTrue();
    assertThat(store.accounts().named("ÄRGER").orElseThrow().id()).isEqualTo(ME);
    assertThat(store.accounts().add("ärger", "hash", NOON)).isEmpty();
    assertThat(store.accounts().rename(other, "ärGER")).isFalse();
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
    store.credentials().startSession("h1", ME, "Browser", NOON, end);
    assertThat(store.credentials().session("h1", NOON, end)).contains(ME);
    assertThat(store.credentials().session("h2", NOON, end)).isEmpty();
    assertThat(store.credentials().session("h1", end, end)).isEmpty();
    assertThat(store.credentials().sessions(ME)).hasSize(1);
    store.accounts().setPassword(ME, "new");
    assertThat(store.credentials().session("h1", NOON, end)).isEmpty();
  }

  @Test
  void tokensAreRevokedByTheirAccountOnly() {
    String hash = "0123456789abcdef" + "0".repeat(48);
    store.credentials().addToken(ME, "phone", hash, List.of("fever"), false, NOON);
    long other = other();
    assertThat(store.credentials().token(hash, NOON)).contains(new Credentials.Holder(ME, false));
    store.credentials().addToken(ME, "assistant", "0".repeat(64), List.of(), true, NOON);
    assertThat(store.credentials().token("0".repeat(64), NOON))
        .contains(new Credentials.Holder(ME, true));
    assertThat(store.credentials().tokens(ME))
        .extracting(Token::readOnly)
        .containsExactlyInAnyOrder(false, true);
    assertThat(store.credentials().revoke(ME, "0".repeat(16))).isTrue();
    assertThat(store.credentials().feverKey("fever", NOON)).contains(ME);
    String id = store.credentials().tokens(ME).getFirst().id();
    assertThat(store.credentials().revoke(other, id)).isFalse();
    assertThat(store.credentials().revoke(ME, "%")).isFalse();
    assertThat(store.credentials().revoke(ME, id)).isTrue();
    assertThat(store.credentials().token(hash, NOON)).isEmpty();
  }

  @Test
  void whereEntriesAreSavedIsAnAccountsOwn() {
    SaveTarget hook =
        new SaveTarget(
            0,
            "Hook",
            SaveTarget.Way.SEND,
            "POST",
            "https://a.example/",
            "X: y",
            "{}",
            "",
            "",
            "a=b");
    SaveTarget made = store.saveTargets().add(ME, hook);
    assertThat(store.saveTargets().all(ME)).containsExactly(made);
    assertThat(store.saveTargets().find(ME + 1, made.id())).isEmpty();
    SaveTarget changed = made.with(made.id(), "a=c");
    assertThat(store.saveTargets().change(ME + 1, changed)).isFalse();
    assertThat(store.saveTargets().change(ME, changed)).isTrue();
    assertThat(store.saveTargets().find(ME, made.id())).contains(changed);
    assertThat(store.saveTargets().remove(ME + 1, made.id())).isFalse();
    assertThat(store.saveTargets().remove(ME, made.id())).isTrue();
    assertThat(store.saveTargets().all(ME)).isEmpty();
  }
}
