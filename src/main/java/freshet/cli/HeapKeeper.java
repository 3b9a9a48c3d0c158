package freshet.cli;

import freshet.change.Background;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.Optional;

/// Keeps the heap near what is in use. The serial collector looks at old objects only when there is
/// no room left for more of them, and room is made up to its limit, a quarter of the machine: a
/// server that needs 90 MB ends up with hundreds of what it dropped long ago. So when the old ones
/// have grown by a third since they were last looked through, they are looked through, which takes
/// about two milliseconds a megabyte in use; and once in a while if they have grown by less, so
/// rarely that it costs a five-hundredth of a processor. The room that is then free goes back to
/// the system, as the launcher's options say (decisions 0361, 0440). Other collectors do this by
/// themselves.
final class HeapKeeper {
  private static final Duration BETWEEN = Duration.ofSeconds(5);
  private static final long MB = 1 << 20;
  private static final long LEAST = 32 * MB;
  private static final long LEAST_LATER = 6 * MB;
  private static final Duration LATER = Duration.ofSeconds(30);

  private HeapKeeper() {}

  static void start() {
    Optional<MemoryPoolMXBean> old =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getName().equals("Tenured Gen"))
            .findAny();
    if (old.isPresent()) Background.start("heap keeper", () -> keep(old.get()));
  }

  private static void keep(MemoryPoolMXBean old) throws InterruptedException {
    long last = -1;
    long collected = System.nanoTime();
    while (true) {
      Thread.sleep(BETWEEN);
      MemoryUsage after = old.getCollectionUsage();
      long needed = after == null ? 0 : after.getUsed();
      if (needed != last) collected = System.nanoTime();
      last = needed;
      Duration since = Duration.ofNanos(System.nanoTime() - collected);
      if (isDue(old.getUsage().getUsed(), needed, since)) System.gc();
    }
  }

  /// @param used bytes of old objects, with those that nobody needs any more
  /// @param needed bytes that were left when they were last looked through
  /// @param since that was
  static boolean isDue(long used, long needed, Duration since) {
    long grown = used - needed;
    if (grown > Math.max(LEAST, needed / 3)) return true;
    boolean later =
        since.compareTo(LATER) >= 0 && since.compareTo(Duration.ofSeconds(needed / MB)) >= 0;
    return later && grown > Math.max(LEAST_LATER, needed / 16);
  }
}
