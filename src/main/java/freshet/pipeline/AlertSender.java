package freshet.pipeline;

import freshet.alert.Mailer;
import freshet.alert.Messages;
import freshet.fetch.HttpFetcher;
import freshet.fetch.PostOutcome;
import freshet.model.Alert;
import freshet.model.Rule;
import freshet.model.Rule.Way;
import freshet.store.Rules;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends the alerts that wait in the store. An alert is marked as sent after it was taken, so that
/// a kill between the two sends it twice and never not at all; its number tells a receiver that it
/// has it already.
public final class AlertSender implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AlertSender.class);

  /// After this many tries an alert waits for a person: about 18 hours after the first.
  public static final int MOST_TRIES = 8;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(30);
  private static final Duration LONGEST_WAIT = Duration.ofHours(6);
  private static final int A_PASS = 500;

  private final Store store;
  private final HttpFetcher fetcher;
  private final @Nullable Mailer mailer;
  private final InstantSource clock;
  private final Semaphore news = new Semaphore(0);
  private final Set<Long> busy = ConcurrentHashMap.newKeySet();
  private final Thread thread;
  private volatile boolean closed;

  /// @param mailer null if no mail server is set
  public AlertSender(
      Store store, HttpFetcher fetcher, @Nullable Mailer mailer, InstantSource clock) {
    this.store = store;
    this.fetcher = fetcher;
    this.mailer = mailer;
    this.clock = clock;
    this.thread = Thread.ofPlatform().daemon().name("alert-sender").unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /// There may be something to send.
  public void wake() {
    news.release();
  }

  private void run() {
    while (!closed) {
      try {
        if (news.tryAcquire(5, TimeUnit.SECONDS)) news.drainPermits();
        if (!closed) pass();
      } catch (InterruptedException e) {
        return;
      } catch (StoreUnavailable e) {
        if (!closed) log.warn("Alerts wait for the store: {}", e.getMessage());
      }
    }
  }

  /// Each rule has a thread of its own: a slow receiver keeps nobody waiting but itself.
  private void pass() {
    Map<Long, List<Alert>> byRule =
        store.alerts().due(clock.instant(), A_PASS).stream()
            .collect(Collectors.groupingBy(Alert::rule, LinkedHashMap::new, Collectors.toList()));
    byRule.forEach((id, alerts) -> {
      if (!busy.add(id)) return;
      Errand.start(
          "alerts of rule " + id,
          () -> {
            try {
              send(id, alerts);
            } catch (StoreUnavailable e) {
              if (!closed) log.warn("Alerts wait for the store: {}", e.getMessage());
            } finally {
              busy.remove(id);
              if (alerts.size() > 1) wake();
            }
          });
    });
  }

  private void send(long id, List<Alert> alerts) throws InterruptedException {
    Optional<Rule> found = store.rules().owned(id).map(Rules.Owned::rule);
    if (found.isEmpty()) return;
    Rule rule = found.get();
    if (rule.way() == Way.LIST) {
      store.alerts().sent(alerts, clock.instant());
      return;
    }
    if (rule.way() == Way.EMAIL) {
      String trouble =
          mailer == null
              ? "No mail server is set (setting 'smtp')"
              : mailer.send(rule, alerts, clock.instant());
      if (trouble == null) store.alerts().sent(alerts, clock.instant());
      else failed(alerts, trouble, null);
      return;
    }
    for (int i = 0; i < alerts.size() && !closed; i++) {
      if (post(rule, alerts.get(i))) continue;
      // Whoever did not take one is not asked a hundred times more.
      Instant again = clock.instant().plus(waitAfter(alerts.get(i).tries() + 1));
      store.alerts().postpone(alerts.subList(i + 1, alerts.size()), again);
      return;
    }
  }

  private boolean post(Rule rule, Alert alert) throws InterruptedException {
    PostOutcome outcome;
    try {
      outcome = fetcher.post(Messages.of(rule, alert));
    } catch (IllegalArgumentException e) {
      outcome = new PostOutcome.Failed(String.valueOf(e.getMessage()));
    }
    switch (outcome) {
      case PostOutcome.Taken _ -> {
        store.alerts().sent(List.of(alert), clock.instant());
        return true;
      }
      case PostOutcome.Declined d ->
          failed(
              List.of(alert),
              "Answered with " + d.status() + (d.says().isEmpty() ? "" : ": " + line(d.says())),
              d.retryAfter());
      case PostOutcome.Failed f -> failed(List.of(alert), line(f.reason()), null);
    }
    return false;
  }

  private void failed(List<Alert> alerts, String trouble, @Nullable Duration wish) {
    for (Alert a : alerts) {
      int tries = a.tries() + 1;
      Duration wait = waitAfter(tries);
      if (wish != null && wish.compareTo(wait) > 0) {
        wait = wish.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wish;
      }
      Instant again = tries >= MOST_TRIES ? null : clock.instant().plus(wait);
      store.alerts().failed(List.of(a), trouble, again);
    }
    log.info("{} alerts were not taken: {}", alerts.size(), trouble);
  }

  /// 30 s, 2 min, 8 min, 32 min, 2 h, then 6 h.
  static Duration waitAfter(int tries) {
    Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(20, 2 * (tries - 1)));
    return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
  }

  private static String line(String text) {
    String line = text.replaceAll("\\s+", " ").strip();
    return line.length() > 300 ? line.substring(0, 299) + "…" : line;
  }

  @Override
  public void close() {
    closed = true;
    wake();
    try {
      if (thread.isAlive()) thread.join(Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
