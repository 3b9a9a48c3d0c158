package freshet.discover;

import freshet.model.FeedUrl;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What became of one input.
///
/// @param end a sentence: why the search ended
/// @param trouble a sentence if the input itself could not be read, else null
public record SiteReport(
    FeedUrl site, int pages, int feeds, Duration took, String end, @Nullable String trouble) {}
