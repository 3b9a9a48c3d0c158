package freshet.crawl;

import org.jspecify.annotations.Nullable;

/// How a crawl goes about.
///
/// @param order among links of the same priority on one host
/// @param slack how far under the best waiting link (in priority, 0 to 1) another one may be
///   fetched at the same time; 1 keeps all hosts busy, less keeps to the best pages
/// @param revisit whether pages of earlier runs are visited again when they are due
/// @param earlierRuns whether the pages of earlier runs count for the limit of pages in all
public record CrawlSettings(
    CrawlLimits limits,
    Pace pace,
    Order order,
    double slack,
    boolean revisit,
    boolean earlierRuns) {

  /// How hard sites are asked.
  ///
  /// @param parallel hosts asked at once; each is asked for one page at a time
  /// @param bytesPerSecond most from one host, and `bytesPerSecondInAll` from all; 0: no ceiling
  /// @param quiet the hours in which sites are visited, or null for all
  public record Pace(
      int parallel, long bytesPerSecond, long bytesPerSecondInAll, @Nullable QuietHours quiet) {
    public Pace {
      if (parallel < 1) {
        throw new IllegalArgumentException("At least one host must be asked at once");
      }
    }
  }

  /// Breadth first visits links in the order they were found, depth first the newest ones first.
  public enum Order {
    BREADTH_FIRST,
    DEPTH_FIRST
  }

  public static final CrawlSettings DEFAULT =
      new CrawlSettings(
          CrawlLimits.NONE, new Pace(256, 0, 0, null), Order.BREADTH_FIRST, 1, false, false);

  public CrawlSettings with(CrawlLimits other) {
    return new CrawlSettings(other, pace, order, slack, revisit, earlierRuns);
  }

  public CrawlSettings with(Pace other) {
    return new CrawlSettings(limits, other, order, slack, revisit, earlierRuns);
  }

  public CrawlSettings with(Order other) {
    return new CrawlSettings(limits, pace, other, slack, revisit, earlierRuns);
  }

  public CrawlSettings withSlack(double other) {
    return new CrawlSettings(limits, pace, order, other, revisit, earlierRuns);
  }

  public CrawlSettings withRevisit(boolean other) {
    return new CrawlSettings(limits, pace, order, slack, other, earlierRuns);
  }

  public CrawlSettings withEarlierRuns() {
    return new CrawlSettings(limits, pace, order, slack, revisit, true);
  }
}
