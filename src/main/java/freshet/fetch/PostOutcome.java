package freshet.fetch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What telling a server something came to.
public sealed interface PostOutcome {

  /// Any status from 200 to 299.
  record Taken(int status) implements PostOutcome {}

  /// @param says the beginning of what the server said about it
  record Declined(int status, String says, @Nullable Duration retryAfter) implements PostOutcome {}

  /// @param reason a sentence for the user
  record Failed(String reason) implements PostOutcome {}
}
