package freshet.fetch;

import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;

/// Asks a server for a feed or a page. Blocks, so call it on a virtual thread.
public interface Fetcher {

  /// Whatever the server does comes back as a value.
  ///
  /// @throws InterruptedException if the calling thread was interrupted meanwhile
  FetchOutcome fetch(FetchRequest request) throws InterruptedException;
}
