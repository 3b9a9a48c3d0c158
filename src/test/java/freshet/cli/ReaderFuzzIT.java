package freshet.cli;

import com.code_intelligence.jazzer.junit.FuzzTest;

/// Any bytes as a request to the API of Google Reader.
final class ReaderFuzzIT {

  @FuzzTest
  void isNoMistakeOfOurs(byte[] input) {
    ApiFuzz.reader(input);
  }
}
