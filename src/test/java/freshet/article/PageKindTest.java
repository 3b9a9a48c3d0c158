package freshet.article;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.extract.HtmlPage;
import freshet.model.FeedArticles.Recipe;
import org.junit.jupiter.api.Test;

/// Articles among the pages of a crawl, in the shapes that sites give them.
final class PageKindTest {
  private static final String SENTENCE =
      "The ferry to the island was cancelled again on Tuesday after the storm had damaged the pier."
          + " ";

  private static PageKind kind(String body) {
    HtmlPage page =
        HtmlPage.parse("<html lang=en><title>A page</title>" + body, "https://site.example/page");
    PageReader.Page read = PageReader.read(page, "https://site.example/page", Recipe.USUAL);
    return PageKind.of(page, read);
  }

  private static String teaser(int n, String text) {
    return "<div class=card><h3><a href=/story-"
        + n
        + ">Ferry number "
        + n
        + " will not sail before the weekend</a></h3><p>"
        + text
        + "</p></div>";
  }

  @Test
  void anArticleIsOne() {
    assertThat(kind("<article><h1>Ferry</h1><p>" + SENTENCE.repeat(8) + "</article>"))
        .isEqualTo(PageKind.ARTICLE);
  }

  @Test
  void aShortArticleIsOneToo() {
    assertThat(kind("<h1>Ferry</h1><p>" + SENTENCE + SENTENCE + "<a href=/>Home</a>"))
        .isEqualTo(PageKind.ARTICLE);
  }

  @Test
  void anArticleWithLinksInItsSentencesIsOne() {
    String linked =
        "<p>The <a href=/ferry>ferry</a> to the <a href=/isle>island</a> was cancelled again after"
            + " the <a href=/storm>storm</a> had damaged the <a href=/pier>pier</a> on Tuesday.";
    assertThat(kind("<main>" + linked.repeat(12) + "</main>")).isEqualTo(PageKind.ARTICLE);
  }

  @Test
  void anArticleThatEndsInTeasersOfOthersIsOne() {
    StringBuilder page =
        new StringBuilder("<article><p>" + SENTENCE.repeat(20) + "</article><aside>");
    for (int i = 0; i < 5; i++) page.append(teaser(i, "More of it."));
    assertThat(kind(page + "</aside>")).isEqualTo(PageKind.ARTICLE);
  }

  @Test
  void aPageThatSaysItIsAnArticleIsBelieved() {
    StringBuilder page =
        new StringBuilder(
            "<script type=application/ld+json>{\"@type\":\"NewsArticle\"}</script><article><p>"
                + SENTENCE.repeat(3));
    for (int i = 0; i < 5; i++) page.append(teaser(i, "More of it."));
    assertThat(kind(page + "</article>")).isEqualTo(PageKind.ARTICLE);
  }

  @Test
  void aMenuOfLinksIsAList() {
    StringBuilder page = new StringBuilder("<ul>");
    for (int i = 0; i < 30; i++)
      page.append("<li><a href=/s")
          .append(i)
          .append(">All the news of town number ")
          .append(i)
          .append("</a></li>");
    assertThat(kind(page + "</ul>")).isEqualTo(PageKind.LIST);
  }

  @Test
  void aFrontPageOfTeasersIsAList() {
    StringBuilder page = new StringBuilder("<main>");
    for (int i = 0; i < 12; i++) page.append(teaser(i, SENTENCE));
    assertThat(kind(page + "</main>")).isEqualTo(PageKind.LIST);
  }

  @Test
  void aForumIsAList() {
    StringBuilder page = new StringBuilder("<table>");
    for (int i = 0; i < 25; i++) {
      page.append("<tr><td><a href=/t").append(i);
      page.append(
          ">Does anybody know when the ferry sails on Sundays</a><td>12<td>3 hours ago</tr>");
    }
    assertThat(kind(page + "</table>")).isEqualTo(PageKind.LIST);
  }

  @Test
  void aCollectionThatSaysSoIsAList() {
    StringBuilder page =
        new StringBuilder(
            "<script type=application/ld+json>{\"@type\":\"CollectionPage\"}</script>");
    for (int i = 0; i < 4; i++) page.append(teaser(i, SENTENCE.repeat(7)));
    assertThat(kind(page.toString())).isEqualTo(PageKind.LIST);
  }

  @Test
  void aPageWithHardlyAnyTextIsShort() {
    assertThat(kind("<h1>Thank you</h1><p>Your message was sent.")).isEqualTo(PageKind.SHORT);
    assertThat(kind("<form><input name=user><input name=password><button>Log in</button></form>"))
        .isEqualTo(PageKind.SHORT);
  }

  @Test
  void aPageForSubscribersIsAWall() {
    assertThat(
            kind(
                "<script type=application/ld+json>{\"@type\":\"NewsArticle\","
                    + "\"isAccessibleForFree\":false}</script><p>"
                    + SENTENCE.repeat(2)))
        .isEqualTo(PageKind.WALL);
  }
}
