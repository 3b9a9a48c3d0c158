package freshet.store;

import org.jspecify.annotations.Nullable;

/// The store cannot be opened or used. The message is a sentence for the user: what, where, what to
/// do.
public final class StoreUnavailable extends RuntimeException {
  public StoreUnavailable(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
