package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.model.Account;
import freshet.model.Alert;
import freshet.model.Arrived;
import freshet.model.Cursor;
import freshet.model.Feed;
import freshet.model.FeedCounts;
import freshet.model.FeedEdit;
import freshet.model.FeedTally;
import freshet.model.FeedUrl;
import freshet.model.Mark;
import freshet.model.Rule;
import freshet.model.Rule.Action;
import freshet.model.Selection;
import freshet.model.Shelf;
import freshet.model.Story;
import freshet.model.Subscription;
import freshet.model.Tristate;
import freshet.model.Validators;
import freshet.model.Visibility;
import freshet.store.Stories.Reader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The questions that the other contracts do not come by, and those that are put together from
/// parts, in each of their forms: one database may refuse what the other takes.
abstract class QueriesContract extends LeasesContract {
  private static final long ME = Account.FIRST;

  @Test
  void subscriptionsAreListedByNameWhateverItsCase() {
    long b = feed("b");
    long a = feed("a");
    long c = feed("c");
    store.feeds().edit(ME, a, FeedEdit.title("zebra"), false);
    store.feeds().edit(ME, b, FeedEdit.title("Apple"), false);
    store.feeds().edit(ME, c, FeedEdit.title("mango"), false);
    assertThat(store.subscriptions().of(ME))
        .extracting(Subscription::name)
        .containsExactly("Apple", "mango", "zebra");
    store.feeds().edit(ME, a, FeedEdit.title(null), false);
    assertThat(store.subscriptions().find(ME, a).orElseThrow().name())
        .isEqualTo("https://a.example/feed");
    assertThat(store.subscriptions().others(ME, a)).isZero();
    assertThat(store.subscriptions().others(2, a)).isEqualTo(1);
    long one = put(a, 1, null);
    assertThat(store.subscriptions().entries(ME, List.of(one, 999L))).containsExactly(one);
    assertThat(store.subscriptions().entries(2, List.of(one))).isEmpty();
  }

  @Test
  void whatPeopleSetOfAFeedComesBack() {
    long a = feed("a");
    long b = feed("b");
    Feeds feeds = store.feeds();
    feeds.edit(
        ME,
        a,
        new FeedEdit(
            new FeedEdit.To<>("Mine"),
            new FeedEdit.To<>("Later"),
            new FeedEdit.To<>("7"),
            new FeedEdit.To<>(Duration.ofHours(2)),
            new FeedEdit.To<>("slow"),
            Map.of("X-Key", "v", "Accept", "text/xml"),
            Feed.State.PAUSED),
        true);
    assertThat(feeds.folders()).isEqualTo(Map.of(a, List.of("Later")));
    assertThat(store.subscriptions().ownIds(ME)).isEqualTo(Map.of(a, "7"));
    assertThat(feeds.isKnown(FeedUrl.of("https://a.example/feed"))).isTrue();
    assertThat(feeds.isKnown(FeedUrl.of("https://a.example/fed"))).isFalse();
    var listed =
        new Feeds.Listed(
            FeedUrl.of("https://a.example/feed"), "a.example", "Again", null, null, null);
    assertThat(feeds.addAll(ME, List.of(listed, listed), NOON))
        .containsExactly(new Feeds.Added(a, false), new Feeds.Added(a, false));
    Feed feed = feeds.find(a).orElseThrow();
    assertThat(feed.name()).isEqualTo("Mine");
    assertThat(feed.state()).isEqualTo(Feed.State.PAUSED);
    assertThat(feed.plan().fixedInterval()).isEqualTo(Duration.ofHours(2));
    assertThat(feed.plan().quotaGroup()).isEqualTo("slow");
    assertThat(feed.asking().headers()).isEqualTo(Map.of("X-Key", "v", "Accept", "text/xml"));
    Feeds.Planned planned = feeds.planned(a).orElseThrow();
    assertThat(planned.state()).isEqualTo(Feed.State.PAUSED);
    assertThat(feeds.planned(999)).isEmpty();
    var none = new FeedEdit.To<String>(null);
    feeds.edit(
        ME,
        a,
        new FeedEdit(none, none, none, new FeedEdit.To<>(null), none, Map.of(), Feed.State.PAUSED),
        true);
    assertThat(feeds.find(a).orElseThrow().givenTitle()).isNull();
    assertThat(feeds.find(a).orElseThrow().asking().headers()).isEmpty();
    assertThat(feeds.find(a).orElseThrow().plan().fixedInterval()).isNull();
    assertThat(feeds.all()).extracting(Feed::id).containsExactly(a, b);
    assertThat(feeds.siteKeys()).isEqualTo(Map.of(a, "a.example", b, "a.example"));
    store.feeds().edit(ME, b, FeedEdit.folder("News"), false);
    assertThat(feeds.folders()).isEqualTo(Map.of(b, List.of("News")));
    assertThat(feeds.counts()).isEqualTo(new FeedCounts(1, 1, 0, 0, 0));
  }

