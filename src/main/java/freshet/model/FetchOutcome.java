package freshet.model;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What one request came to. Whatever a server can do to us is one of these; an exception always
/// means a mistake of ours.
public sealed interface FetchOutcome {

  /// A body that differs from the last one.
  ///
  /// @param bodyHash hash of the decoded body, never 0
  record Fetched(byte[] body, @Nullable String contentType, long bodyHash, Answer answer)
      implements FetchOutcome {}

  /// Nothing new: the server said so (304), or it sent the very bytes we know.
  record Unchanged(Answer answer) implements FetchOutcome {}

  /// 410: the publisher took the feed away for good.
  record Gone(Answer answer) implements FetchOutcome {}

  /// The server answered, but not with what we asked for: 4xx, 5xx.
  ///
  /// @param retryAfter what the server asked for, if it did
  /// @param said a sentence for the user, where the answer tells more than its status
  record Refused(int status, @Nullable Duration retryAfter, Answer answer, @Nullable String said)
      implements FetchOutcome {

    public Refused(int status, @Nullable Duration retryAfter, Answer answer) {
      this(status, retryAfter, answer, null);
    }
  }

  /// No usable answer came.
  ///
  /// @param reason a sentence for the user: what happened and, where it helps, what to do
  record Unreachable(Trouble trouble, String reason) implements FetchOutcome {}

  /// We did not ask, because we may not.
  ///
  /// @param reason a sentence for the user
  /// @param until when we may ask again, if that is known
  record Forbidden(Ban ban, String reason, @Nullable Instant until) implements FetchOutcome {
    public Forbidden(Ban ban, String reason) {
      this(ban, reason, null);
    }
  }

  enum Trouble {
    NAME_NOT_FOUND,
    NO_CONNECTION,
    TIMEOUT,
    TLS,
    TOO_LARGE,
    TOO_MANY_REDIRECTS,
    BROKEN_ANSWER,
    /// no fault of the server's: Freshet had too much to read at once
    NO_ROOM
  }

  enum Ban {
    ROBOTS,
    /// the site asked all of us to wait (429, 503), or its robots.txt closes it at this time of the
    /// day; see `HostGate`
    RESTING,
    PRIVATE_ADDRESS,
    NOT_HTTP
  }
}
