package freshet.extract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What stands inside articles and is no part of them.
final class AsidesTest {
  private static final String ONE =
      "The river rose by two metres in the night, and the people of the lower town carried their"
          + " furniture upstairs, as they had done in every spring that anybody could remember.";
  private static final String TWO =
      "By noon the bridge was closed, the school was a shelter, and the mayor, who had slept for an"
          + " hour, told reporters that the dam would hold because it had to.";
  private static final String THREE =
      "In the evening the water fell as it had come, without a sound, and left a brown line on the"
          + " walls of the market square, a hand above the line of the year before.";

  private static String main(String html) {
    return HtmlPage.parse(html, "https://e.example/").mainText();
  }

  /// An article with something between its paragraphs.
  private static String around(String aside) {
    return "<title>Flood - The Daily</title><article><p>%s</p>%s<p>%s</p><p>%s</p></article>"
        .formatted(ONE, aside, TWO, THREE);
  }

  private static final String ARTICLE = ONE + "\n" + TWO + "\n" + THREE;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<figure><img src=a.jpg><figcaption>The bridge at noon, seen from the"
            + " mill.</figcaption></figure>",
        "<div class=wp-caption><img src=a.jpg><p class=wp-caption-text>The bridge at"
            + " noon.</p></div>",
        "<div><img src=a.jpg><p>The mayor at the dam on Sunday</p></div>",
        "<p>Photo: E. Example / Getty Images</p>",
        "<p>(Credit: The Daily)</p>",
        "<p>Read more: <a href=/b>Why the dam was built where it is</a></p>",
        "<p><strong>Lesen Sie auch: </strong><a href=/b>Warum der Damm hier steht</a></p>",
        "<div class=box><h3>Related stories</h3><p><a href=/b>Why the dam was built</a></p><p>It"
            + " took eleven years and three companies to build it.</p></div>",
        "<div><h4>À lire aussi</h4><ul><li><a href=/b>Le barrage</a></ul></div>",
        "<ul class=share-bar><li>Facebook<li>Twitter<li>Copy link</ul>",
        "<p>ADVERTISEMENT</p>",
        "<p>Anzeige</p>",
        "<p>Story continues below advertisement</p>",
        "<div class=newsletter-signup><p>Sign up for our morning newsletter and never miss a"
            + " flood.</p></div>",
        "<p>Follow us on <a href=//t.example>Twitter</a> and Facebook.</p>",
        "<blockquote class=pull-quote>The dam would hold because it had to</blockquote>",
        "<aside>Water levels are given in metres above the mean of the last ten years.</aside>",
        "<span class='sr-only'>Opens in a new window</span>",
        "<p style='opacity: 0'>buy cheap pills here and now and for ever</p>",
        "<div class=cookie-consent><p>We use cookies to make this page slower than it"
            + " was.</p></div>",
      })
  void betweenParagraphs(String aside) {
    assertThat(main(around(aside))).isEqualTo(ARTICLE);
  }

  @Test
  void whatStandsBeforeTheFirstParagraph() {
    String top =
        "<h1>Flood</h1><p>World news</p><p>By A Reporter</p><p>June 8, 2012 6:14 AM</p><p>Text"
            + " size</p>";
    assertThat(main(around("").replace("<article>", "<article>" + top))).isEqualTo(ARTICLE);
  }

  @Test
  void aLongTextWithinAHeadingOfTheFirstRankStays() {
    String lead =
        "The water rose for three days, and on the fourth the bridge was gone. ".repeat(6);
    String page = around("<h1>" + lead + "</h1>").replace("<body>", "<body><h1>Flood</h1>");
    assertThat(main(page)).contains(lead.strip());
  }

  @Test
  void whatStandsAfterTheLastParagraph() {
    String end =
        "<p>Tags: floods, dams</p><p>© 2012 The Daily</p><h3>More from The Daily</h3><p><a"
            + " href=/c>A drought</a></p><h3>Comments (3)</h3><p>I was there, and it was not two"
            + " metres at all, whatever the mayor may say.</p><p>So was I.</p>";
    assertThat(main(around("").replace("</article>", end + "</article>"))).isEqualTo(ARTICLE);
  }

  @Test
  void headingsListsAndShortSentencesStay() {
    String kept = "<h2>What was lost</h2><p>Not much.</p><ul><li>Seven cars<li>A boat</ul>";
    assertThat(main(around(kept)))
        .isEqualTo(ONE + "\nWhat was lost\nNot much.\nSeven cars\nA boat\n" + TWO + "\n" + THREE);
  }

  @Test
  void aPoemIsNotMadeOfLabels() {
    String poem = "<div><p>A line</p><p>Another line</p><p>Share</p><p>The last line</p></div>";
    assertThat(main(poem)).isEqualTo("A line\nAnother line\nShare\nThe last line");
  }

  @Test
  void aPageOfPicturesKeepsWhatIsSaidUnderThem() {
    StringBuilder page = new StringBuilder("<article>");
    for (int i = 1; i < 9; i++) {
      page.append("<figure><img src=a.jpg><figcaption>Step ").append(i);
      page.append(": put one more sandbag on the others.</figcaption></figure>");
    }
    assertThat(main(page + "<p>" + ONE + "</p></article>")).contains("Step 1:").contains("Step 8:");
  }

  @Test
  void anArticleInTwoParts() {
    String intro = paragraphs(ONE, TWO);
    String rest = paragraphs(THREE, ONE, TWO, THREE, ONE);
    String page =
        "<div><div class=intro>" + intro + "</div><div class=rest>" + rest + "</div></div>";
    assertThat(main(page)).startsWith(ONE + "\n" + TWO + "\n" + THREE);
  }

  private static String paragraphs(String... texts) {
    return "<p>" + String.join("</p><p>", texts) + "</p>";
  }

  @Test
  void aPageThatIsOneForm() {
    String text = paragraphs(ONE, TWO, THREE, ONE, TWO);
    String page = "<form><div><ul><li><a href=/>Home</a></ul></div><div>" + text + "</div></form>";
    assertThat(main(page)).isEqualTo(ARTICLE + "\n" + ONE + "\n" + TWO);
  }

  @Test
  void moreCommentsThanArticle() {
    StringBuilder page = new StringBuilder("<div id=page><div id=story>");
    for (String p : new String[] {ONE, TWO, THREE}) page.append("<p>").append(p).append("</p>");
    page.append("</div><div id=below><div id=comments>");
    for (int i = 0; i < 12; i++) {
      page.append("<p>I was there, and what the mayor says is not what I saw, number ");
      page.append(i).append(", and I stood on the bridge the whole night.</p>");
    }
    assertThat(main(page + "</div></div></div>")).isEqualTo(ARTICLE);
  }

  @Test
  void aPageThatAScriptShowsWhenItIsReady() {
    String page = "<style>body { opacity: 0 }</style>" + around("");
    assertThat(main(page)).isEqualTo(ARTICLE);
  }

  @Test
  void theReaderLeavesOutTheSame() {
    String html =
        HtmlPage.parse(around("<p>Read more: <a href=/b>The dam</a></p>"), "https://e.example/")
            .mainHtml(null, null);
    assertThat(html).contains(ONE).doesNotContain("The dam</a>");
  }
}
