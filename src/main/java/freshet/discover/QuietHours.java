package freshet.discover;

import freshet.model.FeedUrl;
import java.time.Duration;
import java.time.Instant;

/// Placeholder until the crawl package's arrives.
public interface QuietHours {
  QuietHours NONE = (_, _) -> Duration.ZERO;

  Duration wait(FeedUrl site, Instant now);
}
