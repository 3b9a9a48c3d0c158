package freshet.understand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.group.Glossary;
import freshet.group.Tracer;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.model.ParsedEntry;
import freshet.model.PollRecord;
import freshet.model.Selection;
import freshet.model.Story;
import freshet.model.Visibility;
import freshet.store.Polls.Recorded;
import freshet.store.Store;
import freshet.store.Stories;
import freshet.store.Translations;
import freshet.understand.Understanding.Folds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of texts between the feed and the store, with the real store.
final class UnderstandingTest {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
  private static final String FERRY =
      "The ferry to the outer islands will sail every hour from spring on, the harbour office said"
          + " on Monday. Two ships bought second hand from the north are being refitted in the old"
          + " yard, and forty sailors are to be hired before Easter. Islanders had asked for more"
          + " crossings for years because the last boat left before the schools closed. The fare"
          + " stays as it is, while bicycles travel for nothing until the end of the year.";
  private static final String FERRY_EDITED =
      FERRY
          .replace("harbour office said on Monday", "port authority announced this week")
          .replace("forty sailors", "some forty people");
  private static final String ELECTION =
      "Voters in the valley elected a new council on Sunday. The government party lost six seats,"
          + " and the opposition will try to form a coalition with the greens before the parliament"
          + " meets again. Turnout at the polling stations was the highest since the reform, the"
          + " election commission said when the votes were counted at midnight.";

  @TempDir Path folder;
  private Store store;
  private Understanding understanding;
  private long key;

  @BeforeEach
  void open() throws InterruptedException {
    store = Store.open(folder, null);
    understanding = start();
  }

  @AfterEach
  void close() {
    understanding.close();
    store.close();
  }

  private Understanding start() throws InterruptedException {
    Understanding fresh =
        new Understanding(
            store, Folds.USUAL, Duration.ofMillis(20), InstantSource.fixed(NOON.plusSeconds(7200)));
    fresh.start();
    fresh.awaitReady();
    return fresh;
  }

  private Feed feed(String site) {
    var added = store.feeds().add(FeedUrl.of("https://" + site + "/feed"), site, null, null, NOON);
    return store.feeds().find(added.id()).orElseThrow();
  }

  private ParsedEntry parsed(String title, String text, int minute, String... categories) {
    Instant at = NOON.plus(Duration.ofMinutes(minute));
    return Made.entry(++key, title, at, "<p>" + text + "</p>", null, categories);
  }

  private static PollRecord poll(Feed feed, List<NewEntry> entries) {
    return Made.poll(feed.id(), feed.url(), NOON.plusSeconds(3600), entries);
  }

  /// As a poll stores it.
  private Recorded put(Feed feed, String title, String text, int minute, String... categories) {
    ParsedEntry parsed = parsed(title, text, minute, categories);
    var found = understanding.language(title, text, null);
    NewEntry entry =
        new NewEntry(
            parsed,
            0,
            text.substring(0, Math.min(100, text.length())),
            found.language(),
            understanding.insight(
                new EntryText(title, text, null, null),
                found,
                null,
                found.language(),
                feed.id(),
                List.of(categories),
                null));
    Instant at = NOON.plusSeconds(3600);
    return store
        .polls()
        .record(poll(feed, List.of(entry)), understanding.resolver(List.of(entry), feed, at));
  }

  private List<Story> river() {
    return store.stories().page(Selection.ALL, Stories.Reader.ANYBODY, null, 100);
  }

  @Test
  void aCopyIsFoldedAndAnnouncedAsNoNewStory() {
    Recorded first = put(feed("a.example"), "More ferries", FERRY, 1);
    Recorded copy = put(feed("b.example"), "Islands get ferries", FERRY_EDITED, 9);
    put(feed("b.example"), "New council", ELECTION, 5);
    assertThat(first.newStories()).isEqualTo(first.newEntries());
    assertThat(copy.newStories()).isEmpty();
    assertThat(river()).extracting(Story::entries).containsExactly(1, 2);
    assertThat(river().getLast().entry().id()).isEqualTo(first.newEntries().getFirst());
  }

