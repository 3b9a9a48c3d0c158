package freshet.exchange;

import com.code_intelligence.jazzer.junit.FuzzTest;
import freshet.bound.Fuzzed;

/// Any bytes as a list of feeds or of sites: OPML, CSV or lines.
final class ListFuzzTest {
  private static void read(byte[] input) {
    var _ = FeedListReader.read(input);
    var _ = SiteListReader.read(input);
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
