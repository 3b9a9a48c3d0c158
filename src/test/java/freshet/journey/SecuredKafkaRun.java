package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import freshet.cluster.Broker;
import freshet.cluster.Forgery;
import freshet.store.Postgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A controller and a terminal on a broker that speaks TLS only, asks for names and passwords, and
/// lets each do what it must and no more. Not part of `mvn verify`: `tools/secured-kafka` runs it.
/// The settings and lists are those of docs/many-machines.md.
final class SecuredKafkaRun {
  private static final Duration WAIT = Duration.ofMinutes(3);
  private static final Map<String, String> PASSWORDS =
      Map.of("admin", "a-secret", "controller", "c-secret", "terminal", "t-secret");

  @TempDir Path folder;

  private static void keytool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/keytool");
    command.addAll(List.of(arguments));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private Path keys() throws IOException, InterruptedException {
    Path keys = folder.resolve("broker.p12");
    keytool(
        "-genkeypair",
        "-alias",
        "broker",
        "-keyalg",
        "EC",
        "-dname",
        "CN=broker",
        "-ext",
        "SAN=ip:127.0.0.1",
        "-storetype",
        "PKCS12",
        "-storepass",
        "changeit",
        "-keystore",
        keys.toString());
    keytool(
        "-exportcert",
        "-rfc",
        "-alias",
        "broker",
        "-storepass",
        "changeit",
        "-keystore",
        keys.toString(),
        "-file",
        folder.resolve("ca.pem").toString());
    return keys;
  }

  private Path client(String name, String password) throws IOException {
    return Files.writeString(
        folder.resolve(name + ".properties"),
        """
        security.protocol=SASL_SSL
        sasl.mechanism=PLAIN
        sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \
          username="%s" password="%s";
        ssl.truststore.type=PEM
        ssl.truststore.location=%s
        """
            .formatted(name, password, folder.resolve("ca.pem").toAbsolutePath()));
  }

  private Properties properties(String name, String brokers) throws IOException {
    Properties all = new Properties();
    try (var from = Files.newBufferedReader(client(name, PASSWORDS.get(name)))) {
      all.load(from);
    }
    all.put("bootstrap.servers", brokers);
    return all;
  }

  private static AclBinding may(
      String who, AclOperation what, ResourceType kind, String name, PatternType pattern) {
    return new AclBinding(
        new ResourcePattern(kind, name, pattern),
        new AccessControlEntry("User:" + who, "*", what, AclPermissionType.ALLOW));
  }

  private void allow(String brokers) throws Exception {
    var topic = ResourceType.TOPIC;
    var exactly = PatternType.LITERAL;
    try (Admin admin = Admin.create(properties("admin", brokers))) {
      admin
          .createAcls(
              List.of(
                  may("controller", AclOperation.ALL, topic, "freshet.", PatternType.PREFIXED),
                  may(
                      "controller",
                      AclOperation.READ,
                      ResourceType.GROUP,
                      "freshet-controller",
                      PatternType.PREFIXED),
                  may("terminal", AclOperation.READ, topic, "freshet.work", exactly),
                  may("terminal", AclOperation.WRITE, topic, "freshet.results", exactly),
                  may("terminal", AclOperation.WRITE, topic, "freshet.roster", exactly),
                  may(
                      "terminal",
                      AclOperation.READ,
                      ResourceType.GROUP,
                      "freshet-terminals",
                      exactly)))
          .all()
          .get();
    }
  }

  private Program controller(String brokers) throws IOException {
    return Program.start(
        folder,
        "controller",
        "--port=0",
        "--data=data",
        "--db=" + Postgres.database(),
        "--kafka=" + brokers,
        "--set=kafka.config=" + client("controller", PASSWORDS.get("controller")),
        "--set=interval.min=3s",
        "--set=interval.max=4s",
        "--set=budget=1000/10s",
        "--set=fetch.gap=1s",
        "--set=fetch.allow-private=true");
  }

  private Program terminal(String brokers, String name, String password) throws IOException {
    return Program.start(
        Files.createTempDirectory(folder, "terminal"),
        "terminal",
        "--kafka=" + brokers,
        "--set=kafka.config=" + client(name, password),
        "--set=fetch.gap=1s",
        "--set=fetch.allow-private=true");
  }