  @Test
  void neighboursByAddressAreTwoSources() {
    put(feed("127.0.1.10"), "More ferries", FERRY, 1);
    Recorded copy = put(feed("127.0.1.11"), "Islands get ferries", FERRY_EDITED, 9);
    assertThat(copy.newStories()).isEmpty();
  }

  @Test
  void whatIsStoredIsRememberedAfterARestart() throws InterruptedException {
    put(feed("a.example"), "More ferries", FERRY, 1);
    understanding.close();
    understanding = start();
    assertThat(put(feed("b.example"), "x", FERRY_EDITED, 9).newStories()).isEmpty();
    assertThat(put(feed("c.example"), "y", FERRY, 10).newStories()).isEmpty();
    assertThat(river()).extracting(Story::entries).containsExactly(3);
  }

  private Path file() {
    return folder.resolve("stories.bin");
  }

  private Understanding startKeeping() throws InterruptedException {
    Understanding fresh =
        new Understanding(
            store, Folds.USUAL, Duration.ofMillis(20), InstantSource.fixed(NOON.plusSeconds(7200)));
    fresh.keepIn(file());
    fresh.start();
    fresh.awaitReady();
    return fresh;
  }

  /// Whether most would be taken up from the file.
  private boolean isOfUse() {
    Folding folding =
        new Folding(
            store,
            Folds.USUAL.sameness(),
            () -> new Tracer(Glossary.NONE),
            InstantSource.fixed(NOON.plusSeconds(7200)));
    folding.keepIn(file(), "0");
    return folding.restore() > 0;
  }

  @Test
  void whatIsRememberedIsInAFileAfterTheEnd() throws InterruptedException {
    understanding.close();
    understanding = startKeeping();
    put(feed("a.example"), "More ferries", FERRY, 1);
    put(feed("a.example"), "New council", ELECTION, 5);
    understanding.close();
    assertThat(isOfUse()).isTrue();
    understanding = startKeeping();
    assertThat(put(feed("b.example"), "x", FERRY_EDITED, 9).newStories()).isEmpty();
    assertThat(put(feed("c.example"), "y", FERRY, 10).newStories()).isEmpty();
    assertThat(river()).extracting(Story::entries).containsExactlyInAnyOrder(3, 1);
  }

  @Test
  void whatCameAfterTheFileWasWrittenIsRememberedToo() throws Exception {
    understanding.close();
    understanding = startKeeping();
    Feed a = feed("a.example");
    put(a, "New council", ELECTION, 5);
    understanding.close();
    byte[] early = Files.readAllBytes(file());
    understanding = startKeeping();
    put(a, "More ferries", FERRY, 1);
    assertThat(put(feed("b.example"), "x", FERRY_EDITED, 9).newStories()).isEmpty();
    understanding.close();
    Files.write(file(), early); // as after a kill
    assertThat(isOfUse()).isTrue();
    understanding = startKeeping();
    assertThat(put(feed("c.example"), "y", FERRY, 10).newStories()).isEmpty();
    assertThat(put(feed("c.example"), "z", ELECTION, 11).newStories()).isEmpty();
    assertThat(river()).extracting(Story::entries).containsExactlyInAnyOrder(3, 2);
  }

  @Test
  void eventsGoOnFromTheFileAndWithoutIt() throws Exception {
    String[] told = {
      "Ferry runs aground off Kessel island, passengers rescued",
      "Passengers taken off ferry stuck near Kessel island",
      "Coastguard rescues 200 from grounded Kessel ferry",
      "Grounded Kessel ferry pulled free, passengers ashore on the island"
    };
    understanding.close();
    understanding = startKeeping();
    put(feed("a.example"), told[0], "", 1);
    put(feed("z.example"), "New council", ELECTION, 5);
    understanding.close();
    byte[] early = Files.readAllBytes(file());
    understanding = startKeeping();
    put(feed("b.example"), told[1], "", 2);
    understanding.close();
    // As after a kill, and as by an earlier version, whose files end before the events.
    byte[] without = Arrays.copyOf(early, early.length - 100);
    List<byte[]> files = List.of(early, without);
    for (int i = 0; i < files.size(); i++) {
      Files.write(file(), files.get(i));
      assertThat(isOfUse()).isTrue();
      understanding = startKeeping();
      put(feed(i == 0 ? "c.example" : "d.example"), told[2 + i], "", 3);
      assertThat(understanding.hot(9))
          .singleElement()
          .extracting(Understanding.Hot::sources)
          .isEqualTo(3 + i);
      understanding.close();
    }
    understanding = startKeeping();
  }

