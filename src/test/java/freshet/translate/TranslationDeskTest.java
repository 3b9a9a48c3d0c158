package freshet.translate;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.change.Change;
import freshet.change.Changes;
import freshet.model.Entry;
import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.model.ParsedEntry;
import freshet.store.Store;
import freshet.translate.Translator.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With a real store; the translators shout, rest or fail as they are told.
final class TranslationDeskTest {
  private static final Wish ENGLISH = new Wish(Set.of("de"), "en");

  /// Turns everything into capitals.
  private static final class Shouter implements Translator {
    private final String id;
    private final List<String> sent = new ArrayList<>();
    private @Nullable Outcome instead;
    private List<String> stumblesOver = List.of();
    private int atOnce = 25;
    private int calls;

    Shouter(String id) {
      this.id = id;
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public String name() {
      return "Shouter " + id;
    }

    @Override
    public boolean isElsewhere() {
      return true;
    }

    @Override
    public int atOnce() {
      return atOnce;
    }

    @Override
    public Outcome translate(List<String> texts, String from, String to) {
      calls++;
      sent.addAll(texts);
      if (instead != null) return instead;
      for (String bad : stumblesOver) {
        if (texts.contains(bad)) return new Outcome.Failed("Cannot translate.", true);
      }
      if (from.equals("xx")) return new Outcome.NoPair();
      return new Outcome.Translated(texts.stream().map(t -> t.toUpperCase(Locale.ROOT)).toList());
    }
  }

  @TempDir Path folder;
  private Instant now = Instant.parse("2026-11-18T12:00:00Z");
  private final Shouter first = new Shouter("first");
  private final Shouter second = new Shouter("second");
  private final List<Change> published = new ArrayList<>();
  private String budget = "1000";
  private boolean texts = true;
  private Store store;
  private TranslationDesk desk;
  private TranslatedReading reading;
  private long feed;
  private long key = 1;

  @BeforeEach
  void open() {
    store = Store.open(folder, null);
    feed = store.feeds().add(1, FeedUrl.of("https://a.example/feed"), "a", null, null, now).id();
    make();
  }

  private void make() {
    Changes changes = new Changes();
    changes.listen(published::add);
    desk =
        new TranslationDesk(
            store,
            List.of(first, second),
            () -> Budgets.of(budget),
            () -> texts,
            () -> "en",
            changes,
            _ -> {},
            () -> now,
            ZoneOffset.UTC);
    reading = new TranslatedReading(store, desk);
  }

  @AfterEach
  void close() {
    desk.close();
    store.close();
  }

  private Entry entry(String title, String text, String language) {
    ParsedEntry parsed = Made.entry(key++, title, now, text, language);
    long id =
        store
            .polls()
            .record(
                Made.poll(
                    feed,
                    FeedUrl.of("https://a.example/feed"),
                    now,
                    List.of(new NewEntry(parsed, 0, "x", language))))
            .newEntries()
            .getFirst();
    return store.entries().find(id).orElseThrow();
  }

  private void wish() {
    store.settings().put(1, Wish.INTO, "en", now);
    store.settings().put(1, Wish.READS, "de", now);
  }

  private void run() throws InterruptedException {
    desk.look();
    while (desk.work()) {}
  }

  @Test
  void titlesAndTextsOfWhatIsNewAreTranslatedForWhoFollowsThem() throws Exception {
    wish();
    desk.look();
    Entry spanish = entry("Hola", "<p>Buenos <b>días</b></p>", "es");
    Entry german = entry("Hallo", "<p>Guten Tag</p>", "de");
    run();
    assertThat(first.sent).containsExactlyInAnyOrder("Hola", "Buenos días", "días");
    assertThat(second.sent).isEmpty();
    var lines = reading.lines(List.of(spanish, german), ENGLISH);
    assertThat(lines).containsOnlyKeys(spanish.id());
    assertThat(lines.get(spanish.id()))
        .isEqualTo(new TranslatedReading.Line("HOLA", "BUENOS DÍAS", "es", "en", "Shouter first"));
    var text =
        reading
            .text(spanish, store.entries().body(spanish.id()).shown(), ENGLISH, true)
            .orElseThrow();
    assertThat(text.title()).isEqualTo("HOLA");
    assertThat(text.html()).isEqualTo("<p>BUENOS <b>DÍAS</b></p>");
    assertThat(text.whole()).isTrue();
    assertThat(text.soon()).isFalse();
    assertThat(published).anyMatch(c -> c.editedEntries().equals(List.of(spanish.id())));
  }

