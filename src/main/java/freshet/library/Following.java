package freshet.library;

import freshet.change.Change;
import freshet.change.Changes;
import freshet.discover.FoundFeed;
import freshet.exchange.FeedList;
import freshet.exchange.FeedListReader;
import freshet.exchange.FeedListWriter;
import freshet.exchange.ReadingState;
import freshet.exchange.ReadingStateReader;
import freshet.jobs.Discoveries;
import freshet.model.Account;
import freshet.model.Feed;
import freshet.model.FeedEdit;
import freshet.model.FeedUrl;
import freshet.model.LinkList;
import freshet.model.Subscription;
import freshet.poll.Polling;
import freshet.source.ListPages;
import freshet.source.Source;
import freshet.source.SourceFetcher;
import freshet.source.Sources;
import freshet.store.Feeds;
import freshet.store.Store;
import freshet.understand.Understanding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Follows and unfollows: what somebody typed, what was found, lists that were brought along. What
/// is followed is in [FollowedFeeds].
public final class Following {
  private final Store store;
  private final FollowedFeeds feeds;
  private final Sources sources;
  private final Polling polling;
  private final Changes changes;
  private final @Nullable Understanding understanding;
  private final @Nullable Looking looking;
  private final Listing lists;
  private final InstantSource clock;

  /// @param understanding null if it is switched off
  /// @param fetcher and `discoveries`: null where no server can be asked, as in a command
  public Following(
      Store store,
      Sources sources,
      Polling polling,
      Changes changes,
      @Nullable Understanding understanding,
      @Nullable SourceFetcher fetcher,
      @Nullable Discoveries discoveries,
      InstantSource clock) {
    this.store = store;
    this.feeds = new FollowedFeeds(store, polling);
    this.sources = sources;
    this.polling = polling;
    this.changes = changes;
    this.understanding = understanding;
    this.looking = discoveries == null ? null : new Looking(sources, fetcher, discoveries, clock);
    this.lists = new Listing(this, feeds, looking, clock);
    this.clock = clock;
  }

  /// What became of an address.
  public sealed interface Outcome {}

  /// @param wasNew false if the account followed it already
  public record Followed(long feed, boolean wasNew) implements Outcome {}

  /// The address is one of a site, which has these feeds.
  ///
  /// @param best those that are enough to have all its entries
  public record Choice(List<FoundFeed> best, List<FoundFeed> all) implements Outcome {}

  /// The address is one of a page without a feed, which has these lists of links. Who wants one can
  /// follow it ([Listing]).
  ///
  /// @param lists best first, at least one
  public record Lists(FeedUrl page, List<LinkList> lists) implements Outcome {}

  /// What is at the address cannot be told now. Who wants it all the same can [#followAnyway].
  ///
  /// @param sentence what happened
  /// @param missing whether its server says that nothing is there
  public record Unreachable(String sentence, boolean missing) implements Outcome {}

  /// Follows what somebody typed or pasted: the address of a feed, of a source in any of its forms,
  /// or of a site whose feeds are looked for. Every door leads here.
  ///
  /// @throws Refusal `WRONG` with a sentence on what is wrong with the address
  public Outcome follow(
      Account who, String typed, @Nullable String title, @Nullable String folder) {
    FeedUrl url = polled(address(typed));
    if (looking == null || isKnown(url)) return follow(who, url, title, folder);
    Discoveries.Look look = looking.at(url);
    // Who types no scheme means whatever the server speaks.
    boolean open = look.page() == null && !look.missing() && !typed.contains("://");
    if (open && look.itself() == null && url.toString().startsWith("https:")) {
      FeedUrl http = address("http" + url.toString().substring(5));
      Discoveries.Look plain = looking.at(http);
      if (plain.trouble() == null) {
        look = plain;
        url = http;
      }
    }
    if (look.itself() != null) return followSeen(who, look.itself(), title, folder);
    if (!look.all().isEmpty()) return new Choice(look.best(), look.all());
    if (look.trouble() != null) return new Unreachable(look.trouble(), look.missing());
    List<LinkList> found = looking.lists(look);
    if (!found.isEmpty()) return new Lists(url, found);
    throw Refusal.wrong("address", Looking.noFeedAt(look, url));
  }

