package freshet.bench;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

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

  static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
