package freshet.translate.onnx;

import com.sun.management.OperatingSystemMXBean;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Starts the process of a model, asks it, and ends it: when another model is wanted, so that one
/// is in memory at a time, or when it takes too long. Safe for several threads, which wait for each
/// other.
final class ModelHost implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long MOST_MEMORY = 2_000_000_000;
  private static final String RUNTIME = "onnxruntime";
  private static final String SCRATCH = ".run";

  private final Path folder;
  private final Duration patience;
  private final long memory;
  private @Nullable Running running;

  private record Running(
      Path model, Process process, DataOutputStream out, DataInputStream in, Path scratch) {}

  /// @param folder of all models, with the jar of the runtime
  /// @param patience for loading a model, and for each text
  /// @param memory that a process may take, in bytes
  ModelHost(Path folder, Duration patience, long memory) {
    this.folder = folder;
    this.patience = patience;
    this.memory = memory;
  }

  /// Clears up what a run that was killed left behind.
  void tidy() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> name(f).startsWith(SCRATCH)).toList()) delete(file);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
    }
  }

  /// Half of the machine's memory, or of the container's, and no more than a model needs.
  static long usualMemory() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? Math.min(MOST_MEMORY, system.getTotalMemorySize() / 2)
        : MOST_MEMORY;
  }

  synchronized String translate(Path model, String from, String into, String text)
      throws BrokenModel, InterruptedException {
    Running now = running;
    if (now == null || !now.model.equals(model) || !now.process.isAlive()) {
      end();
      now = start(model, from, into);
      running = now;
      load(now);
    }
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      now.out.writeInt(bytes.length);
      now.out.write(bytes);
      now.out.flush();
    } catch (IOException e) {
      throw ended(now);
    }
    return answer(now);
  }

  private void load(Running now) throws BrokenModel, InterruptedException {
    try {
      answer(now);
    } catch (BrokenModel e) {
      end();
      throw e;
    }
  }

  private Running start(Path model, String from, String into) throws BrokenModel {
    Path runtime = runtime();
    long weight = ModelFiles.in(model).weight();
    if (weight > memory) {
      throw new BrokenModel(
          "it weighs " + megabytes(weight) + ", and models may take " + megabytes(memory));
    }
    int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    Path scratch = scratch();
    try {
      ProcessBuilder starting =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx384m",
                  "-XX:+UseSerialGC",
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+ExitOnOutOfMemoryError",
                  "--enable-native-access=ALL-UNNAMED",
                  "-Djava.io.tmpdir=" + scratch.toAbsolutePath(),
                  "-cp",
                  System.getProperty("java.class.path") + File.pathSeparator + runtime,
                  ModelProcess.class.getName(),
                  model.toAbsolutePath().toString(),
                  from,
                  into,
                  Long.toString(memory),
                  Integer.toString(threads))
              .redirectError(Redirect.DISCARD);
      // Passwords and keys may be among them.
      starting.environment().keySet().removeIf(name -> name.startsWith("FRESHET_"));
      Process process = starting.start();
      return new Running(
          model,
          process,
          new DataOutputStream(process.getOutputStream()),
          new DataInputStream(process.getInputStream()),
          scratch);
    } catch (IOException e) {
      clear(scratch);
      throw new BrokenModel("its process cannot be started: " + e.getMessage());
    }
  }

  /// The runtime unpacks itself here; it cannot clean up when it is ended.
  private Path scratch() throws BrokenModel {
    try {
      return Files.createTempDirectory(folder, SCRATCH);
    } catch (IOException e) {
      throw new BrokenModel("the folder " + folder + " cannot be written: " + e.getMessage());
    }
  }

  private static void clear(Path scratch) {
    try {
      delete(scratch);
    } catch (IOException e) {
      // It stays behind in the folder of models until the next start of Freshet.
    }
  }

  private Path runtime() throws BrokenModel {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> jars =
          files
              .filter(f -> name(f).startsWith(RUNTIME) && name(f).endsWith(".jar"))
              .sorted(Comparator.reverseOrder())
              .toList();
      if (!jars.isEmpty()) return jars.getFirst().toAbsolutePath();
    } catch (IOException e) {
      throw new BrokenModel("the folder " + folder + " cannot be read");
    }
    throw new BrokenModel(
        "ONNX Runtime is missing: onnxruntime-….jar from Maven Central"
            + " (com.microsoft.onnxruntime) belongs into the folder "
            + folder.getFileName());
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  private String answer(Running now) throws BrokenModel, InterruptedException {
    FutureTask<String> reading = new FutureTask<>(() -> read(now.in));
    Thread.ofVirtual().start(reading);
    try {
      return reading.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      end();
      throw new BrokenModel("it took longer than " + patience.toSeconds() + " seconds");
    } catch (InterruptedException e) {
      end();
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BrokenModel broken) throw broken;
      throw ended(now);
    }
  }

  private static String read(DataInputStream in) throws IOException, BrokenModel {
    boolean good = in.readBoolean();
    int length = in.readInt();
    if (length < 0 || length > ModelProcess.MOST) throw new IOException("No answer of ours");
    String text = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    if (!good) throw new BrokenModel(text);
    return text;
  }

  private BrokenModel ended(Running now) throws InterruptedException {
    boolean over = now.process.waitFor(5, TimeUnit.SECONDS);
    int status = over ? now.process.exitValue() : -1;
    end();
    return new BrokenModel(
        status == ModelProcess.TOO_LARGE
            ? "it needs more memory than the " + megabytes(memory) + " that models may take"
            : "its process ended by itself (status " + status + ")");
  }

  private static String megabytes(long bytes) {
    return bytes / 1_000_000 + " MB";
  }

  private void end() {
    Running now = running;
    running = null;
    if (now == null) return;
    now.process.destroyForcibly();
    try {
      now.process.waitFor(5, TimeUnit.SECONDS);
      clear(now.scratch);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public synchronized void close() {
    end();
  }
}