  @Test
  void aCrawlsPagesAreEntriesOfAFeedThatNobodyPolls() {
    assertThat(store.crawlFeeds().last()).isZero();
    assertThat(store.crawlFeeds().of(3)).isEmpty();
    Feed crawl = store.crawlFeeds().open(3, ME, "Crawl 3: harbour", "https://h.example/", NOON);
    assertThat(store.crawlFeeds().open(3, ME, "x", null, NOON).id()).isEqualTo(crawl.id());
    assertThat(store.crawlFeeds().of(3)).contains(crawl.id());
    assertThatThrownBy(() -> store.subscriptions().add(2, crawl.id(), null, null, NOON))
        .hasMessageContaining("crawl");
    assertThat(store.crawlFeeds().last()).isEqualTo(3);
    for (String text : List.of("all", "3", "HARBOUR")) {
      assertThat(store.searchRows().crawlsCalled(Visibility.EVERYTHING, text, 10))
          .as(text)
          .containsExactly(crawl.id());
    }
    assertThat(store.searchRows().crawlsCalled(new Visibility(2, false), "all", 10)).isEmpty();
    assertThat(store.crawlFeeds().validators(crawl.id(), 5)).isEmpty();
    for (String etag : List.of("one", "two", "two")) {
      store.crawlFeeds().keep(crawl.id(), 5, new Validators(etag, null));
      assertThat(store.crawlFeeds().validators(crawl.id(), 5)).contains(new Validators(etag, null));
    }
    long one = put(crawl.id(), 1, null);
    long two = put(crawl.id(), 2, null);
    assertThat(store.entries().recent(crawl.id(), 10))
        .extracting(r -> r.known().id())
        .containsExactly(two, one);
    assertThat(store.crawlFeeds().removeSome(crawl.id(), 1)).isTrue();
    assertThat(store.crawlFeeds().removeSome(crawl.id(), 2)).isFalse();
    assertThat(store.entries().recent(crawl.id(), 10)).isEmpty();
  }

  @Test
  void appsGetThePagesOfACrawlOnlyIfItIsReadAmongOtherFeeds() {
    long feed = feed("a");
    long entry = put(feed, 1, null);
    long crawl = store.crawlFeeds().open(3, ME, "Crawl 3", null, NOON).id();
    long page = put(crawl, 2, null);
    assertThat(stream(Selection.ALL)).containsExactly(entry);
    assertThat(store.streams().count(ME, Selection.ALL)).isEqualTo(1);
    assertThat(stream(Selection.ofFeed(crawl))).containsExactly(page);
    store.subscriptions().setHidden(ME, crawl, false);
    assertThat(stream(Selection.ALL)).containsExactly(page, entry);
    assertThat(store.streams().count(ME, Selection.ALL)).isEqualTo(2);
  }

  private List<Long> stream(Selection which) {
    return store.streams().page(ME, which, false, null, 9).stream().map(a -> a.id()).toList();
  }

  @Test
  void whoPrintedWhichStoryWhen() {
    long a = feed("a");
    long b = feed("b");
    long first = put(a, 1, null);
    long copy = put(b, 31, null, first);
    long again = put(b, 41, null, first);
    long alone = put(b, 50, null);
    long crawl = store.crawlFeeds().open(3, ME, "Crawl 3", null, NOON).id();
    long page = put(crawl, 60, null, first);
    Visibility me = new Visibility(ME, false);
    for (Visibility who : List.of(Visibility.EVERYTHING, me)) {
      assertThat(copies(who, Selection.ALL)).containsExactly(first, copy, again);
      assertThat(copies(who, Selection.ALL.withLanguage("en"))).containsExactly(first, copy, again);
      assertThat(copies(who, Selection.ALL.withTopic("sport"))).hasSize(3);
      assertThat(copies(who, Selection.ALL.withTopic("none"))).isEmpty();
      assertThat(printed(who, Selection.ALL)).containsExactly(Map.entry(a, 0L), Map.entry(b, 3L));
      assertThat(printed(who, Selection.ALL.withLanguage("et"))).isEmpty();
    }
    assertThat(copies(new Visibility(99, false), Selection.ALL)).isEmpty();
    assertThat(printed(new Visibility(99, false), Selection.ALL)).isEmpty();
    assertThat(store.spreads().entries(me, List.of(first, alone)).keySet())
        .containsExactlyInAnyOrder(first, alone);
    assertThat(store.spreads().entries(new Visibility(99, false), List.of(first))).isEmpty();
    store.subscriptions().setHidden(ME, crawl, false);
    assertThat(copies(me, Selection.ALL)).containsExactly(first, copy, again, page);
  }

