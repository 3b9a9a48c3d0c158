package freshet.cluster;

import freshet.cluster.Message.Answered;
import freshet.cluster.Message.Poll;
import freshet.model.FeedUrl;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import freshet.poll.FeedReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/// Gives terminals work at a steady rate, as a controller would, but without planning and storing:
/// so that a terminal and not a controller is what is measured.
public final class TerminalLoad {
  private TerminalLoad() {}

  /// @param cpuMillis of the terminal for each poll
  /// @param lost pieces of work that were not answered
  public record Result(double perSecond, double cpuMillis, long lost) {}

  /// Feeds are asked in turn, so each host rests as long as a round of all hosts lasts.
  ///
  /// @param address of a feed; those that follow each other are on different hosts
  /// @param rate pieces of work a second
  /// @param cpu seconds that the terminal has used
  public static Result run(
      String brokers,
      IntFunction<String> address,
      int feeds,
      int rate,
      Duration warmUp,
      Duration measured,
      DoubleSupplier cpu)
      throws InterruptedException {
    Topics topics = new Topics(brokers, Map.of());
    topics.make();
    long answers = 0;
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
      long begin = System.nanoTime();
      long sent = 0;
      long atFirst = -1;
      double cpuAtFirst = 0;
      long since = 0;
      while (true) {
        long now = System.nanoTime();
        if (atFirst < 0 && now - begin > warmUp.toNanos()) {
          atFirst = answers;
          cpuAtFirst = cpu.getAsDouble();
          since = now;
        }
        if (atFirst >= 0 && now - since > measured.toNanos()) {
          long done = answers - atFirst;
          double seconds = (now - since) / 1e9;
          return new Result(
              done / seconds, (cpu.getAsDouble() - cpuAtFirst) * 1000 / done, sent - answers);
        }
        while (sent < (now - begin) / 1e9 * rate) {
          send(producer, address.apply((int) (sent % feeds)), sent++);
        }
        for (var record : consumer.poll(Duration.ofMillis(20))) {
          try {
            if (Messages.read(record.value()) instanceof Answered) answers++;
          } catch (Messages.Unreadable e) {
            throw new AssertionError(e);
          }
        }
      }
    }
  }

  /// The same clock is right for both on one machine.
  private static void send(KafkaProducer<String, byte[]> producer, String address, long number) {
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
    } catch (Messages.TooLarge e) {
      throw new AssertionError(e);
    }
  }
}