  /// A feed that is at an address, or that the site there names.
  ///
  /// @param format `rss`, `atom` or `json`
  public record FeedAt(String address, String title, String format) {}

  /// What somebody could follow who types an address, the best first. Nothing is followed.
  ///
  /// @throws Refusal `WRONG` with a sentence on what is wrong with the address
  public List<FeedAt> feedsAt(Account who, String typed) {
    FeedUrl url = address(typed);
    if (looking == null) return List.of();
    Discoveries.Look look = looking.at(url);
    List<FeedAt> found = new ArrayList<>();
    for (FoundFeed f : look.all()) {
      String title = f.title();
      String format = f.format().toLowerCase(Locale.ROOT);
      found.add(
          new FeedAt(
              f.feed().toString(),
              title == null ? f.feed().shown() : title,
              format.startsWith("atom") ? "atom" : format.startsWith("json") ? "json" : "rss"));
    }
    if (!found.isEmpty()) return found;
    if (look.itself() != null) {
      return List.of(new FeedAt(look.itself().toString(), look.itself().shown(), "rss"));
    }
    throw Refusal.wrong(
        "address", look.trouble() == null ? Looking.noFeedAt(look, url) : look.trouble());
  }

  /// Pages without a feed, followed for their links.
  public Listing lists() {
    return lists;
  }

  /// The feed of a crawl is for whoever crawls: nobody follows it by its address.
  private static FeedUrl polled(FeedUrl url) {
    if (Feed.isOfCrawl(url)) throw Refusal.wrong("address", "is that of a crawl, not of a feed");
    return url;
  }

  FeedUrl address(String typed) {
    try {
      return sources.address(typed);
    } catch (IllegalArgumentException e) {
      throw Refusal.wrong("address", String.valueOf(e.getMessage()));
    }
  }

  /// Whether it need not be looked at: somebody follows it, or an API gives it.
  boolean isFeed(FeedUrl url) {
    return sources.of(address(url.toString())) != null || isKnown(url);
  }

  /// Reads a feed at another address from now on, for all who follow it. What is there must be a
  /// feed.
  ///
  /// @throws Refusal `WRONG` with a sentence on what is wrong with the address
  public void move(Account who, long feed, String typed) {
    long id = feeds.changeable(who, feed);
    FeedUrl url = address(typed);
    if (url.equals(feeds.find(who, id).url())) return;
    if (looking != null && !isSource(url)) {
      Discoveries.Look look = looking.at(url);
      FeedUrl itself = look.itself();
      if (itself == null) {
        String trouble = look.trouble();
        throw Refusal.wrong("address", trouble == null ? Looking.noFeedAt(look, url) : trouble);
      }
      url = itself;
    }
    if (isKnown(polled(url)))
      throw Refusal.wrong("address", "There is a feed of this address already");
    store.feeds().move(id, url, sources.site(url));
    polling.changed(id);
    boolean _ = polling.hurry(id);
  }

  private boolean isSource(FeedUrl url) {
    return sources.of(url) != null;
  }

  private boolean isKnown(FeedUrl url) {
    return store.feeds().isKnown(url);
  }

  /// The same for a program, which cannot choose: of a site it follows the feed that has most.
  /// Where the server cannot be reached, the address is followed as it is: programs bring along
  /// what worked elsewhere, and the feed says what is wrong until it answers.
  public Followed followBest(
      Account who, String typed, @Nullable String title, @Nullable String folder) {
    return switch (follow(who, typed, title, folder)) {
      case Followed followed -> followed;
      case Choice choice -> follow(who, Looking.best(choice.best, choice.all), title, folder);
      case Lists(FeedUrl page, _) -> throw Refusal.wrong("address", Looking.noFeedButListAt(page));
      case Unreachable(String sentence, boolean missing) -> {
        if (missing) throw Refusal.wrong("address", "has no feed: " + sentence);
        yield followAnyway(who, typed, title, folder);
      }
    };
  }