  private List<Long> copies(Visibility who, Selection which) {
    List<Long> ids = new ArrayList<>();
    store
        .spreads()
        .each(who, which, NOON, NOON.plus(Duration.ofHours(2)), 100, c -> ids.add(c.entry()));
    return ids;
  }

  /// How many entries each feed has since a few minutes after noon.
  private List<Map.Entry<Long, Long>> printed(Visibility who, Selection which) {
    Instant since = NOON.plus(Duration.ofMinutes(10));
    return store.spreads().feeds(who, which, NOON, NOON.plus(Duration.ofHours(2)), since).stream()
        .map(p -> Map.entry(p.feed(), p.entries()))
        .toList();
  }

  @Test
  void anEmptyStoreAnswersEveryQuestion() {
    assertThat(store.feeds().counts()).isEqualTo(new FeedCounts(0, 0, 0, 0, 0));
    assertThat(store.streams().newest()).isZero();
    assertThat(store.streams().count(ME, Selection.ALL)).isZero();
    assertThat(store.streams().count(ME, Selection.ALL.withUnread(Tristate.ONLY))).isZero();
    assertThat(store.signatures().of(1)).isNull();
    store.signatures().each(NOON, k -> assertThat(k).isNull());
    assertThat(store.signatures().newest(NOON, 9)).isEmpty();
    assertThat(store.signatures().arrivals(NOON, 0, 9)).isEmpty();
    assertThat(store.entries().languages(Visibility.EVERYTHING)).isEmpty();
    assertThat(store.polls().spent(Visibility.EVERYTHING, NOON).first()).isEmpty();
    assertThat(store.reading().marks(ME, List.of())).isEmpty();
    assertThat(store.trouble()).isEmpty();
  }

  @Test
  void entriesAreReadWholeAndAsAHistory() {
    long a = feed("a");
    Instant nine = NOON.minus(Duration.ofHours(3));
    List<Long> ids =
        store
            .polls()
            .take(
                a,
                NOON,
                List.of(
                    entryAt(1, NOON.minusSeconds(60), false),
                    entryAt(2, nine, false),
                    entryAt(3, NOON.minusSeconds(90), true),
                    entryAt(4, NOON.plusSeconds(90), false)),
                StoryResolver.NONE)
            .newEntries();
    assertThat(store.feeds().find(a).orElseThrow().entries()).isEqualTo(4);
    assertThat(store.subscriptions().find(ME, a).orElseThrow().unread()).isEqualTo(4);
    List<Instant> history = new ArrayList<>();
    store
        .entries()
        .eachPublication((feed, at) -> {
          assertThat(feed).isEqualTo(a);
          history.add(at);
        });
    assertThat(history).containsExactly(nine, NOON.minusSeconds(60));
    assertThat(store.entries().full(List.of())).isEmpty();
    assertThat(store.entries().full(List.of(ids.getFirst(), 999L)))
        .singleElement()
        .satisfies(f -> {
          assertThat(f.entry().title()).isEqualTo("t1");
          assertThat(f.body().content()).isEqualTo("c");
        });
    assertThat(store.searchRows().topics()).isEmpty();
    long topic = store.topics().id("sport");
    assertThat(store.searchRows().topics()).isEqualTo(Map.of(topic, "sport"));
  }

  @Test
  void signaturesAreReadAndForgotten() {
    long a = feed("a");
    long one = put(a, 1, null);
    long two = put(a, 2, null);
    Instant since = NOON.minusSeconds(1);
    assertThat(store.signatures().newest(since, 1))
        .extracting(Signatures.Kept::id)
        .containsExactly(two);
    assertThat(store.signatures().newest(since, 9))
        .extracting(Signatures.Kept::story)
        .containsExactly(-one, -two);
    assertThat(store.signatures().of(one)).isNotEmpty();
    assertThat(store.signatures().arrivals(since, 0, 9))
        .extracting(Signatures.Arrival::id)
        .containsExactly(two, one);
    assertThat(store.signatures().forget()).isEqualTo(2);
    assertThat(store.signatures().of(one)).isNull();
  }

