package freshet.bound;

/// A thread that reads strangers' bytes. It is told to stop by a word of its own and not by an
/// interrupt, which would also close the files that the work happens to write.
final class ReadingThread extends Thread {
  /// For pages and documents whose elements nest as deep as is allowed.
  private static final int STACK_BYTES = 4 << 20;

  private volatile boolean mustStop;

  ReadingThread(Runnable work) {
    super(null, work, "reading", STACK_BYTES);
    setDaemon(true);
  }

  boolean mustStop() {
    return mustStop;
  }

  void setMustStop(boolean stop) {
    mustStop = stop;
  }
}
