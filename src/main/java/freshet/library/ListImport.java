package freshet.library;

import freshet.exchange.FeedList;
import freshet.exchange.FeedList.Listed;
import freshet.jobs.Discoveries;
import freshet.jobs.Discovery;
import freshet.library.Following.Imported;
import freshet.model.Account;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Follows the feeds of a list that somebody brings along. What OPML lists are feeds. Of other
/// lists, addresses that do not look like feeds may be those of sites: as many of them as somebody
/// can wait for are looked at, and the rest is left to a search.
final class ListImport {
  private static final int MOST_LOOKS = 20;

  private final Following following;
  private final @Nullable Looking looking;
  private final Account who;
  private final FeedList list;
  private final List<String> leftOut;
  private final List<FeedUrl> sites = new ArrayList<>();
  private final List<Listed> taken = new ArrayList<>();

  /// @param looking null where no server can be asked: then sites are only named
  ListImport(Following following, @Nullable Looking looking, Account who, FeedList list) {
    this.following = following;
    this.looking = looking;
    this.who = who;
    this.list = list;
    this.leftOut = new ArrayList<>(list.leftOut());
  }

  /// @param progress is told how many feeds are written so far
  Imported run(IntConsumer progress) {
    List<Listed> unsure = new ArrayList<>();
    for (Listed f : list.feeds()) {
      if (list.surelyFeeds()
          || f.list() != null
          || Looking.isLikely(f.url())
          || following.isFeed(f.url())) {
        follow(f, f.url());
      } else {
        unsure.add(f);
      }
    }
    int asked = looking == null ? 0 : Math.min(MOST_LOOKS, unsure.size());
    if (looking != null && asked > 0) look(looking, unsure.subList(0, asked));
    for (Listed f : unsure.subList(asked, unsure.size())) sites.add(f.url());
    List<Following.Followed> followed = following.followAll(who, taken, progress);
    int added = (int) followed.stream().filter(Following.Followed::wasNew).count();
    return new Imported(
        added,
        followed.size() - added,
        0,
        List.copyOf(leftOut),
        List.copyOf(sites),
        looking == null || sites.isEmpty()
            ? null
            : looking.search(who, sites).map(Discovery::id).orElse(null));
  }

  private void look(Looking looking, List<Listed> some) {
    List<Discoveries.Look> looks = looking.at(some.stream().map(Listed::url).toList());
    for (int i = 0; i < some.size(); i++) {
      Listed f = some.get(i);
      Discoveries.Look look = looks.get(i);
      if (look.itself() != null) follow(f, look.itself());
      else if (!look.all().isEmpty()) follow(f, Looking.best(look.best(), look.all()));
      else if (look.missing()) leftOut.add("There is nothing at " + f.url().shown());
      else if (look.trouble() != null || look.unfinished()) sites.add(f.url());
      else if (!looking.lists(look).isEmpty()) leftOut.add(Looking.noFeedButListAt(f.url()));
      else leftOut.add(Looking.noFeedAt(f.url()));
    }
  }

  private void follow(Listed listed, FeedUrl feed) {
    if (Feed.isOfCrawl(feed)) {
      leftOut.add("There is nothing at " + feed.shown());
      return;
    }
    taken.add(
        new Listed(
            feed,
            listed.title(),
            listed.folders(),
            listed.id(),
            listed.link(),
            listed.description(),
            listed.list()));
  }
}