  @Test
  void nothingIsSentWhileNobodyWantsIt() throws Exception {
    entry("Hola", "<p>Mundo</p>", "es");
    run();
    wish();
    run();
    assertThat(first.sent).isEmpty();
  }

  @Test
  void theSameTextIsSentOnceEver() throws Exception {
    wish();
    desk.look();
    entry("Hola", "<p>Mundo</p>", "es");
    run();
    close();
    store = Store.open(folder, null);
    make();
    Entry again = entry("Hola", "<p>Mundo</p>", "es");
    run();
    assertThat(first.sent).containsExactly("Hola", "Mundo");
    assertThat(reading.lines(List.of(again), ENGLISH)).hasSize(1);
  }

  @Test
  void whatSomebodyLooksAtComesFirstAndIsThereTheNextTime() throws Exception {
    texts = false;
    Entry old = entry("Viejo", "<p>Texto viejo</p>", "es");
    wish();
    desk.look();
    entry("Nuevo", "<p>Texto nuevo</p>", "es");
    desk.look();
    String html = store.entries().body(old.id()).shown();
    assertThat(reading.lines(List.of(old), ENGLISH)).isEmpty();
    assertThat(reading.text(old, html, ENGLISH, true).orElseThrow().soon()).isTrue();
    while (desk.work()) {}
    assertThat(first.sent).startsWith("Viejo").doesNotContain("Texto nuevo");
    assertThat(reading.text(old, html, ENGLISH, true).orElseThrow().whole()).isTrue();
  }

  @Test
  void aTranslatorThatRestsIsLeftAloneAndTheNextIsAsked() throws Exception {
    wish();
    desk.look();
    first.instead = new Outcome.Resting(Duration.ofMinutes(5), "Slow down.");
    Entry one = entry("Uno", "", "es");
    run();
    assertThat(reading.lines(List.of(one), ENGLISH).values())
        .extracting(TranslatedReading.Line::by)
        .containsExactly("Shouter second");
    entry("Dos", "", "es");
    run();
    assertThat(first.sent).containsExactly("Uno");
    assertThat(desk.providers().reports().getFirst().trouble()).isEqualTo("Slow down.");
    now = now.plus(Duration.ofMinutes(6));
    first.instead = null;
    entry("Tres", "", "es");
    run();
    assertThat(first.sent).containsExactly("Uno", "Tres");
    assertThat(desk.providers().reports().getFirst().trouble()).isNull();
  }

  @Test
  void whenAllFailItIsTriedAgainLaterAndNothingIsLost() throws Exception {
    wish();
    desk.look();
    first.instead = new Outcome.Failed("It is down.", false);
    second.instead = new Outcome.Failed("It is down, too.", false);
    Entry one = entry("Uno", "<p>Texto</p>", "es");
    run();
    int asked = first.sent.size();
    run();
    assertThat(first.sent).hasSize(asked);
    assertThat(reading.text(one, "<p>Texto</p>", ENGLISH, true).orElseThrow().html()).isNull();
    first.instead = null;
    for (int i = 0; i < 5; i++) {
      now = now.plus(Duration.ofMinutes(30));
      run();
    }
    assertThat(reading.text(one, "<p>Texto</p>", ENGLISH, true).orElseThrow().whole()).isTrue();
    assertThat(store.translations().sums().waiting()).isZero();
  }