  @Test
  void signaturesOfOldEntriesAreForgottenAndThoseOfEarlierVersionsAreRead() {
    long a = feed("a");
    long one = put(a, 1, null);
    long two = put(a, 2, null);
    Instant since = NOON.minusSeconds(1);
    byte[] earlier = {1, 2, 3};
    int _ =
        store
            .database()
            .writer
            .write(statements -> {
              Rows.set(statements.get("UPDATE entry SET signature = ? WHERE id = ?"), earlier, one)
                  .executeUpdate();
              return Rows.set(statements.get("DELETE FROM entry_signature WHERE entry_id = ?"), one)
                  .executeUpdate();
            });
    assertThat(store.signatures().of(one)).isEqualTo(earlier);
    assertThat(store.signatures().newest(since, 9)).hasSize(2);
    assertThat(store.signatures().forget(since, 9)).isZero();
    assertThat(store.signatures().forget(NOON.plusSeconds(86_400), 9)).isEqualTo(1);
    assertThat(store.signatures().of(two)).isNull();
    assertThat(store.signatures().newest(since, 9))
        .extracting(Signatures.Kept::id)
        .containsExactly(one);
    assertThat(store.signatures().unread(since, 0, 9))
        .extracting(Signatures.Unread::id)
        .containsExactly(two);
  }

  @Test
  void entriesAreCountedByFeedAndFolder() {
    long a = feed("a");
    long b = feed("b");
    put(a, 1, null);
    put(a, 2, null);
    store.subscriptions().setFolders(ME, b, List.of("News", "Science"));
    assertThat(store.subscriptions().shelves(ME))
        .containsExactlyInAnyOrder(
            new Shelf(List.of(), 1, 2, 2), new Shelf(List.of("News", "Science"), 1, 0, 0));
    assertThat(store.subscriptions().tallies(ME))
        .containsExactly(
            new FeedTally(a, 2, 2, List.of(), NOON.plus(Duration.ofHours(3))),
            new FeedTally(b, 0, 0, List.of("News", "Science"), Instant.EPOCH));
    assertThat(store.subscriptions().tallies(99)).isEmpty();
  }

  private static List<Signatures.Kept> changed(
      Signatures signatures, Instant since, long after, Instant edited) {
    List<Signatures.Kept> all = new ArrayList<>();
    signatures.changed(since, after, edited, all::addAll);
    return all;
  }

  @Test
  void signaturesThatCameLaterAreReadAlone() {
    long a = feed("a");
    long one = put(a, 1, null);
    long two = put(a, 2, null, one);
    long three = put(a, 3, null, one);
    Signatures signatures = store.signatures();
    Instant since = NOON.minusSeconds(1);
    Instant never = NOON.plus(Duration.ofDays(9));
    assertThat(changed(signatures, since, 0, never))
        .extracting(Signatures.Kept::id)
        .containsExactly(one, two, three);
    List<Signatures.Kept> late = changed(signatures, since, two, never);
    assertThat(late).extracting(Signatures.Kept::id).containsExactly(three);
    assertThat(changed(signatures, never, two, never)).isEmpty();
    long story = late.getFirst().story();
    assertThat(story).isPositive();
    assertThat(signatures.ofEvents(Set.of(99L))).isEmpty();
    assertThat(signatures.ofStories(Set.of(story, 99L)).get(story))
        .containsExactlyInAnyOrder(one, two, three);
    int first = (int) NOON.plus(Duration.ofMinutes(1)).getEpochSecond();
    assertThat(signatures.has(Map.of())).isTrue();
    assertThat(signatures.has(Map.of(one, first, two, first + 60))).isTrue();
    assertThat(signatures.has(Map.of(one, first, three + 5, first))).isTrue();
    assertThat(signatures.has(Map.of(one, first, two, first))).isFalse();
    assertThat(signatures.has(Map.of(three + 5, first))).isFalse();
  }

