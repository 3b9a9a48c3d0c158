package freshet.discover;

import freshet.bound.BodyRoom;
import freshet.bound.ReadingPool;
import freshet.bound.ReadingPool.Result;
import freshet.crawl.SiteTraps;
import freshet.discover.AnswerReader.Found;
import freshet.discover.Item.Kind;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Gone;
import freshet.model.FetchOutcome.Refused;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The search for the feeds of one input, in this order: what came is tested for being a feed; else
/// the feeds it announces are taken; only then comes the boundary, beyond which no link is
/// followed. So a directory within the boundary leads to the feeds of others.
///
/// What surely is a feed is looked at before what probably is one, then what lists some (sitemaps),
/// and pages last. Guesses are made only if nothing was found until then. All that is still to be
/// done is in the queue, and all that was done is in the journal: a search that was killed goes on
/// from there.
final class SiteSearch {
  private static final int MOST_SITEMAPS = 50;
  private static final int MOST_COMMENTS = 50;
  private static final int MOST_RESTS = 3;
  private static final Duration LONGEST_REST = Duration.ofMinutes(30);

  /// Tells a page whose links were followed from one that was looked at alone.
  private static final long WALKED = 0x5DEECE66D1CE4E5BL;

  private final Finder.Tools tools;
  private final int number;
  private final FeedUrl input;
  private final Boundary boundary;
  private final SiteQueue queue;
  private final List<FoundFeed> feeds = new ArrayList<>();
  private final Set<String> addresses = new HashSet<>();
  private final SiteTraps traps;
  private final AnswerReader reader;
  private int pages;
  private int outside;
  private int sitemaps;
  private int comments;
  private int rests;
  private int skipped;
  private int known;
  private boolean recalled;
  private @Nullable String trouble;
  private boolean startSeen;
  private boolean mapped;

  SiteSearch(Finder.Tools tools, int number, FeedUrl input) {
    this.tools = tools;
    this.number = number;
    this.input = input;
    this.boundary = new Boundary(input, tools.limits().reach());
    this.queue = new SiteQueue(Math.max(1000, 2 * tools.limits().pages()));
    this.traps = new SiteTraps();
    this.reader = new AnswerReader(tools, input, boundary, queue, traps);
  }

  // ---- what the journal tells of an earlier run

  void wasVisited(Kind kind, FeedUrl url) {
    queue.forget(Visited.key(url));
    if (kind == Kind.START) startSeen = true;
    count(kind);
  }

  void wasFound(FoundFeed feed) {
    feeds.add(feed);
    addresses.add(feed.feed().toString());
  }

  void wasQueued(Item item) {
    queue.add(item, Visited.key(item.url()));
    if (item.kind() == Kind.START) boundary.include(item.url());
  }

  /// How much an earlier run has left to look at.
  int waiting() {
    return queue.size();
  }

  FeedUrl input() {
    return input;
  }

  List<FoundFeed> feeds() {
    return List.copyOf(feeds);
  }

  // ---- the search

  /// Null if it was interrupted by pausing or stopping: what is left is in the journal.
  @Nullable SiteReport search() throws InterruptedException {
    Instant begun = tools.clock().instant();
    if (!startSeen && queue.size() == 0) {
      Item start = new Item(Kind.START, input, How.ALTERNATE, input, "", 0);
      queue.add(start, Visited.key(input));
      tools.counters().queued(1);
    }
    boolean stopped = false;
    String end = null;
    try {
      while (end == null) {
        Duration waited = tools.awaitTurn(input);
        if (waited == null) {
          stopped = true;
          return null;
        }
        begun = begun.plus(waited);
        Duration spent = Duration.between(begun, tools.clock().instant());
        if (feeds.size() >= tools.limits().feeds()) end = "It has as many feeds as were wanted.";
        else if (pages >= tools.limits().pages()) end = "As many pages as allowed were read.";
        else if (spent.compareTo(tools.limits().time()) >= 0) end = "The time for a site was over.";
        else {
          Item item = queue.next();
          if (item == null) {
            end = end();
          } else {
            tools.counters().taken(1);
            process(item, begun);
          }
        }
      }
    } finally {
      if (!stopped) tools.counters().taken(queue.size());
    }
    Duration took = Duration.between(begun, tools.clock().instant());
    return new SiteReport(input, pages, feeds.size(), took, withTraps(end), trouble);
  }

