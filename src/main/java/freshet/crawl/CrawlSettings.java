package freshet.crawl;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a crawl goes about.
///
/// @param parallel hosts asked at once; each is asked for one page at a time
/// @param order among links of the same priority on one host
/// @param slack how far under the best waiting link (in priority, 0 to 1) another one may be
///   fetched at the same time; 1 keeps all hosts busy, less keeps to the best pages
/// @param bytesPerSecond most from one host, and `bytesPerSecondInAll` from all; 0: no ceiling
/// @param quiet the hours in which sites are visited, or null for all
/// @param longestRest a site that asks to be left alone for longer is left to another run
/// @param revisit whether pages of earlier runs are visited again when they are due
public record CrawlSettings(
    CrawlLimits limits,
    int parallel,
    Order order,
    double slack,
    long bytesPerSecond,
    long bytesPerSecondInAll,
    @Nullable QuietHours quiet,
    Duration longestRest,
    boolean revisit) {

  /// Breadth first visits links in the order they were found, depth first the newest ones first.
  public enum Order {
    BREADTH_FIRST,
    DEPTH_FIRST
  }

  public static final CrawlSettings DEFAULT =
      new CrawlSettings(
          CrawlLimits.NONE, 256, Order.BREADTH_FIRST, 1, 0, 0, null, Duration.ofMinutes(5), false);

  public CrawlSettings {
    if (parallel < 1) throw new IllegalArgumentException("At least one host must be asked at once");
  }

  public CrawlSettings with(CrawlLimits other) {
    return new CrawlSettings(
        other,
        parallel,
        order,
        slack,
        bytesPerSecond,
        bytesPerSecondInAll,
        quiet,
        longestRest,
        revisit);
  }

  public CrawlSettings withParallel(int hosts) {
    return new CrawlSettings(
        limits,
        hosts,
        order,
        slack,
        bytesPerSecond,
        bytesPerSecondInAll,
        quiet,
        longestRest,
        revisit);
  }

  public CrawlSettings with(Order other) {
    return new CrawlSettings(
        limits,
        parallel,
        other,
        slack,
        bytesPerSecond,
        bytesPerSecondInAll,
        quiet,
        longestRest,
        revisit);
  }

  public CrawlSettings withSlack(double other) {
    return new CrawlSettings(
        limits,
        parallel,
        order,
        other,
        bytesPerSecond,
        bytesPerSecondInAll,
        quiet,
        longestRest,
        revisit);
  }

  public CrawlSettings withBandwidth(long perHost, long inAll) {
    return new CrawlSettings(
        limits, parallel, order, slack, perHost, inAll, quiet, longestRest, revisit);
  }

  public CrawlSettings with(@Nullable QuietHours hours) {
    return new CrawlSettings(
        limits,
        parallel,
        order,
        slack,
        bytesPerSecond,
        bytesPerSecondInAll,
        hours,
        longestRest,
        revisit);
  }

  public CrawlSettings withLongestRest(Duration other) {
    return new CrawlSettings(
        limits, parallel, order, slack, bytesPerSecond, bytesPerSecondInAll, quiet, other, revisit);
  }

  public CrawlSettings withRevisit(boolean other) {
    return new CrawlSettings(
        limits,
        parallel,
        order,
        slack,
        bytesPerSecond,
        bytesPerSecondInAll,
        quiet,
        longestRest,
        other);
  }
}
