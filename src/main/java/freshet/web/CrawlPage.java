package freshet.web;

import freshet.crawl.CrawlProgress;
import freshet.jobs.Crawl;
import freshet.jobs.Job.State;
import freshet.jobs.WordCounts.CountedWord;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The page of one crawl: how far it is, and the pages it gathered last.
public record CrawlPage(
    PageFrame frame,
    int id,
    State state,
    String stateText,
    String level,
    String what,
    @Nullable CrawlProgress now,
    String running,
    List<Spoken> languages,
    @Nullable Long feed,
    long entries,
    String leftOut,
    boolean shown,
    boolean again,
    @Nullable String nextVisit,
    List<WordRow> words,
    List<Row> pages,
    List<String> troubles) {

  /// How many pages are in a language.
  ///
  /// @param share in words
  public record Spoken(String language, int pages, String share) {}

  private static final int SHOWN = 100;

  private static final int TOPICS = 20;
  private static final int WORDS = 15;

  /// The most frequent words of a topic, by their kinds.
  public record WordRow(String topic, String nouns, String verbs, String untold) {}

  public record Row(String url, String title) {}

  /// @param shown whether its pages are in the river of who looks at it
  static CrawlPage of(Crawl crawl, boolean shown, PageFrame frame) {
    CrawlProgress now = crawl.progress().orElse(null);
    return new CrawlPage(
        frame,
        crawl.id(),
        crawl.state(),
        frame.say("state." + crawl.state().word()),
        DiscoveryPage.level(crawl.state()),
        what(crawl, frame),
        now,
        now == null ? "" : frame.times().exactSpan(now.running()),
        languages(crawl, frame),
        crawl.plan().upkeep().findable() ? crawl.feed().orElse(0L) : null,
        crawl.entries(),
        leftOut(crawl, frame),
        shown,
        crawl.plan().upkeep().again(),
        crawl.nextVisit().map(frame.times()::when).orElse(null),
        words(crawl, frame),
        crawl.gathered().pages("", "", 0, SHOWN).stream().map(CrawlPage::row).toList(),
        Stream.concat(crawl.trouble().stream(), crawl.troubles().stream())
            .map(frame::said)
            .toList());
  }

  /// The most first.
  private static List<Spoken> languages(Crawl crawl, PageFrame frame) {
    Map<String, Integer> counts = crawl.gathered().languages();
    int all = counts.values().stream().mapToInt(n -> n).sum();
    return counts.entrySet().stream()
        .map(e -> {
          String name =
              e.getKey().equals("und")
                  ? frame.say("stats.unknown")
                  : frame.texts().languageName(e.getKey());
          return new Spoken(
              name, e.getValue(), frame.say("stats.share", 100.0 * e.getValue() / all));
        })
        .toList();
  }

  /// `12 lists of links, 3 with hardly any text`
  private static String leftOut(Crawl crawl, PageFrame frame) {
    return crawl.gathered().leftOut().entrySet().stream()
        .map(e -> frame.say("crawl.left-" + e.getKey(), e.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static List<WordRow> words(Crawl crawl, PageFrame frame) {
    return crawl.gathered().words(_ -> true, Integer.MAX_VALUE).stream()
        .collect(Collectors.groupingBy(CountedWord::topic, TreeMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .limit(TOPICS)
        .map(e ->
            new WordRow(
                e.getKey().isEmpty()
                    ? frame.say("crawl.words-no-topic")
                    : SafeText.line(e.getKey(), 60),
                words(e.getValue(), "noun", frame),
                words(e.getValue(), "verb", frame),
                words(e.getValue(), null, frame)))
        .toList();
  }

  /// `ferry 12, harbour 9`
  private static String words(List<CountedWord> all, @Nullable String kind, PageFrame frame) {
    return all.stream()
        .filter(w -> Objects.equals(w.kind(), kind))
        .limit(WORDS)
        .map(w -> SafeText.line(w.root(), 80) + " " + frame.say("number", w.times()))
        .collect(Collectors.joining(", "));
  }

  /// What is crawled, and from where.
  static String what(Crawl crawl, PageFrame frame) {
    String words = String.join(", ", crawl.plan().words());
    return frame.say("crawl.mode-" + crawl.plan().mode().name())
        + (words.isEmpty() ? "" : " (" + SafeText.line(words, 80) + ")")
        + ": "
        + SafeText.line(crawl.plan().starts().getFirst(), 100);
  }

  private static Row row(JsonNode page) {
    String url = page.path("url").asString("");
    String title = page.path("title").asString("");
    return new Row(url, SafeText.line(title.isBlank() ? url : title, 200));
  }

  public boolean runs() {
    return state == State.RUNNING;
  }

  public boolean isOver() {
    return state.isOver();
  }

  public boolean canResume() {
    return state == State.PAUSED || state == State.STOPPED;
  }

  public boolean canStop() {
    return state == State.RUNNING || state == State.PAUSED;
  }
}
