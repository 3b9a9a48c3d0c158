package freshet.library;

import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.ChannelFacts;
import freshet.model.Feed;
import freshet.model.FeedEdit;
import freshet.model.FeedEdit.To;
import freshet.model.FeedTally;
import freshet.model.FolderPath;
import freshet.model.SiteFeeds;
import freshet.model.Subscription;
import freshet.poll.Polling;
import freshet.schedule.Budget;
import freshet.source.ListPages;
import freshet.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The feeds that an account follows: find, list, rename, file, pause, check.
///
/// A feed is one thing for all who follow it. Its name in an account's list and its folder are that
/// account's own; everything else changes it for everybody, and is for those who follow it alone,
/// and for the administrator.
public final class FollowedFeeds {
  static final int LONGEST_ID = 200;
  private static final Duration SHORTEST_INTERVAL = Duration.ofMinutes(1);

  private final Store store;
  private final Polling polling;

  public FollowedFeeds(Store store, Polling polling) {
    this.store = store;
    this.polling = polling;
  }

  /// What is changed in the texts of feeds.
  public TextRules texts() {
    return new TextRules(store, this, polling);
  }

  /// One that the account follows, or any for the administrator: others do not exist for the rest.
  public Feed find(Account who, long id) {
    Optional<Feed> found = store.feeds().find(who.id(), id);
    if (found.isEmpty() && who.isAdministrator()) found = store.feeds().find(id);
    return found.orElseThrow(() -> new Refusal(Reason.NO_FEED, "There is no feed " + id));
  }

  /// One that the account follows itself. What others follow is not on the administrator's pages
  /// either.
  public Feed followed(Account who, long id) {
    return followed(store, who, id);
  }

  static Feed followed(Store store, Account who, long id) {
    return store
        .feeds()
        .find(who.id(), id)
        .orElseThrow(() -> new Refusal(Reason.NO_FEED, "There is no feed " + id));
  }

  /// What the account has made of a feed that it follows.
  public Optional<Subscription> subscription(Account who, long feed) {
    return store.subscriptions().find(who.id(), feed);
  }

  /// By number or, as some clients have it, by address.
  public Optional<Subscription> subscription(Account who, String numberOrAddress) {
    if (numberOrAddress.matches("[0-9]{1,18}")) {
      return subscription(who, Long.parseLong(numberOrAddress));
    }
    return subscriptions(who).stream().filter(s -> s.address().equals(numberOrAddress)).findFirst();
  }

  /// By name.
  public List<Subscription> subscriptions(Account who) {
    return store.subscriptions().of(who.id());
  }

  /// How many entries there are of each.
  public List<FeedTally> tallies(Account who) {
    return store.subscriptions().tallies(who.id());
  }

  /// When something new came last in any feed that the account follows; the epoch if never.
  public Instant lastNew(Account who) {
    return store.subscriptions().lastNew(who.id());
  }

  public List<Feed> all(Account who) {
    return page(who, Integer.MAX_VALUE, 0);
  }

  public List<Feed> page(Account who, int limit, int offset) {
    return store.feeds().page(who.id(), limit, offset);
  }

  /// In the order of their numbers.
  public List<Feed> after(Account who, long after, int limit) {
    return store.feedLists().after(who.id(), after, limit);
  }

  /// The feeds of everybody, in the order of their numbers.
  public List<Feed> everybodys(Account who, long after, int limit) {
    Refusal.unlessAdministrator(who);
    return store.feedLists().after(null, after, limit);
  }

  /// How many follow each feed.
  public Map<Long, Long> followers(Account who) {
    Refusal.unlessAdministrator(who);
    return store.subscriptions().counts();
  }

  /// The folders of each feed that is in any, the first first.
  public Map<Long, List<String>> folders(Account who) {
    return store.feeds().folders(who.id());
  }

  /// The same of some of them.
  public Map<Long, List<String>> folders(Account who, List<Feed> some) {
    return store.feeds().folders(who.id(), some.stream().map(Feed::id).toList());
  }

  /// Those whose last poll failed.
  public Set<Long> troubled(Account who) {
    return store.subscriptions().troubled(who.id());
  }

  public List<SiteFeeds> sites(Account who, String after, int limit) {
    return store.feedLists().sites(who.id(), after, limit);
  }

  public List<Feed> ofSite(Account who, String site) {
    List<Feed> feeds = store.feedLists().ofSite(who.id(), site);
    if (feeds.isEmpty()) {
      throw new Refusal(Reason.NO_SITE, "You follow no feed of '" + site + "'");
    }
    return feeds;
  }

  /// Changes all that an edit names, or nothing. A title is the feed's own name if nobody else
  /// follows it, else the account's name for it.
  public void edit(Account who, long feed, FeedEdit edit) {
    FeedEdit checked = checked(who, feed, edit);
    long id = find(who, feed).id();
    boolean follows = store.subscriptions().find(who.id(), id).isPresent();
    store.feeds().edit(who.id(), id, checked, !follows || !isShared(who, id));
    if (edit.state() == Feed.State.PAUSED) polling.dropped(id);
    else if (edit.isForAll()) polling.changed(id);
  }

