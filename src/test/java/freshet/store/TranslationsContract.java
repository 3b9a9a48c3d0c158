package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.store.TranslationTasks.Task;
import freshet.store.Translations.Kept;
import freshet.store.Translations.Translated;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What every store must do with translations.
abstract class TranslationsContract extends IconsContract {
  private long translatable(String address) {
    FeedUrl url = FeedUrl.of(address);
    long feed = store.feeds().add(1, url, "a", null, null, NOON).id();
    var entry = Made.entry(1, "Hola", NOON, "<p>Mundo</p>", "es");
    return store
        .polls()
        .record(Made.poll(feed, url, NOON, List.of(new NewEntry(entry, 0, "Mundo", "es"))))
        .newEntries()
        .getFirst();
  }

  @Test
  void whatWasTranslatedOfAWithdrawnTextGoesWithIt() {
    FeedUrl url = FeedUrl.of("https://t.example/edited");
    long feed = store.feeds().add(1, url, "a", null, null, NOON).id();
    var first = new NewEntry(Made.entry(1, "Hola", NOON, "<p>Mundo</p>", "es"), 0, "Mundo", "es");
    long entry =
        store.polls().record(Made.poll(feed, url, NOON, List.of(first))).newEntries().getFirst();
    store.translations().translated(new Translated(entry, "en", "a", "x", "Hello", "World"), NOON);
    var other = Made.entry(1, "Hola", NOON, "<p>Otra cosa</p>", "es");
    Instant later = NOON.plusSeconds(60);
    store
        .polls()
        .record(
            Made.poll(feed, url, later, List.of(new NewEntry(other, entry, "Otra cosa", "es"))));
    var title = new Translated(entry, "en", "a", "x", "Hello", null);
    store.translations().translated(title, later.plusSeconds(1));
    assertThat(store.translations().ofEntries(List.of(entry))).containsExactly(title);
  }

  @Test
  void translationsAreKeptByTextAndByWhom() {
    String longText = "The same again and again. ".repeat(500);
    store.translations().keep("a", Map.of("h1", "Hello", "h2", longText), NOON);
    store.translations().keep("b", Map.of("h1", "Hullo"), NOON);
    store.translations().keep("a", Map.of("h1", "Something else"), NOON);
    var kept = store.translations().kept(List.of("h1", "h2", "h3", "h1"));
    assertThat(kept.get("h1"))
        .containsExactlyInAnyOrder(new Kept("a", "Hello"), new Kept("b", "Hullo"));
    assertThat(kept.get("h2")).containsExactly(new Kept("a", longText));
    assertThat(kept).hasSize(2);
  }

  @Test
  void whatATranslatorGaveSinceATimeIsForgottenAndAskedForAgain() {
    long one = translatable("https://t.example/6");
    long two = translatable("https://t.example/7");
    Instant later = NOON.plusSeconds(3600);
    var t = store.translations();
    t.keep("wrong", Map.of("f1", "Before"), NOON);
    t.keep("wrong", Map.of("f2", "Nonsense", "f3", "Rubbish"), later);
    t.keep("right", Map.of("f2", "Sense"), later);
    t.translated(new Translated(one, "en", "right,wrong", "x", "Nonsense", "Rubbish"), later);
    t.translated(new Translated(two, "en", "wrong", "x", "Before", null), NOON);
    t.translated(new Translated(two, "de", "rightwrong", "x", "Vorher", null), later);
    assertThat(t.givers()).containsEntry("wrong", 3L).containsEntry("right", 1L);
    assertThat(t.given("wrong", later)).isEqualTo(new Translations.Given(2, 1));
    Instant now = later.plusSeconds(60);
    t.forget("wrong", later, now);
    assertThat(t.given("wrong", later)).isEqualTo(new Translations.Given(0, 0));
    assertThat(t.kept(List.of("f1", "f2", "f3")))
        .isEqualTo(
            Map.of(
                "f1",
                List.of(new Kept("wrong", "Before")),
                "f2",
                List.of(new Kept("right", "Sense"))));
    assertThat(t.ofEntries(List.of(one)))
        .singleElement()
        .satisfies(e -> assertThat(e.title()).isNull())
        .satisfies(e -> assertThat(e.text()).isNull());
    assertThat(t.ofEntries(List.of(two))).hasSize(2).allMatch(e -> e.title() != null);
    assertThat(store.searchRows().changedSince(now)).contains(one).doesNotContain(two);
    assertThat(store.translationTasks().next(10, 2, now))
        .contains(new Task(one, "en", "title", 1, 0), new Task(one, "en", "text", 2, 0));
    store.translationTasks().done(store.translationTasks().next(10, 2, now));
  }

  @Test
  void whatNobodyKnowsWaitsAndIsDroppedInTheEnd() {
    long entry = translatable("https://t.example/8");
    var tasks = store.translationTasks();
    var task = new Task(entry, "en", "title", 1, 0);
    tasks.add(List.of(task));
    tasks.unknown(List.of(task), NOON.plusSeconds(60), NOON, NOON.minusSeconds(60));
    assertThat(tasks.next(10, 2, NOON)).doesNotContain(task);
    Instant later = NOON.plusSeconds(60);
    assertThat(tasks.next(10, 2, later)).contains(task);
    tasks.unknown(List.of(task), later, later, NOON.minusSeconds(1));
    assertThat(tasks.next(10, 2, later)).as("unknown since noon").contains(task);
    tasks.unknown(List.of(task), later, later, NOON);
    assertThat(tasks.next(10, 2, later)).doesNotContain(task);
  }