  @Test
  void aFileOfAnotherStoreOrOfOtherRulesOrDamagedIsOfNoUse() throws Exception {
    understanding.close();
    understanding = startKeeping();
    put(feed("a.example"), "More ferries", FERRY, 1);
    put(feed("a.example"), "New council", ELECTION, 5);
    understanding.close();
    byte[] good = Files.readAllBytes(file());
    byte[] bad = good.clone();
    bad[60] ^= 1; // between its rules and its end, where the events are
    Files.write(file(), bad);
    assertThat(isOfUse()).isFalse();
    Files.write(file(), good);
    understanding = startKeeping();
    understanding.fold(60, false);
    understanding.close();
    assertThat(isOfUse()).isFalse();
    Files.write(file(), good);
    store.close();
    Files.delete(folder.resolve("freshet.db"));
    store = Store.open(folder, null);
    understanding = start();
    put(feed("a.example"), "Something else", ELECTION, 31);
    put(feed("a.example"), "And again", FERRY, 35);
    assertThat(isOfUse()).isFalse();
  }

  @Test
  void whatWasStoredWithoutBeingLookedAtIsPutRightAtTheNextStart() throws InterruptedException {
    for (String site : List.of("a.example", "b.example")) {
      Feed feed = feed(site);
      var entry = new NewEntry(parsed("Ferries", FERRY, 3), 0, "x", "en");
      store.polls().record(poll(feed, List.of(entry)));
    }
    assertThat(river()).hasSize(2);
    understanding.close();
    understanding = start();
    assertThat(river()).extracting(Story::entries).containsExactly(2);
    assertThat(river().getFirst().topic()).isNotNull();
  }

  @Test
  void anotherPerCentGroupsWhatIsStoredAnewAndStays() throws InterruptedException {
    put(feed("a.example"), "More ferries", FERRY, 1);
    put(feed("b.example"), "Islands get ferries", FERRY_EDITED, 9);
    put(feed("c.example"), "Ferries", FERRY, 12);
    assertThat(understanding.preview(Visibility.EVERYTHING, 95, false).stories()).isEqualTo(2);
    assertThat(understanding.preview(Visibility.EVERYTHING, 40, false).stories()).isEqualTo(1);
    assertThat(understanding.preview(Visibility.EVERYTHING, 40, false).closest()).isNotEmpty();

    assertThat(understanding.fold(95, false)).isEqualTo(1);
    assertThat(river()).extracting(Story::entries).containsExactly(1, 2);
    understanding.close();
    understanding = start();
    assertThat(understanding.folds().percent()).isEqualTo(95);
    assertThat(put(feed("d.example"), "z", FERRY_EDITED, 20).newStories()).isEmpty();
    assertThat(river()).extracting(Story::entries).containsExactly(2, 2);

    assertThat(understanding.fold(40, false)).isEqualTo(2);
    assertThat(river()).extracting(Story::entries).containsExactly(4);
    assertThat(understanding.fold(40, false)).isZero();
  }

