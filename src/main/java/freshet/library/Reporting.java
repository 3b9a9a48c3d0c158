package freshet.library;

import freshet.jobs.Discoveries;
import freshet.model.Account;
import freshet.model.Feed;
import freshet.model.FeedCounts;
import freshet.model.Poll;
import freshet.model.Selection;
import freshet.model.Visibility;
import freshet.poll.HintCodec;
import freshet.poll.Meters;
import freshet.poll.Polling;
import freshet.schedule.Week;
import freshet.schedule.Why;
import freshet.store.Polls;
import freshet.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How it goes: polls and their reasons, freshness, statistics, health.
public final class Reporting {
  private final Store store;
  private final FollowedFeeds feeds;
  private final Polling polling;
  private final Discoveries discoveries;
  private final Searching searching;
  private final Meters meters;
  private final Supplier<Duration> minInterval;
  private final InstantSource clock;

  /// After a day of many entries it takes a second to compute.
  private final Remembered<Visibility, Freshness> fresh;

  /// All feeds are looked at, for every question whether it is well.
  private final Remembered<String, FeedCounts> counts;

  /// All entries of a month are looked at.
  private final Remembered<Asked, Statistics> statistics;

  private record Asked(
      Visibility visibility, boolean all, int days, ZoneId zone, Locale language) {}

  /// @param minInterval no feed is polled more often
  public Reporting(
      Store store,
      FollowedFeeds feeds,
      Polling polling,
      Discoveries discoveries,
      Searching searching,
      Meters meters,
      Supplier<Duration> minInterval,
      InstantSource clock) {
    this.store = store;
    this.feeds = feeds;
    this.polling = polling;
    this.discoveries = discoveries;
    this.searching = searching;
    this.meters = meters;
    this.minInterval = minInterval;
    this.clock = clock;
    statistics = new Remembered<>(clock, 100);
    fresh = new Remembered<>(clock, 100);
    counts = new Remembered<>(clock, 1);
  }

  /// All that is counted, as Prometheus reads it.
  public String metrics(Account who) {
    Refusal.unlessAdministrator(who);
    return meters.scrape();
  }

  /// The schedule's view of one feed.
  ///
  /// @param week when the feed usually publishes
  /// @param hint what feed and server ask for, in words
  public record Explained(Why why, Week week, @Nullable String hint) {}

  /// Why a feed was polled when it was, and when it will be again; empty if it is not polled.
  public Optional<Explained> explain(Account who, long feed) {
    return explain(feeds.find(who, feed));
  }

  /// The same of a feed that the account has got already.
  public Optional<Explained> explain(Feed f) {
    return polling
        .explain(f.id())
        .map(why -> new Explained(why, polling.week(f.id()), HintCodec.words(f.plan().hint())));
  }

  /// The polls of a feed, newest first.
  ///
  /// @param outcome only of this one; null for all
  /// @param before the last of the page before; null for the first page
  public List<Poll> pollsOf(
      Account who, long feed, @Nullable String outcome, @Nullable Long before, int limit) {
    long id = feeds.find(who, feed).id();
    return store.polls().page(Visibility.EVERYTHING, new Polls.Filter(id, outcome, before), limit);
  }

  /// The polls of the feeds that the account may see, newest first.
  ///
  /// @param feed only of this one; null for all
  public List<Poll> polls(
      Account who,
      @Nullable Long feed,
      @Nullable String outcome,
      @Nullable Long before,
      int limit) {
    return store.polls().page(visibility(who), new Polls.Filter(feed, outcome, before), limit);
  }

  public record Scheduled(Feed feed, Why why) {}

  /// The feeds of an account that are asked next, each with its reason.
  public List<Scheduled> schedule(Account who, int limit) {
    List<Scheduled> next = new ArrayList<>();
    for (Feed f : store.feedLists().next(who.id(), limit)) {
      polling.explain(f.id()).ifPresent(why -> next.add(new Scheduled(f, why)));
    }
    return next;
  }

  /// How fresh the entries of the last day were when they were stored, next to round-robin with as
  /// many requests as were really spent: of the feeds that an account may see.
  public Freshness freshness(Account who) {
    Visibility visibility = visibility(who);
    return fresh.get(
        visibility, () -> Freshness.lately(store, visibility, minInterval.get(), clock.instant()));
  }

  /// What was published, how fresh it was had, and what it cost.
  ///
  /// @param days how many back
  /// @param zone whose days and hours are meant
  public Statistics statistics(Account who, int days, ZoneId zone, Locale language) {
    Instant now = clock.instant();
    Visibility visibility = visibility(who);
    return statistics.get(
        new Asked(visibility, who.isAdministrator(), days, zone, language),
        () ->
            Statistics.of(
                store,
                visibility,
                now.minus(Duration.ofDays(days)),
                now,
                zone,
                language,
                // The command's searches are nobody's, so the administrator sees those of all.
                who.isAdministrator() ? discoveries.perDay() : discoveries.perDay(who.id())));
  }

  /// How stories spread between the feeds of an account.
  public Spread spread(Account who, Selection which, Instant from, Instant to) {
    return Spread.of(store, visibility(who), which, from, to);
  }

  /// The stories behind a number of [#spread], the latest first.
  ///
  /// @param first who had them first, null for anybody
  /// @param by who took them, null for anybody
  public List<Spread.Case> spreadStories(
      Account who,
      Selection which,
      Instant from,
      Instant to,
      @Nullable Long first,
      @Nullable Long by,
      int most) {
    return Spread.cases(store, visibility(who), which, from, to, first, by, most);
  }

  public Instant now() {
    return clock.instant();
  }

  /// How much there is, of everybody.
  public FeedCounts counts() {
    return counts.get("all", () -> store.feeds().counts());
  }

  /// @param status `ok`, or what is the matter
  /// @param feeds null if the store cannot tell
  /// @param search null, or what is the matter with the search, which heals while all else goes on
  public record Health(String status, @Nullable Long feeds, @Nullable String search) {
    public boolean isGood() {
      return status.equals("ok");
    }
  }

  public Health health() {
    Optional<String> trouble = store.trouble();
    return new Health(
        trouble.orElse(polling.isAlive() ? "ok" : "not polling"),
        trouble.isEmpty() ? counts().feeds() : null,
        searching.trouble().orElse(null));
  }

  /// What is the matter, as a sentence for every page, without asking the database: who writes to
  /// it knows.
  public Optional<String> trouble() {
    return store.troubleOfWriting().or(searching::trouble);
  }

  private Visibility visibility(Account who) {
    return store.subscriptions().visibility(who.id());
  }
}
