package freshet.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// CPU seconds of this process by kind of thread, as Linux counts them: what compiling and
/// collecting garbage cost beside the work itself.
final class ThreadTimes {
  private ThreadTimes() {}

  /// Seconds so far; empty where there is no `/proc`.
  static Map<String, Double> now() throws IOException {
    Path tasks = Path.of("/proc/self/task");
    Map<String, Double> seconds = new TreeMap<>();
    if (!Files.isDirectory(tasks)) return seconds;
    try (Stream<Path> all = Files.list(tasks)) {
      for (Path task : all.toList()) {
        try {
          String stat = Files.readString(task.resolve("stat"));
          int end = stat.lastIndexOf(')');
          String[] fields = stat.substring(end + 2).split(" ", -1);
          double ticks = Double.parseDouble(fields[11]) + Double.parseDouble(fields[12]);
          seconds.merge(kind(stat.substring(stat.indexOf('(') + 1, end)), ticks / 100, Double::sum);
        } catch (NoSuchFileException e) {
          // a thread that ended meanwhile
        }
      }
    }
    return seconds;
  }

  static String since(Map<String, Double> before) throws IOException {
    return now().entrySet().stream()
        .map(e ->
            String.format(
                Locale.ROOT,
                "%s %.1f",
                e.getKey(),
                e.getValue() - before.getOrDefault(e.getKey(), 0.0)))
        .collect(Collectors.joining(", "));
  }

  private static String kind(String name) {
    if (name.startsWith("C1 ") || name.startsWith("C2 ")) return "compiler";
    if (name.startsWith("GC ") || name.startsWith("G1 ") || name.startsWith("VM Thread")) {
      return "collector";
    }
    return name.startsWith("ForkJoinPool-1-") ? "virtual threads" : "other";
  }
}
