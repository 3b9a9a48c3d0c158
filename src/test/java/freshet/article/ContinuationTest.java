package freshet.article;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.extract.HtmlPage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ContinuationTest {
  private static String next(String first, int number, String link) {
    HtmlPage page = HtmlPage.parse("<body><p>Text.</p>" + link + "</body>", first);
    String found = new Continuation(first, number).find(page);
    return found == null ? "none" : found.replace("https://a.example", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /news/bridge        | 2 | /news/bridge/2          | 2
          /news/bridge/       | 2 | /news/bridge/2/         | 2
          /news/bridge.html   | 2 | /news/bridge.html?page=2| Next page »
          /news/bridge.html   | 2 | /news/bridge-2.html     | Weiter
          /news/bridge.html   | 2 | /news/bridge/seite-2.html | Seite 2
          /news/bridge,1.html | 2 | /news/bridge,2.html     | następna strona
          /news/bridge_1.html | 2 | /news/bridge_2.html     | 2 / 5
          /haber/kopru        | 2 | /haber/kopru?sayfa=2    | Sonraki sayfa
          /a/story?id=7       | 2 | /a/story?id=7&page=2    | ›
          /a/story?utm_source=rss | 2 | /a/story?page=2     | 次へ
          /news/bridge        | 3 | /news/bridge/3          | 3
          /news/bridge        | 3 | /news/bridge/page/3     | التالي
          """)
  void theNextPageOfTheSameArticleIsFound(String first, int number, String link, String text) {
    String a = "<a href='" + link + "'>" + text + "</a>";
    assertThat(next("https://a.example" + first, number, a)).isEqualTo(link);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /news/bridge      | 2 | /news/ferry/2           | 2            | another article
          /news/bridge      | 2 | /news/ferry             | Next »       | the next article
          /news/12          | 2 | /news/13                | Next         | numbered articles
          /news/bridge      | 2 | /news/bridge-2          | Bridge opens | another of the same name
          /news/bridge      | 2 | /news/bridge/3          | 3            | not the next one
          /news/bridge      | 2 | /news/bridge#page=2     | 2            | the same page
          /news/bridge?id=1 | 2 | /news/bridge?id=2&page=2| 2            | another one by its query
          /news/bridge      | 2 | /news/bridge?page=2     | 2 comments   | talk
          """)
  void whatIsNotItsNextPageIsNone(String first, int number, String link, String text, String why) {
    String a = "<a href='" + link + "'>" + text + "</a>";
    assertThat(next("https://a.example" + first, number, a)).as(why).isEqualTo("none");
    if (link.contains("ferry") || link.contains("13")) {
      assertThat(next("https://a.example" + first, number, a.replace("<a", "<a rel=next")))
          .as("of a blog, rel=next is the next post")
          .isEqualTo("none");
    }
  }
}
