package freshet.search;

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
public record Wish(
    Instant now, ZoneId zone, Order order, int hits, boolean facets, @Nullable List<Long> feeds) {
  public Wish(Instant now, ZoneId zone, Order order, int hits, boolean facets) {
    this(now, zone, order, hits, facets, null);
  }

  public enum Order {
    /// The words that fit best, newer ones before older ones.
    BEST,
    NEWEST
  }
}
