package freshet.cluster;

import freshet.cluster.Message.Answered;
import freshet.cluster.Message.Poll;
import freshet.fetch.FetchLimits;
import freshet.model.FeedUrl;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import freshet.poll.FeedReader;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Queue;
import java.util.UUID;
import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/// Gives terminals work at a steady rate, as a controller would, but without planning and storing:
/// so that a terminal and not a controller is what is measured. As with a controller a host has one
/// piece of work away at a time, and is asked again when its gap after the answer, or its lease, is
/// over.
public final class TerminalLoad {
  /// With what chance adds to a second.
  private static final Duration GAP = Duration.ofMillis(1_250);

  private static final Duration LEASE = LeaseTimes.of(FetchLimits.DEFAULT).whole();

  /// A host's first answer takes a second more: its robots.txt, and the gap after that.
  private static final Duration FIRST_ROUND = Duration.ofSeconds(20);

  private final KafkaProducer<String, byte[]> producer;
  private final KafkaConsumer<String, byte[]> consumer;
  private final IntFunction<String> address;
  private final Map<String, Away> away = new LinkedHashMap<>();
  private final Queue<Ready> ready = new PriorityQueue<>(Comparator.comparingLong(Ready::at));
  private long sent;
  private long answers;
  private long lost;

  /// A piece of work.
  private record Away(int host, long until) {}

  /// A host that may be asked from then on.
  private record Ready(int host, long at) {}

  private TerminalLoad(
      KafkaProducer<String, byte[]> producer,
      KafkaConsumer<String, byte[]> consumer,
      IntFunction<String> address,
      int hosts) {
    this.producer = producer;
    this.consumer = consumer;
    this.address = address;
    long now = System.nanoTime();
    for (int host = 0; host < hosts; host++) ready.add(new Ready(host, now));
  }

  /// @param cpuMillis of the terminal for each poll
  /// @param lost pieces of work that were not answered while their lease lasted, in all
  public record Result(double perSecond, double cpuMillis, long lost) {}

  /// @param address of a feed at each host
  /// @param rate pieces of work a second
  /// @param cpu seconds that the terminal has used
  public static Result run(
      String brokers,
      IntFunction<String> address,
      int hosts,
      int rate,
      Duration warmUp,
      Duration measured,
      DoubleSupplier cpu)
      throws InterruptedException {
    Topics topics = new Topics(brokers, Map.of());
    topics.make();
    Properties reading = topics.consumer("load");
    try (var consumer = new KafkaConsumer<String, byte[]>(reading);
        var producer = new KafkaProducer<String, byte[]>(topics.producer("load"))) {
      List<TopicPartition> all =
          IntStream.range(0, Topics.RESULT_PARTITIONS)
              .mapToObj(p -> new TopicPartition(Topics.RESULTS, p))
              .toList();
      consumer.assign(all);
      consumer.seekToEnd(all);
      consumer.poll(Duration.ofMillis(500));
      TerminalLoad load = new TerminalLoad(producer, consumer, address, hosts);
      while (load.answers == 0) load.run(10, Duration.ofSeconds(1));
      load.run(hosts / (int) FIRST_ROUND.toSeconds(), FIRST_ROUND);
      load.run(rate, warmUp);
      long before = load.answers;
      double cpuBefore = cpu.getAsDouble();
      long since = System.nanoTime();
      load.run(rate, measured);
      double done = (double) load.answers - before;
      double seconds = (System.nanoTime() - since) / 1e9;
      return new Result(done / seconds, (cpu.getAsDouble() - cpuBefore) * 1000 / done, load.lost);
    }
  }

  private void run(int rate, Duration time) {
    long begin = System.nanoTime();
    long first = sent;
    while (System.nanoTime() - begin < time.toNanos()) {
      long now = System.nanoTime();
      long due = first + (long) ((now - begin) / 1e9 * rate);
      while (sent < due && !ready.isEmpty() && ready.element().at <= now) {
        int host = ready.remove().host;
        away.put(send(address.apply(host), sent++), new Away(host, now + LEASE.toNanos()));
      }
      for (var record : consumer.poll(Duration.ofMillis(20))) came(record.value());
      giveUp();
    }
  }

  private void came(byte[] message) {
    try {
      if (!(Messages.read(message) instanceof Answered answer)) return;
      Away piece = away.remove(answer.request());
      if (piece == null) return;
      answers++;
      ready.add(new Ready(piece.host, System.nanoTime() + GAP.toNanos()));
    } catch (Messages.Unreadable e) {
      throw new AssertionError(e);
    }
  }

  /// What was sent first ends first.
  private void giveUp() {
    var all = away.values().iterator();
    while (all.hasNext()) {
      Away piece = all.next();
      if (piece.until > System.nanoTime()) return;
      all.remove();
      lost++;
      ready.add(new Ready(piece.host, piece.until));
    }
  }

  /// The same clock is right for both on one machine.
  private String send(String address, long number) {
    FeedUrl url = FeedUrl.of(address);
    var asked = new FetchRequest(url, new Validators("\"3\"", null), 0, Map.of());
    long now = System.currentTimeMillis();
    Poll work =
        new Poll(
            UUID.randomUUID().toString(),
            now + 6_000,
            now + 68_000,
            new FeedReader.Request(number, asked, url.host(), null),
            List.of(),
            Duration.ZERO,
            true);
    try {
      var _ = producer.send(new ProducerRecord<>(Topics.WORK, url.host(), Messages.write(work)));
      return work.request();
    } catch (Messages.TooLarge e) {
      throw new AssertionError(e);
    }
  }
}
