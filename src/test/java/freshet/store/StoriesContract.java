package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.model.Alert;
import freshet.model.Cursor;
import freshet.model.Event;
import freshet.model.FeedEdit;
import freshet.model.FeedTopic;
import freshet.model.NewEntry;
import freshet.model.Rule;
import freshet.model.Selection;
import freshet.model.Story;
import freshet.model.StoryCopy;
import freshet.model.TopicCount;
import freshet.model.Understood;
import freshet.model.Visibility;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every store must do with stories, topics and events.
abstract class StoriesContract extends StoreContract {
  private final List<Long> kept = new ArrayList<>();
  private final List<Long> dropped = new ArrayList<>();

  private record Known(byte[] signature, long topic, double topicConfidence, boolean wrongLanguage)
      implements Understood {}

  /// Places every entry of a poll with the same stored ones.
  private final class With implements StoryResolver {
    private final Place place;

    With(@Nullable Long event, Long... entries) {
      place = new Place(List.of(entries), event);
    }

    @Override
    public Place find(int index, long id, LongFunction<byte @Nullable []> signatures) {
      for (long other : place.sameStory()) assertThat(signatures.apply(other)).isNotNull();
      return place;
    }

    @Override
    public void keep(int index, long id) {
      kept.add(id);
    }

    @Override
    public void drop(long id) {
      dropped.add(id);
    }
  }

  private NewEntry known(long key, int minute, String topic) {
    Instant published = NOON.plus(Duration.ofMinutes(minute));
    return new NewEntry(
        parsed(key, "t" + key, "c" + key, published, false),
        0,
        "x",
        "en",
        new Known(
            new byte[] {1, (byte) key}, store.topics().id(topic), 0.5, topic.equals("wrong")));
  }

  long put(long feed, int minute, @Nullable Long event, Long... with) {
    NewEntry entry = known(feed * 1000 + minute, minute, "sport");
    Polls.Recorded recorded =
        store
            .polls()
            .record(
                poll(feed, NOON.plus(Duration.ofHours(3)), List.of(entry)), new With(event, with));
    assertThat(recorded.newStories()).hasSize(with.length == 0 ? 1 : 0);
    return recorded.newEntries().getFirst();
  }

  @Test
  void theOldestComeFirstIfThatIsWanted() {
    long a = put(feed("a"), 1, null);
    long b = put(feed("b"), 2, null);
    long c = put(feed("c"), 3, null);
    var page = store.stories().page(Selection.ALL, Stories.Reader.ANYBODY, null, 2, true);
    assertThat(page).extracting(s -> s.entry().id()).containsExactly(a, b);
    var last = page.getLast().entry();
    var behind = Cursor.after(last);
    assertThat(store.stories().page(Selection.ALL, Stories.Reader.ANYBODY, behind, 2, true))
        .extracting(s -> s.entry().id())
        .containsExactly(c);
  }

  @Test
  void storiesOfAnEventThatBecomeOneAreCountedAsOne() {
    long a = put(feed("a"), 1, null);
    long b = put(feed("b"), 2, a);
    var recorded =
        store
            .polls()
            .record(
                poll(feed("c"), NOON.plus(Duration.ofHours(3)), List.of(known(3, 3, "sport"))),
                new With(null, new Long[] {a, b}));
    assertThat(recorded.newStories()).isEmpty();
    assertThat(store.events().of(List.of(a)).values()).hasSize(1).allMatch(e -> e.stories() == 1);
  }

  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anErrorInOneWriteFailsItsCallerAndNobodyElse() {
    long feed = feed("a");
    StoryResolver broken =
        new StoryResolver() {
          @Override
          public Place find(int index, long id, LongFunction<byte @Nullable []> signatures) {
            throw new StackOverflowError();
          }

          @Override
          public void keep(int index, long id) {}

          @Override
          public void drop(long id) {}
        };
    var poll = poll(feed, NOON, List.of(known(1, 1, "sport")));
    assertThatThrownBy(() -> store.polls().record(poll, broken))
        .isInstanceOf(StoreUnavailable.class)
        .hasCauseInstanceOf(StackOverflowError.class);
    assertThat(store.entries().page(Selection.ALL, Visibility.EVERYTHING, null, 9)).isEmpty();
    assertThat(store.polls().record(poll).newEntries()).hasSize(1);
  }