  @Test
  void topicsAreToldFromTheFirstStartAndACorrectionTeachesForGood() throws InterruptedException {
    put(feed("a.example"), "New council elected", ELECTION, 1);
    assertThat(river().getFirst().topic()).isEqualTo("politics");
    long id = river().getFirst().entry().id();
    assertThat(understanding.giveTopic(id, " Valley ")).isTrue();
    assertThat(understanding.giveTopic(99_999, "x")).isFalse();
    assertThatThrownBy(() -> understanding.giveTopic(id, " "))
        .hasMessageContaining("a topic is a name");
    assertThat(river().getFirst().topic()).isEqualTo("valley");
    String like = ELECTION.replace("on Sunday", "yesterday").replace("six", "two");
    for (boolean restarted : new boolean[] {false, true}) {
      if (restarted) {
        // as after a kill: nothing was saved but what the person said
        understanding = start();
      }
      put(feed("a.example"), "Council elected in the valley", like, restarted ? 7 : 5);
      assertThat(river().getFirst().topic()).isEqualTo("valley");
    }
  }

  @Test
  void feedsSayWhatTheirEntriesAreAboutAndPeopleKnowBetter() {
    Feed a = feed("a.example");
    put(a, "x", FERRY, 1, "Uncategorised", "Wirtschaft");
    assertThat(river().getFirst().topic()).isEqualTo("economy");
    assertThat(understanding.giveFeedTopic(a.id(), "boats")).isTrue();
    assertThat(river().getFirst().topic()).isEqualTo("boats");
    put(a, "y", ELECTION, 2);
    assertThat(river().getFirst().topic()).isEqualTo("boats");
    put(feed("b.example"), "", "", 3);
    assertThat(river().getFirst().topic()).isEqualTo("other");
  }

  private @Nullable String topicOf(Recorded recorded) {
    long id = recorded.newEntries().getFirst();
    return river().stream().filter(s -> s.entry().id() == id).findFirst().orElseThrow().topic();
  }

  /// Three texts with the same vocabulary, none a copy of another.
  private Recorded rowing(String site, String crew, int minute) {
    String text =
        switch (minute) {
          case 1 -> "The oarsmen trained in the boathouse all winter and won the regatta at last.";
          case 2 -> "Who rows in the regatta? The cox and her oarsmen left the boathouse at dawn.";
          default -> "A storm damaged the boathouse; oarsmen repair their sculls for the regatta.";
        };
    return put(feed(site), "Rowing regatta: " + crew, text, minute);
  }

  private void review() throws InterruptedException {
    understanding.awaitReady();
    while (understanding.review().isDue()) {
      int _ = understanding.review().step();
    }
  }

  @Test
  void afterACorrectionStoredEntriesLikeItAreClassifiedAgain() throws InterruptedException {
    Recorded one = rowing("a.example", "Oxbury", 1);
    Recorded two = rowing("b.example", "Norwick", 2);
    Recorded other = put(feed("c.example"), "New council elected", ELECTION, 3);
    String before = topicOf(two);
    assertThat(before).isNotEqualTo("rowing");
    assertThat(understanding.giveTopic(one.newEntries().getFirst(), "rowing")).isTrue();
    review();
    assertThat(topicOf(two)).isEqualTo("rowing");
    assertThat(topicOf(other)).isEqualTo("politics");
    assertThat(store.searchRows().changedSince(NOON.plusSeconds(7200)))
        .containsExactlyInAnyOrder(one.newEntries().getFirst(), two.newEntries().getFirst());
    assertThat(store.settings().all()).containsEntry("topics.review", "");
  }

  @Test
  void whatPeopleFeedsAndPublishersSaidStaysWhenOthersAreClassifiedAgain()
      throws InterruptedException {
    Recorded one = rowing("a.example", "Oxbury", 1);
    Recorded byHand = rowing("b.example", "Norwick", 2);
    Recorded byFeed = rowing("c.example", "Kelso", 3);
    Feed d = feed("d.example");
    Recorded byCategory =
        put(d, "Rowing regatta: Alder", "The rowing crew of Alder won the regatta", 4, "Health");
    assertThat(understanding.giveTopic(byHand.newEntries().getFirst(), "boats")).isTrue();
    assertThat(understanding.giveFeedTopic(feed("c.example").id(), "water")).isTrue();
    assertThat(understanding.giveTopic(one.newEntries().getFirst(), "rowing")).isTrue();
    review();
    assertThat(topicOf(byHand)).isEqualTo("boats");
    assertThat(topicOf(byFeed)).isEqualTo("water");
    assertThat(topicOf(byCategory)).isEqualTo("health");
  }