  @Test
  void theBudgetOfADayHoldsThroughARestartAndLeavesSomeToReaders() throws Exception {
    budget = "100, second=0";
    wish();
    desk.look();
    String sixty = "palabra ".repeat(9).strip(); // 71 characters, more than 70 of 100
    Entry one = entry("Título", "<p>" + sixty + "</p>", "es");
    run();
    assertThat(first.sent).containsExactly("Título");
    close();
    store = Store.open(folder, null);
    make();
    run();
    assertThat(first.sent).containsExactly("Título");
    assertThat(reading.text(one, "<p>" + sixty + "</p>", ENGLISH, true).orElseThrow().whole())
        .isFalse();
    now = now.plus(Duration.ofMinutes(20));
    while (desk.work()) {}
    assertThat(first.sent).as("somebody waits for it").containsExactly("Título", sixty);
    assertThat(desk.providers().reports().getFirst().used()).isEqualTo(77);
    assertThat(second.sent).isEmpty();
    now = now.plus(Duration.ofDays(1));
    assertThat(desk.providers().reports().getFirst().used()).isZero();
  }

  @Test
  void languagesThatNobodyKnowsAreNotAskedForAgain() throws Exception {
    wish();
    desk.look();
    Entry one = entry("Kala", "", "xx");
    run();
    assertThat(first.sent).containsExactly("Kala");
    assertThat(second.sent).containsExactly("Kala");
    assertThat(reading.lines(List.of(one), ENGLISH)).isEmpty();
    run();
    assertThat(first.sent).hasSize(1);
    assertThat(reading.text(one, null, ENGLISH, true)).isEmpty();
  }

  /// As LibreTranslate does while it loads.
  @Test
  void whoSaysOnceThatItDoesNotKnowTheLanguagesLosesNothing() throws Exception {
    wish();
    desk.look();
    first.instead = new Outcome.NoPair();
    second.instead = new Outcome.NoPair();
    for (int i = 0; i < 30; i++) entry("Título " + i, "<p>Texto " + i + "</p>", "es");
    run();
    first.instead = null;
    for (int i = 30; i < 60; i++) entry("Título " + i, "<p>Texto " + i + "</p>", "es");
    run();
    assertThat(first.calls).as("not asked again at once").isEqualTo(1);
    for (int i = 0; i < 4; i++) {
      now = now.plus(Duration.ofMinutes(10));
      run();
    }
    budget = "100000";
    now = now.plus(Duration.ofMinutes(10));
    run();
    assertThat(store.translations().sums().waiting()).isZero();
    assertThat(store.translations().sums().entries()).isEqualTo(60);
  }

  @Test
  void languagesThatNobodyEverKnowsAreTriedSeldomAndForgottenAfterAWeek() throws Exception {
    wish();
    desk.look();
    for (int i = 0; i < 30; i++) entry("Kala " + i, "", "xx");
    for (int hour = 0; hour < 24 * 8; hour++) {
      run();
      now = now.plus(Duration.ofHours(1));
    }
    assertThat(store.translations().sums().waiting()).isZero();
    assertThat(first.calls).isLessThan(40);
    assertThat(first.sent).as("a single text to try").hasSizeLessThan(25 + 40);
  }

  @Test
  void oneParagraphThatATranslatorStumblesOverCostsOnlyItself() throws Exception {
    budget = "100000, second=0";
    wish();
    desk.look();
    first.stumblesOver = List.of("Párrafo 19");
    StringBuilder html = new StringBuilder();
    for (int i = 0; i < 20; i++) html.append("<p>Párrafo ").append(i).append("</p>");
    Entry one = entry("Título", html.toString(), "es");
    for (int day = 0; day < 14; day++) {
      run();
      now = now.plus(Duration.ofDays(1));
    }
    var text = reading.text(one, html.toString(), ENGLISH, false).orElseThrow();
    assertThat(text.html()).contains("PÁRRAFO 18").contains("Párrafo 19");
    assertThat(store.translations().ofEntries(List.of(one.id())).getFirst().text())
        .contains("PÁRRAFO 18");
    assertThat(first.sent.stream().filter("Párrafo 3"::equals).count()).isLessThanOrEqualTo(2);
    assertThat(first.calls).isLessThan(30);
    assertThat(store.translations().sums().waiting()).isZero();
  }

