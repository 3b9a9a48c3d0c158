package freshet.search;

import freshet.fetch.NamedServer;
import freshet.fetch.NamedServer.Access;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A real OpenSearch node in a process of its own (tools/opensearch), which ends with this one.
public final class OpenSearchNode implements AutoCloseable {
  private static final AtomicInteger NAMES = new AtomicInteger();
  private static @Nullable OpenSearchNode shared;

  private final Process process;
  private final String address;

  private OpenSearchNode(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /// One for all tests of this process.
  public static synchronized OpenSearchNode shared() {
    OpenSearchNode node = shared;
    if (node != null && node.process.isAlive()) return node;
    try {
      node = start(Files.createTempDirectory("opensearch"), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    shared = node;
    return node;
  }

  /// @param port 0 for any
  public static OpenSearchNode start(Path folder, int port) {
    try {
      Process jars = new ProcessBuilder("sh", "tools/opensearch/jars").inheritIO().start();
      if (jars.waitFor() != 0) throw new IllegalStateException("tools/opensearch/jars failed");
      Files.createDirectories(folder);
      Path log = folder.resolve("node.log");
      Process node =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx512m",
                  "-XX:+UseSerialGC",
                  "-XX:TieredStopAtLevel=1",
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  "target/opensearch/*",
                  "tools/opensearch/TestNode.java",
                  folder.toString(),
                  Integer.toString(port))
              .redirectError(log.toFile())
              .start();
      BufferedReader out = node.inputReader(StandardCharsets.UTF_8);
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith("READY "))
          return new OpenSearchNode(node, "http://" + line.substring(6));
      }
      throw new IllegalStateException("OpenSearch did not start: " + Files.readString(log));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// Such as `http://127.0.0.1:41234`.
  public String address() {
    return address;
  }

  public int port() {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  /// Where nobody has put anything yet.
  public OpenSearchPlace place() {
    return place("test" + NAMES.incrementAndGet());
  }

  OpenSearchPlace place(String name) {
    return OpenSearchPlace.of("opensearch:" + address + "/" + name, Access.OPEN, 1, 0);
  }

  /// What it answers, whatever that is.
  String ask(String method, String path) {
    try (NamedServer server = new NamedServer(List.of(address), Access.OPEN)) {
      byte[] body =
          server.call(method, path, "application/json", null, Duration.ofSeconds(30)).body();
      return new String(body, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What it has used of the processors.
  public Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /// How large its indexes are.
  public String sizes() {
    return ask("GET", "/_cat/indices?h=index,docs.count,store.size&bytes=b");
  }

  /// As if its machine had lost its power.
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
