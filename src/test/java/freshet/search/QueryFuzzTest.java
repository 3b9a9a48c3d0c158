package freshet.search;

import com.code_intelligence.jazzer.junit.FuzzTest;
import freshet.bound.Fuzzed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;

/// Any text as a search.
final class QueryFuzzTest {
  private static void read(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    SearchQuery query = SearchQuery.read(text, Instant.EPOCH, ZoneOffset.UTC);
    if (query.toString().isEmpty()) throw new AssertionError("nothing");
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