  @Test
  void rulesAreKeptChangedAndLookedAt() {
    long a = feed("a");
    long one = put(a, 1, null);
    long two = put(a, 2, null);
    Rules rules = store.rules();
    Rule rule = rules.add(ME, rule(0, "b", Set.of(Action.ALERT, Action.TAG, Action.READ), "later"));
    Rule other = rules.add(ME, rule(0, "A", Set.of(), null));
    assertThat(rules.all(ME)).containsExactly(other, rule);
    assertThat(rules.find(ME, rule.id())).contains(rule);
    assertThat(rules.find(2, rule.id())).isEmpty();
    assertThat(rules.owned(rule.id())).contains(new Rules.Owned(ME, rule));
    assertThat(rules.owned(999)).isEmpty();
    assertThat(rules.everybody()).extracting(Rules.Owned::rule).containsExactly(rule, other);
    assertThat(rules.entries(0, two, 9)).containsExactly(one, two);
    assertThat(rules.entries(one, two, 9)).containsExactly(two);
    Rule changed = rule(rule.id(), "c", Set.of(Action.TAG, Action.READ, Action.ALERT), "soon");
    assertThat(rules.change(ME, changed)).isTrue();
    assertThat(rules.change(2, changed)).isFalse();
    assertThat(rules.find(ME, rule.id())).contains(changed);

    var telling = new Rules.Raising(NOON, NOON, Duration.ofDays(2));
    assertThat(rules.matched(ME, changed, two, List.of(one, two), telling)).isEqualTo(2);
    assertThat(store.reading().mark(ME, one)).isEqualTo(new Mark(false, false, Set.of("soon")));
    List<Alert> due = store.alerts().due(NOON, List.of(), 9);
    assertThat(due).hasSize(2);
    store.alerts().postpone(due, NOON.plusSeconds(60));
    assertThat(store.alerts().due(NOON, List.of(), 9)).isEmpty();
    assertThat(store.alerts().retry(ME, due.getFirst().id(), NOON)).isTrue();
    assertThat(store.alerts().retry(2, due.getFirst().id(), NOON)).isFalse();
    assertThat(store.alerts().due(NOON, List.of(), 9)).hasSize(1);
    assertThat(store.alerts().due(NOON, List.of(999L), 9)).hasSize(1);
    assertThat(store.alerts().due(NOON, List.of(999L, rule.id()), 9)).isEmpty();
    long last = due.getLast().id();
    assertThat(store.alerts().page(ME, Alert.State.WAITING, last, 9))
        .extracting(Alert::id)
        .containsExactly(due.getFirst().id());
  }

  private static Rule rule(
      long id, String name, Set<Action> actions, @org.jspecify.annotations.Nullable String tag) {
    return new Rule(
        id,
        name,
        "q",
        actions,
        Rule.Way.WEBHOOK,
        "https://h.example/",
        null,
        Rule.Frequency.WEEKLY,
        true,
        NOON,
        tag);
  }

  @Test
  void accountsAreFoundInEveryWay() {
    Accounts accounts = store.accounts();
    assertThat(accounts.anyPassword()).isFalse();
    assertThat(accounts.password(ME)).isEmpty();
    long maia = accounts.add("maia", "hash", NOON).orElseThrow().id();
    assertThat(accounts.anyPassword()).isTrue();
    assertThat(accounts.password(maia)).contains("hash");
    assertThat(accounts.find(maia).orElseThrow().name()).isEqualTo("maia");
    assertThat(accounts.find(999)).isEmpty();
    assertThat(accounts.link(maia, "issuer subject")).isTrue();
    assertThat(accounts.linked("issuer subject")).contains(accounts.find(maia).orElseThrow());
    assertThat(accounts.linked("nobody")).isEmpty();
    Instant end = NOON.plusSeconds(9);
    for (String hash : List.of("h1", "h2", "h3"))
      store.credentials().startSession(hash, maia, null, NOON, end);
    store.credentials().endSession("h1");
    assertThat(store.credentials().sessions(maia)).hasSize(2);
    assertThat(store.credentials().endSessions(maia)).isEqualTo(2);
    assertThat(store.credentials().sessions(maia)).isEmpty();
  }

  @Test
  void hubsOnBothSidesAreKept() {
    long a = feed("a");
    var asked =
        new HubSubscriptions.Row(a, "id", "https://hub.example/", "t", "s", true, null, NOON);
    store.hubSubscriptions().put(asked);
    assertThat(store.hubSubscriptions().of(a)).contains(asked);
    var granted =
        new HubSubscriptions.Row(
            a, "id2", "https://hub.example/", "t", "s", false, NOON.plusSeconds(9), NOON);
    store.hubSubscriptions().put(granted);
    assertThat(store.hubSubscriptions().find("id2")).contains(granted);
    assertThat(store.hubSubscriptions().find("id")).isEmpty();
    store
        .hubSubscriptions()
        .put(new HubSubscriptions.Row(999, "x", "h", "t", "s", true, null, NOON));
    assertThat(store.hubSubscriptions().of(999)).isEmpty();

    HubSubscribers ours = store.hubSubscribers();
    var first = new HubSubscribers.Row("t", "c1", null, NOON.plusSeconds(9), 7, 0, NOON);
    var second = new HubSubscribers.Row("t", "c2", "s", NOON.plusSeconds(99), 7, 0, NOON);
    ours.put(second);
    ours.put(first);
    assertThat(ours.all()).containsExactly(first, second);
    ours.tried(second, 8, 2, NOON.plusSeconds(5));
    assertThat(ours.all().getLast())
        .isEqualTo(
            new HubSubscribers.Row(
                "t", "c2", "s", NOON.plusSeconds(99), 8, 2, NOON.plusSeconds(5)));
    ours.put(second); // renewed: what they have stays as it is
    assertThat(ours.all().getLast().sent()).isEqualTo(8);
    assertThat(ours.forget(NOON.plusSeconds(9))).isEqualTo(1);
    assertThat(ours.remove("t", "c2")).isTrue();
    assertThat(ours.remove("t", "c2")).isFalse();
    assertThat(ours.all()).isEmpty();
  }

