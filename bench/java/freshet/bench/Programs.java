package freshet.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/// Programs that a benchmark starts.
final class Programs {
  private Programs() {}

  static double cpuSeconds(long pid) {
    return ProcessHandle.of(pid)
            .orElseThrow()
            .info()
            .totalCpuDuration()
            .orElse(Duration.ZERO)
            .toMillis()
        / 1000.0;
  }

  /// Of them those of the compilers, which are at work for minutes after a start.
  static double compilerSeconds(long pid) throws IOException {
    double sum = 0;
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      for (Path thread : (Iterable<Path>) threads::iterator) {
        String stat = Files.readString(thread.resolve("stat"));
        int end = stat.lastIndexOf(')');
        if (!stat.substring(0, end).matches("\\d+ \\(C[12] Compiler.*")) continue;
        String[] more = stat.substring(end + 2).split(" ");
        sum += (Long.parseLong(more[11]) + Long.parseLong(more[12])) / 100.0;
      }
    }
    return sum;
  }

  static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
