package freshet.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A command of a shell, with the CPU seconds that it and those it started took.
record TimedCommand(double user, double system) {
  static boolean isInstalled(String command) throws IOException, InterruptedException {
    return new ProcessBuilder("bash", "-c", "command -v \"$1\"", "bash", command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  /// Runs it in a folder, which is its home too; what it prints is in the file `printed` there, its
  /// errors in `said`.
  static TimedCommand run(Path folder, List<String> command)
      throws IOException, InterruptedException {
    List<String> shell =
        new ArrayList<>(
            List.of("bash", "-c", "TIMEFORMAT='%U %S'; time \"$@\" > printed 2> said", "bash"));
    shell.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(shell).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("HOME", folder.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String[] times =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
            .strip()
            .split(" ", -1);
    process.waitFor();
    return new TimedCommand(Double.parseDouble(times[0]), Double.parseDouble(times[1]));
  }

  double cpu() {
    return user + system;
  }
}
