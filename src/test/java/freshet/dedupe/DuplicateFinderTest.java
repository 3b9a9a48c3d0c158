package freshet.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.numbers.NumbersIn;
import freshet.numbers.NumbersOut;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class DuplicateFinderTest {
  private static final long DAY = 86_400;
  private final Map<Long, Signature> store = new HashMap<>();

  private Signature stored(long id) {
    return java.util.Objects.requireNonNull(store.get(id));
  }

  private DuplicateFinder finder(Sameness sameness) {
    return new DuplicateFinder(sameness, store::get);
  }

  private DuplicateFinder finder(double percent) {
    return finder(new Sameness(percent, Duration.ofDays(14), false));
  }

  private Match add(
      DuplicateFinder finder, long id, long time, int source, String title, String text) {
    Signature signature = Signature.of(title, text, "en");
    store.put(id, signature);
    return finder.add(id, time, source, signature);
  }

  /// An article with every word of `changes` in a hundred replaced, drawn by the seed.
  private static String article(int number, int changes, long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      String word = "w" + number + "x" + i;
      text.append(random.nextInt(100) < changes ? word + "y" + seed : word).append(' ');
    }
    return text.toString();
  }

  @Test
  void aCopyIsFoldedUnderTheFirst() {
    DuplicateFinder finder = finder(60);
    assertThat(add(finder, 1, 100, 1, "A", article(1, 0, 0)))
        .isEqualTo(new Match(1, null, 0, List.of()));
    assertThat(add(finder, 2, 200, 2, "B", article(2, 0, 0)).story()).isEqualTo(2);
    Match copy = add(finder, 3, 300, 3, "C", article(1, 1, 5));
    assertThat(copy.story()).isEqualTo(1);
    assertThat(copy.sameAs()).isEqualTo(1);
    assertThat(copy.percent()).isBetween(60.0, 99.9);
  }

  private DuplicateFinder again(DuplicateFinder finder, long last, Sameness sameness)
      throws IOException {
    var bytes = new ByteArrayOutputStream();
    finder.write(
        new NumbersOut(Channels.newChannel(bytes)), new DuplicateFinder.Mark("rules", last, 5));
    DuplicateFinder taken = finder(sameness);
    var from = Channels.newChannel(new ByteArrayInputStream(bytes.toByteArray()));
    assertThat(taken.takeUp(new NumbersIn(from, bytes.size()), "rules"))
        .isEqualTo(new DuplicateFinder.Mark("rules", last, 5));
    return taken;
  }

  @Test
  void whatIsWrittenDownAndTakenUpFindsTheSameAsBefore() throws IOException {
    Sameness sameness = new Sameness(60, Duration.ofDays(14), false);
    DuplicateFinder before = finder(sameness);
    for (int i = 1; i <= 3000; i++) add(before, i, i, i % 40 + 1, "", article(i % 2000, 2, i));
    DuplicateFinder taken = again(before, 3000, sameness);
    assertThat(taken.stories()).isEqualTo(before.stories());
    assertThat(taken.size()).isEqualTo(3000);
    for (int i = 3001; i <= 3300; i++) {
      Signature signature = Signature.of("", article(i % 2500, 2, i), "en");
      store.put((long) i, signature);
      assertThat(taken.add(i, i, 50, signature)).isEqualTo(before.add(i, i, 50, signature));
    }
    taken.expire(14 * DAY + 1000);
    assertThat(taken.size()).isEqualTo(2301);
  }

  @Test
  void whatWasNotStoredAfterAllIsNotTakenUp() throws IOException {
    Sameness sameness = new Sameness(60, Duration.ofDays(14), false);
    DuplicateFinder before = finder(sameness);
    add(before, 1, 100, 1, "", article(1, 0, 0));
    add(before, 2, 90, 2, "", article(1, 0, 0));
    add(before, 3, 110, 3, "", article(1, 0, 0));
    DuplicateFinder taken = again(before, 1, sameness);
    assertThat(taken.stories()).isEqualTo(Map.of(1L, 1L));
    assertThat(add(taken, 2, 120, 2, "", article(1, 0, 0)).story()).isEqualTo(1);
  }

  @Test
  void whatWasStoredLaterBringsItsStoriesTogether() throws IOException {
    Sameness sameness = new Sameness(60, Duration.ofDays(14), false);
    DuplicateFinder before = finder(sameness);
    add(before, 1, 100, 1, "", article(1, 0, 0));
    add(before, 2, 200, 2, "", article(2, 0, 0));
    DuplicateFinder taken = again(before, 2, sameness);
    Signature both = Signature.of("", article(3, 0, 0), "en");
    store.put(3L, both);
    taken.late(new DuplicateFinder.Known(3, 50, 3, 77, both), List.of(1L, 2L, 3L));
    assertThat(taken.stories()).isEqualTo(Map.of(1L, 3L, 2L, 3L, 3L, 3L));
    assertThat(add(taken, 4, 300, 4, "", article(3, 0, 0)).story()).isEqualTo(3);
  }

  @Test
  void numbersThatComeAgainOrOutOfOrderAreFound() throws IOException {
    Sameness sameness = new Sameness(60, Duration.ofDays(14), false);
    DuplicateFinder finder = finder(sameness);
    add(finder, 1, 100, 1, "", article(1, 0, 0));
    add(finder, 5, 200, 2, "", article(2, 0, 0));
    assertThat(finder.remove(5)).isNull();
    assertThat(finder.has(5)).isFalse();
    add(finder, 5, 200, 2, "", article(3, 0, 0));
    assertThat(finder.has(5)).isTrue();
    for (long late : List.of(3L, 9L, 2L)) add(finder, late, 300, 3, "", article((int) late, 0, 0));
    DuplicateFinder taken = again(finder, 8, sameness);
    add(taken, 8, 400, 4, "", article(8, 0, 0));
    for (long id = 0; id < 10; id++) {
      assertThat(finder.has(id)).as("%s", id).isEqualTo(List.of(1L, 2L, 3L, 5L, 9L).contains(id));
      assertThat(taken.has(id)).as("%s", id).isEqualTo(List.of(1L, 2L, 3L, 5L, 8L).contains(id));
    }
  }

  @Test
  void whatIsDamagedOrOfOtherRulesIsNotTakenUp() throws IOException {
    Sameness sameness = new Sameness(60, Duration.ofDays(14), false);
    DuplicateFinder before = finder(sameness);
    for (int i = 1; i <= 50; i++) add(before, i, i, i, "", article(i, 0, 0));
    var out = new ByteArrayOutputStream();
    before.write(
        new NumbersOut(Channels.newChannel(out)), new DuplicateFinder.Mark("rules", 50, 5));
    byte[] good = out.toByteArray();
    assertThat(
            finder(sameness)
                .takeUp(
                    new NumbersIn(Channels.newChannel(new ByteArrayInputStream(good)), good.length),
                    "others"))
        .isNull();
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      byte[] bad = good.clone();
      if (i % 3 == 0) bad = java.util.Arrays.copyOf(bad, random.nextInt(bad.length));
      else bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      var from = Channels.newChannel(new ByteArrayInputStream(bad));
      DuplicateFinder.Mark mark = null;
      try {
        mark = finder(sameness).takeUp(new NumbersIn(from, bad.length), "rules");
      } catch (IOException e) {
        assertThat(e).hasMessageMatching("it (is damaged|ends too soon)");
      }
      assertThat(mark).isNull();
    }
  }

  @Test
  void thePerCentDecides() {
    String original = article(1, 0, 0);
    String copy = article(1, 3, 7);
    double percent = Signature.of("", original, "en").percent(Signature.of("", copy, "en"));
    for (double limit : new double[] {percent - 1, percent + 1}) {
      DuplicateFinder finder = finder(limit);
      add(finder, 1, 0, 0, "", original);
      assertThat(add(finder, 2, 0, 0, "", copy).sameAs() != null).isEqualTo(limit < percent);
    }
  }

  @Test
  void aLateEntryThatIsEarlierBecomesTheFirst() {
    DuplicateFinder finder = finder(60);
    add(finder, 1, 2000, 1, "", article(1, 0, 0));
    Match late = add(finder, 2, 1000, 2, "", article(1, 1, 3));
    assertThat(late.story()).isEqualTo(2);
    assertThat(late.absorbed()).containsExactly(1L);
    assertThat(finder.stories()).isEqualTo(Map.of(1L, 2L, 2L, 2L));
  }

  @Test
  void anEntryBetweenTwoStoriesJoinsThem() {
    String start = SignatureTest.words(0, 120);
    String end = SignatureTest.words(120, 240);
    String middle = SignatureTest.words(60, 180);
    DuplicateFinder finder = finder(40);
    add(finder, 1, 1, 0, "", start);
    add(finder, 2, 2, 0, "", end);
    Match bridge = add(finder, 3, 3, 0, "", middle);
    assertThat(bridge.story()).isEqualTo(1);
    assertThat(bridge.absorbed()).containsExactly(2L);
    assertThat(finder.stories()).isEqualTo(Map.of(1L, 1L, 2L, 1L, 3L, 1L));
  }

  @Test
  void storiesDoNotDependOnTheOrderOfArrival() {
    List<long[]> entries = new ArrayList<>();
    for (int i = 0; i < 120; i++) entries.add(new long[] {i, i % 40, i});
    Map<Long, Long> expected = new TreeMap<>();
    for (int order = 0; order < 5; order++) {
      DuplicateFinder finder = finder(50);
      for (long[] e : entries) {
        add(finder, e[0], e[2], 0, "", article((int) e[1], e[0] < 40 ? 0 : 2, e[0]));
      }
      Map<Long, Long> stories = new TreeMap<>(finder.stories());
      if (expected.isEmpty()) expected = stories;
      assertThat(stories).isEqualTo(expected);
      Collections.shuffle(entries, new Random(order));
    }
    assertThat(new HashSet<>(expected.values()).size()).isBetween(40, 45);
  }

  @Test
  void nearlyEveryPairThatIsTheSameIsFound() {
    for (double percent : new double[] {30, 60, 90}) {
      DuplicateFinder finder = finder(percent);
      int same = 0;
      int found = 0;
      for (int i = 0; i < 1500; i++) {
        long original = 2L * i;
        add(finder, original, 0, 0, "", article(i, 0, 0));
        Match copy = add(finder, original + 1, 0, 0, "", article(i, i % 12, i));
        if (stored(original).percent(stored(original + 1)) >= percent) {
          same++;
          if (copy.story() == original) found++;
        } else {
          assertThat(copy.sameAs()).isNull();
        }
      }
      assertThat(same).isGreaterThan(100);
      assertThat((double) found / same).isGreaterThanOrEqualTo(0.99);
    }
  }

  @Test
  void entriesOutsideTheWindowAreAnotherStory() {
    DuplicateFinder finder = finder(new Sameness(60, Duration.ofDays(14), false));
    add(finder, 1, 0, 1, "", article(1, 0, 0));
    assertThat(add(finder, 2, 15 * DAY, 2, "", article(1, 0, 0)).sameAs()).isNull();
    assertThat(add(finder, 3, 16 * DAY, 3, "", article(1, 0, 0)).sameAs()).isEqualTo(2);
  }

  @Test
  void expiredEntriesAreForgottenAndTheirStoryIsRenamed() {
    DuplicateFinder finder = finder(60);
    add(finder, 1, 0, 1, "", article(1, 0, 0));
    add(finder, 2, 10 * DAY, 2, "", article(1, 0, 0));
    add(finder, 3, 11 * DAY, 2, "", article(3, 0, 0));
    finder.expire(15 * DAY);
    assertThat(finder.stories()).isEqualTo(Map.of(2L, 2L, 3L, 3L));
    assertThat(add(finder, 4, 15 * DAY, 4, "", article(1, 0, 0)).story()).isEqualTo(2);
  }

  @Test
  void aDeletedEntryIsNoCandidateAnyMore() {
    DuplicateFinder finder = finder(60);
    add(finder, 1, 0, 1, "", article(1, 0, 0));
    add(finder, 2, 1, 2, "", article(1, 0, 0));
    assertThat(finder.remove(1)).isEqualTo(2);
    assertThat(add(finder, 3, 2, 3, "", article(1, 0, 0)).sameAs()).isEqualTo(2);
    assertThat(finder.remove(99)).isNull();
    assertThat(finder.size()).isEqualTo(2);
  }

  @Test
  void templatesAndShortHeadlinesAreNotFolded() {
    DuplicateFinder finder = finder(60);
    String[][] shorts = {
      {"Live updates", ""},
      {"Live updates", ""},
      {"Weather today in the capital: 15 degrees, light rain", ""},
      {"Weather today in the capital: 17 degrees, light rain", ""},
    };
    Set<Long> stories = new HashSet<>();
    for (int i = 0; i < shorts.length; i++) {
      stories.add(add(finder, i, i, i + 1, shorts[i][0], shorts[i][1]).story());
    }
    assertThat(stories).hasSize(4);
  }

  @Test
  void oneSourceRepeatingAShortTextIsATemplateTwoSourcesAreAStory() {
    String headline = "Storm closes bridge near northern harbour tonight";
    DuplicateFinder finder = finder(60);
    add(finder, 1, 0, 7, headline, "");
    assertThat(add(finder, 2, DAY, 7, headline, "").sameAs()).isNull();
    assertThat(add(finder, 3, DAY, 8, headline, "").sameAs()).isNotNull();
    assertThat(add(finder, 4, 9 * DAY, 9, headline, "").sameAs()).isNull();
  }

  @Test
  void anAgencyTextInsideALongerArticleIsTheSameIfTheUserWantsIt() {
    String agency = SignatureTest.words(0, 60);
    String article = SignatureTest.words(500, 800) + agency + SignatureTest.words(900, 1100);
    for (boolean wanted : new boolean[] {true, false}) {
      for (boolean agencyFirst : new boolean[] {true, false}) {
        Sameness sameness = new Sameness(70, Duration.ofDays(14), wanted);
        DuplicateFinder finder = finder(sameness);
        List<String> texts = agencyFirst ? List.of(agency, article) : List.of(article, agency);
        store.clear();
        for (int i = 0; i < 2; i++)
          store.put((long) i, Signature.of(new Document("", texts.get(i), "en"), 5));
        finder.add(0, 0, 1, stored(0L));
        assertThat(finder.add(1, 0, 2, stored(1L)).sameAs() != null).isEqualTo(wanted);
      }
    }
  }

  @Test
  void restoredEntriesKeepTheirStories() {
    DuplicateFinder before = finder(60);
    for (int i = 0; i < 60; i++) add(before, i, i, 0, "", article(i % 20, 1, i));
    List<DuplicateFinder.Known> known = new ArrayList<>();
    before
        .stories()
        .forEach((id, story) -> known.add(new DuplicateFinder.Known(id, id, 0, story, stored(id))));
    Collections.shuffle(known, new Random(1));
    DuplicateFinder after = finder(60);
    after.restore(known);
    assertThat(new TreeMap<>(after.stories())).isEqualTo(new TreeMap<>(before.stories()));
  }

  @Test
  void aPhraseInThousandsOfEntriesDoesNotMakeThemOneStory() {
    String boilerplate = SignatureTest.words(0, 30);
    DuplicateFinder finder = finder(60);
    for (int i = 0; i < 2000; i++) add(finder, i, i, 0, "", article(i, 0, 0) + boilerplate);
    assertThat(new HashSet<>(finder.stories().values())).hasSize(2000);
  }
}
