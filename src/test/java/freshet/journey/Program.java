package freshet.journey;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The real program in a process of its own, as users run it: from the jar and its lib folder.
final class Program implements AutoCloseable {
  private static final OkHttpClient HTTP =
      new OkHttpClient.Builder().callTimeout(Duration.ofSeconds(20)).build();
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final Path JAR = Path.of("target/freshet.jar").toAbsolutePath();

  static Path jar() {
    return JAR;
  }

  static Path cache() {
    return Cache.FILE;
  }

  private final Process process;
  private final Path out;
  private final Path err;

  private Program(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /// What starts it.
  static List<String> command(String... arguments) {
    List<String> command = java("-XX:TieredStopAtLevel=1", "-Xmx512m");
    command.add("-XX:AOTCache=" + Cache.FILE);
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  static Program start(Path folder, String... arguments) {
    List<String> command = command(arguments);
    try {
      Path out = Files.createTempFile(folder, "out", ".txt");
      Path err = Files.createTempFile(folder, "err", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("FRESHET_"));
      return new Program(builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The launcher's ahead-of-time cache, made once for this jar, by whichever process of the tests
  /// comes first: the journeys start the program some fifty times.
  private static final class Cache {
    static final Path FILE = Path.of("target/journey.aot").toAbsolutePath();

    static {
      Path lock = FILE.resolveSibling("journey.lock");
      try (FileChannel channel = FileChannel.open(lock, CREATE, WRITE);
          FileLock _ = channel.lock()) {
        if (!isOfThisJar()) make();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private static boolean isOfThisJar() throws IOException {
      return Files.exists(FILE)
          && Files.getLastModifiedTime(FILE).compareTo(Files.getLastModifiedTime(JAR)) > 0;
    }

    private static void make() throws IOException, InterruptedException {
      Files.deleteIfExists(FILE);
      List<String> command = java("-XX:AOTCacheOutput=" + FILE);
      command.addAll(List.of("-jar", JAR.toString(), "warm-up"));
      new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    }
  }

  private static List<String> java(String... options) {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.addAll(List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of(options));
    return command;
  }

  /// Waits until it says where its page is.
  String address() {
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !process.isAlive() || out().contains("Freshet is at "));
    String text = out();
    int at = text.indexOf("Freshet is at ");
    if (at < 0) throw new AssertionError("It did not start: " + text + err());
    return text.substring(at + 14).lines().findFirst().orElseThrow();
  }

  JsonNode get(String path) {
    return JSON.readTree(text(new Request.Builder().url(address() + path).build()));
  }

  String page(String path) {
    return text(new Request.Builder().url(address() + path).build());
  }

  String post(String path, String json) {
    return post(path, "application/json", json);
  }

  String post(String path, String type, String body) {
    return text(
        new Request.Builder()
            .url(address() + path)
            .post(RequestBody.create(body, okhttp3.MediaType.get(type)))
            .build());
  }

  String patch(String path, String json) {
    return text(
        new Request.Builder()
            .url(address() + path)
            .patch(RequestBody.create(json, okhttp3.MediaType.get("application/json")))
            .build());
  }

  String delete(String path) {
    return text(new Request.Builder().url(address() + path).delete().build());
  }

  private static String text(Request request) {
    try (Response response = HTTP.newCall(request).execute()) {
      return response.body().string();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int exitStatus() {
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS))
        throw new AssertionError("It does not end: " + err());
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  long pid() {
    return process.pid();
  }

  /// SIGKILL.
  void kill() {
    process.destroyForcibly();
    exitStatus();
  }

  /// SIGTERM.
  void stop() {
    process.destroy();
    exitStatus();
  }

  String out() {
    return read(out);
  }

  /// What it printed, once it has ended well.
  String outAtEnd() {
    if (exitStatus() != 0) throw new AssertionError(err());
    return out();
  }

  String err() {
    return read(err);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (process.isAlive()) kill();
  }
}
