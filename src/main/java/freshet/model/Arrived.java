package freshet.model;

import java.time.Instant;

/// An entry and when it arrived.
public record Arrived(long id, long feed, Instant at) {}
