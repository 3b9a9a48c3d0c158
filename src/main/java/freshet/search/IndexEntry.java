package freshet.search;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An entry as far as it is searched.
///
/// @param text plain, the whole of it
/// @param more names of authors and categories
/// @param placed where it stands in the river: its date in the index
/// @param topic 0 if it has none; so has `story`
public record IndexEntry(
    long id,
    long feed,
    String title,
    String text,
    List<String> more,
    @Nullable String language,
    Instant placed,
    long topic,
    long story) {}
