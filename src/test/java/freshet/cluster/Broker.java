package freshet.cluster;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import kafka.Kafka;
import kafka.tools.StorageTool;

/// A real broker of Kafka in a process of its own, on loopback.
public final class Broker implements AutoCloseable {
  private final Process process;
  private final int port;
  private final Path log;

  private Broker(Process process, int port, Path log) {
    this.process = process;
    this.port = port;
    this.log = log;
  }

  /// Begins to start one; [#address] waits for it.
  public static Broker start(Path folder) {
    return start(folder, "PLAINTEXT", "");
  }

  /// The same with TLS, names and passwords, and lists of who may do what. `admin` may do anything.
  ///
  /// @param keys of the broker, as PKCS 12 with the password `changeit`
  /// @param certificate of the broker, by which it trusts itself
  /// @param passwords of those who may come in
  public static Broker startSecured(
      Path folder, Path keys, Path certificate, Map<String, String> passwords) {
    StringBuilder users = new StringBuilder();
    passwords.forEach((name, password) ->
        users.append(" user_").append(name).append("=\"").append(password).append('"'));
    return start(
        folder,
        "SASL_SSL",
        """
        inter.broker.listener.name=SASL_SSL
        sasl.enabled.mechanisms=PLAIN
        sasl.mechanism.inter.broker.protocol=PLAIN
        listener.name.sasl_ssl.plain.sasl.jaas.config=\
          org.apache.kafka.common.security.plain.PlainLoginModule required \
          username="admin" password="%1$s"%2$s;
        ssl.keystore.location=%3$s
        ssl.keystore.type=PKCS12
        ssl.keystore.password=changeit
        ssl.truststore.location=%4$s
        ssl.truststore.type=PEM
        authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
        super.users=User:ANONYMOUS;User:admin
        """
            .formatted(
                passwords.get("admin"),
                users,
                keys.toAbsolutePath(),
                certificate.toAbsolutePath()));
  }

  private static Broker start(Path folder, String protocol, String more) {
    try (ServerSocket first = free();
        ServerSocket second = free()) {
      int port = first.getLocalPort();
      int quorum = second.getLocalPort();
      Path settings =
          Files.writeString(
              folder.resolve("server.properties"), settings(protocol, port, quorum, folder) + more);
      Path quiet = Files.writeString(folder.resolve("logback.xml"), QUIET);
      Path log = folder.resolve("broker.log");
      Process process =
          new ProcessBuilder(
                  List.of(
                      System.getProperty("java.home") + File.separator + "bin/java",
                      "-Xmx256m",
                      "-XX:+UseSerialGC",
                      "-XX:TieredStopAtLevel=1",
                      "-Xshare:auto",
                      "-Dlogback.configurationFile=" + quiet,
                      "-cp",
                      System.getProperty("java.class.path"),
                      Broker.class.getName(),
                      settings.toString()))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      return new Broker(process, port, log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ServerSocket free() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  /// A terminal that is gone is noticed after 8 s, less a heartbeat of 1: work has to be begun
  /// within 6.
  private static String settings(String protocol, int port, int quorum, Path folder) {
    return """
    process.roles=broker,controller
    node.id=1
    listeners=%4$s://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
    advertised.listeners=%4$s://127.0.0.1:%1$d
    controller.listener.names=CONTROLLER
    controller.quorum.bootstrap.servers=127.0.0.1:%2$d
    listener.security.protocol.map=%4$s:%4$s,CONTROLLER:PLAINTEXT
    log.dirs=%3$s
    offsets.topic.replication.factor=1
    offsets.topic.num.partitions=1
    transaction.state.log.replication.factor=1
    transaction.state.log.min.isr=1
    group.initial.rebalance.delay.ms=0
    group.consumer.session.timeout.ms=8000
    group.consumer.min.session.timeout.ms=6000
    group.consumer.heartbeat.interval.ms=1000
    group.consumer.min.heartbeat.interval.ms=1000
    num.network.threads=1
    num.io.threads=2
    log.cleaner.enable=false
    """
        .formatted(port, quorum, folder.resolve("logs").toAbsolutePath(), protocol);
  }

  private static final String QUIET =
      """
      <configuration>
        <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%d %p %c{0} %m%n</pattern></encoder>
        </appender>
        <root level="ERROR"><appender-ref ref="out"/></root>
      </configuration>
      """;

  /// In the process of its own.
  public static void main(String[] args) {
    int formatted =
        StorageTool.execute(
            new String[] {"format", "--standalone", "-t", "AAAAAAAAAAAAAAAAAAAAAQ", "-c", args[0]},
            System.out);
    if (formatted != 0) System.exit(formatted);
    Kafka.main(args);
  }

  /// Waits until it listens.
  public String address() {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(100))
        .until(() -> !process.isAlive() || listens());
    if (!process.isAlive()) throw new AssertionError("It did not start: " + read());
    return "127.0.0.1:" + port;
  }

  public long pid() {
    return process.pid();
  }

  private boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private String read() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
