import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import kafka.Kafka;
import kafka.tools.StorageTool;

/// A PostgreSQL or a broker of Kafka on loopback, for `./freshet demo --cluster` only: one node,
/// nothing written twice. The launcher compiles it against what `packaging/cluster/pom.xml` names.
final class Servers {
  /// Said when it takes connections.
  private static final String READY = "It listens";

  private Servers() {}

  /// `postgres FOLDER PORT`, or `kafka FOLDER PORT PORT_OF_ITS_QUORUM`.
  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[1]).toAbsolutePath());
    int port = Integer.parseInt(args[2]);
    switch (args[0]) {
      case "postgres" -> postgres(folder, port);
      case "kafka" -> kafka(folder, port, Integer.parseInt(args[3]));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void postgres(Path folder, int port) throws Exception {
    EmbeddedPostgres.builder()
        .setPort(port)
        .setDataDirectory(folder.resolve("data"))
        .setCleanDataDirectory(false)
        .setServerConfig("synchronous_commit", "on")
        .start();
    System.out.println(READY);
    // Its own shutdown hook ends it together with this process.
    new CountDownLatch(1).await();
  }

  private static void kafka(Path folder, int port, int quorum) throws Exception {
    Path settings =
        Files.writeString(folder.resolve("server.properties"), settings(folder, port, quorum));
    if (!Files.exists(folder.resolve("logs/meta.properties"))) {
      int formatted =
          StorageTool.execute(
              new String[] {
                "format", "--standalone", "-t", "AAAAAAAAAAAAAAAAAAAAAQ", "-c", settings.toString()
              },
              System.out);
      if (formatted != 0) System.exit(formatted);
    }
    Thread.ofPlatform().daemon().start(() -> awaited(port));
    Kafka.main(new String[] {settings.toString()});
  }

  private static void awaited(int port) {
    while (true) {
      try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        System.out.println(READY);
        return;
      } catch (IOException e) {
        LockSupport.parkNanos(100_000_000);
      }
    }
  }

  /// A terminal that is gone is noticed after 10 s (docs/many-machines.md).
  private static String settings(Path folder, int port, int quorum) {
    return """
    process.roles=broker,controller
    node.id=1
    listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
    advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
    controller.listener.names=CONTROLLER
    controller.quorum.bootstrap.servers=127.0.0.1:%2$d
    listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
    log.dirs=%3$s
    offsets.topic.replication.factor=1
    offsets.topic.num.partitions=1
    transaction.state.log.replication.factor=1
    transaction.state.log.min.isr=1
    group.initial.rebalance.delay.ms=0
    group.consumer.session.timeout.ms=10000
    group.consumer.min.session.timeout.ms=6000
    group.consumer.heartbeat.interval.ms=1000
    group.consumer.min.heartbeat.interval.ms=1000
    num.network.threads=1
    num.io.threads=2
    log.retention.hours=1
    """
        .formatted(port, quorum, folder.resolve("logs"));
  }
}
