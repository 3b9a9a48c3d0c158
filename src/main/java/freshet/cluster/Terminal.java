package freshet.cluster;

import freshet.change.Background;
import freshet.cluster.Message.Begun;
import freshet.cluster.Message.Here;
import freshet.cluster.Message.Role;
import freshet.cluster.Message.Work;
import freshet.fetch.HttpFetcher;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unreachable;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.poll.LocalReader;
import freshet.poll.Readings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A process that fetches and reads for a controller, with neither database nor disk. It pulls as
/// much as it has places for, begins each piece at once on a virtual thread of its own, and sends
/// what came of it when it came. It may be killed at any time: what it had begun is given out again
/// when its lease is over.
///
/// How far it has read is committed when work is *begun*, not when it is finished: within a lease
/// nobody else may begin the same (see the essay in docs/decisions/0291-leases-and-the-gate.md).
public final class Terminal implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Terminal.class);
  private static final Duration COMMIT_EVERY = Duration.ofMillis(250);

  /// Much less than a broker waits for a terminal of which nothing is heard.
  private static final Duration SURE = Duration.ofSeconds(2);

  private static final Duration TO_FINISH = Duration.ofSeconds(20);

  /// By how much clocks of brokers may differ.
  private static final Duration BROKERS = Duration.ofSeconds(2);

  /// For work to come.
  private static final Duration MOST_WAIT = Duration.ofMillis(100);

  /// While there is no room. As often as others may have to wait to be given partitions.
  private static final Duration ATTEND_EVERY = Duration.ofMillis(500);

  /// What goes on so long after its time was over hangs, and is broken off.
  private static final Duration HANGS = Duration.ofSeconds(60);

  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  private static final List<String> TAKES =
      Arrays.stream(Message.Kind.values()).map(Message.Kind::word).toList();

  private final String name;
  private final String version;
  private final int places;
  private final BrokerClock clock;
  private final HttpFetcher fetcher;
  private final TerminalWork work;
  private final Producer<String, byte[]> producer;
  private final Consumer<String, byte[]> consumer;
  private final Beats beats;

  /// Whoever works on a piece, and when it is over by the broker's clock.
  private final Map<Thread, Long> working = new ConcurrentHashMap<>();

  private final Semaphore free;
  private final AtomicLong done = new AtomicLong();

  /// Pieces of work that it was too late for since the last word of it; of the thread that reads.
  private long late;

  private final Thread thread;
  private volatile boolean stopping;

  /// When the last commit was sent that the broker took.
  private volatile BrokerClock.@Nullable Mark ours;

  /// @param brokers and `more`: see [Topics]
  /// @param fetching makes what asks servers, by a clock
  /// @param places most pieces of work under way at once
  /// @throws BrokerAway if no broker answers
  public static Terminal start(
      String brokers,
      Map<String, String> more,
      String name,
      String version,
      Function<InstantSource, HttpFetcher> fetching,
      int places)
      throws InterruptedException {
    Topics topics = new Topics(brokers, more);
    topics.make();
    return new Terminal(topics, name, version, fetching, places);
  }

  private Terminal(
      Topics topics,
      String name,
      String version,
      Function<InstantSource, HttpFetcher> fetching,
      int places)
      throws InterruptedException {
    this.name = name;
    this.version = version;
    this.places = places;
    this.free = new Semaphore(places);
    this.clock = new BrokerClock(BrokerClock.Ticks.SYSTEM);
    this.fetcher = fetching.apply(clock);
    this.work =
        new TerminalWork(
            fetcher,
            new LocalReader(fetcher, new FeedParser(ParseLimits.DEFAULT), Readings.unrecorded()),
            clock,
            name);
    this.producer = new KafkaProducer<>(topics.answers(name));
    Properties reading = topics.consumer(name);
    reading.put("group.protocol", "consumer");
    reading.put("group.id", "freshet-terminals");
    reading.put("max.poll.records", String.valueOf(atOnce()));
    this.consumer = new KafkaConsumer<>(reading);
    this.beats = new Beats(producer, clock, this::here);
    boolean heard = beats.await(Duration.ofSeconds(20));
    this.thread = Thread.ofPlatform().name("work").unstarted(this::pull);
    if (!heard) {
      close();
      throw new BrokerAway("Kafka does not take messages within 20 s", null);
    }
    thread.start();
  }

  private int atOnce() {
    return Math.clamp(places / 4, 1, 100);
  }

  private Here here() {
    int underWay = places - free.availablePermits();
    return new Here(name, Role.TERMINAL, version, underWay, places, done.get(), TAKES);
  }

  /// Pieces of work finished since the start.
  public long done() {
    return done.get();
  }

  public String name() {
    return name;
  }

  private void pull() {
    consumer.subscribe(List.of(Topics.WORK), new Handover());
    long committed = System.nanoTime();
    long looked = committed;
    boolean open = false;
    while (!stopping) {
      try {
        ConsumerRecords<String, byte[]> some = awaitRoom() ? consumer.poll(MOST_WAIT) : attend();
        if (!some.isEmpty() && !isOurs()) continue;
        for (ConsumerRecord<String, byte[]> record : some) {
          open = true;
          if (isLate(record)) continue;
          try {
            begin(record);
          } catch (RuntimeException | OutOfMemoryError e) {
            log.error(
                "A piece of work is left out, by a mistake of ours (offset {})",
                record.offset(),
                e);
          }
        }
        if (open && System.nanoTime() - committed > COMMIT_EVERY.toNanos()) {
          commit();
          committed = System.nanoTime();
          open = false;
        }
        if (System.nanoTime() - looked > LOOK_EVERY.toNanos()) {
          breakOff();
          tellLate();
          looked = System.nanoTime();
        }
      } catch (WakeupException e) {
        // only close() wakes it up
      } catch (KafkaException e) {
        log.warn("No work can be had at the moment: {}", e.getMessage());
        pause(Duration.ofSeconds(1));
      } catch (RuntimeException | OutOfMemoryError e) {
        log.error("The reading of work failed by a mistake of ours, and goes on", e);
        pause(Duration.ofSeconds(1));
      }
    }
    try {
      consumer.close(); // hands over
    } catch (KafkaException e) {
      log.warn("Leaving the others: {}", e.getMessage());
    }
  }

  /// Whether there are places for all that one reading can bring, soon.
  private boolean awaitRoom() {
    try {
      boolean room = free.tryAcquire(atOnce(), ATTEND_EVERY.toMillis(), TimeUnit.MILLISECONDS);
      if (room) free.release(atOnce());
      return room;
    } catch (InterruptedException e) {
      return false; // Only close() ends this thread, and it does so by the flag.
    }
  }

  /// Takes no work, but part in giving partitions away and getting some. Not more often than need
  /// be: Kafka's client does not wait at all while it holds work that it may not hand out.
  private ConsumerRecords<String, byte[]> attend() {
    Set<TopicPartition> all = new HashSet<>(consumer.assignment());
    consumer.pause(all);
    try {
      return consumer.poll(Duration.ZERO);
    } finally {
      all.retainAll(consumer.assignment());
      consumer.resume(all);
    }
  }

  /// Whether it was too late already by the time at which the broker got it: then there is no need
  /// to read when it was to begin.
  private boolean isLate(ConsumerRecord<String, byte[]> record) {
    boolean over =
        record.timestampType() == TimestampType.LOG_APPEND_TIME
            && clock.until(record.timestamp()).plus(LeaseTimes.START).plus(BROKERS).isNegative();
    if (over) late++;
    return over;
  }

  private void commit() {
    BrokerClock.Mark sent = clock.mark();
    consumer.commitAsync((_, e) -> {
      if (e == null) ours = sent;
    });
  }

  /// Whether what was just read is ours to begin. A terminal that was stopped and wakes up goes on
  /// reading for a moment before it hears that others have its partitions: old work is too late by
  /// then, but new work has been begun by them already. A commit that the broker takes proves that
  /// it had not given our partitions away when it was sent, nor will for [#SURE] afterwards.
  private boolean isOurs() {
    BrokerClock.Mark begin = clock.mark();
    while (!stopping) {
      BrokerClock.Mark last = ours;
      if (last != null && clock.since(last).compareTo(SURE) < 0) return true;
      // By now it is too late to begin any of it.
      if (clock.since(begin).compareTo(LeaseTimes.START) > 0) return false;
      BrokerClock.Mark sent = clock.mark();
      try {
        consumer.commitSync(SURE);
        ours = sent;
      } catch (CommitFailedException e) {
        log.warn("Work is left to others: nothing was heard of this terminal for a while");
        return false;
      } catch (WakeupException e) {
        // only close() wakes it up
      } catch (KafkaException e) {
        log.info("It is asked again whether work is ours: {}", e.getMessage());
        pause(COMMIT_EVERY);
      }
    }
    return false;
  }

  private void tellLate() {
    if (late == 0) return;
    log.warn(
        "Left alone, as it was too late to begin them: {} pieces of work. If this goes on, more is"
            + " given than terminals can do",
        late);
    late = 0;
  }

  private void breakOff() {
    working.forEach((worker, endBy) -> {
      if (clock.until(endBy).plus(HANGS).isNegative()) worker.interrupt();
    });
  }

  private static void pause(Duration most) {
    try {
      Thread.sleep(most);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Gives partitions to another terminal.
  private final class Handover implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      try {
        consumer.commitSync(Duration.ofSeconds(3));
      } catch (KafkaException e) {
        // Whoever has them next would begin again what was begun here, unless it is too late for
        // it.
        log.warn("What was begun could not be written down: {}", e.getMessage());
        pause(LeaseTimes.START);
      }
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      log.warn("Others took over, as nothing was heard of this terminal for a while");
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
  }

  private void begin(ConsumerRecord<String, byte[]> record) {
    Message message;
    try {
      message = Messages.read(record.value());
    } catch (Messages.Unreadable e) {
      log.warn("A piece of work is left out: {}", e.getMessage());
      return;
    }
    switch (message) {
      case Work piece when work.isInTime(piece) -> begin(piece);
      case Work _ -> late++;
      case Message.Unknown(String request) when request != null ->
          send(request, new Message.HandedBack(request, name));
      default -> {}
    }
  }

  private void begin(Work piece) {
    awaitPlace();
    boolean begun = false;
    try {
      send(piece.request(), new Begun(piece.request(), name));
      Thread _ = Background.start(piece.sort().word(), () -> work(piece));
      begun = true;
    } finally {
      if (!begun) free.release();
    }
  }

  /// What hangs may be what has all of them.
  private void awaitPlace() {
    while (true) {
      try {
        if (free.tryAcquire(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) return;
      } catch (InterruptedException e) {
        // Only close() ends this thread, and it does so by the flag.
      }
      breakOff();
    }
  }

  private void work(Work piece) throws InterruptedException {
    working.put(Thread.currentThread(), piece.endBy());
    try {
      Message.Answered answer = work.answer(piece);
      if (answer != null) send(piece.request(), answer);
    } finally {
      working.remove(Thread.currentThread());
      done.incrementAndGet();
      free.release();
    }
  }

  private void send(String request, Message message) {
    byte[] bytes;
    try {
      bytes = Messages.write(message);
    } catch (Messages.TooLarge e) {
      if (!(message instanceof Message.Answered answer)) throw new AssertionError(e);
      log.warn("The answer to {} is not sent: {}", request, e.getMessage());
      send(request, tooLarge(answer));
      return;
    }
    try {
      var _ =
          producer.send(
              new ProducerRecord<>(Topics.RESULTS, request, bytes),
              (_, e) -> {
                if (e != null) log.warn("An answer was not sent: {}", e.getMessage());
              });
    } catch (KafkaException e) {
      log.warn("An answer was not sent: {}", e.getMessage());
    }
  }

  private static Message.Answered tooLarge(Message.Answered answer) {
    FetchOutcome instead =
        new Unreachable(
            Trouble.TOO_LARGE, "What this address says is too large to be sent by a terminal.");
    return new Message.Answered(
        answer.request(), answer.terminal(), answer.leg().with(instead), null);
  }

  /// Takes no more work, and finishes what it has begun.
  @Override
  public void close() {
    stopping = true;
    consumer.wakeup();
    try {
      if (thread.isAlive()) thread.join();
      else if (thread.getState() == Thread.State.NEW) consumer.close();
      boolean _ = free.tryAcquire(places, TO_FINISH.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    beats.close();
    producer.close(Duration.ofSeconds(5));
    fetcher.close();
  }
}
