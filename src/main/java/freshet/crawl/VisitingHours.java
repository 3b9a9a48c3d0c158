package freshet.crawl;

import java.time.Instant;

/// When a host may be visited by whoever reads through whole sites.
public interface VisitingHours {
  /// Now, if the host may be visited; otherwise when it may be next, as far as is known.
  Instant nextFor(String host, Instant now);
}
