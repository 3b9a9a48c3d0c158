package freshet.store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Account;
import freshet.model.Event;
import freshet.model.Kept;
import freshet.model.Rule;
import freshet.model.Selection;
import freshet.model.Story;
import freshet.model.Subscription;
import freshet.model.Visibility;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What every store must do with entries that were kept long enough.
abstract class KeepingContract extends StoriesContract {
  private static final Instant LATER = NOON.plus(Duration.ofDays(100));
  private static final Duration KEEP = Duration.ofDays(90);

  private List<Long> delete(Kept.Kind kind, Instant before, int most) {
    List<Long> gone = new ArrayList<>();
    var at = Keeping.START;
    while (true) {
      Keeping.Deleted some = store.keeping().deleteOld(kind, before, at, most);
      if (some.count() == 0) return gone;
      assertThat(some.count()).isLessThanOrEqualTo(most);
      some.byFeed().values().forEach(gone::addAll);
      at = some.last();
    }
  }

  private long wouldGo(Kept.Kind kind) {
    return store.keeping().kept(kind, LATER, List.of(KEEP)).older().getFirst().count();
  }

  @Test
  void whatIsOldGoesAFewAtATimeAndStaysKnownToItsFeed() {
    long feed = add("https://a.example/feed").id();
    store.subscriptions().add(Account.FIRST, feed, null, null, NOON);
    List<Long> old =
        store
            .polls()
            .record(
                poll(
                    feed,
                    NOON,
                    List.of(entry(1, "1"), entry(2, "2"), entry(3, "3"), entry(4, "4"))))
            .newEntries();
    Instant lately = LATER.minus(Duration.ofDays(1));
    long fresh =
        store.polls().record(poll(feed, lately, List.of(entry(5, "5")))).newEntries().getFirst();
    assertThat(unread(feed)).isEqualTo(5);
    assertThat(wouldGo(Kept.Kind.ENTRIES)).isEqualTo(4);
    assertThat(wouldGo(Kept.Kind.PAGES)).isZero();
    assertThat(store.keeping().all(LATER, Kept.LIMITS))
        .extracting(Kept::count)
        .as("entries, pages, articles, versions, polls")
        .containsExactly(5L, 0L, 0L, 0L, 2L);

    assertThat(delete(Kept.Kind.PAGES, LATER.minus(KEEP), 3)).isEmpty();
    assertThat(delete(Kept.Kind.ENTRIES, LATER.minus(KEEP), 3)).isEqualTo(old);
    assertThat(store.entries().find(old.getFirst())).isEmpty();
    assertThat(store.entries().find(fresh)).isPresent();
    assertThat(store.feeds().find(feed).orElseThrow().entries()).isEqualTo(1);
    assertThat(unread(feed)).isEqualTo(1);
    assertThat(wouldGo(Kept.Kind.ENTRIES)).isZero();

    assertThat(store.entries().known(feed, List.of(1L, 5L, 9L), List.of()))
        .extracting(Entries.Known::key, Entries.Known::isDeleted)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1L, true),
            org.assertj.core.groups.Tuple.tuple(5L, false));
    assertThat(store.entries().known(feed, List.of(77L), List.of(alias(2))))
        .as("also under another id")
        .containsExactly(new Entries.Known(0, 2, alias(2), 0));
    long other = add("https://b.example/feed").id();
    assertThat(store.entries().known(other, List.of(1L), List.of(alias(1)))).isEmpty();

    assertThat(delete(Kept.Kind.ENTRIES, LATER.plusSeconds(1), 3)).containsExactly(fresh);
    var empty = store.feeds().find(feed).orElseThrow();
    assertThat(empty.entries()).isZero();
    assertThat(empty.hasHadEntries()).as("it is not read for the first time").isTrue();
    assertThat(store.feeds().remove(feed)).isTrue();
    assertThat(store.entries().known(feed, List.of(1L), List.of(alias(1)))).isEmpty();
  }

  private long unread(long feed) {
    return store.subscriptions().find(Account.FIRST, feed).map(Subscription::unread).orElse(-1L);
  }

  @Test
  void whatSomebodyMarkedTaughtOrWaitsForStays() {
    long feed = add("https://a.example/feed").id();
    List<Long> ids = new ArrayList<>();
    for (int i = 1; i <= 7; i++) {
      ids.addAll(store.polls().record(poll(feed, NOON, List.of(entry(i, "" + i)))).newEntries());
    }
    store.reading().star(Account.FIRST, ids.subList(0, 1), true, NOON);
    store.reading().tag(Account.FIRST, ids.subList(1, 2), "later", true);
    assertThat(store.topics().give(ids.get(2), "sport", NOON)).isTrue();
    store
        .polls()
        .record(
            poll(
                feed,
                LATER.minus(Duration.ofDays(3)),
                List.of(edit(ids.get(3), entry(4, "changed lately")))));
    Rule rule =
        store
            .rules()
            .add(
                Account.FIRST,
                new Rule(
                    0,
                    "R",
                    "q",
                    Set.of(Rule.Action.ALERT),
                    Rule.Way.WEBHOOK,
                    "https://hook.example/",
                    "s",
                    Rule.Frequency.WEEKLY,
                    true,
                    NOON,
                    null));
    var raising = new Rules.Raising(NOON, NOON.plusSeconds(60), Duration.ofDays(2));
    assertThat(store.rules().matched(1, rule, ids.get(4), ids.subList(4, 5), raising)).isOne();

    assertThat(wouldGo(Kept.Kind.ENTRIES)).isEqualTo(2);
    assertThat(delete(Kept.Kind.ENTRIES, LATER.minus(KEEP), 1)).isEqualTo(ids.subList(5, 7));
    store.alerts().sent(store.alerts().due(LATER, List.of(), 10), LATER);
    assertThat(delete(Kept.Kind.ENTRIES, LATER.minus(KEEP), 1)).isEqualTo(ids.subList(4, 5));
    assertThat(store.topics().examples()).hasSize(1);
  }

  @Test
  void pagesOfCrawlsHaveATimeOfTheirOwn() {
    long feed = add("https://a.example/feed").id();
    long crawl = store.crawlFeeds().open(3, Account.FIRST, "Crawl 3", null, NOON).id();
    store.polls().record(poll(feed, NOON, List.of(entry(1, "entry"))));
    List<Long> page =
        store.polls().take(crawl, NOON, List.of(entry(2, "page")), StoryResolver.NONE).newEntries();
    assertThat(wouldGo(Kept.Kind.ENTRIES)).isOne();
    assertThat(wouldGo(Kept.Kind.PAGES)).isOne();
    assertThat(delete(Kept.Kind.PAGES, LATER, 9)).isEqualTo(page);
    assertThat(wouldGo(Kept.Kind.ENTRIES)).isOne();
    assertThat(wouldGo(Kept.Kind.PAGES)).isZero();
  }

  @Test
  void storiesAndEventsGoOnWithoutWhatIsGone() {
    long first = put(feed("a"), 1, null);
    long second = put(feed("b"), 2, null, first);
    long third = put(feed("c"), 3, null, first);
    long told = put(feed("d"), 4, first);
    long toldToo = put(feed("e"), 5, first);
    store.reading().star(Account.FIRST, List.of(second, third, told, toldToo), true, NOON);
    Event before = store.events().of(List.of(told)).get(told);
    assertThat(before).isNotNull().extracting(Event::stories).isEqualTo(3);

    assertThat(delete(Kept.Kind.ENTRIES, LATER, 9)).containsExactly(first);
    Story story = store.stories().find(Visibility.EVERYTHING, third).orElseThrow();
    assertThat(story.entries()).isEqualTo(2);
    assertThat(
            store.stories().page(Selection.ALL, Stories.Reader.ANYBODY, null, 9).stream()
                .map(s -> s.entry().id()))
        .as("the next stands for the story")
        .containsExactly(toldToo, told, second);
    Event event =
        store.events().find(Visibility.EVERYTHING, requireNonNull(before).id()).orElseThrow();
    assertThat(event.stories()).isEqualTo(2);
    assertThat(event.firstSeen()).isEqualTo(NOON.plus(Duration.ofMinutes(4)));

    store.reading().star(Account.FIRST, List.of(second, told), false, NOON);
    assertThat(delete(Kept.Kind.ENTRIES, LATER, 9)).containsExactly(second, told);
    assertThat(store.stories().find(Visibility.EVERYTHING, third).orElseThrow().story())
        .as("a story of one is none")
        .isZero();
    assertThat(store.events().of(List.of(toldToo))).as("an event of one is none").isEmpty();
    assertThat(store.events().find(Visibility.EVERYTHING, event.id())).isEmpty();
  }
}
