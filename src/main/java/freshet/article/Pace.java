package freshet.article;

import java.time.Duration;

/// Hands out the calls that pages may cost.
public interface Pace {
  /// As many as are wanted.
  Pace FREE = _ -> Duration.ZERO;

  /// Takes a call.
  ///
  /// @param wanted whether a person waits for the page
  /// @return zero if it may be made now; else nothing is taken, and this is how long to wait
  Duration take(boolean wanted);
}
