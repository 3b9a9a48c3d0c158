package freshet.cli;

import com.code_intelligence.jazzer.junit.FuzzTest;

/// Any bytes as a request to the REST API.
final class RestFuzzIT {

  @FuzzTest
  void isNoMistakeOfOurs(byte[] input) {
    ApiFuzz.rest(input);
  }
}