  @Test
  void aStoryRaisesOneAlertOfARuleAndAKilledRuleDoesNotRaiseItTwice() {
    long first = put(feed("a"), 1, null);
    Rule rule =
        store
            .rules()
            .add(
                1,
                new Rule(
                    0,
                    "R",
                    "q",
                    Set.of(Rule.Action.ALERT, Rule.Action.STAR),
                    Rule.Way.WEBHOOK,
                    "https://hook.example/",
                    "s",
                    Rule.Frequency.AT_ONCE,
                    true,
                    NOON,
                    null));
    assertThat(store.rules().seen(rule.id())).isEqualTo(first);
    long copy = put(feed("b"), 2, null, first);
    long other = put(feed("c"), 3, null);
    var telling = new Rules.Raising(NOON, NOON, Duration.ofDays(2));
    assertThat(store.rules().matched(1, rule, other, List.of(first, copy, other), telling))
        .isEqualTo(2);
    assertThat(store.rules().matched(1, rule, copy, List.of(copy, other), telling)).isZero();
    assertThat(store.rules().seen(rule.id())).isEqualTo(other);
    List<Alert> due = store.alerts().due(NOON, List.of(), 10);
    assertThat(due).extracting(a -> a.entry().id()).containsExactly(first, other);
    store.alerts().failed(due.subList(0, 1), "no", null);
    store.alerts().failed(due.subList(1, 2), "no", NOON.plusSeconds(30));
    assertThat(store.alerts().due(NOON, List.of(), 10)).isEmpty();
    assertThat(store.alerts().page(1, Alert.State.DEAD, null, 10)).hasSize(1);
    assertThat(store.alerts().retryDead(1, NOON)).isEqualTo(1);
    store.alerts().sent(store.alerts().due(NOON.plusSeconds(30), List.of(), 10), NOON);
    assertThat(store.alerts().page(1, Alert.State.SENT, null, 10)).hasSize(2);
    assertThat(store.rules().remove(1, rule.id())).isTrue();
    assertThat(store.alerts().page(1, null, null, 10)).isEmpty();
  }

  long feed(String name) {
    return add("https://" + name + ".example/feed").id();
  }

  private List<Long> river(Selection filter) {
    return store.stories().page(filter, Stories.Reader.ANYBODY, null, 100).stream()
        .map(s -> s.entry().id())
        .toList();
  }

  private static Selection ofFeed(long feed) {
    return Selection.ofFeed(feed);
  }

  @Test
  void aStoryStandsOnceUnderItsFirstEntryWithAllItsCopies() {
    long a = feed("a");
    long b = feed("b");
    long c = feed("c");
    long other = put(a, 5, null);
    long copy = put(b, 10, null);
    assertThat(river(Selection.ALL)).containsExactly(copy, other);
    long second = put(c, 20, null, copy);
    long first = put(a, 1, null, copy); // came late, but was published first
    assertThat(river(Selection.ALL)).containsExactly(other, first);

    Story story = store.stories().page(Selection.ALL, Stories.Reader.ANYBODY, null, 10).getLast();
    assertThat(story.entries()).isEqualTo(3);
    assertThat(
            store
                .stories()
                .copies(Visibility.EVERYTHING, List.of(story.story()), 100)
                .get(story.story()))
        .extracting(StoryCopy::id)
        .containsExactly(first, copy, second);
    assertThat(store.stories().versions(Visibility.EVERYTHING, second, 10))
        .extracting(v -> v.entry().id())
        .containsExactly(first, copy, second);
    assertThat(kept).containsExactly(other, copy, second, first);
    assertThat(dropped).isEmpty();
  }

  @Test
  void whereTheRiverIsNarrowedAStoryStandsUnderItsFirstEntryThere() {
    long a = feed("a");
    long b = feed("b");
    long first = put(a, 1, null);
    long copy = put(b, 2, null, first);
    long again = put(b, 3, null, first);
    assertThat(river(ofFeed(a))).containsExactly(first);
    assertThat(river(ofFeed(b))).containsExactly(copy);
    store.feeds().edit(1, b, FeedEdit.folder("f"), false);
    assertThat(river(Selection.ALL.withFolder("f"))).containsExactly(copy);
    assertThat(river(Selection.ALL.withLanguage("en"))).containsExactly(first);
    assertThat(store.stories().find(Visibility.EVERYTHING, again).orElseThrow().entries())
        .isEqualTo(3);
  }