  /// The same for a program in which somebody types an address and waits for the answer: where
  /// there is nothing to follow, or nothing can be reached, nothing is. A page without a feed is
  /// followed for its list of links if there is no doubt which.
  ///
  /// @throws Refusal `WRONG` with a sentence on what is wrong
  public Followed followTyped(Account who, String typed) {
    return switch (follow(who, typed, null, null)) {
      case Followed followed -> followed;
      case Choice choice -> follow(who, Looking.best(choice.best, choice.all), null, null);
      case Lists(FeedUrl page, List<LinkList> found) -> {
        LinkList best = found.getFirst();
        if (best.score() < Listing.SURE) {
          throw Refusal.wrong("address", Looking.noFeedButListAt(page));
        }
        yield followList(who, page, best.selector(), null, null);
      }
      case Unreachable(String sentence, _) -> throw Refusal.wrong("address", sentence);
    };
  }

  /// Waits until a feed that has just been followed was polled, at most so long: some programs ask
  /// for its entries at once, and show what they got until they ask again.
  public void awaitFirstPoll(Followed followed, Duration most) {
    if (!followed.wasNew || !polling.hurry(followed.feed)) return;
    CountDownLatch polled = new CountDownLatch(1);
    try (var _ =
        changes.listen(c -> {
          if (c.feedId() == followed.feed) polled.countDown();
        })) {
      boolean there = store.feeds().find(followed.feed).filter(f -> f.entries() > 0).isPresent();
      if (!there) {
        boolean _ = polled.await(most.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Follows an address whatever is there: somebody was told that it cannot be seen now.
  public Followed followAnyway(
      Account who, String typed, @Nullable String title, @Nullable String folder) {
    return follow(who, address(typed), title, folder);
  }

  /// Follows a feed that was found or listed. Whoever adds it first, it is one feed, fetched once
  /// for all.
  public Followed follow(
      Account who, FeedUrl feed, @Nullable String title, @Nullable String folder) {
    return follow(who, List.of(listed(feed, title, folder, null))).getFirst();
  }

  /// Follows a page for the links that a selector names. One that somebody follows as a feed stays
  /// what it is if it ever was one.
  Followed followList(
      Account who, FeedUrl page, String selector, @Nullable String title, @Nullable String folder) {
    FollowedFeeds.checkSelector(selector);
    Instant notBefore = clock.instant().plus(polling.leastInterval());
    Feeds.Listed listed = listed(page, title, folder, notBefore).followedFor(selector);
    Followed followed = follow(who, List.of(listed)).getFirst();
    Feed feed = feeds.find(who, followed.feed);
    if (feed.asking().list() == null && feed.format() == null && feeds.mayChange(who, feed.id())) {
      lists.change(who, feed.id(), selector);
    }
    hurry(followed.feed);
    return followed;
  }

  /// Polls a feed as soon as its server may be asked, unless it is paused.
  void hurry(long feed) {
    boolean _ = polling.hurry(feed);
  }

  /// Divides the sources of each kind over our accounts with it, as many as there are now. Groups
  /// of other names, which somebody chose, stay.
  public void divideSources() {
    store
        .feeds()
        .grouped()
        .forEach((id, group) -> {
          Feed feed = store.feeds().find(id).orElse(null);
          Source kind = feed == null ? null : sources.of(feed.url());
          if (feed == null || kind == null) return;
          String wanted = kind.group(feed.url());
          boolean ofAccount = group.equals(kind.name()) || group.matches(kind.name() + "\\.\\d+");
          if (!ofAccount || group.equals(wanted)) return;
          store.feeds().edit(Account.FIRST, id, FeedEdit.quotaGroup(wanted), false);
          polling.changed(id);
        });
  }

  private Feeds.Listed listed(
      FeedUrl feed, @Nullable String title, @Nullable String folder, @Nullable Instant notBefore) {
    FeedUrl url = polled(address(feed.toString()));
    return new Feeds.Listed(
        url,
        sources.site(url),
        Checked.nameOrNone("title", title, Subscription.LONGEST_TITLE),
        Checked.folder("folder", folder),
        sources.quotaGroup(url),
        notBefore);
  }

  private List<Followed> follow(Account who, List<Feeds.Listed> feeds) {
    return follow(who, feeds, _ -> {});
  }

  private List<Followed> follow(Account who, List<Feeds.Listed> feeds, IntConsumer progress) {
    List<Followed> followed = new ArrayList<>(feeds.size());
    for (Feeds.Added added : store.feeds().addAll(who.id(), feeds, clock.instant(), progress)) {
      followed.add(new Followed(added.id(), added.wasNew()));
    }
    polling.followed(followed.stream().map(Followed::feed).toList());
    return followed;
  }

  /// Follows the feeds of a list: all of them, or none if it fails. Names are made to fit.
  List<Followed> followAll(Account who, List<FeedList.Listed> list, IntConsumer progress) {
    return follow(
        who,
        list.stream()
            .map(f ->
                listed(
                        f.url(),
                        Checked.fitted(f.title(), Subscription.LONGEST_TITLE),
                        Checked.fittedFolder(f.folder()),
                        null)
                    .followedFor(ListPages.problem(f.list()) == null ? f.list() : null)
                    .with(more(f)))
            .toList(),
        progress);
  }

  private static Feeds.More more(FeedList.Listed f) {
    return new Feeds.More(
        Checked.fitted(f.id(), FollowedFeeds.LONGEST_ID),
        f.folders().size() > 1
            ? f.folders().stream()
                .map(Checked::fittedFolder)
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .distinct()
                .toList()
            : List.of(),
        f.link(),
        f.description());
  }

  /// Follows a feed whose server has just been asked: the first poll takes what came of that, and
  /// should the process end before, the server is not asked again at once.
  private Followed followSeen(
      Account who, FeedUrl feed, @Nullable String title, @Nullable String folder) {
    Instant notBefore = clock.instant().plus(polling.leastInterval());
    Followed followed = follow(who, List.of(listed(feed, title, folder, notBefore))).getFirst();
    boolean _ = polling.hurry(followed.feed);
    return followed;
  }

  /// What became of a list.
  ///
  /// @param known how many of its feeds the account followed already
  /// @param marked entries that were marked as another program had them
  /// @param leftOut what could not be taken, a sentence each
  /// @param sites those that seem to be addresses of sites, and are not followed yet
  /// @param discovery the search for the feeds of these sites, if there is one
  public record Imported(
      int added,
      int known,
      int marked,
      List<String> leftOut,
      List<FeedUrl> sites,
      @Nullable Integer discovery) {

    /// Feeds, and entries of the same file.
    Imported and(Imported entries) {
      List<String> all = new ArrayList<>(leftOut);
      all.addAll(entries.leftOut);
      return new Imported(added, known, entries.marked, List.copyOf(all), sites, discovery);
    }
  }

  /// Follows the feeds of a list: OPML, CSV or an address per line; or marks entries as they were
  /// in another program, if that is what the file tells.
  public Imported importList(Account who, byte[] bytes) {
    return importList(who, bytes, false);
  }

  /// @param allFeeds every address of a list is one of a feed, whatever it looks like
  public Imported importList(Account who, byte[] bytes, boolean allFeeds) {
    if (!ReadingStateReader.isOne(bytes)) {
      FeedList list = FeedListReader.read(bytes);
      return importList(who, allFeeds ? new FeedList(list.feeds(), list.leftOut(), true) : list);
    }
    byte[] inside = ReadingStateReader.list(bytes);
    Imported feedsOf = inside == null ? null : importList(who, FeedListReader.read(inside));
    ReadingState state = ReadingStateReader.read(bytes);
    if (state.entries().isEmpty()) {
      if (feedsOf != null && state.cut() == null) return feedsOf;
      String sentence = state.cut();
      if (sentence == null) sentence = "The file tells of no entries, or it cannot be read";
      return new Imported(0, 0, 0, List.of(sentence), List.of(), null);
    }
    Imported entries = new StateImport(store, new Marking(store, clock)).take(who, state);
    return feedsOf == null ? entries : feedsOf.and(entries);
  }

  public Imported importList(Account who, FeedList list) {
    return importList(who, list, _ -> {});
  }

  /// @param progress is told how many feeds are written so far
  public Imported importList(Account who, FeedList list, IntConsumer progress) {
    if (list.feeds().isEmpty() && list.leftOut().isEmpty()) {
      String sentence = "There is no feed in this file: it is not OPML, CSV or a list of addresses";
      return new Imported(0, 0, 0, List.of(sentence), List.of(), null);
    }
    return new ListImport(this, looking, who, list).run(progress);
  }

  /// The account's feeds, in their folders and under its names for them.
  public void exportOpml(Account who, Writer to) {
    try {
      FeedListWriter.opml(listed(who), feeds.folders(who), feeds.ownIds(who), clock.instant(), to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void exportCsv(Account who, Writer to) {
    try {
      FeedListWriter.csv(listed(who), feeds.folders(who), feeds.ownIds(who), to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What another program could poll.
  private List<Feed> listed(Account who) {
    return feeds.all(who).stream().filter(f -> f.crawl() == null).toList();
  }

  /// An account follows the feed no longer. What it starred or tagged stays; a feed that nobody
  /// follows is no longer polled, and gone once nobody has kept anything of it.
  ///
  /// @throws Refusal `NO_FEED`, or `NOT_FOLLOWED` if only others follow it
  public void unfollow(Account who, long feed) {
    long id = FollowedFeeds.polled(feeds.find(who, feed)).id();
    long others =
        store.subscriptions().remove(who.id(), id).orElseThrow(() -> feeds.notFollowed(feed));
    if (others == 0) forsaken(id);
    else polling.followed(List.of(id));
  }

  /// Removes a feed with all its entries, whoever follows it.
  public void remove(Account who, long feed) {
    long id = FollowedFeeds.polled(feeds.find(who, feed)).id();
    Refusal.unlessAdministrator(who);
    polling.dropped(id);
    boolean _ = store.feeds().remove(id);
    removed(id);
  }

  /// Removes an account with all it has, and what nobody else follows or has marked.
  boolean removeAccount(long account) {
    if (!store.accounts().remove(account)) return false;
    clear();
    return true;
  }

  /// Of feeds that nobody follows takes away what nobody has starred or tagged any more.
  public void clear() {
    store.feeds().unfollowed().forEach(this::forsaken);
  }

  /// Nobody follows the feed any more.
  private void forsaken(long feed) {
    polling.dropped(feed);
    Feeds.Removed removed = store.feeds().removeUnstarred(feed);
    if (removed.feed()) removed(feed);
    else if (!removed.entries().isEmpty()) removed(feed, removed.entries());
    // Somebody has followed it meanwhile, and was told that it is polled.
    if (!store.subscriptions().followers(feed).isEmpty()) polling.followed(List.of(feed));
  }

  private void removed(long feed) {
    publish(new Change(feed, List.of(), List.of(), List.of(), true));
  }

  private void removed(long feed, List<Long> entries) {
    publish(new Change(feed, List.of(), List.of(), entries, false));
  }

  private void publish(Change change) {
    changes.publish(change);
    if (understanding != null) understanding.forget();
  }
}
