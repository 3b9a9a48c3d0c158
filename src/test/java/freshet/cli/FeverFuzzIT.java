package freshet.cli;

import com.code_intelligence.jazzer.junit.FuzzTest;

/// Any bytes as a request to the API of Fever.
final class FeverFuzzIT {

  @FuzzTest
  void isNoMistakeOfOurs(byte[] input) {
    ApiFuzz.fever(input);
  }
}
