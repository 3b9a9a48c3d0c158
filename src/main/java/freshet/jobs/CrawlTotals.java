package freshet.jobs;

import freshet.crawl.CrawlLimits;
import freshet.crawl.CrawlProgress;
import freshet.crawl.CrawlSettings;
import freshet.text.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/// What the runs of a crawl have counted so far, kept with its state so that the counters go on
/// after a stop, a restart and a resume. Pages and links are counted by the crawl's own files, so
/// that a kill loses none of those.
record CrawlTotals(
    long links,
    long pages,
    long failed,
    long waiting,
    int feeds,
    long bytes,
    Duration running,
    String last) {
  static final CrawlTotals NONE = new CrawlTotals(0, 0, 0, 0, 0, 0, Duration.ZERO, "");

  static CrawlTotals of(CrawlProgress p) {
    return new CrawlTotals(
        p.linksFound(),
        p.pagesFetched(),
        p.failed(),
        p.waiting(),
        p.feedsFound(),
        p.bytes(),
        p.running(),
        p.lastPage());
  }

  static CrawlTotals read(Properties p) {
    return new CrawlTotals(
        number(p, "links"),
        number(p, "pages"),
        number(p, "failed"),
        number(p, "waiting"),
        (int) number(p, "feeds"),
        number(p, "bytes"),
        Duration.ofMillis(number(p, "millis")),
        p.getProperty("counted.last", ""));
  }

  private static long number(Properties p, String name) {
    return Whole.of(p.getProperty("counted." + name), 18).orElse(0L);
  }

  void write(Properties p) {
    p.setProperty("counted.links", Long.toString(links));
    p.setProperty("counted.pages", Long.toString(pages));
    p.setProperty("counted.failed", Long.toString(failed));
    p.setProperty("counted.waiting", Long.toString(waiting));
    p.setProperty("counted.feeds", Integer.toString(feeds));
    p.setProperty("counted.bytes", Long.toString(bytes));
    p.setProperty("counted.millis", Long.toString(running.toMillis()));
    p.setProperty("counted.last", last);
  }

  /// The counters of a run that goes on from here, as those of the whole crawl.
  CrawlProgress with(CrawlProgress now) {
    return new CrawlProgress(
        now.linksFound(),
        now.pagesInAll(),
        now.pagesInAll(),
        now.failedInAll(),
        now.failedInAll(),
        now.waiting(),
        Math.max(feeds, now.feedsFound()),
        now.hostsBusy(),
        now.hostsResting(),
        now.lastPage().isEmpty() ? last : now.lastPage(),
        bytes + now.bytes(),
        running.plus(now.running()),
        now.traps());
  }

  /// What an earlier run has left, for a crawl that does not run; nothing if none did.
  Optional<CrawlProgress> progress() {
    if (links == 0) return Optional.empty();
    return Optional.of(
        new CrawlProgress(
            links, pages, pages, failed, failed, waiting, feeds, 0, 0, last, bytes, running,
            List.of()));
  }

  /// The settings of the next run: the time that was spent is spent. When all of it is, known pages
  /// may still be visited again, but no other.
  CrawlSettings rest(CrawlSettings settings) {
    CrawlLimits all = settings.limits();
    Duration left = all.timeInAll().minus(running);
    boolean spent = !left.isPositive();
    return settings.with(
        new CrawlLimits(
            all.pages(),
            all.time(),
            all.depth(),
            spent ? Math.max(1, Math.min(pages, all.pagesInAll())) : all.pagesInAll(),
            spent ? CrawlLimits.NONE.timeInAll() : left));
  }
}
