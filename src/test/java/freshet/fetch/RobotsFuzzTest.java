package freshet.fetch;

import com.code_intelligence.jazzer.junit.FuzzTest;
import freshet.bound.Fuzzed;
import java.nio.charset.StandardCharsets;

/// Any bytes as a robots.txt, and as an address that it is asked about.
final class RobotsFuzzTest {
  private static void read(byte[] input) {
    RobotsRules rules = RobotsRules.parse(input, "Freshet");
    boolean _ = rules.allows("https://fuzz.example/a/b.html?c=d");
    boolean _ = rules.allows(new String(input, StandardCharsets.UTF_8));
    int _ = rules.weight();
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
