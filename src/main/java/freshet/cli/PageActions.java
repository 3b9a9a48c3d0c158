package freshet.cli;

import freshet.discover.FeedLooks;
import freshet.discover.FoundFeed;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.pipeline.Discoveries;
import freshet.pipeline.Freshness;
import freshet.pipeline.Hub;
import freshet.pipeline.Laboratory;
import freshet.pipeline.Rulebook;
import freshet.pipeline.Understanding;
import freshet.pipeline.Watcher;
import freshet.pipeline.Wishes;
import freshet.schedule.Spans;
import freshet.schedule.Why;
import freshet.source.Source;
import freshet.source.SourceFetcher;
import freshet.store.Accounts;
import freshet.store.Sight;
import freshet.store.Store;
import freshet.web.Actions;
import freshet.web.InstallationPages;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the pages may ask of the watcher.
record PageActions(
    Watcher watcher,
    Store store,
    SourceFetcher sources,
    Discoveries discoveries,
    @Nullable Understanding understanding,
    @Nullable Rulebook rulebook,
    @Nullable Hub hub,
    Laboratory laboratory,
    InstallationPages.Installation installation)
    implements Actions {
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(25);

  @Override
  public Result addFeed(String address, @Nullable String folder) {
    return addFeed(Accounts.FIRST, address, folder);
  }

  @Override
  public Result addFeed(long account, String address, @Nullable String folder) {
    try {
      FeedUrl url = sources.sources().address(address);
      Source kind = sources.sources().of(url);
      if (kind != null) {
        Result result = source(account, kind, url, folder);
        if (result != null) return result;
      }
      return FeedLooks.isAddress(url.toString())
          ? added(account, url, folder)
          : found(account, url, folder);
    } catch (IllegalArgumentException e) {
      return new Refused(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Refused("Freshet is being stopped");
    }
  }

  /// Null if the address only looks like one of a source: another site may write its own like that.
  private @Nullable Result source(long account, Source kind, FeedUrl url, @Nullable String folder)
      throws InterruptedException {
    FetchOutcome outcome = sources.look(url);
    return switch (outcome) {
      case null -> added(account, url, folder);
      case FetchOutcome.Refused(int status, _, _, String said) when status != 429 ->
          kind.name().equals("mastodon")
              ? null
              : new Refused(said == null ? "The API refused (" + status + ")" : said);
      case FetchOutcome.Unreachable u ->
          u.trouble() == FetchOutcome.Trouble.BROKEN_ANSWER ? null : new Refused(u.reason());
      case FetchOutcome.Forbidden f when f.ban() != FetchOutcome.Ban.RESTING ->
          new Refused(f.reason());
      default -> added(account, url, folder);
    };
  }

  private Result added(long account, FeedUrl url, @Nullable String folder) {
    var added = watcher.add(account, url, null, folder);
    return new Added(added.id(), added.wasNew());
  }

  /// An address that does not look like one of a feed: it may be one all the same, or a site's.
  private Result found(long account, FeedUrl url, @Nullable String folder)
      throws InterruptedException {
    Discoveries.Look look = discoveries.look(url, LONGEST_LOOK);
    for (FoundFeed f : look.all()) if (f.feed().equals(url)) return added(account, url, folder);
    if (!look.all().isEmpty()) return new Offered(look.best(), look.all());
    if (look.trouble() != null) return new Refused(look.trouble());
    return new Refused(
        "There is no feed at "
            + url.shown()
            + ", and it names none. Discover can search the whole"
            + " site");
  }

  @Override
  public boolean follow(long account, FeedUrl feed, @Nullable String folder) {
    return watcher.add(account, feed, null, folder).wasNew();
  }

  @Override
  public boolean removeFeed(long id) {
    return watcher.remove(id);
  }

  @Override
  public boolean removeFeed(long account, long id) {
    return watcher.unsubscribe(account, id);
  }

  @Override
  public boolean pauseFeed(long id) {
    return watcher.pause(id);
  }

  @Override
  public boolean resumeFeed(long id) {
    return watcher.resume(id);
  }

  @Override
  public boolean pollNow(long id) {
    return watcher.pollSoon(id);
  }

  @Override
  public Optional<FeedWhy> why(Feed feed) {
    String hint = Wishes.words(feed.plan().hint());
    return watcher.explain(feed.id()).map(why -> shown(why, watcher.week(feed.id()), hint));
  }

  @Override
  public boolean removeAccount(long account) {
    return watcher.removeAccount(account);
  }

  @Override
  public Optional<Fresh> freshness(Sight sight) {
    Freshness f = watcher.freshness(sight);
    if (f.entries() == 0) return Optional.empty();
    return Optional.of(
        new Fresh(
            f.entries(),
            Spans.words(f.ours().median()),
            Spans.words(f.ours().p95()),
            Spans.words(f.roundRobin().median()),
            Spans.words(f.roundRobin().p95())));
  }

  private static FeedWhy shown(Why why, float[] week, @Nullable String hint) {
    LinkedHashMap<String, String> numbers = new LinkedHashMap<>();
    numbers.put("Entries a day", number(why.entriesPerDay()));
    numbers.put("Entries expected by now", number(why.expectedEntries()));
    numbers.put("Their waiting so far, in seconds", number(why.expectedDelaySeconds()));
    numbers.put("Worth of a poll now", number(why.value()));
    numbers.put("Going price of a poll", number(why.price()));
    if (hint != null) numbers.put("Asked for by feed and server", hint);
    return new FeedWhy(
        why.lastReason(),
        why.sentence(),
        why.heldBy(),
        why.next(),
        why.expectedEntries(),
        numbers,
        week.length == 7 * 24 ? week : null);
  }

  private static String number(double n) {
    return String.format(Locale.ROOT, n >= 100 ? "%.0f" : n >= 1 ? "%.1f" : "%.3f", n);
  }
}
