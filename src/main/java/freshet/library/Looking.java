package freshet.library;

import freshet.discover.FeedLooks;
import freshet.discover.FinderLimits;
import freshet.discover.FoundFeed;
import freshet.jobs.Discoveries;
import freshet.jobs.Discovery;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.LinkList;
import freshet.source.ListPages;
import freshet.source.Source;
import freshet.source.SourceFetcher;
import freshet.source.Sources;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds out what is at addresses that somebody gave, while they wait. What comes is kept for the
/// first poll, so no server is asked twice.
final class Looking {
  private static final Duration LONGEST = Duration.ofSeconds(25);

  private final Sources sources;
  private final @Nullable SourceFetcher fetcher;
  private final Discoveries discoveries;
  private final InstantSource clock;

  /// @param fetcher null if there are no sources
  Looking(
      Sources sources,
      @Nullable SourceFetcher fetcher,
      Discoveries discoveries,
      InstantSource clock) {
    this.sources = sources;
    this.fetcher = fetcher;
    this.discoveries = discoveries;
    this.clock = clock;
  }

  /// What is there.
  ///
  /// @throws Refusal if it is a source whose API says that there is none
  Discoveries.Look at(FeedUrl url) {
    try {
      return isSource(url)
          ? new Discoveries.Look(url, List.of(), List.of(), null, false, false, null)
          : discoveries.look(url, LONGEST);
    } catch (InterruptedException e) {
      throw stopping();
    }
  }

  /// The same of some sites at once, in their order.
  List<Discoveries.Look> at(List<FeedUrl> sites) {
    try {
      return discoveries.look(sites, LONGEST);
    } catch (InterruptedException e) {
      throw stopping();
    }
  }

  private static Refusal stopping() {
    Thread.currentThread().interrupt();
    return new Refusal(Reason.STOPPING, "Try again when it runs");
  }

  /// False if the address only looks like one of a source.
  private boolean isSource(FeedUrl url) throws InterruptedException {
    Source kind = sources.of(url);
    if (kind == null) return false;
    if (fetcher == null) return true;
    FetchOutcome came = fetcher.look(url);
    switch (came) {
      case FetchOutcome.Refused(int status, _, _, String said) when status != 429 -> {
        if (!kind.isSure()) return false;
        throw Refusal.wrong("address", said == null ? "The API refused (" + status + ")" : said);
      }
      case FetchOutcome.Unreachable u -> {
        if (u.trouble() == FetchOutcome.Trouble.BROKEN_ANSWER) return false;
        throw Refusal.wrong("address", u.reason());
      }
      case FetchOutcome.Forbidden f when f.ban() != FetchOutcome.Ban.RESTING ->
          throw Refusal.wrong("address", f.reason());
      case null -> {} // no call is left to find out
      default -> discoveries.keep(url, came);
    }
    return true;
  }

  /// The lists of links of a page that was looked at and has no feed, best first.
  List<LinkList> lists(Discoveries.Look look) {
    return look.page() == null ? List.of() : lists(look.page(), null);
  }

  private List<LinkList> lists(FetchOutcome.Fetched page, @Nullable String selector) {
    try {
      return ListPages.find(page, selector, clock.instant());
    } catch (InterruptedException e) {
      throw stopping();
    }
  }

  /// The same of the page at an address.
  ///
  /// @param selector of the one that is wanted; null to find them
  /// @throws Refusal if there is no page
  List<LinkList> lists(FeedUrl page, @Nullable String selector) {
    try {
      return switch (discoveries.page(page)) {
        case FetchOutcome.Fetched f -> lists(f, selector);
        case FetchOutcome.Unreachable u -> throw Refusal.wrong("address", u.reason());
        case FetchOutcome.Forbidden f -> throw Refusal.wrong("address", f.reason());
        case FetchOutcome.Refused r ->
            throw Refusal.wrong("address", "The server refused (" + r.status() + ")");
        case FetchOutcome.Gone _, FetchOutcome.Unchanged _ ->
            throw Refusal.wrong("address", "There is no page at " + page.shown());
      };
    } catch (InterruptedException e) {
      throw stopping();
    }
  }

  /// Leaves sites to a search that goes on when nobody waits any more; empty if the account has too
  /// many under way.
  Optional<Discovery> search(Account who, List<FeedUrl> sites) {
    return discoveries.begin(who.id(), sites, List.of(), FinderLimits.QUICK, true, null);
  }

  /// Whether an address looks like one of a feed, before anybody asks.
  static boolean isLikely(FeedUrl url) {
    String address = url.toString();
    return FeedLooks.isAddress(address)
        || (FeedLooks.endsLikeData(address) && !FeedLooks.isNoFeed(address));
  }

  /// The feed of a site that has most.
  static FeedUrl best(List<FoundFeed> best, List<FoundFeed> all) {
    return (best.isEmpty() ? all : best).getFirst().feed();
  }

  static String noFeedButListAt(FeedUrl url) {
    return "There is no feed at "
        + url.shown()
        + ", but a list of links that can be followed instead: add it on the page Feeds, or with"
        + " its selector (\"list\")";
  }

  static String noListAt(FeedUrl url) {
    return "There is no list of links at " + url.shown() + " that could be followed";
  }

  static String noFeedAt(Discoveries.Look look, FeedUrl url) {
    return look.unfinished() ? noneInTimeAt(url) : noFeedAt(url);
  }

  static String noneInTimeAt(FeedUrl url) {
    return "No feed was found at "
        + url.shown()
        + " in "
        + LONGEST.toSeconds()
        + " seconds. Discover can search the whole site";
  }

  static String noFeedAt(FeedUrl url) {
    return "There is no feed at "
        + url.shown()
        + ", and it names none. Discover can search the whole site";
  }
}
