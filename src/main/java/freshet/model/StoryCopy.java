package freshet.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One of the entries of a story.
public record StoryCopy(
    long story, long id, long feedId, String feedName, @Nullable String title, Instant placed) {}
