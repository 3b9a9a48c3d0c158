package freshet.group;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.group.ToldEvents.Measured;
import freshet.words.Sound;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Events of src/test/resources/group/events.txt, told in twelve languages. Speed, and what
/// dictionaries add: `bench/run events`.
final class EventsAcrossLanguagesTest {
  private static final Tracer BY_NAMES = new Tracer(Glossary.NONE);
  private static final long HOUR = 3600;

  private static long add(
      EventFinder finder, long id, long at, String title, String text, String language) {
    Gist gist = Gist.of(title, text, language).traced(BY_NAMES, title, text);
    return finder.settle(finder.look(at, (int) id, gist), id);
  }

  @Test
  void storiesOfOneHappeningMeetByNamesNumbersAndTime() throws IOException {
    Measured alone = ToldEvents.measure(ToldEvents.read(false), BY_NAMES);
    assertThat(alone.wrong()).isEmpty();
    assertThat(alone.recall()).as("missed: %s", alone.missed()).isGreaterThan(0.85);
  }

  @Test
  void theyMeetAmongThousandsOfOthersWhichStayApart() throws IOException {
    Measured among = ToldEvents.measure(ToldEvents.read(true), BY_NAMES);
    assertThat(among.texts()).isGreaterThan(5_000);
    assertThat(among.others()).as("%s", among.wrong()).isZero();
    assertThat(among.precision()).as("%s", among.wrong()).isGreaterThan(0.93);
    assertThat(among.recall()).as("missed: %s", among.missed()).isGreaterThan(0.85);
  }

  @Test
  void theHotListHasOneHappeningOnceWithTheSourcesOfAllLanguages() {
    EventFinder finder = new EventFinder(1_000);
    String english = "The ferry Piret with 215 passengers hit a pier at Virtsu, said Guldar Kivro";
    String estonian =
        "Praam Piret sõitis Virtsus vastu kaid, pardal 215 reisijat, ütles Guldar Kivro";
    assertThat(add(finder, 1, 0, "Ferry hits pier", english, "en")).isEqualTo(1);
    assertThat(add(finder, 2, HOUR, "Praam sõitis vastu kaid", estonian, "et")).isEqualTo(1);
    // The next in Estonian has no name in common with the English one, but words with the other.
    assertThat(add(finder, 3, 2 * HOUR, "Praam sõitis vastu kaid", "Reisijat Virtsus", "et"))
        .isEqualTo(1);
    List<EventFinder.Event> hot = finder.hottest(3 * HOUR, 10);
    assertThat(hot).hasSize(1);
    assertThat(hot.getFirst().sources()).isEqualTo(3);
  }

  @Test
  void theSameNamesWeeksLaterAreAnotherEvent() {
    EventFinder finder = new EventFinder(1_000);
    String english = "The ferry Piret with 215 passengers hit a pier at Virtsu, said Guldar Kivro";
    String estonian =
        "Praam Piret sõitis Virtsus vastu kaid, pardal 215 reisijat, ütles Guldar Kivro";
    add(finder, 1, 0, "Ferry hits pier", english, "en");
    assertThat(add(finder, 2, 24 * 14 * HOUR, "Praam sõitis vastu kaid", estonian, "et"))
        .isEqualTo(2);
  }

  @Test
  void twoEventsThatAreFoundToBeOneAreOneFromThenOn() {
    EventFinder finder = new EventFinder(1_000);
    String english = "Storm sinks fishing boat, three sailors rescued by coastguard helicopter";
    add(finder, 1, 0, english, "", "en");
    String croatian = "Oluja potopila ribarski brod, spašena trojica mornara";
    assertThat(add(finder, 2, HOUR, croatian, "", "hr")).isEqualTo(2);
    assertThat(add(finder, 3, 2 * HOUR, croatian + " helikopterom", "", "hr")).isEqualTo(2);
    Gist translated =
        Gist.of("Storm sank fishing boat, three sailors rescued", "", "en")
            .traced(BY_NAMES, "Storm sank fishing boat, three sailors rescued", "");
    assertThat(finder.meets(2, HOUR, translated, "hr")).isEqualTo(1);
    finder.unite(2, 1);
    assertThat(finder.hottest(3 * HOUR, 10)).singleElement().extracting("entries").isEqualTo(3);
    assertThat(add(finder, 4, 3 * HOUR, croatian, "", "hr")).isEqualTo(1);
  }

  @Test
  void numbersAreTheSameHoweverTheyAreWritten() {
    List<String> same =
        List.of(
            "en 2.4 billion", "de 2,4 Milliarden", "es 2.400 millones", "ru 2,4 млрд", "ja 24億");
    int key = key(same.getFirst());
    for (String s : same) assertThat(key(s)).as(s).isEqualTo(key);
    assertThat(key("de 1.850")).isEqualTo(key("fr 1 850")).isNotEqualTo(key("de 1.851"));
    assertThat(key("tr 96 bin")).isEqualTo(key("en 96,000")).isEqualTo(key("ar ٩٦ ألف"));
  }

  private static int key(String written) {
    Trace trace = new Trace(written);
    return trace.key();
  }

  private record Trace(String written) {
    int key() {
      int end = Figures.end(written, 3);
      var trace = Figures.trace(written, 3, end, written.substring(0, 2));
      assertThat(trace).as(written).isNotNull();
      return trace == null ? 0 : trace.keys()[0];
    }
  }

  @Test
  void namesSoundTheSameInEveryAlphabet() {
    List<List<String>> names =
        List.of(
            List.of("Zelensky", "Зеленский", "Ζελένσκι", "زيلينسكي", "ゼレンスキー"),
            List.of("Marušić", "Марушич", "Marusic"),
            List.of("Washington", "Вашингтон", "Waszyngton"),
            List.of("Shevchenko", "Шевченко", "Schewtschenko", "Ševčenko"));
    for (List<String> same : names) {
      for (String other : same) {
        assertThat(Sound.of(other)).as(other).containsAnyElementsOf(Sound.of(same.getFirst()));
      }
    }
    assertThat(Sound.of("")).isEmpty();
    assertThat(Sound.of("東京")).isEmpty();
  }
}
