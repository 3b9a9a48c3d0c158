package freshet.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.bench.web.DirectFetcher;
import freshet.bench.web.Nobody;
import freshet.bench.web.TopicWeb;
import freshet.extract.HtmlPage;
import freshet.extract.Link;
import freshet.model.FetchOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinkPolicyTest {
  @TempDir Path folder;

  private static Link link(String url, String text) {
    return new Link(url, text, "", "");
  }

  @Test
  void topicSelectiveWantsAWordInTheAddressOrTheText() {
    var selection = new TopicSelective(new TopicWords(List.of("cat", "Lynx")));
    assertThat(selection.priority(link("http://e.com/a", "Wild cats"), 0)).isPositive();
    assertThat(selection.priority(link("http://e.com/lynx/a", "more"), 0)).isPositive();
    assertThat(selection.priority(link("http://e.com/education", "locate us"), 0)).isNegative();
  }

  @Test
  void topicFocusedWantsWordsThatManyLinksHave() {
    var selection = new TopicFocused(2);
    HtmlPage page =
        HtmlPage.parse(
            "<html lang=en><a href=1>red apples</a><a href=2>green apple</a>"
                + "<a href=3>apples and pears</a><a href=4>the pear</a><a href=5>the plum</a>",
            "http://e.com/");
    Visit visit =
        new Visit(
            new Frontier.Taken(
                0, 0, "http://e.com/", Shapes.of("http://e.com/"), 0, 0, 15, 0, 0, false, ""),
            new FetchOutcome.Unreachable(FetchOutcome.Trouble.TIMEOUT, "not asked"),
            "http://e.com/");
    selection.look(visit, page);
    assertThat(selection.priority(link("http://e.com/6", "Apple pie"), 0)).isPositive();
    assertThat(selection.priority(link("http://e.com/7", "Pear tart"), 0)).isNegative();
    assertThat(selection.priority(link("http://e.com/8", "the"), 0)).isNegative();
  }

  @Test
  void relevanceIsTitleAndText() {
    var words = new TopicWords(List.of("flood"));
    HtmlPage on =
        HtmlPage.parse(
            "<title>Floods</title><p>The flood came. " + "word ".repeat(40), "http://e/");
    HtmlPage off = HtmlPage.parse("<title>Sport</title><p>" + "word ".repeat(60), "http://e/");
    assertThat(words.relevance(on)).isGreaterThan(0.8);
    assertThat(words.relevance(off)).isZero();
  }

  /// Pages on topic among the fetched ones, in per cent, and how many.
  private record Share(int onTopic, int fetched) {
    double percent() {
      return 100.0 * onTopic / fetched;
    }
  }

  private Share crawl(TopicWeb web, int topic, LinkPolicy selection, int pages, double slack)
      throws Exception {
    DirectFetcher fetcher = new DirectFetcher(web);
    var limits =
        new CrawlLimits(1_000_000, Duration.ofMinutes(5), 1000, pages, Duration.ofMinutes(5));
    var settings =
        CrawlSettings.DEFAULT
            .with(limits)
            .with(new CrawlSettings.Pace(8, 0, 0, null))
            .withSlack(slack);
    Path own = folder.resolve(selection.getClass().getSimpleName() + topic);
    try (Crawler crawler =
        new Crawler(
            own,
            settings,
            fetcher,
            InstantSource.system(),
            new PageRobot(selection, _ -> true, false, Nobody.TAKES, List.of()))) {
      for (String start : web.starts(topic)) crawler.start(start);
      crawler.run();
    }
    int on = 0;
    for (String url : fetcher.asked()) if (web.isOnTopic(url, topic)) on++;
    return new Share(on, fetcher.asked().size());
  }

  @Test
  void wordsKeepACrawlOnItsTopicAndLearningFindsMoreOfIt() throws Exception {
    TopicWeb web = new TopicWeb(4_000, 20, 11);
    TopicWords words = new TopicWords(web.words(1));
    Share selective = crawl(web, 1, new TopicSelective(words), 100_000, 1);
    Share link = crawl(web, 1, new EveryLink(words), selective.fetched, 1);
    Share learned = crawl(web, 1, new BestFirst(words), 2 * selective.fetched, 0);
    String report = "link " + link + ", selective " + selective + ", learned " + learned;
    // The hosts take turns as they answer, so a small crawl is never twice the same.
    assertThat(link.percent()).as(report).isLessThan(selective.percent() / 2);
    assertThat(selective.percent()).as(report).isGreaterThan(75);
    // It goes on where the words end.
    assertThat(learned.onTopic).as(report).isGreaterThan(selective.onTopic);
    assertThat(learned.percent()).as(report).isGreaterThan(2 * link.percent());
  }
}
