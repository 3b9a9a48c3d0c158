package freshet.search;

/// The index cannot be read or written. Nothing is lost: it can be built again from the store.
public final class IndexDamaged extends RuntimeException {
  public IndexDamaged(String message, Throwable cause) {
    super(message, cause);
  }
}
