package freshet.cluster;

import freshet.cluster.Message.Here;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says every few seconds that this program is there, and learns from the broker's stamp on it what
/// time it is there.
final class Beats implements AutoCloseable {
  static final Duration EVERY = Duration.ofSeconds(2);
  private static final Logger log = LoggerFactory.getLogger(Beats.class);

  private final Producer<String, byte[]> producer;
  private final BrokerClock clock;
  private final Supplier<Here> here;
  private final Thread thread;
  private final CountDownLatch first = new CountDownLatch(1);
  private volatile boolean stopping;

  Beats(Producer<String, byte[]> producer, BrokerClock clock, Supplier<Here> here) {
    this.producer = producer;
    this.clock = clock;
    this.here = here;
    this.thread = Thread.ofPlatform().name("beats").daemon().start(this::beat);
  }

  /// Waits until the broker was heard of.
  boolean await(Duration most) throws InterruptedException {
    return first.await(most.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void beat() {
    try {
      while (!stopping) {
        send();
        Thread.sleep(EVERY);
      }
    } catch (InterruptedException e) {
      // only close() interrupts
    }
  }

  private void send() {
    try {
      Here now = here.get();
      BrokerClock.Mark sent = clock.mark();
      var _ =
          producer.send(
              new ProducerRecord<>(Topics.ROSTER, 0, now.name(), Messages.write(now)),
              (stamped, e) -> {
                if (e != null) {
                  log.warn("Kafka did not take word that we are here: {}", e.getMessage());
                  return;
                }
                clock.measured(sent, stamped.timestamp());
                first.countDown();
              });
    } catch (org.apache.kafka.common.KafkaException | Messages.TooLarge e) {
      log.warn("Kafka did not take word that we are here: {}", e.getMessage());
    } catch (RuntimeException | OutOfMemoryError e) {
      log.error("No word that we are here could be sent, by a mistake of ours", e);
    }
  }

  @Override
  public void close() {
    stopping = true;
    thread.interrupt();
  }
}
