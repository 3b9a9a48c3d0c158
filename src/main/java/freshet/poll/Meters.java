package freshet.poll;

import freshet.bound.ReadingPool;
import freshet.model.FeedCounts;
import freshet.model.PollRecord;
import freshet.store.Store;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// What is measured while Freshet runs, as Prometheus reads it.
public final class Meters {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<PollRecord.Outcome, Counter> polls = new EnumMap<>(PollRecord.Outcome.class);
  private final Counter added = registry.counter("freshet.entries.new");
  private final Counter edited = registry.counter("freshet.entries.edited");
  private final Counter bytes = registry.counter("freshet.fetched.bytes");
  private final Counter pushes = registry.counter("freshet.pushes");
  private final Timer took =
      Timer.builder("freshet.poll.seconds")
          .description("From asking a server to the end of its answer")
          .publishPercentiles(0.5, 0.95)
          .register(registry);
  private final DistributionSummary delay =
      DistributionSummary.builder("freshet.delay.seconds")
          .description("From the publication of an entry to its being stored")
          .publishPercentiles(0.5, 0.95)
          .register(registry);
  private final Timer lag =
      Timer.builder("freshet.queue.lag.seconds")
          .description("From the schedule's choice of a feed to the request")
          .publishPercentiles(0.5, 0.95)
          .register(registry);
  private final Store store;
  private @Nullable FeedCounts counted;
  private long countedAt;
  final AtomicInteger underWay = new AtomicInteger();

  public Meters(Store store) {
    this.store = store;
    for (PollRecord.Outcome o : PollRecord.Outcome.values()) {
      polls.put(o, registry.counter("freshet.polls", "outcome", o.word()));
    }
    FunctionCounter.builder("freshet.mistakes", LoggedErrors.counted(), LoggedErrors::count)
        .description("Errors in the log, each a mistake of ours")
        .register(registry);
    FunctionCounter.builder("freshet.readings.stopped", ReadingPool.shared(), ReadingPool::stopped)
        .description("Feeds, pages and lists that took too long or too much memory to read")
        .register(registry);
    FunctionCounter.builder(
            "freshet.readings.abandoned", ReadingPool.shared(), ReadingPool::abandoned)
        .description("Those of them that did not stop when they were told to")
        .register(registry);
    Gauge.builder("freshet.polls.under.way", underWay, AtomicInteger::get).register(registry);
    Gauge.builder("freshet.store.waiting.writes", store, Store::waitingWrites).register(registry);
    counts("active", FeedCounts::active);
    counts("paused", FeedCounts::paused);
    counts("retired", FeedCounts::retired);
    counts("failing", FeedCounts::failing);
    Gauge.builder("freshet.entries", this, m -> (double) m.counts().entries()).register(registry);
  }

  private void counts(String state, ToLongFunction<FeedCounts> of) {
    Gauge.builder("freshet.feeds", this, m -> (double) of.applyAsLong(m.counts()))
        .tag("state", state)
        .register(registry);
  }

  /// Counted once for all gauges of a scrape.
  private synchronized FeedCounts counts() {
    long now = System.nanoTime();
    if (counted == null || now - countedAt > 500_000_000L) {
      counted = store.feeds().counts();
      countedAt = now;
    }
    return counted;
  }

  void polled(PollRecord poll, int newEntries, int editedEntries) {
    Counter counter = polls.get(poll.outcome());
    if (counter != null) counter.increment();
    added.increment(newEntries);
    edited.increment(editedEntries);
    bytes.increment((double) poll.bytes());
    took.record(poll.took());
  }

  void pushed(int newEntries, int editedEntries) {
    pushes.increment();
    added.increment(newEntries);
    edited.increment(editedEntries);
  }

  /// A page behind an entry was looked at.
  ///
  /// @param outcome in a word
  public void article(String outcome) {
    registry.counter("freshet.articles", "outcome", outcome).increment();
  }

  void delayed(Duration d) {
    delay.record(d.toMillis() / 1000.0);
  }

  void lagged(Duration d) {
    // A clock that was set back in between would make it negative.
    lag.record(d.isNegative() ? Duration.ZERO : d);
  }

  /// The text that Prometheus asks for.
  public String scrape() {
    return registry.scrape();
  }
}
