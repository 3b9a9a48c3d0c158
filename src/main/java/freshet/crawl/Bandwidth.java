package freshet.crawl;

/// A ceiling on bytes a second: whoever has taken some waits until they are paid for.
final class Bandwidth {
  private final long bytesPerSecond;
  private long freeAt;

  /// @param bytesPerSecond 0 for no ceiling
  Bandwidth(long bytesPerSecond) {
    this.bytesPerSecond = bytesPerSecond;
  }

  /// Books bytes that came.
  ///
  /// @param now by `System.nanoTime`
  synchronized void take(long bytes, long now) {
    if (bytesPerSecond <= 0) return;
    long cost = (long) (bytes * 1e9 / bytesPerSecond);
    freeAt = (freeAt == 0 || freeAt - now < 0 ? now : freeAt) + cost;
  }

  /// Nanoseconds until the next request may be made.
  synchronized long delay(long now) {
    return bytesPerSecond <= 0 || freeAt == 0 ? 0 : Math.max(0, freeAt - now);
  }
}
