package freshet.extract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MainTextTest {
  private static final String ONE =
      "The river rose by two metres in the night, and the people of the lower town carried their"
          + " furniture upstairs, as they had done in every spring that anybody could remember.";
  private static final String TWO =
      "By noon the bridge was closed, the school was a shelter, and the mayor, who had slept for an"
          + " hour, told reporters that the dam would hold because it had to.";
  private static final String MENU =
      "<ul><li><a href=/a>Home</a><li><a href=/b>World</a><li><a href=/c>Sport</a></ul>";

  private static String main(String html) {
    return HtmlPage.parse(html, "https://e.example/").mainText();
  }

  @Test
  void menusAndFootersAreNotTheArticle() {
    String text =
        main(
            "<div id=top>"
                + MENU
                + "</div><div class=wrap><div class=story><h1>Flood</h1><p>"
                + ONE
                + "</p><p>"
                + TWO
                + "</p></div><div class=side><h3>More</h3>"
                + MENU
                + "</div></div><div class=footer>All rights reserved, for ever and ever,"
                + " amen.</div>");
    // The title is given beside the text.
    assertThat(text).isEqualTo(ONE + "\n" + TWO);
  }

  @Test
  void commentsAndTeasersAreNotTheArticle() {
    String text =
        main(
            "<article><p>"
                + ONE
                + "</p><div class='related-posts'><a href=/x>Another story</a> that"
                + " you may like to read as well, as others did.</div><p>"
                + TWO
                + "</p></article><section id=comments><p>I was there, and it was not two metres at"
                + " all.</p></section>");
    assertThat(text).isEqualTo(ONE + "\n" + TWO);
  }

  @Test
  void aTextWithoutParagraphsIsFound() {
    String text =
        main("<table><tr><td>" + MENU + "<td>" + ONE + "<br><br>" + TWO + "</table><hr>" + MENU);
    assertThat(text).contains(ONE).contains(TWO).doesNotContain("Sport");
  }

  @Test
  void aPageWhollyInABoilerplateNameIsKept() {
    assertThat(main("<div class=sidebar><p>" + ONE + "</p><p>" + TWO + "</p></div>"))
        .isEqualTo(ONE + "\n" + TWO);
  }

  @Test
  void aPageOfLinksOnlyGivesWhatIsSeen() {
    assertThat(main(MENU)).isEqualTo("Home\nWorld\nSport");
  }

  @Test
  void headingsListsAndQuotesBelongToTheArticle() {
    String text =
        main(
            "<main><h2>What was lost</h2><p>"
                + ONE
                + "</p><ul><li>Seven cars and a boat that nobody"
                + " had used</ul><blockquote>"
                + TWO
                + "</blockquote></main><nav>"
                + MENU
                + "</nav>");
    assertThat(text)
        .isEqualTo(
            "What was lost\n" + ONE + "\nSeven cars and a boat that nobody had used\n" + TWO);
  }
}
