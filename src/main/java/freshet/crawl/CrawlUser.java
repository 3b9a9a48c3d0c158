package freshet.crawl;

import freshet.model.Validators;
import org.jspecify.annotations.Nullable;

/// Who a crawl is made for: sees every visit and says which links to follow. A selection policy is
/// one of these, and so is the feed finder.
///
/// ```java
/// CrawlUser all = (visit, links) -> {
///   HtmlPage page = visit.page();
///   if (page == null || page.noFollow()) return;
///   for (Link link : page.links()) links.follow(link.url(), 0.5);
/// };
/// try (Crawler crawler = new Crawler(folder, settings, fetcher, clock, all)) {
///   crawler.start("https://example.com/");
///   crawler.run();
/// }
/// ```
@FunctionalInterface
public interface CrawlUser {

  /// Called once for each address that was asked for, whatever came of it, on the virtual thread of
  /// its host: at the same time for different hosts, one after the other for one. What is followed
  /// is written down, together with the visit being over, when this returns; a process killed
  /// before makes the visit again.
  void visited(Visit visit, Links links);

  /// Called when the turn of a link has come, before it is asked for: its priority by what is known
  /// now. If that is less than before, it waits on with the new one. Must be quick.
  default double priorityNow(String url, String note, double before) {
    return before;
  }

  /// With what an address is asked for that was visited before; null to have it whole, whatever
  /// came then.
  default @Nullable Validators validators(String url) {
    return Validators.NONE;
  }

  /// Whether an address with this note is ever visited again.
  default boolean comesAgain(String note) {
    return true;
  }

  /// How many feeds the pages so far announced, for the counters.
  default int feedsFound() {
    return 0;
  }

  /// Called once for each start when nothing of it is left to visit in this run.
  ///
  /// @param start what [Crawler#start] returned
  default void finished(int start, Ending ending) {}

  /// Why a start is over.
  ///
  /// @param pages fetched for it, in all runs
  /// @param reason "done" if everything was visited, otherwise a sentence such as "The limit of 100
  ///   pages was reached"
  record Ending(int pages, String reason) {}
}