  @Test
  void aTextThatOneCannotDoIsGivenToTheNext() throws Exception {
    wish();
    desk.look();
    first.atOnce = 1;
    first.stumblesOver = List.of("Dos");
    Entry one = entry("Uno", "<p>Dos</p><p>Tres</p>", "es");
    run();
    assertThat(second.sent).containsExactly("Dos");
    assertThat(reading.text(one, "<p>Dos</p><p>Tres</p>", ENGLISH, false).orElseThrow().whole())
        .isTrue();
    assertThat(desk.providers().reports().getFirst().restsUntil()).isNull();
  }

  @Test
  void aServerThatFailsWithEverythingIsAskedSeldom() throws Exception {
    budget = "100000, second=0";
    wish();
    desk.look();
    first.instead = new Outcome.Failed("Status 500.", true);
    for (int i = 0; i < 60; i++) entry("Título " + i, "<p>Texto " + i + "</p>", "es");
    run();
    assertThat(first.calls).isLessThanOrEqualTo(6);
    for (int minute = 0; minute < 8 * 60; minute++) {
      run();
      now = now.plus(Duration.ofMinutes(1));
    }
    assertThat(first.calls).isLessThan(25);
    assertThat(desk.providers().reports().getFirst().trouble()).isEqualTo("Status 500.");
  }

  @Test
  void whoSaysThatItMayBeAskedAtOnceIsLeftAloneNevertheless() throws Exception {
    budget = "100000, second=0";
    wish();
    desk.look();
    first.instead = new Outcome.Resting(Duration.ZERO, "Too many.");
    for (int i = 0; i < 300; i++) entry("Título " + i, "", "es");
    run();
    assertThat(first.calls).isEqualTo(1);
    now = now.plus(Duration.ofSeconds(31));
    run();
    now = now.plus(Duration.ofSeconds(31));
    run();
    assertThat(first.calls).as("its rest doubles").isEqualTo(2);
  }

  @Test
  void aTitleThatWasChangedIsNotShownWithItsOldTranslation() throws Exception {
    wish();
    desk.look();
    Entry one = entry("Uno", "", "es");
    run();
    Entry edited =
        new Entry(
            one.id(),
            one.feedId(),
            one.feedName(),
            one.guid(),
            one.link(),
            "Otro",
            one.excerpt(),
            one.authors(),
            one.categories(),
            one.image(),
            one.published(),
            one.dateOnly(),
            one.firstSeen(),
            one.updated(),
            one.editedAt(),
            one.language(),
            one.duration());
    assertThat(reading.lines(List.of(edited), ENGLISH)).isEmpty();
  }

  @Test
  void tryingItOutAsksEverybody() throws Exception {
    second.instead = new Outcome.Failed("No.", false);
    assertThat(desk.providers().tryOut("Hola", "es", "en"))
        .containsExactly(
            new Providers.Trial("Shouter first", "HOLA", null),
            new Providers.Trial("Shouter second", null, "No."));
  }

  @Test
  void pagesOfTheUniversalRobotAreTranslatedWhoeverReads() throws Exception {
    texts = false;
    store.translationTasks().translateFeed(feed, now);
    store.translationTasks().translateFeed(feed, now);
    assertThat(store.translationTasks().commonFeeds()).containsExactly(feed);
    desk.look();
    Entry page = entry("Página", "<p>Texto</p>", "es");
    entry("Page", "<p>Text</p>", "en");
    run();
    assertThat(first.sent).containsExactly("Página", "Texto");
    assertThat(store.translations().ofEntries(List.of(page.id())).getFirst().text())
        .isEqualTo("TEXTO");
  }

  @Test
  void wishesAreRead() {
    assertThat(Wish.of(java.util.Map.of(Wish.INTO, "en", Wish.READS, "de, pt-BR x!")))
        .contains(new Wish(Set.of("en", "de", "pt"), "en"));
    assertThat(Wish.of(java.util.Map.of(Wish.READS, "de"))).isEmpty();
    assertThat(ENGLISH.wants("en-GB")).isFalse();
    assertThat(ENGLISH.wants(null)).isFalse();
    assertThat(ENGLISH.wants("und")).isFalse();
    assertThat(ENGLISH.wants("es")).isTrue();
  }
}
