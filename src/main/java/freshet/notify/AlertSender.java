package freshet.notify;

import freshet.alert.Mailer;
import freshet.alert.Messages;
import freshet.change.Background;
import freshet.change.Follower;
import freshet.fetch.HttpFetcher;
import freshet.fetch.PostOutcome;
import freshet.model.Alert;
import freshet.model.Rule;
import freshet.model.Rule.Way;
import freshet.store.Rules;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import freshet.text.Cut;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends the alerts that wait in the store. An alert is marked as sent after it was taken, so that
/// a kill between the two sends it twice and never not at all; its number tells a receiver that it
/// has it already. Where the store does not take the mark, only the mark is tried again.
public final class AlertSender implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AlertSender.class);

  /// After this many tries an alert waits for a person: about 18 hours after the first.
  public static final int MOST_TRIES = 8;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(30);
  private static final Duration LONGEST_WAIT = Duration.ofHours(6);
  private static final int A_PASS = 500;

  /// For alerts whose time has come.
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  private final Store store;
  private final HttpFetcher fetcher;
  private final @Nullable Mailer mailer;
  private final InstantSource clock;
  private final Set<Long> busy = ConcurrentHashMap.newKeySet();

  /// Taken by their receivers, and not yet marked so.
  private final Set<Long> taken = ConcurrentHashMap.newKeySet();

  private final Follower follower;

  /// @param mailer null if no mail server is set
  public AlertSender(
      Store store, HttpFetcher fetcher, @Nullable Mailer mailer, InstantSource clock) {
    this.store = store;
    this.fetcher = fetcher;
    this.mailer = mailer;
    this.clock = clock;
    this.follower =
        new Follower(
            "alerts", Duration.ZERO, LOOK_EVERY, this::pass, Set.of(StoreUnavailable.class));
  }

  public void start() {
    follower.start();
  }

  /// There may be something to send.
  public void wake() {
    follower.wake();
  }

  /// Each rule has a thread of its own: a slow receiver keeps nobody waiting but itself.
  private void pass() {
    Set<Long> passed = new TreeSet<>(busy);
    List<Alert> due;
    do {
      due = store.alerts().due(clock.instant(), passed, A_PASS);
      begin(due);
      for (Alert a : due) passed.add(a.rule());
    } while (due.size() == A_PASS);
  }

  private void begin(List<Alert> due) {
    Map<Long, List<Alert>> byRule =
        due.stream()
            .collect(Collectors.groupingBy(Alert::rule, LinkedHashMap::new, Collectors.toList()));
    byRule.forEach((id, alerts) -> {
      if (!busy.add(id)) return;
      Background.start(
          "alerts of rule " + id,
          () -> {
            try {
              send(id, alerts);
            } catch (StoreUnavailable e) {
              if (!follower.isClosed()) log.warn("Alerts wait for the store: {}", e.getMessage());
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
    List<Alert> due = alerts.stream().filter(a -> !taken.contains(a.id())).toList();
    sent(alerts.stream().filter(a -> taken.contains(a.id())).toList());
    if (due.isEmpty()) return;
    if (rule.way() == Way.EMAIL) {
      String trouble =
          mailer == null
              ? "No mail server is set (setting 'smtp')"
              : mailer.send(rule, due, clock.instant());
      if (trouble == null) sent(due);
      else failed(due, trouble, null);
      return;
    }
    for (int i = 0; i < due.size() && !follower.isClosed(); i++) {
      if (post(rule, due.get(i))) continue;
      // Whoever did not take one is not asked a hundred times more.
      Instant again = clock.instant().plus(waitAfter(due.get(i).tries() + 1));
      store.alerts().postpone(due.subList(i + 1, due.size()), again);
      return;
    }
  }

  private void sent(List<Alert> alerts) {
    if (alerts.isEmpty()) return;
    List<Long> ids = alerts.stream().map(Alert::id).toList();
    taken.addAll(ids);
    store.alerts().sent(alerts, clock.instant());
    taken.removeAll(ids);
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
        sent(List.of(alert));
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

  private void failed(List<Alert> alerts, String trouble, @Nullable Duration retryAfter) {
    for (Alert a : alerts) {
      int tries = a.tries() + 1;
      Duration wait = waitAfter(tries);
      if (retryAfter != null && retryAfter.compareTo(wait) > 0) {
        wait = retryAfter.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : retryAfter;
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
    return Cut.to(text.replaceAll("\\s+", " ").strip(), 300);
  }

  @Override
  public void close() {
    follower.close();
  }
}
