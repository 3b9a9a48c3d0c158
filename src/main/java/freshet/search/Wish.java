package freshet.search;

import java.time.Instant;
import java.time.ZoneId;

/// How results are wanted.
///
/// @param now freshness is counted from
/// @param zone of the days that entries are counted by
/// @param hits most of them
public record Wish(Instant now, ZoneId zone, Order order, int hits, boolean facets) {
  public enum Order {
    /// The words that fit best, newer ones before older ones.
    BEST,
    NEWEST
  }
}
