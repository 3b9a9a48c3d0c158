package freshet.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Kinds of texts that are easily taken for one story, or for two: pairs of our own, each one by
/// itself, told apart with the settings as they are delivered.
final class SameStoryKindsTest {
  private static final Sameness USUAL = new Sameness(40, Duration.ofDays(14), false);

  private static List<String[]> pairs() throws IOException {
    try (var in =
        Objects.requireNonNull(SameStoryKindsTest.class.getResourceAsStream("/dedupe/kinds.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\\|", -1))
          .toList();
    }
  }

  private static boolean isOne(String[] p) {
    Map<Long, Signature> stored = new HashMap<>();
    DuplicateFinder finder = new DuplicateFinder(USUAL, stored::get);
    Match last = null;
    for (int i = 0; i < 2; i++) {
      Document text = new Document(p[4 + 2 * i], p[5 + 2 * i], null, null, p[8]);
      Signature signature = Signature.of(text, 0);
      stored.put((long) i, Signature.fromBytes(signature.toBytes()));
      long time = 1_700_000_000 + i * 3600L * Long.parseLong(p[2]);
      last = finder.add(i, time, p[3].equals("same") ? 1 : 1 + i, signature);
    }
    return last != null && last.sameAs() != null;
  }

  @Test
  void everyKindIsToldRight() throws IOException {
    List<String> wrong = new ArrayList<>();
    List<String[]> pairs = pairs();
    for (String[] pair : pairs) {
      boolean meant = pair[1].equals("one");
      if (isOne(pair) != meant) wrong.add(pair[0] + ": not " + pair[1] + " (" + pair[6] + ")");
    }
    assertThat(pairs).hasSizeGreaterThanOrEqualTo(30);
    assertThat(wrong).isEmpty();
  }
}
