package freshet.library;

import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.Feed;
import freshet.model.FeedTopic;
import freshet.store.Store;
import freshet.understand.FoldPreview;
import freshet.understand.Understanding;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// What an account says of topics and stories: what an entry or a feed is about, which feed stands
/// for a story, and what counts as the same.
///
/// Two rules say who may. An entry may be corrected by everybody who may see it: whoever has read
/// it knows what it is about, and the next reader can say otherwise. What is said of a feed holds
/// for all its entries, those to come too, and for all who follow it; so it is for those who may
/// change the feed ([FollowedFeeds#changeable]). What counts as the same story regroups everything
/// that is stored: this is the administrator's.
public final class Correcting {
  private final Store store;
  private final FollowedFeeds feeds;
  private final @Nullable Understanding understanding;

  /// @param understanding null if it is switched off
  public Correcting(Store store, FollowedFeeds feeds, @Nullable Understanding understanding) {
    this.store = store;
    this.feeds = feeds;
    this.understanding = understanding;
  }

  /// Whether stories and topics are found here at all.
  public boolean isOn() {
    return understanding != null;
  }

  /// Says what an entry and its copies are about.
  ///
  /// @throws Refusal `NO_ENTRY`, or `WRONG` if that cannot be a topic's name
  public void giveTopic(Account who, long entry, String topic) {
    if (store.entries().find(Browsing.visibility(store, who), entry).isEmpty())
      throw Refusal.noEntry(entry);
    if (!named(() -> understanding().giveTopic(entry, topic))) throw Refusal.noEntry(entry);
  }

  /// Says what all entries of a feed are about.
  ///
  /// @param topic null for nothing in particular
  public void giveFeedTopic(Account who, long feed, @Nullable String topic) {
    long id = feeds.changeable(who, feed);
    boolean _ = named(() -> understanding().giveFeedTopic(id, topic));
  }

  private static boolean named(BooleanSupplier giving) {
    try {
      return giving.getAsBoolean();
    } catch (IllegalArgumentException e) {
      throw Refusal.wrong("topic", "is wrong: " + e.getMessage());
    }
  }

  /// Says whether a feed's entries stand for their stories.
  public void prefer(Account who, long feed, boolean preferred) {
    boolean _ = understanding().prefer(feeds.changeable(who, feed), preferred);
  }

  public record FeedFacts(Feed feed, FeedTopic topic) {}

  /// What texts and people say about a feed.
  public FeedFacts ofFeed(Account who, long feed) {
    Feed found = feeds.find(who, feed);
    return new FeedFacts(found, store.topics().facts(found.id()));
  }

  /// What counts as the same story.
  public Understanding.Folds folds() {
    return understanding().folds();
  }

  /// What would be the same story otherwise, of the entries that the account may see.
  public FoldPreview preview(Account who, double percent, boolean containment) {
    return understanding().preview(Browsing.visibility(store, who), within(percent), containment);
  }

  /// Changes what counts as the same story, for what is stored too.
  public void fold(Account who, double percent, boolean containment) throws InterruptedException {
    Refusal.unlessAdministrator(who);
    int _ = understanding().fold(within(percent), containment);
  }

  private static double within(double percent) {
    if (percent >= 1 && percent <= 100) return percent;
    throw Refusal.wrong("percent", "must be from 1 to 100");
  }

  private Understanding understanding() {
    if (understanding != null) return understanding;
    throw new Refusal(
        Reason.UNDERSTANDING_OFF, "The setting 'understand' is false; nothing is folded");
  }
}
