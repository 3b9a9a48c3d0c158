package freshet.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// @param id what names it on a page: the start of its hash
public record Token(String id, String name, Instant addedAt, @Nullable Instant usedAt) {}
