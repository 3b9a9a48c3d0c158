package freshet.web;

import freshet.discover.FoundFeed;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.pipeline.Hub;
import freshet.pipeline.Laboratory;
import freshet.pipeline.Rulebook;
import freshet.pipeline.Understanding;
import freshet.store.Sight;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a person can ask of the running program through the pages. Feeds that do not exist answer
/// false or nothing.
public interface Actions {

  /// Starts to watch an address, as typed or pasted.
  Result addFeed(String address, @Nullable String folder);

  /// The same for an account.
  Result addFeed(long account, String address, @Nullable String folder);

  /// Starts to watch a feed that was found; false if it was watched already.
  boolean follow(long account, FeedUrl feed, @Nullable String folder);

  boolean removeFeed(long id);

  /// An account follows it no longer; nobody's feed is removed.
  boolean removeFeed(long account, long id);

  boolean pauseFeed(long id);

  boolean resumeFeed(long id);

  /// Asks the feed as soon as its server may be asked.
  boolean pollNow(long id);

  /// Why the feed was polled when it was, and when it will be again.
  Optional<FeedWhy> why(Feed feed);

  /// Removes an account with all it has, and the feeds that nobody else follows.
  boolean removeAccount(long account);

  /// How fresh the entries of the last day that an account may see were; empty if there were none
  /// to tell by.
  Optional<Fresh> freshness(Sight sight);

  /// What makes stories, topics and events of entries; null if it is switched off.
  @Nullable Understanding understanding();

  /// The rules; null if the search is switched off, which they need.
  default @Nullable Rulebook rulebook() {
    return null;
  }

  /// Who tells others of changes in the feeds we give out; null if nobody does.
  default @Nullable Hub hub() {
    return null;
  }

  /// The settings of the installation; null if they cannot be seen here.
  default InstallationPages.@Nullable Installation installation() {
    return null;
  }

  /// Where policies are tried on what the feeds have published; null if nowhere.
  default @Nullable Laboratory laboratory() {
    return null;
  }

  /// Delays from publication to storage in words, and those of the same entries under round-robin
  /// with the same budget.
  record Fresh(
      int entries, String median, String p95, String roundRobinMedian, String roundRobinP95) {}

  /// What became of an address.
  sealed interface Result {}

  /// @param wasNew false if the address was watched already
  record Added(long feedId, boolean wasNew) implements Result {}

  /// The address is one of a site, which has these feeds.
  ///
  /// @param best those that are enough to have all its entries
  record Offered(List<FoundFeed> best, List<FoundFeed> all) implements Result {}

  /// @param sentence for the person who typed the address: what is wrong with it, what to do
  record Refused(String sentence) implements Result {}

  /// The schedule's view of one feed.
  ///
  /// @param lastSentence why it was polled last
  /// @param nextSentence why it will be polled when it will
  /// @param heldBy what keeps the next poll back, such as the feed's own wish
  /// @param expectedNew how many entries are probably waiting by now
  /// @param numbers further figures by name, in the order to show them
  /// @param rhythm expected entries an hour, 7 × 24 from Monday 00 h on in the feed's own time
  record FeedWhy(
      @Nullable String lastSentence,
      @Nullable String nextSentence,
      @Nullable String heldBy,
      @Nullable Instant nextPoll,
      double expectedNew,
      LinkedHashMap<String, String> numbers,
      float @Nullable [] rhythm) {}
}
