package freshet.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.bench.web.DirectFetcher;
import freshet.bench.web.Reply;
import freshet.words.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class RssRobotTest {
  @TempDir Path folder;

  private int entries = 2;
  private String page = "n";
  private final List<RssRobot.Article> articles = Collections.synchronizedList(new ArrayList<>());
  private final List<String> troubles = Collections.synchronizedList(new ArrayList<>());

  private Reply answer(String host, String path) {
    String body;
    if (path.equals("/feed")) {
      StringBuilder feed = new StringBuilder("<rss version='2.0'><channel><title>T</title>");
      for (int i = 0; i < entries; i++) {
        feed.append("<item><title>Haber ")
            .append(i)
            .append("</title><link>http://a.example/")
            .append(page)
            .append("?id=");
        feed.append(i)
            .append("&amp;v=1</link><pubDate>Mon, 01 Jun 2026 10:00:00 GMT</pubDate></item>");
      }
      body = feed.append("</channel></rss>").toString();
    } else if (path.startsWith("/n?")) {
      body =
          "<html lang=tr><nav><a href=/>Ana sayfa</a></nav><article><p>Kedilerin evlerinde ve"
              + " bahçelerinde yaşadıkları bilinmektedir; kitaplarımızda bundan söz edilir, ve"
              + " herkes bunu okumuştur.</p></article>";
    } else if (path.startsWith("/en?")) {
      body =
          "<html lang=en><article><p>The old ferry leaves the harbour at noon. Sailors repaired the"
              + " engine while the captain waited for passengers in the small office by the quay."
              + "</p></article>";
    } else {
      return new Reply(404, "text/html", new byte[0], "");
    }
    return new Reply(200, "text/html", body.getBytes(StandardCharsets.UTF_8), "");
  }

  private List<String> run(String... feeds) throws Exception {
    DirectFetcher fetcher = new DirectFetcher(this::answer);
    RssRobot robot =
        new RssRobot(
            new RssRobot.ArticleSink() {
              @Override
              public void article(RssRobot.Article article) {
                articles.add(article);
              }

              @Override
              public void trouble(String url, String reason) {
                troubles.add(url + " " + reason);
              }
            });
    try (Crawler crawler =
        new Crawler(folder, CrawlSettings.DEFAULT, fetcher, InstantSource.system(), robot)) {
      for (String feed : feeds) RssRobot.addFeed(crawler, feed, "hayvan", true);
      crawler.run();
    }
    return fetcher.asked();
  }

  @Test
  void thePageOfEveryEntryIsFetchedOnceAndReducedToRoots() throws Exception {
    assertThat(run("http://a.example/feed", "http://a.example/none")).hasSize(4);
    assertThat(articles).hasSize(2);
    RssRobot.Article article = articles.getFirst();
    assertThat(article.topic()).isEqualTo("hayvan");
    assertThat(article.language()).isEqualTo("tr");
    assertThat(article.title()).startsWith("Haber ");
    assertThat(article.published()).isEqualTo(Instant.parse("2026-06-01T10:00:00Z"));
    assertThat(article.text()).startsWith("Kedilerin").doesNotContain("Ana sayfa");
    assertThat(article.roots()).contains("kitap").doesNotContain("kedilerin", "ve");
    assertThat(article.kinds()).as("Turkish has none").isEmpty();
    assertThat(troubles).containsExactly("http://a.example/none The server answered 404");
    // only what is new the next time
    entries = 3;
    assertThat(run("http://a.example/feed"))
        .containsExactly("http://a.example/feed", "http://a.example/n?id=2&v=1");
  }

  @Test
  void nounsAndVerbsAreToldFromTheRest() throws Exception {
    page = "en";
    var _ = run("http://a.example/feed");
    RssRobot.Article article = articles.getFirst();
    assertThat(article.language()).isEqualTo("en");
    assertThat(article.kinds()).hasSameSizeAs(article.roots());
    assertThat(kind(article, "ferri")).isEqualTo(Kind.NOUN);
    assertThat(kind(article, "harbour")).isEqualTo(Kind.NOUN);
    assertThat(kind(article, "repair")).isEqualTo(Kind.VERB);
    assertThat(kind(article, "wait")).isEqualTo(Kind.VERB);
    assertThat(kind(article, "old")).isEqualTo(Kind.OTHER);
    JsonNode line = new PageLines().article(article);
    assertThat(line.get("roots")).hasSameSizeAs(line.get("kinds"));
    assertThat(line.get("kinds").get(0).asString()).isEqualTo("other");
    assertThat(line.get("kinds").get(1).asString()).isEqualTo("noun");
  }

  private static Kind kind(RssRobot.Article article, String root) {
    return article.kinds().get(article.roots().indexOf(root));
  }

  @Test
  void pagesWithoutEndHaveAsManyWordsAsLongOnes() {
    assertThat(PageWords.of("word and words ".repeat(20_000), "en").roots())
        .hasSizeLessThanOrEqualTo(PageWords.MOST);
    assertThat(PageWords.of("sõna ja sõnad ".repeat(20_000), "et").roots()).hasSize(PageWords.MOST);
    assertThat(PageWords.of("x".repeat(1_000_000), "et").roots()).isEmpty();
    assertThat(PageWords.of("x".repeat(1_000_000), "en").roots()).isEmpty();
  }
}
