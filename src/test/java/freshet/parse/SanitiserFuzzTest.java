package freshet.parse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import freshet.bound.Fuzzed;
import java.nio.charset.StandardCharsets;

/// Any text as the HTML of an entry.
final class SanitiserFuzzTest {
  private static void read(byte[] input) {
    String html = new String(input, StandardCharsets.UTF_8);
    String clean = new Sanitiser().clean(html, "https://fuzz.example/");
    FeedFuzzTest.harmless(clean);
    // The short way says what the long one says.
    String easy = new SimpleHtml().clean(WindowsReferences.replaced(html));
    String thorough = Sanitiser.thorough(WindowsReferences.replaced(html), "https://fuzz.example/");
    FeedFuzzTest.harmless(thorough);
    if (easy != null && !easy.equals(thorough)) {
      throw new AssertionError("'" + easy + "' is not '" + thorough + "'");
    }
    if (PlainText.of(clean).indexOf('\0') >= 0) throw new AssertionError("a zero");
  }

  /// For Jazzer's own driver, which `tools/fuzz` uses.
  public static void fuzzerTestOneInput(byte[] input) {
    Fuzzed.within(() -> read(input));
  }

  @FuzzTest
  void comesToAnOutcome(byte[] input) {
    fuzzerTestOneInput(input);
  }
}