  @Test
  void whatIsStarredOrTaggedStaysWhenNobodyFollowsItsFeed() {
    long a = feed("a");
    feed("b");
    long plain = put(a, 1, null);
    long starred = put(a, 2, null, plain);
    long tagged = put(a, 3, null);
    store.reading().star(ME, List.of(starred), true, NOON);
    store.reading().tag(ME, List.of(tagged), "later", true);
    store.reading().read(ME, List.of(starred), true, NOON);
    assertThat(store.feeds().removeUnstarred(a)).as("it is followed").isEqualTo(NOTHING);
    store
        .hubSubscriptions()
        .put(new HubSubscriptions.Row(a, "id", "h", "t", "s", true, null, NOON));

    assertThat(store.subscriptions().remove(ME, a)).contains(0L);
    assertThat(store.feeds().unfollowed()).containsExactly(a);
    assertThat(store.feeds().removeUnstarred(a))
        .isEqualTo(new Feeds.Removed(false, List.of(plain)));
    assertThat(store.feeds().removeUnstarred(a)).isEqualTo(NOTHING);
    assertThat(store.hubSubscriptions().of(a)).isEmpty();
    assertThat(store.feeds().planned(a)).as("it is not polled").isEmpty();
    store.feeds().eachPlanned(p -> assertThat(p.id()).isNotEqualTo(a));
    assertThat(store.feeds().all()).extracting(Feed::id).doesNotContain(a);
    assertThat(store.feedLists().after(null, 0, 9)).extracting(Feed::id).doesNotContain(a);
    assertThat(store.feeds().counts().feeds()).isEqualTo(1);

    Visibility visibility = store.subscriptions().visibility(ME);
    assertThat(visibility.all()).isFalse();
    assertThat(store.entries().find(visibility, starred)).isPresent();
    assertThat(store.entries().find(visibility, tagged)).isPresent();
    assertThat(store.entries().own(ME, List.of(starred, tagged, plain)))
        .containsExactlyInAnyOrder(starred, tagged);
    assertThat(store.entries().own(ME + 1, List.of(starred, tagged))).isEmpty();
    assertThat(store.entries().own(ME, List.of())).isEmpty();
    assertThat(store.stories().page(Selection.ALL, Reader.of(visibility), null, 9)).isEmpty();
    assertThat(store.entries().page(Selection.ALL, visibility, null, 9)).isEmpty();
    Selection ofStars = Selection.ALL.withStarred(Tristate.ONLY);
    assertThat(store.stories().page(ofStars, Reader.of(visibility), null, 9))
        .extracting(s -> s.entry().id())
        .containsExactly(starred);
    Selection ofTag = Selection.ALL.withTag("later");
    assertThat(store.stories().page(ofTag, Reader.of(visibility), null, 9))
        .extracting(s -> s.entry().id())
        .containsExactly(tagged);
    assertThat(store.stories().find(visibility, starred).orElseThrow().story()).isZero();
    assertThat(store.streams().page(ME, ofStars, false, null, 9))
        .extracting(Arrived::id)
        .containsExactly(starred);
    Selection labelled = Selection.ALL.withLabel("later");
    assertThat(store.streams().page(ME, labelled, false, null, 9))
        .extracting(Arrived::id)
        .containsExactly(tagged);

    Instant later = NOON.plusSeconds(99);
    var again =
        store.feeds().add(FeedUrl.of("https://a" + a + ".example/feed"), "a", null, null, later);
    assertThat(again).isEqualTo(new Feeds.Added(a, true));
    Feed feed = store.feeds().find(ME, a).orElseThrow();
    assertThat(feed.added()).isEqualTo(later);
    assertThat(feed.asking().validators()).isEqualTo(freshet.model.Validators.NONE);
    assertThat(feed.entries()).isEqualTo(2);
    assertThat(store.feeds().planned(a)).isPresent();
    assertThat(store.subscriptions().visibility(ME).all()).isTrue();
    assertThat(store.reading().unread(ME, 9)).containsExactly(tagged);
    assertThat(store.reading().starred(ME, 9)).containsExactly(starred);
  }

  private static final Feeds.Removed NOTHING = new Feeds.Removed(false, List.of());

