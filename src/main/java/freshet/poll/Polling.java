package freshet.poll;

import freshet.schedule.Week;
import freshet.schedule.Why;
import freshet.websub.Callback;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the polls are told when somebody changes a feed, and what they can be asked. Programs that
/// do not poll use [#NONE] or [#ELSEWHERE].
public interface Polling {

  /// Feeds were added, or are followed by others than before.
  void followed(List<Long> feeds);

  /// How a feed is to be polled was changed in the store.
  void changed(long feed);

  /// A feed is not to be polled any more: it is paused or removed.
  void dropped(long feed);

  /// Polls a feed as soon as politeness allows, whatever its rhythm; false if it is not polled.
  boolean hurry(long feed);

  /// Why a feed was polled when it was, and when it will be again; empty if it is not polled.
  Optional<Why> explain(long feed);

  /// When a feed usually publishes.
  Week week(long feed);

  /// No feed is asked twice within this time, unless somebody wants it now.
  Duration leastInterval();

  /// Whether feeds are polled at all.
  boolean isAlive();

  /// Whether a hub was given this address to bring something to.
  default boolean expects(String callback) {
    return false;
  }

  /// A hub asks whether a subscription was ours (WebSub).
  ///
  /// @param callback the last part of the address that the hub called
  default Callback.Reply verify(String callback, Map<String, String> query) {
    return new Callback.Reply(404, "No hub is expected here", null, null);
  }

  /// A hub brings new content (WebSub): read and stored like a fetched body, if it is genuine.
  ///
  /// @return the status to answer
  default int push(
      String callback, @Nullable String signature, @Nullable String contentType, byte[] body)
      throws InterruptedException {
    return 404;
  }

  /// Nobody polls.
  Polling NONE = silent(false);

  /// Another program on the same store polls.
  Polling ELSEWHERE = silent(true);

  private static Polling silent(boolean alive) {
    return new Polling() {
      @Override
      public void followed(List<Long> feeds) {}

      @Override
      public void changed(long feed) {}

      @Override
      public void dropped(long feed) {}

      @Override
      public boolean hurry(long feed) {
        return false;
      }

      @Override
      public Optional<Why> explain(long feed) {
        return Optional.empty();
      }

      @Override
      public Week week(long feed) {
        return Week.UNKNOWN;
      }

      @Override
      public Duration leastInterval() {
        return Duration.ZERO;
      }

      @Override
      public boolean isAlive() {
        return alive;
      }
    };
  }
}
