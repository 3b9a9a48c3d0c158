package freshet.web;

import freshet.crawl.CrawlPlan;
import freshet.jobs.Discovery;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The page on which searches and crawls are started, with those that there are.
///
/// @param typed kept when it was refused
/// @param error why it was refused
/// @param crawls null for whom may start none
/// @param crawlTyped and `crawlError` the same of a crawl
public record DiscoverPage(
    PageFrame frame,
    List<Row> searches,
    String typed,
    @Nullable String error,
    @Nullable List<CrawlRow> crawls,
    String crawlTyped,
    @Nullable String crawlError) {

  /// In the order of the form.
  public static final List<String> MODES =
      Stream.of(CrawlPlan.Mode.values()).map(CrawlPlan.Mode::name).toList();

  public record CrawlRow(int id, String what, String state, String level, String begun) {}

  /// @param state in words
  public record Row(int id, String begun, String state, String level, int sites, int feeds) {
    static Row of(Discovery s, PageFrame frame) {
      var now = s.counters();
      return new Row(
          s.id(),
          frame.times().when(s.begun()),
          frame.say("state." + s.state().word()),
          DiscoveryPage.level(s.state()),
          now.map(n -> n.sites()).orElse(0),
          now.map(n -> n.feeds()).orElse(0));
    }
  }
}
