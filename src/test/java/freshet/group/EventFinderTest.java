package freshet.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.numbers.NumbersIn;
import freshet.numbers.NumbersOut;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
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

  private static byte[] written(EventFinder finder) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    finder.write(new NumbersOut(Channels.newChannel(bytes)));
    return bytes.toByteArray();
  }

  private static EventFinder taken(byte[] bytes, long last) throws IOException {
    EventFinder finder = new EventFinder(1_000);
    finder.takeUp(
        new NumbersIn(Channels.newChannel(new ByteArrayInputStream(bytes)), bytes.length), last);
    return finder;
  }

  @Test
  void whatWasWrittenDownGoesOnAsIfNothingHadHappened() throws IOException {
    EventFinder before = withHistory();
    for (int i = 0; i < 2; i++) {
      add(before, 2000 + i, 2 * DAY + i * HOUR, i, FERRY.get(i), "", "en");
      add(before, 2010 + i, 2 * DAY + i * HOUR, i, STRIKE.get(i), "", "en");
    }
    add(before, 2020, 2 * DAY, 1, "Fähre vor Kessel auf Grund gelaufen", "", "de");
    before.unite(2020, 2000);
    byte[] bytes = written(before);
    EventFinder after = taken(bytes, 5000);
    assertThat(after.hottest(3 * DAY, 50)).isEqualTo(before.hottest(3 * DAY, 50));
    assertThat(written(after)).hasSameSizeAs(bytes);
    assertThat(after.has(2020)).as("united with another").isTrue();
    for (EventFinder each : List.of(before, after)) {
      assertThat(add(each, 3000, 2 * DAY + 3 * HOUR, 7, FERRY.get(2), "", "en")).isEqualTo(2000);
      assertThat(add(each, 3001, 2 * DAY + 3 * HOUR, 7, STRIKE.get(2), "", "en")).isEqualTo(2010);
    }
    assertThat(after.hottest(3 * DAY, 50)).isEqualTo(before.hottest(3 * DAY, 50));
    after.expire(9 * DAY);
    assertThat(after.hottest(9 * DAY, 10)).isEmpty();
  }

  @Test
  void eventsThatBeganAfterTheLastEntryThatIsSureAreLeftOut() throws IOException {
    EventFinder before = withHistory();
    for (int i = 0; i < 2; i++) {
      add(before, 2000 + i, 2 * DAY, i, FERRY.get(i), "", "en");
      add(before, 2010 + i, 2 * DAY, i, STRIKE.get(i), "", "en");
    }
    EventFinder after = taken(written(before), 2005);
    assertThat(after.hottest(2 * DAY, 50))
        .extracting(EventFinder.Event::id)
        .contains(2000L)
        .doesNotContain(2010L);
    assertThat(add(after, 2010, 2 * DAY, 1, STRIKE.get(1), "", "en")).isEqualTo(2010);
  }

  @Test
  void whateverIsChangedInItIsNoticed() throws IOException {
    byte[] good = written(withHistory());
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      byte[] bad = good.clone();
      bad[random.nextInt(i % 3 == 0 ? 400 : good.length)] ^= (byte) (1 << random.nextInt(8));
      assertThatThrownBy(() -> taken(bad, 5000)).isInstanceOf(IOException.class);
    }
    for (int size : new int[] {0, 7, 100, good.length / 2, good.length - 1}) {
      assertThatThrownBy(() -> taken(Arrays.copyOf(good, size), 5000))
          .isInstanceOf(IOException.class);
    }
  }
}
