package freshet.fetch;

import freshet.model.FetchOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a [Call] came to.
public sealed interface CallOutcome {

  /// Any answer, whatever its status.
  ///
  /// @param headers by lower-case name, the last of each
  /// @param retryAfter of the header of that name
  record Answered(
      int status,
      Map<String, String> headers,
      byte[] body,
      long wireBytes,
      @Nullable Duration retryAfter,
      Instant at,
      Duration took)
      implements CallOutcome {

    public boolean good() {
      return status >= 200 && status < 300;
    }

    public @Nullable String header(String lowerCaseName) {
      return headers.get(lowerCaseName);
    }
  }

  /// No answer, or we may not ask.
  ///
  /// @param why `Unreachable` or `Forbidden`
  /// @param sentence the same for the user
  record Failed(FetchOutcome why, String sentence) implements CallOutcome {}
}
