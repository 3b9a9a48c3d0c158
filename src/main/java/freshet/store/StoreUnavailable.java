package freshet.store;

import freshet.model.Unavailable;
import org.jspecify.annotations.Nullable;

/// The store cannot be opened or used. The message is a sentence for the user: what, where, what to
/// do.
public class StoreUnavailable extends Unavailable {
  public StoreUnavailable(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
