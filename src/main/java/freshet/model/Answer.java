package freshet.model;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is known of any answer of a server, besides its body.
///
/// @param finalUrl the address that answered, after redirects
/// @param movedTo where permanent redirects (301, 308) alone lead to, or null
/// @param validators to ask with next time
/// @param freshFor how long the server says its answer stays fresh (Cache-Control, Expires)
/// @param hub and `self` from `Link` headers (WebSub)
/// @param wireBytes bytes that crossed the network
public record Answer(
    int status,
    FeedUrl finalUrl,
    @Nullable FeedUrl movedTo,
    Validators validators,
    @Nullable Duration freshFor,
    @Nullable String hub,
    @Nullable String self,
    long wireBytes,
    Instant at,
    Duration took) {}
