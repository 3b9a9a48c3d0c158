package freshet.search;

import org.jspecify.annotations.Nullable;

/// The index cannot be read or written at the moment. Nothing is lost: whoever follows the store
/// goes on where it was.
public sealed class IndexUnavailable extends RuntimeException permits IndexDamaged {
  public IndexUnavailable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
