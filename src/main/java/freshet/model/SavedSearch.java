package freshet.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A query that a user keeps, as a view of its own.
///
/// @param secret the last part of the address under which other programs read it as a feed
public record SavedSearch(
    long id, String name, String query, @Nullable String secret, Instant added) {}
