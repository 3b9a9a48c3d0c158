package freshet.web;

import freshet.library.Freshness;
import freshet.library.MemoryUse;
import freshet.model.FeedCounts;
import freshet.text.Spans;
import java.time.Duration;

/// What runs here.
///
/// @param fresh how fresh the entries of the last day were
public record About(PageFrame frame, FeedCounts counts, Freshness fresh, MemoryUse memory) {
  public String words(Duration d) {
    return Spans.words(d);
  }
}
