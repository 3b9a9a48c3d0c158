package freshet.web;

import freshet.crawl.CrawlProgress;
import freshet.pipeline.Crawl;
import freshet.pipeline.Discoveries.State;
import freshet.schedule.Spans;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The page of one crawl: how far it is, and the pages it gathered last.
public record CrawlPage(
    Frame frame,
    int id,
    State state,
    String stateText,
    String level,
    String what,
    @Nullable CrawlProgress now,
    String running,
    List<Row> pages,
    List<String> troubles) {

  private static final int SHOWN = 100;

  public record Row(String url, String title) {}

  static CrawlPage of(Crawl crawl, Frame frame) {
    CrawlProgress now = crawl.progress().orElse(null);
    return new CrawlPage(
        frame,
        crawl.id(),
        crawl.state(),
        frame.say("state." + crawl.state().word()),
        SearchPage.level(crawl.state()),
        what(crawl, frame),
        now,
        now == null ? "" : Spans.words(now.running()),
        crawl.pages("", "", 0, SHOWN).stream().map(CrawlPage::row).toList(),
        crawl.troubles().stream().map(t -> Plain.line(t, 300)).toList());
  }

  /// What is crawled, and from where.
  static String what(Crawl crawl, Frame frame) {
    String words = String.join(", ", crawl.plan().words());
    return frame.say("crawl.mode-" + crawl.plan().mode().name())
        + (words.isEmpty() ? "" : " (" + Plain.line(words, 80) + ")")
        + ": "
        + Plain.line(crawl.plan().starts().getFirst(), 100);
  }

  private static Row row(JsonNode page) {
    String url = page.path("url").asString("");
    String title = page.path("title").asString("");
    return new Row(url, Plain.line(title.isBlank() ? url : title, 200));
  }

  public boolean runs() {
    return state == State.RUNNING;
  }

  public boolean canResume() {
    return state == State.PAUSED || state == State.STOPPED;
  }

  public boolean canStop() {
    return state == State.RUNNING || state == State.PAUSED;
  }
}
