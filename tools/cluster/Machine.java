import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// A process of a cluster, as a service manager keeps it: what ends is started again. What it says
/// goes to a file of its own.
final class Machine {
  private static final Pattern TROUBLE = Pattern.compile("ERROR|OutOfMemory|Exception in thread");

  final String name;
  private final Supplier<List<String>> command;
  private final Path log;
  private Process process;
  private boolean wanted;
  private boolean stopped;

  /// How often it ended by itself, by status.
  private final Map<Integer, Integer> ended = new TreeMap<>();

  Machine(String name, Path folder, Supplier<List<String>> command) {
    this.name = name;
    this.command = command;
    this.log = folder.resolve(name + ".log");
  }

  synchronized void start() {
    wanted = true;
    try {
      process =
          new ProcessBuilder(command.get())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .redirectInput(new File("/dev/null"))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Starts it again if it ended by itself.
  synchronized void look() {
    if (!wanted || process.isAlive()) return;
    int status = process.exitValue();
    ended.merge(status, 1, Integer::sum);
    Chaos.tell(name + " ended with status " + status + " and is started again");
    start();
  }

  synchronized void kill() {
    wanted = false;
    stopped = false;
    process.destroyForcibly();
    process.onExit().join();
  }

  /// SIGSTOP and SIGCONT.
  synchronized void pause(boolean on) {
    stopped = on;
    signal(on ? "STOP" : "CONT", process.pid());
  }

  synchronized boolean isUp() {
    return wanted && !stopped && process.isAlive();
  }

  synchronized boolean isPaused() {
    return stopped;
  }

  synchronized long pid() {
    return process.pid();
  }

  /// Asks it to end, and waits.
  void end() {
    Process ending;
    synchronized (this) {
      wanted = false;
      if (process == null) return;
      if (stopped) pause(false);
      ending = process;
    }
    ending.destroy();
    try {
      if (!ending.waitFor(30, TimeUnit.SECONDS)) ending.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ending.destroyForcibly();
    }
  }

  static void signal(String signal, long pid) {
    try {
      new ProcessBuilder("kill", "-" + signal, "" + pid).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean said(String words) {
    return said().contains(words);
  }

  private String said() {
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A line of what it was like, for the report.
  synchronized String summary() {
    long lines = said().lines().filter(line -> TROUBLE.matcher(line).find()).count();
    return name
        + (ended.isEmpty() ? "" : ", ended by itself with status and times " + ended)
        + (lines == 0 ? "" : ", " + lines + " lines of trouble in " + log);
  }
}
