package freshet.fetch;

import freshet.model.FetchOutcome.Trouble;
import java.io.IOException;

/// A body that cannot be used. Stays within this package: it ends as an outcome.
final class BadBody extends IOException {
  final Trouble trouble;

  /// @param sentence for the user
  BadBody(Trouble trouble, String sentence) {
    super(sentence);
    this.trouble = trouble;
  }

  static BadBody tooLarge(int limit) {
    return new BadBody(
        Trouble.TOO_LARGE,
        "The answer is larger than " + megabytes(limit) + ", the most that is read");
  }

  static BadBody broken(String sentence) {
    return new BadBody(Trouble.BROKEN_ANSWER, sentence);
  }

  static BadBody noRoom() {
    return new BadBody(
        Trouble.NO_ROOM, "Freshet had no room for a large answer, because of other large ones");
  }

  private static String megabytes(int bytes) {
    return bytes >= 1 << 20 ? bytes / (1 << 20) + " MB" : bytes + " bytes";
  }
}
