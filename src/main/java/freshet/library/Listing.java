package freshet.library;

import freshet.library.Following.Followed;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.Feed;
import freshet.model.FeedEdit;
import freshet.model.FeedUrl;
import freshet.model.LinkList;
import freshet.model.ListRule;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Pages without a feed that are followed for a list of links: which lists a page has, what a
/// selector takes from it, which list of a page is followed.
public final class Listing {
  /// A list of at least this score is followed where nobody can be asked.
  static final double SURE = 0.6;

  /// Said instead of a selector: the list that is found.
  private static final String AUTO = "auto";

  private final FollowedFeeds feeds;
  private final Following following;
  private final @Nullable Looking looking;
  private final InstantSource clock;

  /// @param looking null where no server can be asked
  Listing(
      Following following, FollowedFeeds feeds, @Nullable Looking looking, InstantSource clock) {
    this.following = following;
    this.feeds = feeds;
    this.looking = looking;
    this.clock = clock;
  }

  /// The lists of the page at an address, best first; or the one that a selector takes.
  ///
  /// @param selector null, blank or `auto` to have them found
  /// @throws Refusal `WRONG` with a sentence if there is no page, or it is no selector
  public List<LinkList> at(Account who, String typed, @Nullable String selector) {
    return at(following.address(typed), selector);
  }

  /// The same of a page that is followed, or shall be.
  public List<LinkList> of(Account who, long feed, @Nullable String selector) {
    return at(feeds.find(who, feeds.changeable(who, feed)).url(), selector);
  }

  private List<LinkList> at(FeedUrl page, @Nullable String selector) {
    String wanted = given(selector);
    if (wanted != null) FollowedFeeds.checkSelector(wanted);
    if (looking == null) throw new Refusal(Reason.NO_PAGE, "No server can be asked here");
    return looking.lists(page, wanted);
  }

  /// Follows a list of a page.
  ///
  /// @param selector null, blank or `auto` for the best that is found
  /// @throws Refusal `WRONG` if it has none
  public Followed follow(
      Account who,
      String typed,
      @Nullable String selector,
      @Nullable String title,
      @Nullable String folder) {
    FeedUrl page = following.address(typed);
    return following.followList(who, page, selector(page, "address", selector), title, folder);
  }

  /// Follows another list of a page, or confirms that it is still the right one: what the page has
  /// at the next check is believed.
  ///
  /// @param selector `auto` for the best that is found now
  /// @throws Refusal `WRONG` if it has none
  public void change(Account who, long feed, String selector) {
    Feed f = feeds.find(who, feeds.changeable(who, feed));
    if (selector.isBlank()) FollowedFeeds.checkSelector(selector);
    String wanted = selector(f.url(), "list", selector);
    feeds.edit(who, f.id(), FeedEdit.list(new ListRule(wanted, clock.instant())));
    following.hurry(f.id());
  }

  private String selector(FeedUrl page, String field, @Nullable String selector) {
    String given = given(selector);
    if (given != null) return given;
    List<LinkList> lists = at(page, null);
    if (lists.isEmpty()) throw Refusal.wrong(field, Looking.noListAt(page));
    return lists.getFirst().selector();
  }

  private static @Nullable String given(@Nullable String selector) {
    if (selector == null) return null;
    String given = selector.strip();
    return given.isEmpty() || given.equalsIgnoreCase(AUTO) ? null : given;
  }
}
