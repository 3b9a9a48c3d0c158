package freshet.jobs;

import freshet.bound.BodyRoom;
import freshet.chart.Table;
import freshet.crawl.VisitingHours;
import freshet.discover.Describer;
import freshet.discover.Finder;
import freshet.discover.FinderLimits;
import freshet.discover.FoundFeed;
import freshet.discover.SearchMemory;
import freshet.discover.SiteReport;
import freshet.discover.SmallestSet;
import freshet.fetch.Fetcher;
import freshet.fetch.FirstLooks;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.parse.FeedParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The searches for feeds that people start on a running Freshet: each has a folder of its own with
/// its journal, and goes on by itself after a restart unless it was paused or stopped.
public final class Discoveries implements AutoCloseable {
  /// Searches of one account at once.
  public static final int MOST_UNDER_WAY = 20;

  private static final Logger log = LoggerFactory.getLogger(Discoveries.class);

  private final Fetcher fetcher;
  private final FirstLooks looks;
  private final FeedParser parser;
  private final Describer describer;
  private final @Nullable SearchHours hours;
  final InstantSource clock;
  private final int parallel;
  private final Jobs<Discovery> searches;
  private final SearchCounts counts;
  private final Path visited;
  private @Nullable SearchMemory memory;

  public Discoveries(
      Path folder,
      Fetcher fetcher,
      FeedParser parser,
      Describer describer,
      @Nullable SearchHours hours,
      InstantSource clock,
      int parallel) {
    this(folder, fetcher, new FirstLooks(clock), parser, describer, hours, clock, parallel);
  }

  /// @param folder where searches are kept, made if it is not there
  /// @param looks where what came of a quick look is kept for the first poll
  /// @param hours in which sites are searched, or null for all; a quick look that somebody waits
  ///   for is taken at any time
  /// @param parallel most sites under way at once, in each search
  public Discoveries(
      Path folder,
      Fetcher fetcher,
      FirstLooks looks,
      FeedParser parser,
      Describer describer,
      @Nullable SearchHours hours,
      InstantSource clock,
      int parallel) {
    this.searches = new Jobs<>(folder, Discovery.FILE, clock);
    this.counts = new SearchCounts(folder, folder.resolveSibling("discover"));
    this.visited = folder.resolve("visited");
    this.fetcher = fetcher;
    this.looks = looks;
    this.parser = parser;
    this.describer = describer;
    this.hours = hours;
    this.clock = clock;
    this.parallel = parallel;
  }

  /// Finds what earlier runs left, and goes on with what was under way.
  public void start() {
    load();
    searches.goOn();
  }

  /// Finds what earlier runs left.
  public void load() {
    searches.load((known, p) -> Discovery.read(this, known, p));
  }

  public boolean isClosed() {
    return searches.isClosed();
  }

  /// Those of an account, newest first.
  public List<Discovery> all(long account) {
    return searches.all().stream().filter(s -> s.account() == account).toList();
  }

  /// One of an account's own.
  public Optional<Discovery> find(long account, int id) {
    return searches.find(id).filter(s -> s.account() == account);
  }

  /// Begins a search; empty if the account has too many under way.
  ///
  /// @param leftOut what of the list could not be taken, to be shown with the search
  /// @param again whether pages are visited that earlier searches have visited
  /// @param ownHours the hours in which its sites are searched, as [SearchHours] has them; null as
  ///   the installation has it
  public synchronized Optional<Discovery> begin(
      long account,
      List<FeedUrl> sites,
      List<String> leftOut,
      FinderLimits limits,
      boolean again,
      @Nullable String ownHours) {
    long underWay = all(account).stream().filter(d -> !d.state().isOver()).count();
    if (underWay >= MOST_UNDER_WAY) return Optional.empty();
    List<String> shown = List.copyOf(leftOut.subList(0, Math.min(leftOut.size(), 100)));
    return Optional.of(
        searches.begin(
            known -> new Discovery(this, known, account, limits, again, ownHours, sites, shown)));
  }

  /// What happened on each day, whoever started it.
  public Table perDay() {
    return counts.perDay(null);
  }

  /// The same of the searches of an account.
  public Table perDay(long account) {
    return counts.perDay(account);
  }

  void forget(Discovery search) {
    counts.forget(search);
  }

  /// What one page and its usual places have, best first: for adding a feed by its site's address.
  ///
  /// @param most how long this may take
  public Look look(FeedUrl site, Duration most) throws InterruptedException {
    return look(List.of(site), most).getFirst();
  }

