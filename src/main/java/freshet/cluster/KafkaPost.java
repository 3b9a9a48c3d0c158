package freshet.cluster;

import freshet.cluster.Message.Answered;
import freshet.cluster.Message.Begun;
import freshet.cluster.Message.HandedBack;
import freshet.cluster.Message.Here;
import freshet.cluster.Message.Kind;
import freshet.cluster.Message.Role;
import freshet.cluster.Message.Unknown;
import freshet.cluster.Message.Work;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A controller's end of Kafka: sends work, reads answers and who is there. How far answers were
/// read is committed only as far as they are stored.
final class KafkaPost implements Post, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(KafkaPost.class);

  /// A terminal that was not heard of for so long does not count.
  private static final Duration SILENT = Duration.ofSeconds(15);

  private static final Duration COMMIT_EVERY = Duration.ofSeconds(1);
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);
  private static final Duration ROOM_EVERY = Duration.ofMillis(20);
  private static final Duration TRY_EVERY = Duration.ofSeconds(1);

  /// Pieces of work and answers that are in Kafka.
  private static final int ON_THE_WAY = 16;

  private final BrokerClock clock = new BrokerClock(BrokerClock.Ticks.SYSTEM);
  private final Producer<String, byte[]> producer;
  private final Consumer<String, byte[]> consumer;
  private final Beats beats;
  private final String name;
  private final String version;
  private final boolean first;
  private final Map<TopicPartition, Offsets> offsets = new ConcurrentHashMap<>();
  private final Map<String, Seen> roster = new ConcurrentHashMap<>();
  private @Nullable Dispatch dispatch;
  private @Nullable Thread thread;
  private volatile boolean stopping;

  /// @param at by the broker's clock
  private record Seen(Here here, long at) {}

  /// @param first whether answers count that came while nobody was there: of several controllers
  ///   those of one do
  KafkaPost(Topics topics, String name, String version, boolean first) throws InterruptedException {
    this.first = first;
    this.name = name;
    this.version = version;
    topics.make();
    this.producer = new KafkaProducer<>(topics.producer(name));
    Properties reading = topics.consumer(name);
    reading.put("group.id", "freshet-controller");
    this.consumer = new KafkaConsumer<>(reading);
    this.beats = new Beats(producer, clock, this::here);
    if (!beats.await(Duration.ofSeconds(20))) {
      close();
      throw new BrokerAway("Kafka does not take messages within 20 s", null);
    }
  }

  private Here here() {
    Dispatch d = dispatch;
    return new Here(name, Role.CONTROLLER, version, d == null ? 0 : d.away(), 0, 0);
  }

  /// Begins to hand on what comes.
  void start(Dispatch to) {
    dispatch = to;
    List<TopicPartition> all =
        IntStream.range(0, Topics.RESULT_PARTITIONS)
            .mapToObj(p -> new TopicPartition(Topics.RESULTS, p))
            .toList();
    for (TopicPartition p : all) offsets.put(p, new Offsets());
    TopicPartition who = new TopicPartition(Topics.ROSTER, 0);
    List<TopicPartition> assigned = new java.util.ArrayList<>(all);
    assigned.add(who);
    consumer.assign(assigned);
    consumer.seekToBeginning(List.of(who));
    if (!first) consumer.seekToEnd(all);
    thread = Thread.ofPlatform().name("answers").start(() -> listen(to));
  }

  private void listen(Dispatch to) {
    long committed = System.nanoTime();
    Map<TopicPartition, Long> told = new HashMap<>();
    while (!stopping) {
      try {
        ConsumerRecords<String, byte[]> some = consumer.poll(Duration.ofMillis(100));
        for (ConsumerRecord<String, byte[]> record : some) take(record, to);
        if (System.nanoTime() - committed > COMMIT_EVERY.toNanos()) {
          commit(told);
          committed = System.nanoTime();
        }
      } catch (WakeupException e) {
        // only close() wakes it up
      } catch (KafkaException e) {
        log.warn("Answers of terminals cannot be read at the moment: {}", e.getMessage());
        pause(TRY_EVERY);
      } catch (RuntimeException | OutOfMemoryError e) {
        log.error("The reading of answers failed by a mistake of ours, and goes on", e);
        pause(TRY_EVERY);
      }
    }
    try {
      commit(told);
      consumer.close();
    } catch (KafkaException e) {
      log.warn("How far answers were read could not be written: {}", e.getMessage());
    }
  }

  private static void pause(Duration most) {
    try {
      Thread.sleep(most);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(ConsumerRecord<String, byte[]> record, Dispatch to) {
    Offsets of = offsets.get(new TopicPartition(record.topic(), record.partition()));
    if (of != null) of.read(record.offset());
    Runnable stored =
        () -> {
          if (of != null) of.done(record.offset());
        };
    if (of != null && record.key() != null && !to.awaits(record.key())) {
      stored.run();
      return;
    }
    try {
      switch (Messages.read(record.value())) {
        case Answered answer -> to.came(answer, stored);
        case Begun begun -> {
          to.begun(begun);
          stored.run();
        }
        case HandedBack back -> {
          to.handedBack(back);
          stored.run();
        }
        case Here here -> roster.put(here.name(), new Seen(here, record.timestamp()));
        case Work _, Unknown _ -> stored.run();
      }
    } catch (Messages.Unreadable e) {
      log.warn("A message of {} is left out: {}", record.topic(), e.getMessage());
      stored.run();
    } catch (RuntimeException | OutOfMemoryError e) {
      log.error(
          "A message of {} is left out, by a mistake of ours (offset {})",
          record.topic(),
          record.offset(),
          e);
      stored.run();
    }
  }

  private void commit(Map<TopicPartition, Long> told) {
    Map<TopicPartition, OffsetAndMetadata> now = new HashMap<>();
    offsets.forEach((partition, of) -> {
      long position = of.position();
      if (position >= 0 && !Long.valueOf(position).equals(told.get(partition))) {
        now.put(partition, new OffsetAndMetadata(position));
        told.put(partition, position);
      }
    });
    if (first && !now.isEmpty()) consumer.commitSync(now);
  }

  /// What Kafka's client says no to on the thread that sends, because no broker was there in time,
  /// it has put nowhere to be sent from later.
  @Override
  public void send(String site, Work work, Runnable notSent) {
    Thread here = Thread.currentThread();
    try {
      var _ =
          producer.send(
              new ProducerRecord<>(Topics.WORK, site, Messages.write(work)),
              (_, e) -> {
                if (e == null) return;
                log.warn("Work was not sent: {}", e.getMessage());
                if (e instanceof TimeoutException && Thread.currentThread().equals(here)) {
                  notSent.run();
                }
              });
    } catch (Messages.TooLarge | KafkaException | IllegalStateException e) {
      // The last is said when this end is closed.
      log.warn("Work was not sent: {}", e.getMessage());
    }
  }

  @Override
  public BrokerClock clock() {
    return clock;
  }

  /// Everybody who was heard of lately.
  Collection<Here> all() {
    long since = clock.earliest() - SILENT.toMillis();
    roster.values().removeIf(seen -> seen.at < since);
    return roster.values().stream().map(Seen::here).toList();
  }

  /// The terminals among them.
  Collection<Here> terminals() {
    return all().stream().filter(here -> here.role() == Role.TERMINAL).toList();
  }

  @Override
  public void awaitRoom(IntSupplier away) throws InterruptedException {
    while (true) {
      int most = most(all());
      if (away.getAsInt() < most) return;
      Thread.sleep(most == 0 ? LOOK_EVERY : ROOM_EVERY);
    }
  }

  /// How much one of the controllers may have away: together twice as much as terminals have places
  /// for, and some. So terminals hardly wait for work, and work waits for a place as long as such
  /// work takes: what nobody begins in time is lost until its lease is over.
  static int most(Collection<Here> all) {
    long places = 0;
    int controllers = 0;
    for (Here here : all) {
      if (here.role() == Role.TERMINAL) places += Math.max(1, here.most());
      if (here.role() == Role.CONTROLLER) controllers++;
    }
    if (places == 0) return 0;
    return (int) Math.min(2 * places / Math.max(1, controllers) + ON_THE_WAY, Integer.MAX_VALUE);
  }

  @Override
  public boolean allTake(Kind kind) {
    return kind == Kind.POLL
        || terminals().stream().allMatch(here -> here.takes().contains(kind.word()));
  }

  @Override
  public void close() {
    stopping = true;
    beats.close();
    consumer.wakeup();
    try {
      if (thread != null) thread.join(Duration.ofSeconds(5));
      else consumer.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close(Duration.ofSeconds(2));
  }
}