  @Test
  void afterATopicOfAFeedEntriesOfOthersAreClassifiedAgainAndItIsTakenBack()
      throws InterruptedException {
    Recorded one = rowing("a.example", "Oxbury", 1);
    Recorded two = rowing("b.example", "Norwick", 2);
    Feed council = feed("c.example");
    Recorded election = put(council, "New council elected", ELECTION, 3);
    long a = feed("a.example").id();
    assertThat(understanding.giveFeedTopic(a, "rowing")).isTrue();
    review();
    assertThat(topicOf(one)).isEqualTo("rowing");
    assertThat(topicOf(two)).isEqualTo("rowing");
    assertThat(understanding.giveFeedTopic(council.id(), "rowing")).isTrue();
    assertThat(topicOf(election)).isEqualTo("rowing");
    assertThat(understanding.giveFeedTopic(council.id(), "politics")).isTrue();
    assertThat(understanding.giveFeedTopic(council.id(), null)).isTrue();
    review();
    assertThat(topicOf(election)).isEqualTo("politics");
  }

  @Test
  void aReviewThatWasInterruptedGoesOnAfterARestart() throws InterruptedException {
    Recorded one = rowing("a.example", "Oxbury", 1);
    Recorded two = rowing("b.example", "Norwick", 2);
    understanding.close();
    understanding =
        new Understanding(
            store, Folds.USUAL, Duration.ofHours(1), InstantSource.fixed(NOON.plusSeconds(7200)));
    understanding.start();
    understanding.awaitReady();
    assertThat(understanding.giveTopic(one.newEntries().getFirst(), "rowing")).isTrue();
    understanding.close();
    assertThat(topicOf(two)).isNotEqualTo("rowing");
    understanding = start();
    review();
    assertThat(topicOf(two)).isEqualTo("rowing");
  }

  @Test
  void whatWasLearnedByAnEarlierVersionIsLearnedAgainFromTheStore() throws InterruptedException {
    put(
        feed("a.example"),
        "Rowing regatta: Oxbury",
        "The rowing crew won the regatta",
        1,
        "Health");
    understanding.close();
    store.topics().learn("topics", new byte[] {1, 2, 3}, NOON);
    understanding = start();
    Recorded two = put(feed("b.example"), "Rowing regatta: Norwick", "The rowing crew rows", 2);
    assertThat(topicOf(two)).isEqualTo("health");
  }

  @Test
  void aHappeningThatSeveralSourcesTellOfIsHot() {
    String[] tellings = {
      "Fire destroys the grain mill of Oxbury; the mill burned to the ground in the night",
      "Grain mill in Oxbury burns down: firefighters fought the fire at the mill all night",
      "After the Oxbury mill fire, farmers ask where the grain of the burned mill shall go"
    };
    for (int i = 0; i < 60; i++) {
      StringBuilder words = new StringBuilder();
      for (int w = 0; w < 12; w++)
        words.append(Integer.toString(i * 7919 + w * 104_729, 36)).append(' ');
      put(feed("noise" + i + ".example"), words.toString(), words.toString(), i);
    }
    for (int i = 0; i < tellings.length; i++) {
      put(feed("p" + i + ".example"), tellings[i], tellings[i], 61 + i);
    }
    List<Understanding.Hot> hot = understanding.hot(5);
    assertThat(hot).isNotEmpty();
    assertThat(hot.getFirst().event().title()).contains("Oxbury");
    assertThat(hot.getFirst().sources()).isEqualTo(3);
    long event = hot.getFirst().event().id();
    assertThat(
            store.stories().page(Selection.ALL.withEvent(event), Stories.Reader.ANYBODY, null, 10))
        .hasSize(3);
  }

