package freshet.library;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What this process takes of the machine's memory, in megabytes.
///
/// @param resident what the kernel counts, the program and mapped files included; 0 where it does
///   not say
/// @param heap what Freshet's own objects take, with those that are not collected yet
/// @param most what they may take at most
public record MemoryUse(long resident, long heap, long most) {
  public static MemoryUse now() {
    Runtime java = Runtime.getRuntime();
    return new MemoryUse(
        readResident(), (java.totalMemory() - java.freeMemory()) >> 20, java.maxMemory() >> 20);
  }

  private static long readResident() {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) return 0;
    try {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmRSS:")) return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
      }
    } catch (IOException e) {
      // a kernel without it says nothing
    }
    return 0;
  }
}
