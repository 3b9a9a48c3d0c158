package freshet.cli;

import com.code_intelligence.jazzer.junit.FuzzTest;

/// Any bytes as a request to the API of Google Reader.
final class ReaderFuzzIT {

  /// Starting the program is not to be counted as the time of an input.
  public static void fuzzerInitialize() {
    ApiFuzz.start();
  }

  /// For Jazzer's own driver, which `tools/fuzz` uses.
  public static void fuzzerTestOneInput(byte[] input) {
    ApiFuzz.reader(input);
  }

  @FuzzTest
  void isNoMistakeOfOurs(byte[] input) {
    fuzzerTestOneInput(input);
  }
}
