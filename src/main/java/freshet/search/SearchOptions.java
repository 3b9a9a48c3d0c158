package freshet.search;

import freshet.dictionary.Translator;
import freshet.model.SearchOrder;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How results are wanted.
///
/// @param now freshness is counted from
/// @param zone of the days that entries are counted by
/// @param hits most of them
/// @param feeds whose entries are searched; null for all
/// @param translator for the words of the query; null if they are not to be translated
/// @param language the reader's own; null if it is not known
/// @param texts of what is found
public record SearchOptions(
    Instant now,
    ZoneId zone,
    SearchOrder order,
    int hits,
    boolean facets,
    @Nullable List<Long> feeds,
    @Nullable Translator translator,
    @Nullable String language,
    Texts texts) {
  public SearchOptions(Instant now, ZoneId zone, SearchOrder order, int hits, boolean facets) {
    this(now, zone, order, hits, facets, null, null, null, Texts.NONE);
  }
}