  /// The same of some sites at once, in their order.
  public List<Look> look(List<FeedUrl> sites, Duration most) throws InterruptedException {
    FinderLimits quick = FinderLimits.QUICK;
    var limits =
        new FinderLimits(quick.feeds(), quick.pages(), most, quick.depth(), quick.outside());
    FirstLooks.Look asking = looks.look(fetcher);
    try (Finder finder = finder(asking, null, null, limits, null)) {
      finder.add(sites);
      finder.run(most);
      List<Look> all = new ArrayList<>();
      for (FeedUrl site : sites) all.add(seen(finder, site, asking));
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException("A look that keeps nothing has nothing to open", e);
    }
  }

  private static Look seen(Finder finder, FeedUrl site, FirstLooks.Look asking) {
    List<FoundFeed> found = finder.found().stream().filter(f -> f.site().equals(site)).toList();
    SiteReport report =
        finder.reports().stream().filter(r -> r.site().equals(site)).findFirst().orElse(null);
    asking.keep(site);
    found.forEach(f -> asking.keep(f.feed()));
    FetchOutcome first = asking.from(site);
    FeedUrl moved =
        first instanceof FetchOutcome.Fetched(_, _, _, var answer) ? answer.movedTo() : null;
    boolean answered = first instanceof FetchOutcome.Fetched;
    return new Look(
        found.stream()
            .map(FoundFeed::feed)
            .filter(feed -> feed.equals(site) || feed.equals(moved))
            .findFirst()
            .orElse(null),
        SmallestSet.of(found),
        found,
        report != null ? report.trouble() : answered ? null : "It took too long to answer.",
        report == null && answered,
        first instanceof FetchOutcome.Gone
            || (first instanceof FetchOutcome.Refused r && r.status() == 404),
        first instanceof FetchOutcome.Fetched f ? f : null);
  }

  /// Asks for a page that somebody waits for, unless it was seen a moment ago. What comes is kept
  /// for the first poll.
  public FetchOutcome page(FeedUrl url) throws InterruptedException {
    FetchOutcome known = looks.last(url);
    if (known instanceof FetchOutcome.Fetched) return known;
    AtomicReference<FetchOutcome> came = new AtomicReference<>();
    BodyRoom.shared().within(() -> came.set(fetcher.fetch(FetchRequest.of(url))));
    FetchOutcome outcome = Objects.requireNonNull(came.get());
    if (outcome instanceof FetchOutcome.Fetched) looks.keep(url, outcome);
    return outcome;
  }

  /// Somebody else has asked an address: the first poll takes what came.
  public void keep(FeedUrl url, FetchOutcome came) {
    looks.keep(url, came);
  }

  /// @param itself the address that was given, or where it has moved to, if that is a feed
  /// @param best the smallest set that has all entries
  /// @param trouble a sentence if the site could not be read
  /// @param unfinished whether the page was read, but time was over before all was tried
  /// @param missing whether its server says that nothing is at this address
  /// @param page what is at the address that was given, if anything is
  public record Look(
      @Nullable FeedUrl itself,
      List<FoundFeed> best,
      List<FoundFeed> all,
      @Nullable String trouble,
      boolean unfinished,
      boolean missing,
      FetchOutcome.@Nullable Fetched page) {}

  /// The finder of a search that is kept.
  ///
  /// @param sites how many it has
  Finder finder(Path journal, FinderLimits limits, @Nullable String ownHours, IntSupplier sites)
      throws IOException {
    SearchHours all = hours;
    VisitingHours own =
        all == null ? null : (host, now) -> all.of(ownHours, sites.getAsInt()).nextFor(host, now);
    return finder(fetcher, memory(), journal, limits, own);
  }

  /// What all searches share; opened with the first of them.
  private synchronized SearchMemory memory() throws IOException {
    if (memory == null) memory = new SearchMemory(visited);
    return memory;
  }

  private Finder finder(
      Fetcher asks,
      @Nullable SearchMemory known,
      @Nullable Path journal,
      FinderLimits limits,
      @Nullable VisitingHours own)
      throws IOException {
    return new Finder(
        asks,
        parser,
        describer,
        limits,
        own,
        clock,
        known,
        journal,
        Finder.Listener.NONE,
        parallel);
  }

  /// Forgets a search; feeds that were added from it stay.
  public boolean remove(int id) {
    return searches.remove(id);
  }

  /// Searches under way are cut short and go on at the next start.
  @Override
  public void close() {
    searches.close();
    synchronized (this) {
      try {
        if (memory != null) memory.close();
      } catch (IOException e) {
        log.debug("What searches have visited was not closed", e);
      }
    }
  }
}
