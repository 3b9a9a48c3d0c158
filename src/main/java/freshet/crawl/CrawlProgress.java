package freshet.crawl;

import java.time.Duration;
import java.util.List;

/// How far a crawl has come, at one moment.
///
/// @param linksFound addresses ever met, by all runs of this crawl
/// @param pagesFetched in this run; files that are no pages are not among them
/// @param pagesInAll by all runs of this crawl
/// @param failed addresses that could not be had, in this run
/// @param failedInAll by all runs of this crawl
/// @param waiting addresses yet to be visited
/// @param feedsFound different feeds that pages announced, in this run
/// @param hostsBusy hosts that are being asked
/// @param hostsResting hosts that asked to be left alone, or whose hours have not come
/// @param lastPage the address fetched last, "" before the first
/// @param bytes that came over the network, in this run
/// @param traps what was not followed further, a sentence each
public record CrawlProgress(
    long linksFound,
    long pagesFetched,
    long pagesInAll,
    long failed,
    long failedInAll,
    long waiting,
    int feedsFound,
    int hostsBusy,
    int hostsResting,
    String lastPage,
    long bytes,
    Duration running,
    List<String> traps) {

  public double pagesPerSecond() {
    double seconds = running.toNanos() / 1e9;
    return seconds <= 0 ? 0 : pagesFetched / seconds;
  }
}
