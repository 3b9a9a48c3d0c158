package freshet.bound;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/// What holds for every fuzz target: no exception comes out, and an input of a few kilobytes does
/// not keep a processor busy for a second.
public final class Fuzzed {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long MOST_NANOS = 1_000_000_000;
  private static volatile boolean warm; // the first input loads the classes

  private Fuzzed() {}

  /// Counts the time of the processor and not that on the wall: machines that fuzz are busy.
  public static void within(Runnable work) {
    long from = THREADS.getCurrentThreadCpuTime();
    work.run();
    long took = THREADS.getCurrentThreadCpuTime() - from;
    if (took > MOST_NANOS && warm) throw new AssertionError("took " + took / 1_000_000 + " ms");
    warm = true;
  }
}
