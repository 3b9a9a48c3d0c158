package freshet.schedule;

import java.time.Instant;

/// A feed to poll now.
///
/// @param booked write this as the feed's next poll before asking, so that a crash in the middle
///   never makes us ask again at once
/// @param why one sentence: what was expected of this poll
public record Due(long feedId, Instant at, Instant booked, String why) {}
