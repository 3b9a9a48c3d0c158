package freshet.poll;

import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchRequest;
import freshet.model.ParseOutcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Asks a server for a feed and reads what comes back: the part of a poll that can be done on
/// another machine (`cluster`). Both records are plain values that can be sent as they are; whoever
/// reads knows neither the store nor the schedule. What needs them is done with the answer: which
/// entries are new, what was learned, what is written.
///
/// Language and signature of an entry are found from its text alone and could be found here too,
/// but only of entries that are new, which the reader cannot tell: a feed shows the same thirty
/// entries at every poll. For that the request would have to bring the keys and content hashes of
/// the entries that are stored.
public interface FeedReader {

  /// Whatever the server does comes back as a value. Blocks, so call it on a virtual thread.
  ///
  /// @throws InterruptedException if the calling thread was interrupted meanwhile
  Answer read(Request request) throws InterruptedException;

  /// The answer was dealt with: what it brought is stored, or there is nothing to store.
  default void finished(Request request) {}

  /// Whether reading is done by machines that need not be believed: what they bring is made safe
  /// again before it is kept.
  default boolean isElsewhere() {
    return false;
  }

  /// @param feed its number
  /// @param fetch what to ask, and what is known of the last answer
  /// @param site whom that bothers, as the schedule calls it
  /// @param list the selector of the links, if it is a page whose links are read as a feed
  record Request(long feed, FetchRequest fetch, String site, @Nullable String list) {}

  /// @param outcome of the request; of a body that was fetched all but the bytes
  /// @param parsed what the body came to; null if there was none
  /// @param restsUntil until when the site asked all of us to leave it alone (429, 503), or null
  record Answer(FetchOutcome outcome, @Nullable ParseOutcome parsed, @Nullable Instant restsUntil) {

    public Answer {
      if ((outcome instanceof Fetched) != (parsed != null)) {
        throw new IllegalArgumentException("What was fetched was read, and nothing else");
      }
    }

    /// Why the feed was not asked though it may be at another time, because its site rests or its
    /// host is closed at this time of the day; null if it was asked.
    @Nullable Forbidden resting() {
      return outcome instanceof Forbidden f && f.ban() == Ban.RESTING ? f : null;
    }
  }
}