  /// An edit as it is written.
  ///
  /// @throws Refusal if it may not be made
  public FeedEdit checked(Account who, long feed, FeedEdit edit) {
    long id = edit.isForAll() ? changeable(who, feed) : find(who, feed).id();
    boolean ofFollowers = edit.folder() != null || edit.ownId() != null;
    if (ofFollowers && store.subscriptions().find(who.id(), id).isEmpty()) throw notFollowed(id);
    if (edit.interval() != null) checkInterval(edit.interval().value());
    if (edit.quotaGroup() != null) checkQuotaGroup(edit.quotaGroup().value());
    if (edit.headers() != null) edit.headers().forEach(FollowedFeeds::checkHeader);
    if (edit.list() != null) checkSelector(edit.list().selector());
    return new FeedEdit(
        edit.title() == null
            ? null
            : new To<>(
                Checked.nameOrNone("title", edit.title().value(), Subscription.LONGEST_TITLE)),
        edit.folder() == null ? null : new To<>(Checked.folder("folder", edit.folder().value())),
        edit.ownId() == null
            ? null
            : new To<>(Checked.nameOrNone("ownId", edit.ownId().value(), LONGEST_ID)),
        edit.interval(),
        edit.quotaGroup(),
        edit.headers(),
        edit.state(),
        edit.list());
  }

  private static void checkInterval(@Nullable Duration interval) {
    if (interval == null || interval.compareTo(SHORTEST_INTERVAL) >= 0) return;
    throw Refusal.wrong("interval", "must be at least a minute");
  }

  private static void checkQuotaGroup(@Nullable String group) {
    if (group == null || group.matches(Budget.GROUP_NAME)) return;
    throw Refusal.wrong("quotaGroup", "must be a group's name, such as graph");
  }

  static void checkSelector(String selector) {
    String problem = ListPages.problem(selector);
    if (problem != null) throw Refusal.wrong("list", problem);
  }

  private static void checkHeader(String name, String value) {
    boolean plain = value.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    if (!value.isEmpty() && plain && name.matches("[A-Za-z0-9-]{1,60}")) return;
    throw Refusal.wrong("headers", "must be an object of plain texts by header name");
  }

  /// @param title null or blank for the publisher's
  public void rename(Account who, long feed, @Nullable String title) {
    edit(who, feed, FeedEdit.title(title));
  }

  /// Puts a feed into one folder; if that is the first of several that it is in already, it stays
  /// in the others too.
  ///
  /// @param folder null or blank for none
  public void file(Account who, long feed, @Nullable String folder) {
    edit(who, feed, FeedEdit.folder(folder));
  }

  /// Puts a feed into these folders and no others.
  public void file(Account who, long feed, List<String> folders) {
    store.subscriptions().setFolders(who.id(), find(who, feed).id(), folders(folders));
  }

  /// Names of folders as they are written.
  ///
  /// @throws Refusal `WRONG` if one of them is none
  public static List<String> folders(List<String> names) {
    return names.stream()
        .map(f -> Checked.name("folders", FolderPath.tidy(f), Subscription.LONGEST_FOLDER))
        .distinct()
        .toList();
  }

  /// The folders that a feed is in.
  public List<String> folders(Account who, long feed) {
    return subscription(who, feed).map(Subscription::folders).orElse(List.of());
  }

  /// Gives a feed the id that the account has for it in a list of its own.
  ///
  /// @param id null or blank for none
  public void identify(Account who, long feed, @Nullable String id) {
    edit(who, feed, FeedEdit.ownId(id));
  }

  /// The account's own id of each feed that has one.
  public Map<Long, String> ownIds(Account who) {
    return store.subscriptions().ownIds(who.id());
  }

  /// What a feed says of itself beside its title, description and language.
  public ChannelFacts channel(Account who, long feed) {
    return store.feeds().channel(find(who, feed).id());
  }

  /// Leaves a feed alone until it is resumed.
  public void pause(Account who, long feed) {
    edit(who, feed, FeedEdit.state(Feed.State.PAUSED));
  }

  public void resume(Account who, long feed) {
    edit(who, feed, FeedEdit.state(Feed.State.ACTIVE));
  }

  /// Polls a feed as soon as its server may be asked.
  public void check(Account who, long feed) {
    if (polling.hurry(polled(find(who, feed)).id())) return;
    throw new Refusal(Reason.PAUSED, "Resume it first");
  }

  /// The number of a feed that the account may change for everybody.
  ///
  /// @throws Refusal `SHARED` if others follow it too and the account does not look after them
  public long changeable(Account who, long feed) {
    long id = polled(find(who, feed)).id();
    if (mayChange(who, id)) return id;
    throw new Refusal(
        Reason.SHARED, "Others follow this feed too; only the first account may change it");
  }

  /// Whether the account may change a feed for everybody.
  public boolean mayChange(Account who, long feed) {
    return who.isAdministrator() || !isShared(who, feed);
  }

  /// What is done to a feed that is polled is done to a crawl by its own means.
  static Feed polled(Feed feed) {
    if (feed.crawl() == null) return feed;
    throw new Refusal(
        Reason.OF_A_CRAWL, "Crawl " + feed.crawl() + " fills it: stop or delete the crawl instead");
  }

  Refusal notFollowed(long feed) {
    return new Refusal(
        Reason.NOT_FOLLOWED,
        store.subscriptions().followers(feed).isEmpty() ? "Nobody does" : "Only others do");
  }

  private boolean isShared(Account who, long feed) {
    return store.subscriptions().others(who.id(), feed) > 0;
  }
}
