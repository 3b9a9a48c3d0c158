package freshet.group;

import freshet.demo.DemoEntry;
import freshet.demo.DemoStories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Happenings told in twelve languages, others that are nearly the same, and around them what the
/// sites of the demo publish, which have nothing in common with sites of other languages.
public final class ToldEvents {
  private static final Path FILE = Path.of("src/test/resources/group/events.txt");
  private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

  /// @param happening "" for a story of the demo
  public record Told(String happening, long time, String language, String title, String text) {}

  private ToldEvents() {}

  public static List<Told> read(boolean amongOthers) throws IOException {
    List<Told> all = new ArrayList<>();
    for (String line : Files.readAllLines(FILE)) {
      if (line.startsWith("#") || line.isBlank()) continue;
      String[] parts = line.split(" \\| ", 5);
      long time = START.getEpochSecond() + 3600 * (48 + Long.parseLong(parts[1]));
      all.add(new Told(parts[0], time, parts[2], parts[3], parts[4]));
    }
    if (amongOthers) {
      for (DemoEntry e : DemoStories.between(20, START, START.plusSeconds(10 * 86_400))) {
        all.add(new Told("", e.published().getEpochSecond(), e.language(), e.title(), e.text()));
      }
    }
    all.sort(Comparator.comparingLong(Told::time));
    return all;
  }

  /// @param precision of pairs of texts in different languages that came into one event, how many
  ///   tell of one happening
  /// @param recall of pairs that tell of one happening, how many came into one event
  /// @param others pairs of stories of the demo in different languages that came into one event
  /// @param wrong what came together and should not have
  /// @param missed how many pairs of a happening did not
  public record Measured(
      int texts,
      double precision,
      double recall,
      int others,
      List<String> wrong,
      Map<String, String> missed) {}

  public static Measured measure(List<Told> all, Tracer tracer) {
    EventFinder finder = new EventFinder(100_000);
    long[] events = new long[all.size()];
    for (int i = 0; i < events.length; i++) {
      Told t = all.get(i);
      Gist gist = Gist.of(t.title, t.text, t.language).traced(tracer, t.title, t.text);
      int source = t.happening.isEmpty() ? t.language.hashCode() : i;
      events[i] = finder.settle(finder.look(t.time, source, gist), i);
    }
    return judge(all, events);
  }

  private static Measured judge(List<Told> all, long[] events) {
    int right = 0;
    int wrong = 0;
    int missed = 0;
    int others = 0;
    List<String> mistakes = new ArrayList<>();
    Map<String, int[]> perHappening = new TreeMap<>();
    for (int i = 0; i < events.length; i++) {
      for (int j = i + 1; j < events.length; j++) {
        Told a = all.get(i);
        Told b = all.get(j);
        if (a.language.equals(b.language)) continue;
        boolean one = !a.happening.isEmpty() && a.happening.equals(b.happening);
        boolean together = events[i] == events[j];
        if (one) {
          int[] of = perHappening.computeIfAbsent(a.happening, _ -> new int[2]);
          of[1]++;
          if (together) right++;
          else {
            missed++;
            of[0]++;
          }
        } else if (together && a.happening.isEmpty() && b.happening.isEmpty()) {
          others++;
          if (others < 20)
            mistakes.add("demo " + a.language + " " + a.title + " / " + b.language + " " + b.title);
        } else if (together) {
          wrong++;
          mistakes.add(a.happening + " " + a.language + " / " + b.happening + " " + b.language);
        }
      }
    }
    Map<String, String> left = new HashMap<>();
    perHappening.forEach((h, n) -> {
      if (n[0] > 0) left.put(h, n[0] + " of " + n[1]);
    });
    return new Measured(
        all.size(),
        right + wrong == 0 ? 1 : (double) right / (right + wrong),
        (double) right / (right + missed),
        others,
        mistakes,
        left);
  }
}
