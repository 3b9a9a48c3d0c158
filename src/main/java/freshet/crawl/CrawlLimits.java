package freshet.crawl;

import java.time.Duration;

/// Where a crawl ends. What is over a limit stays in the frontier, so that a later run with wider
/// limits goes on from there.
///
/// @param pages fetched for each start, in all runs together
/// @param time spent on each start, in this run, from its first request
/// @param depth links away from the start page
/// @param pagesInAll fetched in this run, for all starts together; in all runs of a crawl whose
///   earlier ones count ([CrawlSettings#earlierRuns])
/// @param timeInAll spent on this run
public record CrawlLimits(
    int pages, Duration time, int depth, long pagesInAll, Duration timeInAll) {
  private static final Duration FOR_EVER = Duration.ofDays(3650);

  public static final CrawlLimits NONE =
      new CrawlLimits(Integer.MAX_VALUE, FOR_EVER, 60_000, Long.MAX_VALUE, FOR_EVER);

  public CrawlLimits {
    if (pages < 1 || pagesInAll < 1 || depth < 0 || !time.isPositive() || !timeInAll.isPositive()) {
      throw new IllegalArgumentException("A limit of a crawl must be more than 0");
    }
    depth = Math.min(depth, 60_000);
  }
}
