package freshet.bound;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/// What holds for every fuzz target: no exception comes out, and an input of a few kilobytes does
/// not keep a processor busy for a second.
public final class Fuzzed {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long MOST_NANOS = 1_000_000_000;

  private Fuzzed() {}

  /// Counts the time of the processor and not that on the wall: machines that fuzz are busy. What
  /// took too long is done a second time: the first may have loaded classes.
  public static void within(Runnable work) {
    if (took(work) <= MOST_NANOS) return;
    long again = took(work);
    if (again > MOST_NANOS) throw new AssertionError("took " + again / 1_000_000 + " ms");
  }

  private static long took(Runnable work) {
    long from = THREADS.getCurrentThreadCpuTime();
    work.run();
    return THREADS.getCurrentThreadCpuTime() - from;
  }
}
