package freshet.search;

import org.jspecify.annotations.Nullable;

/// The index cannot be used as it is. Nothing is lost: it can be built again from the store.
public final class IndexDamaged extends IndexUnavailable {
  public IndexDamaged(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
