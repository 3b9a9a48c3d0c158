package freshet.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// @param id what names it on a page: the start of its hash
public record Session(String id, @Nullable String agent, Instant addedAt, Instant seenAt) {}
