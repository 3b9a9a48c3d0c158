package freshet.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventFinderTest {
  private static final long HOUR = 3600;
  private static final long DAY = 24 * HOUR;

  private static final List<String> FERRY =
      List.of(
          "Ferry runs aground off Kessel island, passengers rescued",
          "Passengers taken off ferry stuck near Kessel island",
          "Coastguard rescues 200 from grounded Kessel ferry");
  private static final List<String> STRIKE =
      List.of(
          "Train drivers begin two-day strike over pay",
          "Strike by train drivers brings rail network to a halt",
          "Rail strike: drivers' union and railway resume talks on pay");

  private static long add(
      EventFinder finder,
      long id,
      long at,
      int source,
      String title,
      String text,
      String language) {
    return finder.settle(finder.look(at, source, Gist.of(title, text, language)), id);
  }

  private static EventFinder withHistory() {
    EventFinder finder = new EventFinder(1_000);
    String[] subjects = {"council", "bakery", "museum", "bridge", "library", "orchestra", "market"};
    String[] doings = {
      "opens new hall", "reports record year", "plans renovation", "names director"
    };
    for (int i = 0; i < 28; i++) {
      add(
          finder,
          1000 + i,
          i * HOUR,
          i % 5,
          "The " + subjects[i % 7] + " of town " + i + " " + doings[i % 4],
          "",
          "en");
    }
    return finder;
  }

  @Test
  void differentTextsAboutOneHappeningAreOneEvent() {
    EventFinder finder = withHistory();
    long at = 2 * DAY;
    List<Long> ferry = new ArrayList<>();
    List<Long> strike = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ferry.add(add(finder, i, at + i * HOUR, i, FERRY.get(i), "", "en"));
      strike.add(add(finder, 10 + i, at + i * HOUR, i, STRIKE.get(i), "", "en"));
    }
    assertThat(ferry).containsOnly(0L);
    assertThat(strike).containsOnly(10L);
  }

  @Test
  void theSameWordsDaysLaterAreAnotherEvent() {
    EventFinder finder = withHistory();
    add(finder, 1, 2 * DAY, 1, STRIKE.get(0), "", "en");
    assertThat(add(finder, 2, 12 * DAY, 2, STRIKE.get(1), "", "en")).isEqualTo(2);
  }

  @Test
  void manySourcesAreHotterThanOneThatRepeatsItself() {
    EventFinder finder = withHistory();
    long at = 2 * DAY;
    for (int i = 0; i < 3; i++) add(finder, i, at, 7, STRIKE.get(i), "", "en");
    for (int i = 0; i < 3; i++) add(finder, 10 + i, at, i + 1, FERRY.get(i), "", "en");
    List<EventFinder.Event> hot = finder.hottest(at + HOUR, 10);
    assertThat(hot.getFirst().id()).isEqualTo(10);
    assertThat(hot.getFirst().sources()).isEqualTo(3);
    assertThat(hot.get(1).id()).isEqualTo(0);
    assertThat(hot.get(1).entries()).isEqualTo(3);
  }

  @Test
  void heatFades() {
    EventFinder finder = withHistory();
    for (int i = 0; i < 3; i++) add(finder, i, 2 * DAY, i, FERRY.get(i), "", "en");
    double now = finder.hottest(2 * DAY, 1).getFirst().heat();
    double later = finder.hottest(3 * DAY, 1).getFirst().heat();
    assertThat(later).isLessThan(now / 3);
  }

  @Test
  void quietEventsAreForgotten() {
    EventFinder finder = withHistory();
    for (int i = 0; i < 3; i++) add(finder, i, 2 * DAY, i, FERRY.get(i), "", "en");
    finder.expire(9 * DAY);
    assertThat(finder.hottest(9 * DAY, 10)).isEmpty();
    assertThat(add(finder, 5, 9 * DAY, 1, FERRY.get(0), "", "en")).isEqualTo(5);
  }

  @Test
  void whenThereAreTooManyTheQuietestAreForgotten() {
    EventFinder finder = new EventFinder(80);
    for (int i = 0; i < 3; i++) add(finder, i, DAY, i, FERRY.get(i), "", "en");
    for (int i = 0; i < 100; i++) {
      String letter = Character.toString('a' + i % 26) + Character.toString('a' + i / 26);
      add(finder, 1000 + i, 2 * DAY + i, 9, "zeb" + letter + " quob" + letter, "", "en");
    }
    assertThat(finder.hottest(2 * DAY, 10)).as("the ferry of the day before").isEmpty();
    long again = 1099;
    String last = Character.toString('a' + 99 % 26) + Character.toString('a' + 99 / 26);
    assertThat(add(finder, 5000, 2 * DAY + 100, 8, "zeb" + last + " quob" + last, "", "en"))
        .as("the newest is still known")
        .isEqualTo(again);
  }

  @Test
  void entriesWithoutTextAreAlone() {
    EventFinder finder = new EventFinder(1_000);
    assertThat(add(finder, 1, 0, 1, "", "", "en")).isEqualTo(1);
    assertThat(add(finder, 2, 0, 2, "", "", "en")).isEqualTo(2);
    assertThat(finder.hottest(0, 10)).isEmpty();
  }
}