  @Test
  void aFeedGoesWithTheLastWhoMarkedAnEntryOfIt() {
    long a = feed("a");
    long other = store.accounts().add("other", null, NOON).orElseThrow().id();
    long starred = put(a, 1, null);
    store.reading().star(other, List.of(starred), true, NOON);
    store.subscriptions().remove(ME, a);
    assertThat(store.feeds().removeUnstarred(a)).isEqualTo(NOTHING);
    assertThat(store.accounts().remove(other)).isTrue();
    assertThat(store.feeds().removeUnstarred(a))
        .isEqualTo(new Feeds.Removed(true, List.of(starred)));
    assertThat(store.feeds().find(a)).isEmpty();
    assertThat(store.feeds().unfollowed()).isEmpty();

    long third = store.accounts().add("third", null, NOON).orElseThrow().id();
    long b = store.feeds().add(third, FeedUrl.of("https://b.example/"), "b", null, null, NOON).id();
    assertThat(store.accounts().remove(third)).isTrue();
    assertThat(store.feeds().unfollowed()).containsExactly(b);
    assertThat(store.feeds().removeUnstarred(b)).isEqualTo(new Feeds.Removed(true, List.of()));
  }

  /// One of everything that has a number, of which programs or the index may know.
  private record Numbers(
      long feed,
      long entry,
      long story,
      long event,
      long poll,
      long account,
      long search,
      long rule,
      long alert) {}

  private Numbers makeAll() {
    long a = feed("number");
    long first = put(a, 1, null);
    long entry = put(a, 2, first, first);
    Rule rule = store.rules().add(ME, rule(0, "r", Set.of(Action.ALERT), null));
    var telling = new Rules.Raising(NOON, NOON, Duration.ofDays(2));
    assertThat(store.rules().matched(ME, rule, entry, List.of(entry), telling)).isEqualTo(1);
    Story story = store.stories().find(Visibility.EVERYTHING, entry).orElseThrow();
    return new Numbers(
        a,
        entry,
        story.story(),
        story.event(),
        store.polls().of(a, 1).getFirst().id(),
        store.accounts().add("number", null, NOON).orElseThrow().id(),
        store.savedSearches().save(ME, "s", "q", "secret", NOON).id(),
        rule.id(),
        store.alerts().page(ME, null, null, 1).getFirst().id());
  }

  private void removeAll(Numbers made) {
    assertThat(store.feeds().remove(made.feed)).isTrue();
    assertThat(store.rules().remove(ME, made.rule)).isTrue();
    assertThat(store.accounts().remove(made.account)).isTrue();
    assertThat(store.savedSearches().remove(ME, made.search)).isTrue();
  }

  @Test
  void aNumberIsNeverGivenOutAgain() {
    Numbers before = makeAll();
    for (boolean reopened : new boolean[] {false, true}) {
      removeAll(before);
      if (reopened) {
        store.close();
        store = open();
      }
      Numbers after = makeAll();
      assertThat(after)
          .usingRecursiveComparison()
          .withComparatorForType((later, earlier) -> later > earlier ? 0 : 1, Long.class)
          .isEqualTo(before);
      before = after;
    }
  }

  /// An account that sees everything, and one that does not.
  private List<Visibility> sights() {
    long other = store.accounts().add("other", "hash", NOON).orElseThrow().id();
    store.feeds().add(other, FeedUrl.of("https://b.example/feed"), "b", null, "News", NOON);
    return List.of(Visibility.EVERYTHING, store.subscriptions().visibility(other));
  }

