package freshet.cluster;

import freshet.change.Changes;
import freshet.change.Follower;
import freshet.store.Outgoing;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// Publishes what is stored to a topic, for programs of others. It follows the store by the numbers
/// of the entries, as the search index does, and writes down how far it has come when the brokers
/// have what it sent: whatever dies when, each entry is sent at least once, and always with the
/// same id.
public final class EntryStream implements AutoCloseable {
  /// How far it has come, among the settings.
  private static final String MARK = "stream.mark";

  private static final int BATCH = 200;
  private static final Duration GATHER = Duration.ofMillis(200);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
  private static final int PARTITIONS = 8;
  private static final Duration KEPT = Duration.ofDays(7);

  private final Store store;
  private final String topic;
  private final InstantSource clock;
  private final Producer<String, byte[]> producer;
  private final Follower follower;
  private long mark = -1;

  /// @param brokers and `more`: see [Topics]
  /// @param topic made if there is none
  /// @throws BrokerAway if no broker answers
  public EntryStream(
      String brokers,
      Map<String, String> more,
      String topic,
      String name,
      Store store,
      InstantSource clock)
      throws InterruptedException {
    this.store = store;
    this.topic = topic;
    this.clock = clock;
    Topics topics = new Topics(brokers, more);
    topics.make(List.of(Topics.topic(topic, PARTITIONS, KEPT)));
    Properties sending = topics.producer(name + "-entries");
    sending.put("compression.type", "gzip");
    this.producer = new KafkaProducer<>(sending);
    this.follower =
        new Follower(
            "the stream of entries",
            GATHER,
            LOOK_EVERY,
            this::step,
            Set.of(BrokerAway.class, StoreUnavailable.class));
  }

  /// Publishes what is new from now on; at the very first start, what comes after it.
  public void start(Changes changes) {
    changes.listen(_ -> follower.wake());
    follower.start();
  }

  private void step() throws InterruptedException {
    if (mark < 0) {
      String known = store.settings().all().get(MARK);
      mark = known == null ? store.outgoing().last() : Long.parseLong(known);
      if (known == null) remember();
    }
    while (!follower.isClosed()) {
      long last = store.outgoing().last();
      List<Outgoing.Row> some = store.outgoing().after(mark, BATCH);
      if (some.isEmpty()) {
        mark = Math.max(mark, last); // what is left out need not be looked at again
        return;
      }
      int _ = send(some);
      mark = some.getLast().entry().id();
      remember();
    }
  }

  private void remember() {
    store.settings().put(MARK, String.valueOf(mark), clock.instant());
  }

  /// Publishes what was stored in a time, again if it was already. To be called on one that was not
  /// started.
  ///
  /// @param from the time; null for the very first
  /// @param step is told of every entry
  /// @param stop ends it early
  /// @return how many were published
  public long fill(@Nullable Instant from, Runnable step, BooleanSupplier stop)
      throws InterruptedException {
    Outgoing rows = store.outgoing();
    long last = rows.last();
    long at = from == null ? 0 : rows.before(from);
    long sent = 0;
    while (at < last && !stop.getAsBoolean()) {
      List<Outgoing.Row> some = rows.after(at, BATCH);
      if (some.isEmpty()) break;
      sent += send(some);
      for (Outgoing.Row _ : some) step.run();
      at = some.getLast().entry().id();
    }
    return sent;
  }

  /// Returns when the brokers have them.
  ///
  /// @return how many there were for everybody
  private int send(List<Outgoing.Row> rows) throws InterruptedException {
    try {
      List<Future<?>> sent = new ArrayList<>(rows.size());
      for (Outgoing.Row row : rows) {
        StreamedEntry entry = StreamedEntry.of(row);
        if (entry == null) continue;
        sent.add(producer.send(new ProducerRecord<>(topic, entry.key(), entry.json())));
      }
      producer.flush();
      for (Future<?> one : sent) one.get();
      return sent.size();
    } catch (ExecutionException e) {
      throw new BrokerAway("Kafka did not take new entries: " + e.getCause(), e);
    } catch (KafkaException e) {
      throw new BrokerAway("Kafka did not take new entries: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    follower.close();
    producer.close(Duration.ofSeconds(5));
  }
}
