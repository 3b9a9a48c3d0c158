package freshet.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Whom we bother for an account.
///
/// @param key the registered domain
/// @param failing feeds whose last poll failed
public record SiteFeeds(
    String key, int feeds, int failing, long entries, @Nullable Instant lastPoll) {}
