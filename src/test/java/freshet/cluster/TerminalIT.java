package freshet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.cluster.Message.Answered;
import freshet.cluster.Message.Poll;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.model.FeedUrl;
import freshet.model.FetchRequest;
import freshet.poll.FeedReader.Request;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A terminal on a real broker that is given three times as much as it can do in time.
final class TerminalIT {
  private static final int PLACES = 8;
  private static final int TAKES_MS = 200;
  private static final int TOO_MUCH = 720;
  private static final Duration TO_BEGIN = LeaseTimes.START;

  @TempDir Path folder;

  private final Queue<Long> asked = new ConcurrentLinkedQueue<>();
  private final MockWebServer web = new MockWebServer();

  private HttpFetcher fetcher(java.time.InstantSource clock) {
    return new HttpFetcher(
        new Identity("Freshet", "1", null),
        FetchLimits.DEFAULT,
        new Network(null, true),
        Politeness.NONE,
        clock,
        RandomGenerator.of("Xoshiro256PlusPlus"));
  }

  private void serve() throws Exception {
    web.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            asked.add(System.nanoTime());
            return new MockResponse.Builder()
                .code(304)
                .headersDelay(TAKES_MS, TimeUnit.MILLISECONDS)
                .build();
          }
        });
    web.start(InetAddress.getByName("0.0.0.0"), 0);
  }

  private void give(KafkaProducer<String, byte[]> producer, int number) throws Exception {
    String host = "127.0." + (1 + number / 200) + "." + (1 + number % 200);
    FeedUrl url = FeedUrl.of("http://" + host + ":" + web.getPort() + "/feed");
    long startBy = System.currentTimeMillis() + TO_BEGIN.toMillis();
    Poll poll =
        new Poll(
            "r" + number,
            startBy,
            startBy + 20_000,
            new Request(number, FetchRequest.of(url), host, null),
            List.of(),
            Duration.ZERO,
            true);
    var _ = producer.send(new ProducerRecord<>(Topics.WORK, host, Messages.write(poll)));
  }

  private static long cpuOf(String thread) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (long id : threads.getAllThreadIds()) {
      var info = threads.getThreadInfo(id);
      if (info != null && info.getThreadName().equals(thread)) sum += threads.getThreadCpuTime(id);
    }
    return sum;
  }

  @Test
  void tooMuchWorkIsDoneAsFarAsItCanBeAndCostsNothing() throws Exception {
    serve();
    try (Broker broker = Broker.start(folder)) {
      Topics topics = new Topics(broker.address(), Map.of());
      try (Terminal _ =
              Terminal.start(broker.address(), Map.of(), "t", "1", this::fetcher, PLACES);
          var producer = new KafkaProducer<String, byte[]>(topics.producer("test"));
          var consumer = new KafkaConsumer<String, byte[]>(topics.consumer("test"))) {
        List<TopicPartition> all =
            IntStream.range(0, Topics.RESULT_PARTITIONS)
                .mapToObj(p -> new TopicPartition(Topics.RESULTS, p))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        List<String> answered = new ArrayList<>();
        give(producer, 0);
        await()
            .atMost(Duration.ofSeconds(30))
            .pollInSameThread()
            .until(() -> read(consumer, answered).contains("r0"));

        asked.clear();
        long begun = System.nanoTime();
        for (int i = 1; i <= TOO_MUCH; i++) give(producer, i);
        producer.flush();
        long given = System.nanoTime();
        long cpu = cpuOf("work");
        Thread.sleep(TO_BEGIN.plusSeconds(4));
        long spent = Duration.ofNanos(cpuOf("work") - cpu).toMillis();

        // Of 8 places each does 5 a second, for six seconds: 240. The rest is left alone.
        assertThat(asked.size()).isBetween(120, 260);
        long last = asked.stream().mapToLong(Long::longValue).max().orElseThrow();
        assertThat(Duration.ofNanos(last - given)).isLessThan(TO_BEGIN.plusMillis(500));
        assertThat(Duration.ofNanos(last - begun)).isGreaterThan(TO_BEGIN.dividedBy(2));
        // It waits for places; it does not look for them.
        assertThat(spent).isLessThan(1_500);

        for (int i = TOO_MUCH + 1; i <= TOO_MUCH + PLACES; i++) give(producer, i);
        await()
            .atMost(Duration.ofSeconds(5))
            .pollInSameThread()
            .until(() -> read(consumer, answered).contains("r" + (TOO_MUCH + PLACES)));
        await()
            .atMost(Duration.ofSeconds(5))
            .pollInSameThread()
            .until(() -> read(consumer, answered).size() == asked.size() + 1);
        assertThat(answered).doesNotHaveDuplicates();
      }
    } finally {
      web.close();
    }
  }

  private static List<String> read(KafkaConsumer<String, byte[]> consumer, List<String> answered)
      throws Exception {
    for (var record : consumer.poll(Duration.ofMillis(100))) {
      if (Messages.read(record.value()) instanceof Answered a) answered.add(a.request());
    }
    return answered;
  }
}
