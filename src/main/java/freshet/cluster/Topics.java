package freshet.cluster;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;

/// The topics and how they are reached.
final class Topics {
  /// Work, by site, so that one terminal has a site's robots.txt and the others need not ask for
  /// it.
  static final String WORK = "freshet.work";

  /// What terminals have begun and finished.
  static final String RESULTS = "freshet.results";

  /// Who is there; its one partition is also the clock that all go by.
  static final String ROSTER = "freshet.roster";

  static final int WORK_PARTITIONS = 48;
  static final int RESULT_PARTITIONS = 8;

  /// Messages that come within so long are sent, and handed out by the broker, together: what
  /// Kafka's clients and the broker do for each sending costs more than what they do for a message.
  private static final Duration TOGETHER = Duration.ofMillis(25);

  private static final Duration SILENCE = Duration.ofSeconds(20);

  private final String brokers;
  private final Map<String, String> more;

  /// @param brokers `host:port`, several with commas between
  /// @param more settings of Kafka's own clients, such as `security.protocol`
  Topics(String brokers, Map<String, String> more) {
    this.brokers = brokers;
    this.more = Map.copyOf(more);
  }

  /// Settings of a client.
  Properties client(String name) {
    Properties all = new Properties();
    all.putAll(more);
    all.put("bootstrap.servers", brokers);
    all.put("client.id", name);
    return all;
  }

  /// Of one that sends.
  Properties producer(String name) {
    Properties all = client(name);
    all.put("key.serializer", "org.apache.kafka.common.serialization.StringSerializer");
    all.put("value.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer");
    all.put("acks", "all");
    all.put("enable.idempotence", "true");
    all.put("linger.ms", String.valueOf(TOGETHER.toMillis()));
    all.put("max.request.size", String.valueOf(Messages.MOST + 64 * 1024));
    all.put("buffer.memory", String.valueOf(4 * Messages.MOST));
    all.put("delivery.timeout.ms", "20000");
    all.put("request.timeout.ms", "10000");
    all.put("max.block.ms", "10000");
    return all;
  }

  /// Of a terminal: while the brokers are away what it has found out is kept for as long as it may
  /// count, so that it need not be asked for again.
  Properties answers(String name) {
    Properties all = producer(name);
    all.put("delivery.timeout.ms", "75000");
    all.put("max.block.ms", "75000");
    return all;
  }

  /// Of one that reads.
  Properties consumer(String name) {
    Properties all = client(name);
    all.put("key.deserializer", "org.apache.kafka.common.serialization.StringDeserializer");
    all.put("value.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer");
    all.put("enable.auto.commit", "false");
    all.put("auto.offset.reset", "earliest");
    all.put("max.partition.fetch.bytes", String.valueOf(1024 * 1024));
    all.put("fetch.max.bytes", String.valueOf(16 * 1024 * 1024));
    all.put("fetch.min.bytes", String.valueOf(32 * 1024));
    all.put("fetch.max.wait.ms", String.valueOf(2 * TOGETHER.toMillis()));
    return all;
  }

  /// Makes those that are missing, if it may.
  ///
  /// @throws BrokerAway with a sentence for the user, if no broker answers
  void make() throws InterruptedException {
    make(
        List.of(
            topic(WORK, WORK_PARTITIONS, Duration.ofMinutes(10)),
            topic(RESULTS, RESULT_PARTITIONS, Duration.ofHours(1)),
            topic(ROSTER, 1, Duration.ofMinutes(10))));
  }

  /// The same of these.
  void make(List<NewTopic> all) throws InterruptedException {
    Properties client = client("freshet-topics");
    client.put("default.api.timeout.ms", String.valueOf(SILENCE.toMillis()));
    client.put("request.timeout.ms", "10000");
    try (Admin admin = Admin.create(client)) {
      var made = admin.createTopics(all).values();
      for (var one : made.values()) {
        try {
          one.get();
        } catch (ExecutionException e) {
          // Who may not make them uses those that are there.
          boolean fine =
              e.getCause() instanceof TopicExistsException
                  || e.getCause() instanceof TopicAuthorizationException;
          if (!fine) throw e;
        }
      }
    } catch (ExecutionException e) {
      Throwable why = e.getCause() == null ? e : e.getCause();
      throw new BrokerAway(
          "Kafka at " + brokers + " cannot be used (" + why.getMessage() + ")", why);
    } catch (org.apache.kafka.common.KafkaException e) {
      Throwable why = e.getCause() == null ? e : e.getCause();
      throw new BrokerAway(
          "Kafka at " + brokers + " cannot be used (" + why.getMessage() + ")", why);
    }
  }

  /// @param kept for how long
  static NewTopic topic(String name, int partitions, Duration kept) {
    Map<String, String> configs = new HashMap<>();
    configs.put(TopicConfig.RETENTION_MS_CONFIG, String.valueOf(kept.toMillis()));
    configs.put(TopicConfig.SEGMENT_MS_CONFIG, String.valueOf(kept.toMillis()));
    configs.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, String.valueOf(Messages.MOST + 64 * 1024));
    configs.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
    configs.put(TopicConfig.COMPRESSION_TYPE_CONFIG, "producer");
    return new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(configs);
  }
}
