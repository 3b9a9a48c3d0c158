package freshet.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// @param id what names it on a page: the start of its hash
/// @param readOnly whether nothing can be changed with it
public record Token(
    String id, String name, boolean readOnly, Instant addedAt, @Nullable Instant usedAt) {}
