package freshet.dedupe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where an entry belongs.
///
/// @param story the id of the story's first entry by time, which is this one if it is new
/// @param sameAs the entry it resembles most, null if none
/// @param percent how much it resembles that one
/// @param absorbed stories that this entry showed to be the same, now part of `story`
public record Match(long story, @Nullable Long sameAs, double percent, List<Long> absorbed) {}