  private static Set<String> titles(Program program) {
    return program
        .get("api/v1/entries?limit=500")
        .get("entries")
        .valueStream()
        .map(e -> e.path("title").asString(""))
        .collect(Collectors.toSet());
  }

  @Test
  void aTerminalMayDoItsWorkAndNoMore() throws Exception {
    Path at = Files.createDirectory(folder.resolve("broker"));
    try (Broker broker = Broker.startSecured(at, keys(), folder.resolve("ca.pem"), PASSWORDS);
        Publisher publisher = new Publisher(2, Duration.ofSeconds(2))) {
      String brokers = broker.address();
      allow(brokers);
      try (Program controller = controller(brokers)) {
        controller.post("api/v1/opml", "text/plain", String.join("\n", publisher.feeds()) + "\n");
        try (Program stranger = terminal(brokers, "terminal", "wrong")) {
          assertThat(stranger.exitStatus()).isNotZero();
          assertThat(stranger.err()).contains("Authentication failed");
        }
        try (Program terminal = terminal(brokers, "terminal", PASSWORDS.get("terminal"))) {
          await().atMost(WAIT).until(() -> titles(controller).size() > 6);
          rogue(brokers, publisher, controller);
          JsonNode machines = controller.get("api/v1/machines");
          assertThat(machines.toString()).contains("terminal-");
          assertThat(terminal.err()).doesNotContain("ERROR", "authoriz");
          assertThat(controller.err()).doesNotContain("ERROR", "authoriz");
        }
      }
    }
  }

  /// What somebody with a terminal's password can do besides.
  private void rogue(String brokers, Publisher publisher, Program controller) throws Exception {
    Properties own = properties("terminal", brokers);
    own.put("max.block.ms", "20000");
    try (var producer =
            new KafkaProducer<>(own, new StringSerializer(), new ByteArraySerializer());
        var consumer =
            new KafkaConsumer<>(
                asMap(own), new StringDeserializer(), new ByteArrayDeserializer())) {
      assertThatThrownBy(
              () -> producer.send(new ProducerRecord<>("freshet.work", "x", new byte[0])).get())
          .as("it gives nobody work")
          .satisfiesAnyOf(
              e -> assertThat(e).isInstanceOf(TopicAuthorizationException.class),
              e ->
                  assertThat(e)
                      .isInstanceOf(ExecutionException.class)
                      .hasCauseInstanceOf(TopicAuthorizationException.class));
      consumer.assign(List.of(new TopicPartition("freshet.results", 0)));
      assertThatThrownBy(() -> consumer.poll(Duration.ofSeconds(20)))
          .as("it reads nobody's answers")
          .isInstanceOf(TopicAuthorizationException.class);
      // It reads what others were given, and answers with entries that nobody published.
      List<TopicPartition> work = new ArrayList<>();
      for (int p = 0; p < 48; p++) work.add(new TopicPartition("freshet.work", p));
      consumer.assign(work);
      consumer.seekToBeginning(work);
      List<byte[]> forged = new ArrayList<>();
      await()
          .atMost(WAIT)
          .pollInSameThread()
          .until(() -> {
            for (var record : consumer.poll(Duration.ofMillis(200))) {
              forged.add(Forgery.answerTo(record.value(), "Made up"));
            }
            return forged.size() >= 10;
          });
      // By now all of it has been answered.
      awaitPolls(publisher);
      for (byte[] one : forged) {
        producer.send(new ProducerRecord<>("freshet.results", one)).get();
      }
    }
    awaitPolls(publisher);
    assertThat(titles(controller)).as("no entry that nobody published").doesNotContain("Made up");
  }

  private static void awaitPolls(Publisher publisher) {
    int before = publisher.asked();
    await().atMost(WAIT).until(() -> publisher.asked() > before + 8);
  }

  private static Map<String, Object> asMap(Properties of) {
    Map<String, Object> all = new HashMap<>();
    for (String key : of.stringPropertyNames()) all.put(key, of.getProperty(key));
    return all;
  }
}
