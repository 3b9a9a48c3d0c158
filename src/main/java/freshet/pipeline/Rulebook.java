package freshet.pipeline;

import freshet.alert.MailServer;
import freshet.model.FeedUrl;
import freshet.model.Rule;
import freshet.model.Rule.Way;
import freshet.model.Secret;
import freshet.search.IndexDamaged;
import freshet.search.SearchQuery;
import freshet.store.Rules;
import freshet.store.Sight;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the rules and tries them on every new entry, once the search finds it. How far a rule has
/// come is written together with what came of it, so after a kill it goes on where it was: nothing
/// is missed and nothing happens twice.
public final class Rulebook implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Rulebook.class);
  private static final int BATCH = 500;

  /// A rule is tried on so many entries before it is saved.
  public static final int TRIED_ON = 1000;

  public static final int MOST_RULES = 500;
  public static final int MOST_TAG = 60;
  private static final int SHOWN = 10;
  private static final Duration OLDEST_NEWS = Duration.ofDays(2);

  private final Store store;
  private final Searching searching;
  private final AlertSender sender;
  private final boolean canMail;
  private final LocalTime dailyAt;
  private final ZoneId zone;
  private final InstantSource clock;
  private final Semaphore news = new Semaphore(0);
  private final Thread thread;
  private volatile boolean closed;

  /// A rule that cannot be kept.
  public static final class Wrong extends RuntimeException {
    public final String field;

    Wrong(String field, String sentence) {
      super(sentence);
      this.field = field;
    }
  }

  /// When a daily mail goes out, and whether mail can be sent at all.
  public record Mail(boolean canBeSent, LocalTime dailyAt, ZoneId zone) {}

  public Rulebook(
      Store store, Searching searching, AlertSender sender, Mail mail, InstantSource clock) {
    this.store = store;
    this.searching = searching;
    this.sender = sender;
    this.canMail = mail.canBeSent();
    this.dailyAt = mail.dailyAt();
    this.zone = mail.zone();
    this.clock = clock;
    this.thread = Thread.ofPlatform().daemon().name("rulebook").unstarted(this::run);
  }

  public void start() {
    searching.keeper().indexed().listen(_ -> news.release());
    news.release();
    thread.start();
  }

  public boolean canMail() {
    return canMail;
  }

  private void run() {
    while (!closed) {
      try {
        news.acquire();
        news.drainPermits();
        if (!closed) pass();
      } catch (InterruptedException e) {
        return;
      } catch (IndexDamaged | StoreUnavailable e) {
        if (!closed) log.warn("Rules wait: {}", e.getMessage());
      }
    }
  }

  /// Each rule on a thread of its own: one that breaks keeps none of the others.
  private void pass() throws InterruptedException {
    long upTo = searching.keeper().findable();
    for (Rules.Owned owned : store.rules().everybody()) {
      Rule rule = owned.rule();
      if (rule.enabled()) {
        Sight sight = store.subscriptions().sight(owned.account());
        Errand.start("rule " + rule.id(), () -> follow(sight, rule, upTo)).join();
      }
    }
  }

  private void follow(Sight sight, Rule rule, long upTo) {
    int raised = 0;
    try {
      raised = matched(sight, rule, upTo);
    } catch (IndexDamaged | StoreUnavailable e) {
      if (!closed) log.warn("Rule {} waits: {}", rule.id(), e.getMessage());
    }
    if (raised > 0) sender.wake();
  }

  private int matched(Sight sight, Rule rule, long upTo) {
    int raised = 0;
    long seen = store.rules().seen(rule.id());
    while (!closed && seen < upTo) {
      List<Long> ids = store.rules().entries(seen, upTo, BATCH);
      if (ids.isEmpty()) break;
      List<Long> own = sight.all() ? ids : store.subscriptions().entries(sight.account(), ids);
      List<Long> fit =
          searching.finder().matching(rule.query(), sight, own).stream().sorted().toList();
      seen = ids.getLast();
      Instant now = clock.instant();
      Instant at = now;
      if (rule.daily()) at = nextDaily(now, dailyAt, zone);
      if (rule.weekly()) at = nextWeekly(now, dailyAt, zone);
      raised +=
          store
              .rules()
              .matched(sight.account(), rule, seen, fit, new Rules.Telling(now, at, OLDEST_NEWS));
    }
    return raised;
  }

  static Instant nextDaily(Instant now, LocalTime at, ZoneId zone) {
    ZonedDateTime here = now.atZone(zone);
    ZonedDateTime today = here.with(at);
    return (today.isAfter(here) ? today : here.plusDays(1).with(at)).toInstant();
  }

  /// Monday, at the time of the daily mails.
  static Instant nextWeekly(Instant now, LocalTime at, ZoneId zone) {
    ZonedDateTime here = now.atZone(zone);
    ZonedDateTime monday = here.with(TemporalAdjusters.nextOrSame(DayOfWeek.MONDAY)).with(at);
    return (monday.isAfter(here) ? monday : monday.plusWeeks(1)).toInstant();
  }

  /// What a rule would have done.
  ///
  /// @param of how many of the newest entries it was tried on
  /// @param newest some of those that fit, the newest first
  public record Trial(SearchQuery query, int matched, int of, List<freshet.model.Entry> newest) {}

  /// Tries a query on the newest entries.
  public Trial tried(long account, String query) {
    checkQuery(query);
    Sight sight = store.subscriptions().sight(account);
    List<Long> last = store.rules().lastEntries(sight, searching.keeper().findable(), TRIED_ON);
    List<Long> fit = last.isEmpty() ? List.of() : searching.finder().matching(query, sight, last);
    return new Trial(
        searching.finder().read(query),
        fit.size(),
        last.size(),
        fit.stream()
            .sorted((a, b) -> Long.compare(b, a))
            .limit(SHOWN)
            .map(id -> store.entries().find(id))
            .flatMap(Optional::stream)
            .toList());
  }

  /// Keeps a rule: a new one if its number is 0.
  ///
  /// @throws Wrong if it cannot be
  /// @return empty if there is no rule of this number
  public Optional<Rule> save(long account, Rule wish) {
    Rule rule = checked(account, wish);
    if (rule.id() == 0) {
      if (store.rules().all(account).size() >= MOST_RULES) {
        throw new Wrong("name", "there are " + MOST_RULES + " rules already, which is the most");
      }
      return Optional.of(store.rules().add(account, rule));
    }
    if (!store.rules().change(account, rule)) return Optional.empty();
    news.release();
    return store.rules().find(account, rule.id());
  }

  private static void checkQuery(String query) {
    if (query.isBlank() || query.length() > 1000) {
      throw new Wrong("query", "must be a query of at most 1000 characters");
    }
  }

  private Rule checked(long account, Rule r) {
    String name = r.name().strip();
    if (name.isEmpty() || name.length() > 200) {
      throw new Wrong("name", "must be a text of at most 200 characters");
    }
    checkQuery(r.query());
    if (r.actions().isEmpty()) {
      throw new Wrong("actions", "must name at least one of alert, star, read, hide, tag");
    }
    if ((r.daily() || r.weekly()) && r.way() != Way.EMAIL) {
      throw new Wrong(r.daily() ? "daily" : "weekly", "is for e-mail only");
    }
    String tag = r.tag() == null || r.tag().isBlank() ? null : r.tag().strip();
    boolean tags = r.actions().contains(Rule.Action.TAG);
    if (tags && (tag == null || tag.length() > MOST_TAG || tag.chars().anyMatch(c -> c < ' '))) {
      throw new Wrong("tag", "must be a word or a few, at most " + MOST_TAG + " characters");
    }
    String secret = r.secret() == null || r.secret().isBlank() ? null : r.secret().strip();
    if (secret != null
        && (secret.length() > 300 || !secret.chars().allMatch(c -> c > ' ' && c < 0x7f))) {
      throw new Wrong("secret", "must be plain characters without blanks, at most 300");
    }
    return new Rule(
        r.id(),
        name,
        r.query().strip(),
        r.actions(),
        r.way(),
        target(r),
        secret(account, r, secret),
        r.daily(),
        r.enabled(),
        r.added(),
        tags ? tag : null,
        r.weekly());
  }

  private @Nullable String target(Rule r) {
    String target = r.target() == null ? "" : r.target().strip();
    switch (r.way()) {
      case LIST -> {
        return null;
      }
      case EMAIL -> {
        if (!MailServer.isMailAddress(target)) {
          throw new Wrong("target", "must be an e-mail address");
        }
        if (!canMail) {
          throw new Wrong(
              "way", "cannot be 'email': no mail server is set (settings 'smtp' and 'mail.from')");
        }
        return target;
      }
      case WEBHOOK, NTFY, GOTIFY -> {
        try {
          return FeedUrl.of(target).toString();
        } catch (IllegalArgumentException e) {
          throw new Wrong("target", "must be a web address: " + e.getMessage());
        }
      }
    }
    throw new AssertionError(r.way());
  }

  /// What is not given anew stays, as long as it is for the same receiver.
  private @Nullable String secret(long account, Rule r, @Nullable String given) {
    if (r.way() == Way.LIST || r.way() == Way.EMAIL) return null;
    if (given != null) return given;
    Optional<Rule> known = r.id() == 0 ? Optional.empty() : store.rules().find(account, r.id());
    if (known.isPresent()
        && known.get().way() == r.way()
        && Objects.equals(known.get().target(), target(r))) {
      return known.get().secret();
    }
    if (r.way() == Way.GOTIFY) {
      throw new Wrong("secret", "must be the token of the application in Gotify");
    }
    if (r.way() == Way.NTFY) return null;
    return Secret.random();
  }

  /// Tries an alert again.
  public boolean retry(long account, long alert) {
    boolean found = store.alerts().retry(account, alert, clock.instant());
    if (found) sender.wake();
    return found;
  }

  /// Tries all alerts again that were given up.
  public int retryDead(long account) {
    int n = store.alerts().retryDead(account, clock.instant());
    if (n > 0) sender.wake();
    return n;
  }

  @Override
  public void close() {
    closed = true;
    news.release();
    try {
      if (thread.isAlive()) thread.join(Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
