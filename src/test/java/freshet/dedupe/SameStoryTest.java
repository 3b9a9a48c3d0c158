package freshet.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What feeds make of one text, and what only looks like one: pairs of entries, told apart with the
/// settings as they are delivered. The stories are our own, in 13 languages; what is done to them
/// is what publishers do.
final class SameStoryTest {
  private static final Sameness USUAL = new Sameness(40, Duration.ofDays(14), false);
  private static final long HOUR = 3600;

  private record Story(String language, String title, String text) {
    String sentences(int n) {
      String[] all = text.split("(?<=\\.) ");
      return String.join(" ", Arrays.copyOf(all, Math.min(n, all.length)));
    }

    String words(int n) {
      String[] all = text.split(" ");
      return String.join(" ", Arrays.copyOf(all, Math.min(n, all.length)));
    }
  }

  private record Printed(Document document, int source, long time) {}

  private record Pair(String kind, boolean same, Printed one, Printed other) {}

  private static List<Story> stories() {
    try (var in =
        Objects.requireNonNull(SameStoryTest.class.getResourceAsStream("/dedupe/stories.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split("\\|"))
          .map(p -> new Story(p[0], p[1], p[2]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Printed printed(int source, long time, Story s, String title, String text) {
    return new Printed(new Document(title, text, null, null, s.language), source, time);
  }

  private static Printed whole(Story s) {
    return printed(1, 0, s, s.title, s.text);
  }

  private static String edited(Story s, Random random) {
    String[] words = s.text.split(" ");
    for (int i = 0; i < Math.max(1, words.length / 25); i++) {
      words[random.nextInt(words.length)] = "x" + random.nextInt(1000);
    }
    return String.join(" ", words) + " " + s.title + ".";
  }

  private static List<Pair> sameTexts() {
    Random random = new Random(7);
    List<Pair> pairs = new ArrayList<>();
    for (Story s : stories()) {
      Printed whole = whole(s);
      pairs.add(
          new Pair("first sentence", true, whole, printed(2, HOUR, s, s.title, s.sentences(1))));
      pairs.add(
          new Pair(
              "two sentences",
              true,
              whole,
              printed(2, HOUR, s, "Another headline", s.sentences(2))));
      pairs.add(
          new Pair(
              "cut in a word",
              true,
              whole,
              printed(2, HOUR, s, s.title, s.words(24) + " unfini…")));
      pairs.add(
          new Pair(
              "as blogs cut",
              true,
              whole,
              printed(
                  2,
                  HOUR,
                  s,
                  s.title,
                  s.words(30) + " […] The post " + s.title + " appeared first on The Paper.")));
      pairs.add(
          new Pair(
              "with a dateline",
              true,
              printed(1, 0, s, s.title, "TALLINN (BNS) - " + s.text),
              printed(2, HOUR, s, "Another headline", s.sentences(2))));
      pairs.add(
          new Pair(
              "summary beside the text",
              true,
              new Printed(
                  new Document(s.title, "Exclusive. " + s.text, s.sentences(1), null, s.language),
                  1,
                  0),
              printed(2, 5 * HOUR, s, s.title, s.sentences(1))));
      String link = "https://paper.example/" + s.title.hashCode();
      pairs.add(
          new Pair(
              "two feeds of one paper",
              true,
              new Printed(new Document(s.title, s.text, null, link, s.language), 1, 0),
              new Printed(
                  new Document(
                      s.title, s.sentences(1), null, link + "/?utm_source=rss", s.language),
                  1,
                  HOUR)));
      pairs.add(
          new Pair(
              "edited", true, whole, printed(2, HOUR, s, "Another headline", edited(s, random))));
      pairs.add(
          new Pair(
              "without its end",
              true,
              whole,
              printed(2, HOUR, s, "Another headline", s.sentences(4))));
    }
    return pairs;
  }

  private static final Story ENGLISH = new Story("en", "", "");

  /// Reports made by a pattern, with other figures, and what else begins alike.
  private static List<Pair> otherTexts() {
    List<Pair> pairs = new ArrayList<>();
    String[][] patterns = {
      {
        "Weather for %1$s",
        "In %1$s it will be sunny with light winds from the south today, the institute said. The"
            + " highest temperature reaches %2$d degrees, at night it falls to %3$d degrees."
      },
      {
        "Earthquake of magnitude %2$d.%3$d near %1$s",
        "An earthquake of magnitude %2$d.%3$d struck near %1$s at a depth of %4$d kilometres, the"
            + " seismological centre reported. There were no reports of damage or injuries."
      },
      {
        "%1$s win at home",
        "%1$s won their home match %2$d to %3$d on Saturday in front of %4$d spectators and are now"
            + " in place %3$d of the table. The coach was pleased with the second half."
      },
      {
        "Traffic on the motorway to %1$s",
        "On the motorway to %1$s there is a queue of %2$d kilometres behind an accident at"
            + " kilometre %4$d. Drivers lose about %3$d minutes and should take another road if"
            + " they can."
      },
      {
        "Shares close higher in %1$s",
        "The stock exchange of %1$s closed %2$d.%3$d per cent higher on a quiet day. The index"
            + " stood at %4$d points at the end. Most bought were shares of banks and shipping"
            + " companies."
      },
      {
        "Lottery numbers of %1$s",
        "The numbers drawn in the lottery of %1$s on Saturday are %2$d, %3$d, %4$d and 7. The extra"
            + " number is 3. All information is given without guarantee, as always."
      },
      {
        "Weekly thread: %1$s",
        "Welcome to our weekly thread for everything about %1$s that does not deserve a thread of"
            + " its own. Ask questions, show pictures, be kind. Week %4$d."
      },
      {
        "Obituary: a teacher from %1$s",
        "A teacher from %1$s has died at the age of %2$d%3$d. Hundreds of pupils remember long"
            + " walks and short lessons. The funeral is on the %2$d of the month at %3$d."
      },
    };
    String[] places = {
      "Northport", "Millbrook", "Westhaven", "Eastwick", "Harrow Hill", "Old Mere"
    };
    Random random = new Random(11);
    for (String[] p : patterns) {
      for (int i = 0; i < 6; i++) {
        // Elsewhere with other figures, and at the same place a day later by another paper.
        for (boolean elsewhere : new boolean[] {true, false}) {
          String there = elsewhere ? places[(i + 1) % places.length] : places[i];
          int a = 1 + random.nextInt(4);
          int b = 1 + random.nextInt(4);
          int c = 100 + random.nextInt(900);
          pairs.add(
              new Pair(
                  p[0],
                  false,
                  printed(
                      1,
                      0,
                      ENGLISH,
                      p[0].formatted(places[i], a, b, c),
                      p[1].formatted(places[i], a, b, c)),
                  printed(
                      2,
                      24 * HOUR,
                      ENGLISH,
                      p[0].formatted(there, a + 5, b + 5, c + 7),
                      p[1].formatted(there, a + 5, b + 5, c + 7))));
        }
      }
    }
    List<Story> stories = stories();
    for (int i = 0; i < stories.size(); i++) {
      Story s = stories.get(i);
      Story next = stories.get((i + 1) % stories.size());
      pairs.add(
          new Pair(
              "another story",
              false,
              whole(s),
              printed(2, HOUR, next, next.title, next.sentences(2))));
      pairs.add(
          new Pair(
              "the same title over another text",
              false,
              whole(s),
              printed(2, HOUR, s, s.title, next.sentences(2))));
      // What a paper writes every day or week begins the same way.
      String opening =
          "Good morning. This is what you should know before you leave the house today: ";
      pairs.add(
          new Pair(
              "a paper's daily letter",
              false,
              printed(1, 0, s, "The morning in five minutes", opening + s.text),
              printed(1, 24 * HOUR, s, "The morning in five minutes", opening + next.text)));
      pairs.add(
          new Pair(
              "the same thread a week later",
              false,
              printed(1, 0, s, "Weekly thread for beginners", s.sentences(2)),
              printed(
                  1, 7 * 24 * HOUR, s, "Weekly thread for beginners", s.sentences(2) + " Next.")));
    }
    return pairs;
  }

  private static boolean isOne(Pair pair) {
    Map<Long, Signature> stored = new HashMap<>();
    DuplicateFinder finder = new DuplicateFinder(USUAL, stored::get);
    List<Printed> both = List.of(pair.one, pair.other);
    Match last = null;
    for (int i = 0; i < 2; i++) {
      Printed p = both.get(i);
      Signature signature = Signature.of(p.document, 0);
      // As the store gives it back.
      stored.put((long) i, Signature.fromBytes(signature.toBytes()));
      last = finder.add(i, 1_700_000_000 + p.time, p.source, signature);
    }
    return last != null && last.sameAs() != null;
  }

  @Test
  void teasersCutsAndReprintsAreOneStoryAndPatternsAreNot() {
    List<Pair> pairs = new ArrayList<>(sameTexts());
    pairs.addAll(otherTexts());
    Map<String, int[]> byKind = new TreeMap<>();
    int right = 0;
    int found = 0;
    int meant = 0;
    for (Pair pair : pairs) {
      boolean one = isOne(pair);
      int[] counts = byKind.computeIfAbsent(pair.kind, _ -> new int[2]);
      counts[0]++;
      if (one == pair.same) counts[1]++;
      if (one) found++;
      if (pair.same) meant++;
      if (one && pair.same) right++;
    }
    StringBuilder table = new StringBuilder("pairs " + pairs.size());
    byKind.forEach((kind, c) ->
        table.append("\n  ").append(c[1]).append(" of ").append(c[0]).append("  ").append(kind));
    String said = table.toString();
    assertThat(pairs.size()).isGreaterThanOrEqualTo(300);
    assertThat((double) right / meant).as("recall, " + said).isGreaterThanOrEqualTo(0.98);
    assertThat((double) right / found).as("precision, " + said).isGreaterThanOrEqualTo(0.98);
  }
}
