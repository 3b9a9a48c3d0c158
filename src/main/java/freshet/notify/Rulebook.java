package freshet.notify;

import freshet.catalog.Catalog;
import freshet.change.Background;
import freshet.change.Follower;
import freshet.model.Rule;
import freshet.model.Visibility;
import freshet.search.IndexUnavailable;
import freshet.store.Articles;
import freshet.store.Rules;
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
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tries the rules on every new entry, once the search finds it. How far a rule has come is written
/// together with what came of it, so after a kill it goes on where it was: nothing is missed and
/// nothing happens twice.
public final class Rulebook implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Rulebook.class);
  private static final int BATCH = 500;
  private static final Duration OLDEST_RAISED = Duration.ofDays(2);

  /// A rule that had to wait for the store is tried again, even if nothing new comes.
  private static final Duration LOOK_EVERY = Duration.ofMinutes(1);

  private final Store store;
  private final Catalog catalog;
  private final AlertSender sender;
  private final boolean canMail;
  private final LocalTime dailyAt;
  private final ZoneId zone;
  private final InstantSource clock;
  private final Follower follower;

  /// When a daily mail goes out, and whether mail can be sent at all.
  public record Mail(boolean canBeSent, LocalTime dailyAt, ZoneId zone) {}

  public Rulebook(
      Store store, Catalog catalog, AlertSender sender, Mail mail, InstantSource clock) {
    this.store = store;
    this.catalog = catalog;
    this.sender = sender;
    this.canMail = mail.canBeSent();
    this.dailyAt = mail.dailyAt();
    this.zone = mail.zone();
    this.clock = clock;
    this.follower =
        new Follower(
            "rules",
            Duration.ZERO,
            LOOK_EVERY,
            this::pass,
            Set.of(IndexUnavailable.class, StoreUnavailable.class));
  }

  public void start() {
    catalog.keeper().indexed().listen(_ -> follower.wake());
    follower.start();
  }

  public boolean canMail() {
    return canMail;
  }

  /// Each rule on a thread of its own: one that breaks keeps none of the others.
  private void pass() throws InterruptedException {
    long upTo = catalog.keeper().findable();
    long upToArticle = catalog.keeper().findableArticle();
    for (Rules.Owned owned : store.rules().everybody()) {
      Rule rule = owned.rule();
      if (rule.enabled()) {
        Visibility visibility = store.subscriptions().visibility(owned.account());
        Background.start("rule " + rule.id(), () -> follow(visibility, rule, upTo, upToArticle))
            .join();
      }
    }
  }

  private void follow(Visibility visibility, Rule rule, long upTo, long upToArticle) {
    int raised = 0;
    try {
      raised = matched(visibility, rule, upTo);
      raised += matchedArticles(visibility, rule, upToArticle);
    } catch (IndexUnavailable | StoreUnavailable e) {
      if (!follower.isClosed()) log.warn("Rule {} waits: {}", rule.id(), e.getMessage());
    }
    if (raised > 0) sender.wake();
  }

  private int matched(Visibility visibility, Rule rule, long upTo) {
    int raised = 0;
    long seen = store.rules().seen(rule.id());
    while (!follower.isClosed() && seen < upTo) {
      List<Long> ids = store.rules().entries(seen, upTo, BATCH);
      if (ids.isEmpty()) break;
      seen = ids.getLast();
      raised +=
          store
              .rules()
              .matched(
                  visibility.account(), rule, seen, fitting(visibility, rule, ids), raising(rule));
    }
    return raised;
  }

  /// Entries that the rule did not fit before their articles came.
  private int matchedArticles(Visibility visibility, Rule rule, long upTo) {
    int raised = 0;
    long seen = store.rules().seenArticle(rule.id());
    Instant since = clock.instant().minus(OLDEST_RAISED);
    while (!follower.isClosed() && seen < upTo) {
      List<Articles.Arrival> some = store.rules().articles(rule.id(), seen, upTo, since, BATCH);
      boolean all = some.size() < BATCH;
      List<Long> ids = some.stream().map(Articles.Arrival::entry).toList();
      seen = all ? upTo : some.getLast().arrived();
      raised +=
          store
              .rules()
              .matchedArticles(
                  visibility.account(), rule, seen, fitting(visibility, rule, ids), raising(rule));
    }
    return raised;
  }

  private List<Long> fitting(Visibility visibility, Rule rule, List<Long> ids) {
    if (ids.isEmpty()) return ids;
    List<Long> own =
        visibility.all() ? ids : store.subscriptions().entries(visibility.account(), ids);
    if (own.isEmpty() || catalog.finder().understood(rule.query()).leftOut() != null) {
      return List.of();
    }
    return catalog.finder().matching(rule.query(), visibility, own).stream().sorted().toList();
  }

  private Rules.Raising raising(Rule rule) {
    Instant now = clock.instant();
    Instant at =
        switch (rule.frequency()) {
          case AT_ONCE -> now;
          case DAILY -> nextDaily(now, dailyAt, zone);
          case WEEKLY -> nextWeekly(now, dailyAt, zone);
        };
    return new Rules.Raising(now, at, OLDEST_RAISED);
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

  /// A rule was changed.
  public void wake() {
    follower.wake();
  }

  /// An alert is to be sent again.
  public void sendSoon() {
    sender.wake();
  }

  @Override
  public void close() {
    follower.close();
  }
}
