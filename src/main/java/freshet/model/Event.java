package freshet.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// @param title that of its first story
public record Event(
    long id, @Nullable String title, Instant firstSeen, Instant lastSeen, int stories) {}
