package freshet.discover;

import freshet.model.FeedUrl;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A feed that was found and read.
///
/// @param site the input it was found from
/// @param from the page that named it; the input itself if nobody did
/// @param language as declared, or as found in the texts
/// @param entriesPerDay over the entries that the feed holds, 0 if that cannot be told
/// @param comments whether it holds readers' comments rather than entries
/// @param score how much a reader of the site would want it, from 0 to 1
/// @param sameAs an earlier feed that has all the entries of this one, or null
/// @param entries names of its entries, by which two feeds are compared
public record FoundFeed(
    FeedUrl site,
    FeedUrl feed,
    How how,
    FeedUrl from,
    @Nullable String title,
    String format,
    @Nullable String language,
    double entriesPerDay,
    @Nullable Instant lastEntry,
    boolean comments,
    double score,
    @Nullable FeedUrl sameAs,
    long[] entries) {

  FoundFeed sameAs(@Nullable FeedUrl other) {
    return new FoundFeed(
        site,
        feed,
        how,
        from,
        title,
        format,
        language,
        entriesPerDay,
        lastEntry,
        comments,
        score,
        other,
        entries);
  }
}