  @Test
  void pagesFollowEachOtherWithoutGapOrRepetition() {
    long a = feed("a");
    long b = feed("b");
    List<Long> leads = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      long lead = put(a, i, null);
      leads.addFirst(lead);
      if (i % 2 == 0) put(b, i + 1, null, lead);
    }
    List<Long> read = new ArrayList<>();
    Cursor cursor = null;
    while (true) {
      var page = store.stories().page(Selection.ALL, Stories.Reader.ANYBODY, cursor, 7);
      if (page.isEmpty()) break;
      page.forEach(s -> read.add(s.entry().id()));
      cursor = Cursor.after(page.getLast().entry());
    }
    assertThat(read).isEqualTo(leads);
  }

  @Test
  void anEntryThatIsTheSameAsTwoStoriesMakesThemOne() {
    long a = feed("a");
    long b = feed("b");
    long one = put(a, 1, null);
    long oneCopy = put(b, 2, null, one);
    long two = put(a, 5, null);
    long twoCopy = put(b, 6, null, two);
    long bridge = put(b, 9, null, oneCopy, two);
    assertThat(river(Selection.ALL)).containsExactly(one);
    assertThat(store.stories().versions(Visibility.EVERYTHING, bridge, 10))
        .extracting(v -> v.entry().id())
        .containsExactly(one, oneCopy, two, twoCopy, bridge);
  }

  @Test
  void whatAFeedLeavesBehindWhenItIsRemovedIsStillShown() {
    long a = feed("a");
    long b = feed("b");
    long c = feed("c");
    long first = put(a, 1, null);
    long copy = put(b, 2, null, first);
    long third = put(c, 3, null, first);
    store.feeds().remove(a);
    assertThat(river(Selection.ALL)).containsExactly(copy);
    store.feeds().remove(b);
    assertThat(river(Selection.ALL)).containsExactly(third);
    assertThat(store.stories().find(Visibility.EVERYTHING, third).orElseThrow().story()).isZero();
  }

  @Test
  void theEntryOfAPreferredFeedStandsForItsStories() {
    long a = feed("a");
    long b = feed("b");
    long first = put(a, 1, null);
    long copy = put(b, 2, null, first);
    store.stories().prefer(b, true, NOON.minus(Duration.ofDays(1)));
    assertThat(river(Selection.ALL)).containsExactly(copy);
    long other = put(a, 5, null);
    long otherCopy = put(b, 6, null, other);
    assertThat(river(Selection.ALL)).containsExactly(otherCopy, copy);
    store.stories().prefer(b, false, NOON.minus(Duration.ofDays(1)));
    assertThat(river(Selection.ALL)).containsExactly(other, first);
  }

  @Test
  void aFailedWriteIsTakenBackEverywhere() {
    long a = feed("a");
    long first = put(a, 1, null);
    NewEntry good = known(7, 7, "sport");
    Understood bad = new Known(new byte[] {1}, 99_999, 0, false); // no such topic
    NewEntry broken = new NewEntry(parsed(8, "t", "c"), 0, "x", "en", bad);
    assertThatThrownBy(
            () -> store.polls().record(poll(a, NOON, List.of(good, broken)), new With(null, first)))
        .isInstanceOf(StoreUnavailable.class);
    assertThat(river(Selection.ALL)).containsExactly(first);
    assertThat(store.stories().find(Visibility.EVERYTHING, first).orElseThrow().story()).isZero();
    assertThat(dropped)
        .containsExactlyInAnyOrderElementsOf(kept.subList(1, kept.size()))
        .isNotEmpty();
  }

  @Test
  void theWindowIsGroupedAnewAndWhatStaysTheSameStays() {
    long a = feed("a");
    long b = feed("b");
    long one = put(a, 1, null);
    long two = put(b, 2, null, one);
    long three = put(a, 3, null);
    long four = put(b, 4, null);
    long five = put(a, 5, null);
    long six = put(b, 6, null, five);
    long kept = store.stories().find(Visibility.EVERYTHING, five).orElseThrow().story();
    List<Long> late = new ArrayList<>();
    int moved =
        store
            .signatures()
            .regroup(
                NOON.minus(Duration.ofDays(1)),
                five,
                all -> {
                  all.forEach(k -> late.add(k.id()));
                  return Map.of(
                      one, one, two, two, three, three, four, three, five, five, six, five);
                },
                () -> {});
    assertThat(late).containsExactly(six);
    assertThat(moved).isEqualTo(4);
    assertThat(river(Selection.ALL)).containsExactly(five, three, two, one);
    assertThat(store.stories().find(Visibility.EVERYTHING, six).orElseThrow().story())
        .isEqualTo(kept);
    assertThat(store.stories().find(Visibility.EVERYTHING, one).orElseThrow().story()).isZero();
    List<Long> window = new ArrayList<>();
    store.signatures().each(NOON.minus(Duration.ofDays(1)), k -> window.add(k.id()));
    assertThat(window).containsExactly(one, two, three, four, five, six);
  }

  @Test
  void topicsAreCountedAndAPersonsWordStays() {
    long a = feed("a");
    long b = feed("b");
    long first = put(a, 1, null);
    long copy = put(b, 2, null, first);
    long other = put(a, 3, null);
    assertThat(store.topics().counts(NOON)).containsExactly(new TopicCount("sport", 2));
    assertThat(store.topics().give(first, "chess", NOON)).isTrue();
    assertThat(store.topics().give(12345, "chess", NOON)).isFalse();
    assertThat(store.topics().counts(NOON))
        .containsExactly(new TopicCount("chess", 1), new TopicCount("sport", 1));
    assertThat(store.stories().find(Visibility.EVERYTHING, copy).orElseThrow().topic())
        .isEqualTo("chess");
    assertThat(river(Selection.ALL.withTopic("chess"))).containsExactly(first);
    assertThat(river(Selection.ALL.withTopic("sport"))).containsExactly(other);
    assertThat(river(Selection.ofFeed(b).withTopic("chess"))).containsExactly(copy);
    // an edit by the publisher does not overrule a person
    store
        .polls()
        .record(poll(a, NOON.plusSeconds(60), List.of(edited(known(9, 1, "economy"), first))));
    Story story = store.stories().find(Visibility.EVERYTHING, first).orElseThrow();
    assertThat(story.topic()).isEqualTo("chess");
    assertThat(story.topicGiven()).isTrue();
    assertThat(store.topics().examples())
        .extracting(Topics.Example::topic)
        .containsExactly("chess");
    assertThat(store.topics().giveFeed(a, "rowing", NOON, NOON)).isTrue();
    assertThat(store.stories().find(Visibility.EVERYTHING, other).orElseThrow().topic())
        .isEqualTo("rowing");
    assertThat(store.stories().find(Visibility.EVERYTHING, first).orElseThrow().topic())
        .isEqualTo("chess");
    assertThat(store.topics().ofFeeds()).isEqualTo(Map.of(a, "rowing"));
  }

  @Test
  void topicsAreToldAgainNewestFirstWhereNobodyHasSaidThem() {
    long a = feed("a");
    long b = feed("b");
    long one = put(a, 1, null);
    long two = put(a, 2, null);
    long given = put(a, 3, null);
    long ofFeed = put(b, 4, null);
    long three = put(a, 5, null);
    TopicRevisions topicRevisions = store.topicRevisions();
    store.topics().give(given, "chess", NOON);
    store.topics().giveFeed(b, "rowing", NOON, NOON);
    List<TopicRevisions.Classified> first =
        topicRevisions.after(TopicRevisions.Place.START, "en", NOON, 2);
    assertThat(first).extracting(TopicRevisions.Classified::id).containsExactly(three, two);
    TopicRevisions.Classified last = first.getLast();
    assertThat(last.topic()).isEqualTo("sport");
    assertThat(last.confidence()).isEqualTo(0.5);
    assertThat(
            topicRevisions.after(
                new TopicRevisions.Place(last.placed().toEpochMilli(), last.id()), "en", NOON, 2))
        .extracting(TopicRevisions.Classified::id)
        .containsExactly(one);
    assertThat(topicRevisions.after(TopicRevisions.Place.START, "de", NOON, 2)).isEmpty();
    assertThat(topicRevisions.ofFeed(b, NOON, 9))
        .extracting(TopicRevisions.Classified::id)
        .containsExactly(ofFeed);
    assertThat(topicRevisions.said(0.95, NOON, 9))
        .extracting(TopicRevisions.Classified::id)
        .containsExactly(ofFeed);
    long economy = store.topics().id("economy");
    Instant later = NOON.plusSeconds(60);
    assertThat(
            topicRevisions.write(
                List.of(
                    new TopicRevisions.Change(one, economy, 0.75),
                    new TopicRevisions.Change(given, economy, 0.75),
                    new TopicRevisions.Change(ofFeed, economy, 0.75)),
                later))
        .containsExactly(one);
    assertThat(store.stories().find(Visibility.EVERYTHING, one).orElseThrow().topic())
        .isEqualTo("economy");
    assertThat(store.stories().find(Visibility.EVERYTHING, ofFeed).orElseThrow().topic())
        .isEqualTo("rowing");
    assertThat(store.searchRows().changedSince(later)).containsExactly(one);
  }

  private static NewEntry edited(NewEntry to, long id) {
    return new NewEntry(to.parsed(), id, to.excerpt(), to.language(), to.understood());
  }

  @Test
  void wronglyDeclaredLanguagesAreCounted() {
    long a = feed("a");
    store
        .polls()
        .record(poll(a, NOON, List.of(known(1, 1, "wrong"), known(2, 2, "x"))), StoryResolver.NONE);
    FeedTopic facts = store.topics().facts(a);
    assertThat(facts.wrongLanguage()).isEqualTo(1);
    assertThat(facts.foundLanguage()).isEqualTo("en");
  }

  @Test
  void storiesOfOneHappeningAreOneEvent() {
    long a = feed("a");
    long b = feed("b");
    long first = put(a, 1, null);
    assertThat(store.events().of(List.of(first))).isEmpty();
    long second = put(b, 30, first);
    long third = put(b, 60, first);
    Event event = java.util.Objects.requireNonNull(store.events().of(List.of(first)).get(first));
    assertThat(event.title()).isEqualTo("t" + (a * 1000 + 1));
    assertThat(event.stories()).isEqualTo(3);
    assertThat(event.lastSeen()).isEqualTo(NOON.plus(Duration.ofHours(1)));
    assertThat(river(Selection.ALL.withEvent(event.id()))).containsExactly(third, second, first);
  }

  @Test
  void twoEventsThatTurnOutToBeOneAreUnited() {
    long a = feed("a");
    long b = feed("b");
    long first = put(a, 1, null);
    long second = put(b, 30, first);
    long other = put(a, 40, null);
    long another = put(b, 50, other);
    assertThat(store.events().firstOf(second)).isEqualTo(first);
    assertThat(store.events().firstOf(9_999)).isEqualTo(9_999);
    assertThat(store.events().unite(another, () -> null)).isFalse();
    assertThat(store.events().unite(another, () -> first)).isTrue();
    assertThat(store.events().firstOf(another)).isEqualTo(first);
    Event event = java.util.Objects.requireNonNull(store.events().of(List.of(first)).get(first));
    assertThat(event.stories()).isEqualTo(4);
    assertThat(river(Selection.ALL.withEvent(event.id())))
        .containsExactlyInAnyOrder(first, second, other, another);
    var languages = store.events().languages(Visibility.EVERYTHING, List.of(event.id()));
    assertThat(languages.getOrDefault(event.id(), Map.of()).values().stream().mapToInt(n -> n))
        .allMatch(n -> n > 0);
    assertThat(store.events().languages(Visibility.EVERYTHING, List.of())).isEmpty();
    assertThat(store.searchRows().last()).isEqualTo(another);
    assertThat(store.signatures().first(Instant.EPOCH)).isEqualTo(first);
    assertThat(store.signatures().first(NOON.plus(Duration.ofDays(999)))).isZero();
  }

  @Test
  void entriesThatNobodyLookedAtAreFoundAndPutWhereTheyBelong() {
    long a = feed("a");
    long known = put(a, 1, null);
    long unread =
        store.polls().record(poll(a, NOON, List.of(entry(77, "unread")))).newEntries().getFirst();
    var all = store.signatures().unread(NOON.minus(Duration.ofDays(1)), 0, 10);
    assertThat(all).extracting(Signatures.Unread::id).containsExactly(unread);
    assertThat(all.getFirst().body().content()).contains("unread");
    store
        .signatures()
        .understood(
            List.of(unread),
            List.of(new Known(new byte[] {3}, store.topics().id("x"), 1, false)),
            new With(known, known));
    assertThat(store.signatures().unread(NOON.minus(Duration.ofDays(1)), 0, 10)).isEmpty();
    assertThat(store.stories().versions(Visibility.EVERYTHING, unread, 9)).hasSize(2);
    assertThat(store.events().of(List.of(unread))).hasSize(1);
  }

  @Test
  void whatWasLearnedAndSetComesBack() {
    store.topics().learn("m", new byte[] {1}, NOON);
    store.topics().learn("m", new byte[] {2}, NOON);
    assertThat(store.topics().learned("m")).hasValue(new byte[] {2});
    assertThat(store.topics().learned("n")).isEmpty();
    store.settings().put("same.percent", "40", NOON);
    store.settings().put("same.percent", "50", NOON);
    assertThat(store.settings().all()).containsEntry("same.percent", "50");
  }
}