  private String end() {
    if (recalled) {
      return "An earlier search has visited it; ask for a new look to visit it again.";
    }
    if (trouble != null && pages <= 1 && feeds.isEmpty()) return "Nothing of it could be read.";
    String all =
        skipped == 0
            ? "All of it was seen."
            : "All was seen but "
                + skipped
                + (skipped == 1 ? " address" : " addresses")
                + " on servers that stopped answering.";
    if (known == 0) return all;
    return all + " Earlier searches had visited " + known + (known == 1 ? " page." : " pages.");
  }

  /// Where a site is walked through, a few guesses are nothing beside its pages, and are made until
  /// something is found at a usual place. Else, and at the rarer places, they are made only where
  /// nothing is found.
  private boolean guesses(FeedUrl url) {
    if (!tools.limits().walks() || Guesses.isRare(url)) return feeds.isEmpty();
    return feeds.stream().noneMatch(f -> boundary.contains(f.feed()) && Guesses.isUsual(f.feed()));
  }

  private String withTraps(String end) {
    List<String> closed = traps.reports();
    if (closed.isEmpty()) return end;
    String some = String.join("; ", closed.subList(0, Math.min(3, closed.size())));
    return end + " " + some + (closed.size() > 3 ? "; and " + (closed.size() - 3) + " more." : ".");
  }

  private void process(Item item, Instant begun) throws InterruptedException {
    if (item.kind().isGuess() && !guesses(item.url())) return;
    if (item.kind() != Kind.START && tools.visited().isDead(item.url())) {
      skipped++;
      return;
    }
    if (item.kind() == Kind.SITEMAP && sitemaps >= MOST_SITEMAPS) return;
    boolean needless = mapped || !feeds.isEmpty();
    if (needless && AnswerReader.OTHER_SITEMAPS.contains(item.words())) return;
    if (item.kind() == Kind.COMMENTS && ++comments > MOST_COMMENTS) return;
    long key = Visited.key(item.url());
    boolean inside = boundary.contains(item.url());
    if (item.kind() == Kind.OUTSIDE) {
      if (outside >= tools.limits().outside() || tools.isInput(item.url())) return;
    }
    if (item.kind().isPage() && inside) {
      if (!traps.mayVisit(item.url().toString())) return;
      if (!tools.visited().enter(key)) return;
      if (remembers(item)) known++;
      else visit(item, key, begun, true);
      return;
    }
    if (item.kind() == Kind.START) {
      tools.visited().enter(key);
      if (remembers(item)) recall();
      else visit(item, key, begun, true);
      return;
    }
    CompletableFuture<@Nullable FoundFeed> known = tools.visited().claim(key);
    if (known == null && remembers(item)) {
      FoundFeed theirs = memory().feed(item.url());
      tools.visited().looked(key, theirs);
      if (theirs != null) credit(theirs, item.how(), item.from());
    } else if (known == null) {
      visit(item, key, begun, inside);
    } else {
      FoundFeed theirs = known.join();
      if (theirs != null) credit(theirs, item.how(), item.from());
    }
  }

  // ---- what earlier searches have visited

  private SearchMemory memory() {
    return Objects.requireNonNull(tools.memory());
  }

  /// Pages that were looked at alone, from outside or in a quick look, are not those whose links
  /// were followed.
  private long remembered(Kind kind, FeedUrl url) {
    boolean follows = kind == Kind.START || boundary.contains(url);
    boolean leads = kind.isPage() || kind == Kind.START || kind == Kind.SITEMAP;
    long key = Visited.key(url);
    return tools.limits().walks() && follows && leads ? key ^ WALKED : key;
  }

