package freshet.model;

import java.time.Instant;
import java.util.List;

/// How many entries there are of a feed that an account follows, without what it is called.
///
/// @param folders that it is in, the first first
/// @param lastNew when something new last came, the epoch if never
public record FeedTally(
    long feed, long unread, long entries, List<String> folders, Instant lastNew) {}