  @Test
  void aBudgetIsForATranslatorAndADay() {
    var t = store.translations();
    assertThat(t.take("a", 7, 60, 100)).isTrue();
    assertThat(t.take("a", 7, 41, 100)).isFalse();
    assertThat(t.take("a", 7, 40, 100)).isTrue();
    assertThat(t.take("b", 7, 100, 100)).isTrue();
    assertThat(t.take("a", 8, 100, 100)).isTrue();
    assertThat(t.used(7)).isEqualTo(Map.of("a", 100L, "b", 100L));
  }

  @Test
  void tasksComeByUrgencyAndWaitWhenTheyFailed() {
    long one = translatable("https://t.example/1");
    long two = translatable("https://t.example/2");
    var tasks = store.translationTasks();
    tasks.add(
        List.of(
            new Task(one, "en", "title", 1, 0),
            new Task(one, "en", "text", 2, 0),
            new Task(two, "en", "title", 1, 0),
            new Task(987_654, "en", "title", 0, 0)));
    assertThat(tasks.next(10, 2, NOON))
        .containsExactly(
            new Task(two, "en", "title", 1, 0),
            new Task(one, "en", "title", 1, 0),
            new Task(one, "en", "text", 2, 0));
    assertThat(tasks.next(10, 1, NOON)).hasSize(2);
    tasks.later(new Task(two, "en", "title", 1, 0), NOON.plusSeconds(60));
    tasks.postpone(new Task(one, "en", "title", 1, 0), NOON.plusSeconds(60));
    assertThat(tasks.next(10, 2, NOON)).containsExactly(new Task(one, "en", "text", 2, 0));
    assertThat(tasks.next(10, 2, NOON.plusSeconds(60)))
        .startsWith(new Task(two, "en", "title", 1, 1), new Task(one, "en", "title", 1, 0));
    tasks.add(List.of(new Task(two, "en", "title", 0, 0)));
    assertThat(tasks.next(1, 2, NOON)).containsExactly(new Task(two, "en", "title", 0, 1));
    tasks.add(List.of(new Task(two, "en", "title", 2, 0)));
    assertThat(tasks.next(1, 2, NOON)).containsExactly(new Task(two, "en", "title", 0, 1));
    tasks.done(tasks.next(10, 2, NOON.plusSeconds(60)));
    assertThat(store.translations().sums().waiting()).isZero();
  }

  @Test
  void anEntryIsKeptAsItWasTranslatedAndGoesWithItsFeed() {
    long entry = translatable("https://t.example/3");
    var t = new Translated(entry, "en", "a", "x", "Hello", "World");
    assertThat(store.translations().translated(t, NOON)).isTrue();
    assertThat(store.translations().ofEntries(List.of(entry))).containsExactly(t);
    assertThat(store.searchRows().changedSince(NOON)).contains(entry);
    var title = new Translated(entry, "en", "a", "y", "Hello you", null);
    assertThat(store.translations().translated(title, NOON)).isTrue();
    assertThat(store.translations().ofEntries(List.of(entry)))
        .containsExactly(new Translated(entry, "en", "a", "y", "Hello you", "World"));
    assertThat(
            store.translations().translated(new Translated(9_999, "en", "", "", null, null), NOON))
        .isFalse();
    store.translationTasks().add(List.of(new Task(entry, "en", "text", 0, 0)));
    var fresh = store.translationTasks().fresh(List.of(entry)).getFirst();
    assertThat(fresh.language()).isEqualTo("es");
    assertThat(store.translationTasks().followers(List.of(fresh.feed())))
        .isEqualTo(Map.of(fresh.feed(), Set.of(1L)));
    store.settings().put(1, "translate.into", "en", NOON);
    assertThat(store.translationTasks().accountsWith("translate.into"))
        .isEqualTo(Map.of(1L, Map.of("translate.into", "en")));
    store.settings().put(1, "translate.into", "", NOON);
    assertThat(store.translationTasks().accountsWith("translate.into")).isEmpty();
    store.feeds().remove(fresh.feed());
    assertThat(store.translations().ofEntries(List.of(entry))).isEmpty();
    assertThat(store.translations().sums().waiting()).isZero();
  }

  @Test
  void newEntriesAndFeedsThatAreTranslatedAsAWholeAreKnown() {
    long before = store.translationTasks().lastEntry();
    long one = translatable("https://t.example/4");
    long two = translatable("https://t.example/5");
    var tasks = store.translationTasks();
    assertThat(tasks.lastEntry()).isEqualTo(two);
    assertThat(tasks.after(before, 9)).extracting(f -> f.id()).containsExactly(one, two);
    assertThat(tasks.after(before, 1)).extracting(f -> f.language()).containsExactly("es");
    long feed = tasks.after(one, 9).getFirst().feed();
    assertThat(tasks.commonFeeds()).doesNotContain(feed);
    tasks.translateFeed(feed, NOON);
    tasks.translateFeed(feed, NOON);
    assertThat(tasks.commonFeeds()).contains(feed);
  }

  @Test
  void aFeedThatIsRewrittenOrMovedIsAskedForWhole() {
    FeedUrl url = FeedUrl.of("https://moves.example/old");
    long feed = store.feeds().add(1, url, "a", null, null, NOON).id();
    assertThat(store.rewritings().find(feed)).isEmpty();
    store.rewritings().put(feed, "drop: figure");
    store.rewritings().put(feed, "drop: aside");
    assertThat(store.rewritings().find(feed)).contains("drop: aside");
    store.rewritings().put(feed, " ");
    assertThat(store.rewritings().find(feed)).isEmpty();
    FeedUrl there = FeedUrl.of("https://moved.example/new");
    store.feeds().move(feed, there, "moved.example");
    var moved = store.feeds().find(feed).orElseThrow();
    assertThat(moved.url()).isEqualTo(there);
    assertThat(moved.siteKey()).isEqualTo("moved.example");
  }
}
