package freshet.poll;

import freshet.model.Feed;
import freshet.schedule.Week;
import freshet.schedule.Why;
import freshet.store.Store;
import freshet.websub.Callback;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The polls of several programs, as the one sees them that people talk to.
///
/// @param own polls of its own part
/// @param say leaves word for the others
record SharedPolling(Watcher own, Store store, Saying say) implements Polling {
  /// Leaves word for others.
  interface Saying {
    /// @return false if there are none
    boolean say(List<Long> feeds, What what);
  }

  enum What {
    FOLLOWED,
    CHANGED,
    DROPPED,
    HURRY
  }

  @Override
  public void followed(List<Long> feeds) {
    own.followed(feeds);
    List<Long> others = feeds.stream().filter(feed -> !own.polls(feed)).toList();
    if (!others.isEmpty()) tell(others, What.FOLLOWED);
  }

  @Override
  public void changed(long feed) {
    own.changed(feed);
    // Another site or quota group may be another's: who had it has to leave it.
    tell(List.of(feed), What.CHANGED);
  }

  @Override
  public void dropped(long feed) {
    boolean mine = own.polls(feed);
    own.dropped(feed);
    if (!mine) tell(List.of(feed), What.DROPPED);
  }

  private void tell(List<Long> feeds, What what) {
    boolean _ = say.say(feeds, what);
  }

  @Override
  public boolean hurry(long feed) {
    if (own.hurry(feed)) return true;
    // One that is paused is on nobody's list.
    Optional<Feed> found = store.feeds().find(feed);
    return found.isPresent()
        && found.get().state() == Feed.State.ACTIVE
        && say.say(List.of(feed), What.HURRY);
  }

  @Override
  public Optional<Why> explain(long feed) {
    Optional<Why> here = own.explain(feed);
    return here.isPresent() ? here : store.feeds().find(feed).flatMap(SharedPolling::asStored);
  }

  /// What the program that polls it has written down.
  private static Optional<Why> asStored(Feed feed) {
    Feed.Plan plan = feed.plan();
    Instant next = plan.nextPoll();
    if (next == null || feed.state() != Feed.State.ACTIVE) return Optional.empty();
    String why = plan.why();
    return Optional.of(
        new Why(
            why == null ? "" : why, plan.lastAnswer(), why, next, plan.heldBy(), 0, 0, 0, 0, 0));
  }

  @Override
  public Week week(long feed) {
    return own.week(feed);
  }

  @Override
  public Duration leastInterval() {
    return own.leastInterval();
  }

  @Override
  public boolean isAlive() {
    return own.isAlive();
  }

  @Override
  public boolean expects(String callback) {
    return own.expects(callback);
  }

  @Override
  public Callback.Reply verify(String callback, Map<String, String> query) {
    return own.verify(callback, query);
  }

  @Override
  public int push(
      String callback, @Nullable String signature, @Nullable String contentType, byte[] body)
      throws InterruptedException {
    return own.push(callback, signature, contentType, body);
  }
}