  /// Whether an earlier search has visited an address, or one is about to. If not, it is ours, and
  /// [#visit] must follow.
  private boolean remembers(Item item) {
    return tools.memory() != null
        && !memory().begin(remembered(item.kind(), item.url()), tools.again());
  }

  /// The input itself was visited: its feeds are known.
  private void recall() {
    recalled = true;
    for (FoundFeed theirs : memory().feedsWithin(boundary)) {
      credit(theirs, theirs.how(), theirs.from());
    }
    FoundFeed itself = memory().feed(input);
    if (itself != null) credit(itself, itself.how(), itself.from());
  }

  /// Somebody else's search has read this feed: it is not asked again.
  private void credit(FoundFeed theirs, How how, FeedUrl from) {
    FoundFeed feed =
        new FoundFeed(
            input,
            theirs.feed(),
            how,
            from,
            theirs.title(),
            theirs.format(),
            theirs.language(),
            theirs.entriesPerDay(),
            theirs.lastEntry(),
            theirs.comments(),
            theirs.score(),
            null,
            theirs.entries());
    FoundFeed taken = accept(feed);
    if (taken != null) tools.journal().found(number, tools.clock().instant(), taken);
  }

  private void visit(Item item, long key, Instant begun, boolean inside)
      throws InterruptedException {
    BodyRoom.shared().within(() -> ask(item, key, begun, inside));
  }

  private void ask(Item item, long key, Instant begun, boolean inside) throws InterruptedException {
    FoundFeed found = null;
    boolean settled = false;
    boolean answered = false;
    try {
      FetchOutcome outcome = tools.fetcher().fetch(FetchRequest.of(item.url()));
      if (rests(outcome, item, begun)) {
        settled = true;
        tools.visited().unclaim(key);
        return;
      }
      tools.visited().answered(item.url(), !(outcome instanceof Unreachable u) || isSlow(u));
      count(item.kind());
      List<Item> leads = new ArrayList<>();
      switch (outcome) {
        case Fetched f -> found = bounded(item, f, inside, leads);
        case Unchanged _ -> {}
        case Gone _ -> failed(item, "The page was taken away for good (410).", leads, null);
        case Refused r -> failed(item, refusal(r.status()), leads, null);
        case Unreachable u -> failed(item, u.reason(), leads, u.trouble());
        case Forbidden f -> failed(item, f.reason(), leads, null);
      }
      List<Item> added = new ArrayList<>();
      for (Item lead : leads) if (queue.add(lead, Visited.key(lead.url()))) added.add(lead);
      tools.counters().queued(added.size());
      Instant now = tools.clock().instant();
      tools.journal().page(number, now, item, added, found);
      tools.counters().page(item.url().shown());
      if (found != null && tools.memory() != null) memory().found(item.url(), found);
      answered = isSettled(outcome, item);
      if (tools.memory() != null && outcome instanceof Fetched f && answered) {
        memory().end(remembered(item.kind(), f.answer().finalUrl()), true);
      }
    } finally {
      if (tools.memory() != null) memory().end(remembered(item.kind(), item.url()), answered);
      if (!settled) tools.visited().looked(key, found);
    }
  }

  /// Whether another look would bring nothing else. An input that could not be read is tried again
  /// by the next search, and so is what a server could not give at this moment.
  private static boolean isSettled(FetchOutcome outcome, Item item) {
    return switch (outcome) {
      case Fetched _, Unchanged _ -> true;
      case Gone _ -> item.kind() != Kind.START;
      case Refused r -> item.kind() != Kind.START && r.status() < 500 && r.status() != 429;
      case Unreachable _, Forbidden _ -> false;
    };
  }