  @Test
  void whatWasRemovedMatchesNothing() {
    Feed a = feed("a.example");
    put(a, "More ferries", FERRY, 1);
    store.feeds().remove(a.id());
    understanding.forget();
    assertThat(put(feed("b.example"), "More ferries", FERRY, 2).newStories()).hasSize(1);
    assertThat(river()).extracting(Story::entries).containsExactly(1);
  }

  private static final String VIRTSU =
      "The ferry Piret with 215 passengers on board hit a pier in the port of Virtsu and 14 people"
          + " were hurt, said Guldar Kivro of the operator. Divers will look at the hull in the"
          + " morning before the ship may leave the harbour again.";
  private static final String VIRTSU_ESTONIAN =
      "Parvlaev Piret sõitis Virtsu sadamas vastu kaid, laeval oli 215 reisijat ja viga sai 14"
          + " inimest, ütles ettevõtte juht Guldar Kivro. Tuukrid vaatavad laeva põhja hommikul"
          + " üle, enne kui see tohib uuesti sadamast lahkuda.";

  private Story story(Recorded recorded) {
    return store
        .stories()
        .find(Visibility.EVERYTHING, recorded.newEntries().getFirst())
        .orElseThrow();
  }

  @Test
  void storiesInTwoLanguagesAreOneEventAlsoAfterARestart() throws InterruptedException {
    Recorded english = put(feed("a.example"), "Ferry Piret hits pier at Virtsu", VIRTSU, 1);
    Recorded estonian = put(feed("b.example"), "Piret sõitis vastu kaid", VIRTSU_ESTONIAN, 9);
    long event = story(english).event();
    assertThat(event).isPositive().isEqualTo(story(estonian).event());
    assertThat(store.events().languages(Visibility.EVERYTHING, List.of(event)).get(event))
        .containsOnlyKeys("en", "et");
    understanding.close();
    understanding = start();
    Recorded later =
        put(
            feed("c.example"),
            "Ferry Piret hits pier at Virtsu",
            VIRTSU
                + " The wind was strong, the captain told the coastguard and the island council"
                + " later.",
            20);
    Recorded other =
        put(
            feed("d.example"),
            "Parvlaev Piret sõitis Virtsu sadamas vastu kaid",
            "Sadamas Virtsus sai parvlaeva Piret õnnetuses viga 14 reisijat.",
            25);
    assertThat(story(later).event()).isEqualTo(event);
    assertThat(story(other).event()).isEqualTo(event);
    assertThat(understanding.hot(5)).hasSize(1);
  }

  @Test
  void aTranslationBringsTwoEventsTogether() {
    String storm = "Storm sinks fishing boat near the cape, sailors rescued by helicopter";
    Recorded english = put(feed("a.example"), storm, "", 1);
    Recorded first =
        put(
            feed("b.example"),
            "Oluja je potopila ribarski brod kod rta",
            "Mornari su spašeni helikopterom, a potraga traje.",
            9);
    Recorded second =
        put(
            feed("c.example"),
            "Ribarski brod potopila oluja kod rta",
            "Spašeni su mornari, helikopterom.",
            12);
    long own = story(first).event();
    assertThat(own).isPositive().isEqualTo(story(second).event());
    assertThat(story(english).event()).isZero();
    long entry = first.newEntries().getFirst();
    assertThat(understanding.translated(entry)).as("without a translation").isFalse();
    store
        .translations()
        .translated(
            new Translations.Translated(
                entry,
                "en",
                "test",
                "",
                "Storm sank fishing boat near the cape",
                "The sailors were rescued by helicopter."),
            NOON);
    assertThat(understanding.translated(entry)).isTrue();
    long event = story(english).event();
    assertThat(event).isPositive();
    assertThat(story(first).event()).isEqualTo(event);
    assertThat(story(second).event()).isEqualTo(event);
    assertThat(understanding.hot(5)).hasSize(1);
    assertThat(understanding.translated(entry)).as("again").isFalse();
  }
}