  @Test
  void theRiverIsReadInEveryWay() {
    long a = feed("a");
    long b = feed("b");
    store.feeds().edit(ME, b, FeedEdit.folder("News"), false);
    List<Visibility> sights = sights();
    long hidden = put(a, 1, null);
    long copy = put(b, 2, null, hidden);
    long own = put(b, 3, copy);
    long event = java.util.Objects.requireNonNull(store.events().of(List.of(own)).get(own)).id();
    var cursor = new Cursor(NOON.plus(Duration.ofHours(9)).toEpochMilli(), Long.MAX_VALUE);
    for (Visibility visibility : sights) {
      store.reading().star(visibility.account(), List.of(own), true, NOON);
      store.reading().tag(visibility.account(), List.of(own), "later", true);
      Selection everything =
          new Selection(
              b,
              "News",
              "News",
              "sport",
              "en",
              event,
              "later",
              "later",
              a,
              "none",
              Tristate.ANY,
              Tristate.ANY,
              NOON,
              NOON.plus(Duration.ofDays(1)),
              NOON.minusSeconds(1));
      for (Selection filter :
          List.of(
              Selection.ALL,
              Selection.ofFeed(b),
              Selection.ALL.withFolder("News"),
              Selection.ALL.withFiled("News"),
              Selection.ALL.withTopic("sport"),
              Selection.ALL.withLanguage("en"),
              Selection.ALL.withEvent(event),
              Selection.ALL.withTag("later"),
              Selection.ALL.withLabel("News"),
              Selection.ALL.withSince(NOON),
              Selection.ALL.withChanged(NOON.minusSeconds(1)),
              everything)) {
        for (Tristate unread : List.of(Tristate.ANY, Tristate.ONLY)) {
          for (Tristate starred : List.of(Tristate.ANY, Tristate.ONLY)) {
            Selection which = filter.withUnread(unread).withStarred(starred);
            for (boolean all : new boolean[] {false, true}) {
              var reader = new Reader(visibility, List.of("gone"), all);
              for (Cursor before : new Cursor[] {null, cursor}) {
                assertThat(store.stories().page(which, reader, before, 9))
                    .as("%s %s", which, reader)
                    .extracting(s -> s.entry().id())
                    .contains(own);
              }
            }
            assertThat(store.entries().page(which, visibility, cursor, 9).getFirst().id())
                .as("%s", which)
                .isEqualTo(own);
          }
        }
      }
    }
  }

  @Test
  void streamsAreReadInEveryWay() {
    feed("a");
    long b = feed("b");
    store.feeds().edit(ME, b, FeedEdit.folder("News"), false);
    long unread = put(b, 3, null);
    long read = put(b, 4, null);
    Instant late = NOON.plus(Duration.ofDays(1));
    store.reading().read(ME, List.of(read), true, NOON);
    store.reading().star(ME, List.of(read), true, NOON);
    for (boolean oldest : new boolean[] {false, true}) {
      Long after = oldest ? 0L : (Long) 999L;
      for (Long feed : new Long[] {null, b}) {
        for (String label : new String[] {null, "News"}) {
          for (Tristate wantUnread : Tristate.values()) {
            for (Tristate wantStarred : Tristate.values()) {
              Selection which =
                  Selection.ALL
                      .withFeed(feed)
                      .withLabel(label)
                      .withUnread(wantUnread)
                      .withStarred(wantStarred)
                      .withSince(NOON)
                      .withUntil(late);
              List<Long> expected = new ArrayList<>();
              if (wantUnread != Tristate.WITHOUT && wantStarred != Tristate.ONLY)
                expected.add(unread);
              if (wantUnread != Tristate.ONLY && wantStarred != Tristate.WITHOUT)
                expected.add(read);
              assertThat(store.streams().page(ME, which, oldest, after, 9))
                  .as("%s", which)
                  .extracting(Arrived::id)
                  .containsExactlyElementsOf(oldest ? expected : expected.reversed());
            }
          }
        }
      }
    }
  }

  @Test
  void everySelectionIsMarkedAsRead() {
    long a = feed("a");
    store.feeds().edit(ME, a, FeedEdit.folder("News"), false);
    long first = put(a, 1, null);
    long second = put(a, 2, first);
    long event =
        java.util.Objects.requireNonNull(store.events().of(List.of(second)).get(second)).id();
    Instant late = NOON.plus(Duration.ofDays(1));
    store.reading().tag(ME, List.of(first, second), "later", true);
    for (Selection which :
        List.of(
            Selection.ALL,
            Selection.ofFeed(a),
            Selection.ALL.withFolder("News"),
            Selection.ALL.withFiled("News"),
            Selection.ALL.withTopic("sport"),
            Selection.ALL.withLanguage("en"),
            Selection.ALL.withEvent(event),
            Selection.ALL.withTag("later"),
            Selection.ALL.withLabel("News"),
            Selection.ALL.withLabel("later"),
            Selection.ALL.withStarred(Tristate.WITHOUT),
            Selection.ALL.withSince(NOON).withUntil(late),
            new Selection(
                a,
                "News",
                "News",
                "sport",
                "en",
                event,
                "later",
                "News",
                Long.MAX_VALUE,
                "none",
                Tristate.ANY,
                Tristate.WITHOUT,
                NOON,
                late,
                NOON.minusSeconds(1)))) {
      var marked = store.reading().readAll(ME, which, second, late, late);
      assertThat(marked.entries()).as("%s", which).isEqualTo(2);
      assertThat(store.reading().undo(ME, marked.batch(), NOON)).isEqualTo(2);
    }
    assertThat(store.reading().marks(ME, List.of(first, second)).values())
        .containsOnly(new Mark(true, false, Set.of("later")));
  }
}