  /// It answered, though not well.
  private static boolean isSlow(Unreachable u) {
    return switch (u.trouble()) {
      case TOO_LARGE, TOO_MANY_REDIRECTS, BROKEN_ANSWER, NO_ROOM -> true;
      case NAME_NOT_FOUND, NO_CONNECTION, TIMEOUT, TLS -> false;
    };
  }

  private void count(Kind kind) {
    pages++;
    if (kind == Kind.OUTSIDE) outside++;
    if (kind == Kind.SITEMAP) sitemaps++;
  }

  /// A site that asked to be left alone for a while is; then the same page is asked again.
  private boolean rests(FetchOutcome outcome, Item item, Instant begun)
      throws InterruptedException {
    boolean asked =
        switch (outcome) {
          case Refused r -> r.status() == 429 || r.status() == 503;
          case Forbidden f -> f.ban() == FetchOutcome.Ban.RESTING;
          default -> false;
        };
    if (!asked || item.kind() == Kind.OUTSIDE || rests >= MOST_RESTS) return false;
    Instant until = tools.fetcher().restsUntil(item.url());
    Instant now = tools.clock().instant();
    if (until == null || until.isAfter(begun.plus(tools.limits().time()))) return false;
    if (Duration.between(now, until).compareTo(LONGEST_REST) > 0) return false;
    rests++;
    queue.again(item);
    tools.counters().queued(1);
    if (until.isAfter(now)) tools.sleep(Duration.between(now, until));
    return true;
  }

  private static String refusal(int status) {
    return status == 404
        ? "Not found (404) at this address."
        : "The server refused (" + status + ").";
  }

  /// An input that was typed without its scheme or its `www` gets another chance.
  private void failed(Item item, String reason, List<Item> leads, @Nullable Trouble why) {
    if (item.kind() != Kind.START) return;
    String url = item.url().toString();
    FeedUrl other = null;
    boolean deaf = why == Trouble.NO_CONNECTION || why == Trouble.TLS || why == Trouble.TIMEOUT;
    boolean plain =
        item.url().uri().getPort() < 0 || why == Trouble.TLS; // a port speaks one of them
    if (deaf && plain && url.startsWith("https://")) {
      other = PageFeeds.address("http://" + url.substring(8));
    } else if (why == Trouble.NAME_NOT_FOUND && !item.url().host().startsWith("www.")) {
      other = PageFeeds.address(url.replaceFirst("://", "://www."));
    }
    // Nobody typed the name that was tried instead.
    boolean guessed = trouble != null && why == Trouble.NAME_NOT_FOUND;
    if (!guessed) trouble = reason;
    if (other != null) leads.add(new Item(Kind.START, other, How.ALTERNATE, input, "", 0));
  }

  /// Whatever a stranger wrote is read where that is bounded.
  private @Nullable FoundFeed bounded(Item item, Fetched f, boolean inside, List<Item> leads)
      throws InterruptedException {
    boolean start = item.kind() == Kind.START;
    switch (ReadingPool.shared().read(f.body().length, () -> reader.read(item, f, inside))) {
      case Result.Done<Found> done -> {
        Found found = done.value();
        if (start) trouble = found.isNothing() ? "It is neither a page nor a feed." : null;
        leads.addAll(found.leads());
        mapped |= found.sitemap();
        return found.feed() == null ? null : accept(found.feed());
      }
      case Result.Stopped<Found> stopped -> {
        if (start) trouble = "Reading it " + stopped.reason() + ".";
        return null;
      }
    }
  }

  /// Null if this search has it already.
  private @Nullable FoundFeed accept(FoundFeed feed) {
    if (!addresses.add(feed.feed().toString())) return null;
    FeedUrl same = null;
    for (FoundFeed earlier : feeds) {
      if (Describer.covers(earlier, feed) && earlier.comments() == feed.comments()) {
        same = earlier.sameAs() == null ? earlier.feed() : earlier.sameAs();
        break;
      }
    }
    FoundFeed taken = feed.sameAs(same);
    feeds.add(taken);
    tools.counters().feed();
    tools.listener().found(taken);
    return taken;
  }
}
