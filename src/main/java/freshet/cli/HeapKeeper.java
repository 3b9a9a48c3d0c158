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
/// about two milliseconds a megabyte in use; the room that is then free goes back to the system, as
/// the launcher's options say (decision 0361). Other collectors do this by themselves.
final class HeapKeeper {
  private static final Duration BETWEEN = Duration.ofSeconds(20);
  private static final long LEAST = 32L << 20;

  private HeapKeeper() {}

  static void start() {
    Optional<MemoryPoolMXBean> old =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getName().equals("Tenured Gen"))
            .findAny();
    if (old.isPresent()) Background.start("heap keeper", () -> keep(old.get()));
  }

  private static void keep(MemoryPoolMXBean old) throws InterruptedException {
    while (true) {
      Thread.sleep(BETWEEN);
      MemoryUsage after = old.getCollectionUsage();
      if (isDue(old.getUsage().getUsed(), after == null ? 0 : after.getUsed())) System.gc();
    }
  }

  /// @param used bytes of old objects, with those that nobody needs any more
  /// @param needed bytes that were left when they were last looked through
  static boolean isDue(long used, long needed) {
    return used - needed > Math.max(LEAST, needed / 3);
  }
}
