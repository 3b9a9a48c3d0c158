package freshet.search;

/// The index cannot be used as it is. Nothing is lost: it can be built again from the store.
public final class IndexDamaged extends IndexUnavailable {
  public IndexDamaged(String message, Throwable cause) {
    super(message, cause);
  }
}
