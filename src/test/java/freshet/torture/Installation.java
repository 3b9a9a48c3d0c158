package freshet.torture;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How the program is started: as the launcher does it.
///
/// @param cache the ahead-of-time cache, or null
/// @param options for the Java machine
/// @param environment of the process, beside our own
record Installation(
    Path jar, @Nullable Path cache, List<String> options, Map<String, String> environment) {

  Installation(Path jar, @Nullable Path cache) {
    this(jar.toAbsolutePath(), cache, List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"), Map.of());
  }

  Installation with(List<String> options) {
    return new Installation(jar, cache, options, environment);
  }

  Installation with(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(this.environment);
    all.putAll(environment);
    return new Installation(jar, cache, options, all);
  }

  private static List<String> java() {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:TrimNativeHeapInterval=60000",
            "--enable-native-access=ALL-UNNAMED"));
    return command;
  }

  /// Makes the cache that the launcher would make.
  Installation cached(Path file) throws IOException, InterruptedException {
    List<String> command = java();
    command.addAll(List.of("-XX:AOTCacheOutput=" + file, "-jar", jar.toString(), "warm-up"));
    int status =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    return new Installation(jar, status == 0 ? file : null, options, environment);
  }

  Program start(Path folder, String... arguments) throws IOException {
    Files.createDirectories(folder);
    List<String> command = java();
    if (cache != null) command.add("-XX:AOTCache=" + cache);
    command.addAll(options);
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("FRESHET_"));
    builder.environment().putAll(environment);
    return new Program(builder.start(), out, err);
  }
}
