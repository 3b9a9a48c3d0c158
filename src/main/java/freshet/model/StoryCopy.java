package freshet.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One of the entries of a story.
///
/// @param feedAddress tells feeds of one name apart
public record StoryCopy(
    long story,
    long id,
    long feedId,
    String feedName,
    String feedAddress,
    @Nullable String title,
    Instant placed) {}
