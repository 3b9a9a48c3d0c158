package freshet.fetch;

import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Asks a server for a feed or a page. Blocks, so call it on a virtual thread.
public interface Fetcher {

  /// Whatever the server does comes back as a value.
  ///
  /// @throws InterruptedException if the calling thread was interrupted meanwhile
  FetchOutcome fetch(FetchRequest request) throws InterruptedException;

  /// Until when a site asked all of us to leave it alone (429, 503), or null.
  default @Nullable Instant restsUntil(String site) {
    return null;
  }
}
