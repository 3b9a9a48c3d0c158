package freshet.torture;

import java.io.IOException;

/// A kind of work under which the program is tortured.
interface Kind {
  String name();

  /// Why this machine cannot do it, as a sentence; empty if it can.
  default String hindrance() {
    return "";
  }

  /// Begins with an empty folder, kills some times, and judges at the end.
  void round(Round round) throws IOException, InterruptedException;
}
