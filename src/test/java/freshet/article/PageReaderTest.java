package freshet.article;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.article.PageReader.Page;
import freshet.model.FeedArticles.Recipe;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PageReaderTest {
  private static final String AT = "https://a.example/news/7";
  private static final String TEXT =
      "The council met on Tuesday evening and talked for three hours about the new harbour, which"
          + " is to be built between the old mole and the lighthouse. ";

  private static Page read(String html) {
    return read(html, Recipe.USUAL);
  }

  private static Page read(String html, Recipe recipe) {
    return PageReader.read(
        html.getBytes(StandardCharsets.UTF_8), "text/html", AT, recipe, Continuation.of(AT));
  }

  private static String page(String head, String body) {
    return "<!doctype html><html lang=en><head><title>The harbour - A paper</title>"
        + head
        + "</head><body><nav><a href=/>Home</a> <a href=/sport>Sport</a></nav>"
        + body
        + "<footer><p>All rights reserved by the paper, its owners and those who write for it."
        + "</p></footer></body></html>";
  }

  private static String paragraphs(int n) {
    return ("<p>" + TEXT + "</p>").repeat(n);
  }

  @Test
  void whatAnotherMachineHasReadIsMadeSafeAgain() {
    Page honest = read(page("<meta name=author content='A. Writer'>", paragraphs(6)));
    assertThat(PageReader.again(honest)).isEqualTo(honest);
    Page forged =
        new Page(
            "<p>text<script>go()</script></p>",
            "another",
            "t".repeat(2000),
            null,
            "javascript:go()",
            null,
            "data:text/html,x",
            null);
    assertThat(PageReader.again(forged))
        .isEqualTo(
            new Page("<p>text</p>", "text", "t".repeat(999) + "…", null, null, null, null, null));
  }

  @Test
  void footnotesLeadThereAndBack() {
    Page page =
        read(
            page(
                "",
                "<article><h1>The harbour</h1>"
                    + paragraphs(3)
                    + "<p>A claim<sup id=fnref1><a href=#fn1>1</a></sup> stands here, and it is"
                    + " long enough to be a part of the article.</p>"
                    + paragraphs(2)
                    + "<ol><li id=fn1>What the claim rests on. <a href=#fnref1>back</a></li></ol>"
                    + "</article>"));
    assertThat(page.html())
        .contains("<sup id=\"fn-fnref1\"><a href=\"#fn-fn1\"")
        .contains("<li id=\"fn-fn1\">")
        .contains("href=\"#fn-fnref1\"");
  }

  @Test
  void theTextIsTakenWithItsPicturesAndLinksAndNothingElse() {
    Page page =
        read(
            page(
                "<meta property=og:image content=/lead.jpg><meta name=author content='The city"
                    + " desk'><meta property=article:published_time content=2026-11-15T10:00:00Z>",
                "<article><h1>The harbour</h1>"
                    + paragraphs(3)
                    + "<figure><img data-src=/mole.jpg src='data:image/gif;base64,R0' alt=Mole"
                    + " width=640 onerror=alert(1)><figcaption>The mole</figcaption></figure>"
                    + "<div>Loose text of the article, which stands in no paragraph at all but in a"
                    + " box of its own, as some systems write it. <a href='/more?a=1&amp;b=2'"
                    + " onclick=x()>A link</a></div><script>steal()</script>"
                    + "<p style=display:none>lottery</p><div class=share><a href=/x>Share</a></div>"
                    + "<h2>Later</h2><ul><li>One thing</li><li>Another <b>thing</b></li></ul>"
                    + paragraphs(2)
                    + "</article>"));
    assertThat(page.html())
        .contains("<p>" + TEXT)
        .contains("src=\"https://a.example/mole.jpg\"")
        .contains("alt=\"Mole\"")
        .contains("<figcaption>The mole</figcaption>")
        .contains("<p>Loose text of the article")
        .contains("href=\"https://a.example/more?a&#61;1&amp;b&#61;2\"".replace("&#61;", "="))
        .contains("<h2>Later</h2>")
        .contains("<li>Another <b>thing</b></li>")
        .doesNotContain(
            "<h1", "script", "steal", "onclick", "onerror", "lottery", "Share", "class");
    assertThat(page.text()).doesNotContain("Home", "All rights", "The mole");
    assertThat(page.title()).isEqualTo("The harbour");
    assertThat(page.author()).isEqualTo("The city desk");
    assertThat(page.image()).isEqualTo("https://a.example/lead.jpg");
    assertThat(page.published()).isEqualTo(Instant.parse("2026-11-15T10:00:00Z"));
    assertThat(page.wall()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<figure><img src=/m.jpg><figcaption><p>The <b>mole</b></p><p class=credit>Photo: A."
            + " Paper</p></figcaption></figure>",
        "<figure><a href=/big.jpg><img src=/m.jpg></a><figcaption>The <b>mole</b> <span"
            + " class=credit>Photo: A. Paper</span></figcaption></figure>",
        "<div class=wp-caption><img src=/m.jpg><p class=wp-caption-text>The <b>mole</b></p></div>",
        "<div class=picture><div><img src=/m.jpg></div><div class=caption>The"
            + " <b>mole</b></div></div>",
        "<p><img src=/m.jpg></p><p class=caption>The <b>mole</b></p>",
      })
  void aCaptionIsShownWithItsPictureAndIsNoPartOfTheText(String figure) {
    Page page = read(page("", "<article>" + paragraphs(2) + figure + paragraphs(2) + "</article>"));
    assertThat(page.html())
        .contains("https://a.example/m.jpg")
        .containsPattern("(?s)<figure>.*<figcaption>.*The <b>mole</b>.*</figcaption>\\s*</figure>");
    assertThat(page.text()).isEqualTo((TEXT.strip() + " ").repeat(4).strip());
  }

  @Test
  void captionsThatAreTheTextAreText() {
    StringBuilder steps = new StringBuilder();
    for (int i = 1; i <= 9; i++) {
      steps.append("<figure><img src=/").append(i).append(".jpg><figcaption>Step ").append(i);
      steps.append(": the stones are put one on the other, the large ones first.</figcaption>");
      steps.append("</figure>");
    }
    Page page = read(page("", "<article>" + paragraphs(1) + steps + "</article>"));
    assertThat(page.text()).contains("Step 1: the stones", "Step 9: the stones");
    assertThat(page.html()).contains("9.jpg").doesNotContain("figcaption");
  }

  @Test
  void whatReadersWroteDoesNotHideTheArticle() {
    String comment = "<div class=comment><p>" + TEXT + TEXT + TEXT + "</p></div>";
    Page page =
        read(
            page(
                "",
                "<article>"
                    + paragraphs(3)
                    + "</article><section id=comments>"
                    + comment.repeat(12)
                    + "</section>"));
    assertThat(page.html()).isEqualTo(("<p>" + TEXT + "</p>\n").repeat(3).strip());
  }

  @Test
  void whatASelectorNamesIsTakenAndDropped() {
    String html =
        page(
            "",
            "<div id=a>"
                + paragraphs(2)
                + "<p class=odd>An odd remark.</p><div class=deep><p>Deep down.</p></div></div><div"
                + " id=b>"
                + paragraphs(6)
                + "</div>");
    Page taken = read(html, new Recipe("#a, #a .deep", ".odd", null));
    assertThat(taken.text()).startsWith("The council").endsWith("Deep down.");
    assertThat(taken.text()).doesNotContain("odd").containsOnlyOnce("Deep down");
    Page dropped = read(html, new Recipe(null, "#b p:first-child", null));
    assertThat(Teasers.size(dropped.text())).isLessThan(Teasers.size(read(html).text()));
  }

  @Test
  void theNextPageIsFoundByTheFeedsRuleOrByItsOwnAddress() {
    String html =
        page(
            "<link rel=next href=/news/8>",
            paragraphs(5) + "<p class=pager><a href='?page=2'>2</a></p>");
    assertThat(read(html).next()).isEqualTo(AT + "?page=2");
    assertThat(read(html, new Recipe(null, null, "rel=next")).next())
        .isEqualTo("https://a.example/news/8");
    assertThat(read(html, new Recipe(null, null, ".pager a")).next()).isEqualTo(AT + "?page=2");
    assertThat(read(html, new Recipe(null, null, ".pager")).next()).isEqualTo(AT + "?page=2");
    assertThat(read(html, new Recipe(null, null, ".nothing")).next()).isNull();
  }

  @Test
  void aRuleThatIsNoSelectorIsRefusedInASentence() {
    assertThat(PageReader.problem(null)).isNull();
    assertThat(PageReader.problem("div.text > p")).isNull();
    assertThat(PageReader.problem("rel=next")).isNull();
    assertThat(PageReader.problem("div[")).contains("must be a CSS selector");
    assertThat(PageReader.problem("p:matches((a+)+b)")).contains("must be a CSS selector");
    assertThat(PageReader.problem("p".repeat(301))).contains("300");
  }

  @Test
  void ofPicturesToChooseFromTheLargestThatFitsAScreenIsTaken() {
    for (String[] one :
        new String[][] {
          {"/s.jpg 300w, /m,1.jpg 1200w, /l.jpg 4000w", "m,1.jpg"},
          {"/one.jpg, /two.jpg 2x", "one.jpg"},
          {"/huge.jpg 4000w", "huge.jpg"},
        }) {
      Page page = read(page("", "<article>" + paragraphs(4) + "<img srcset='" + one[0] + "'>"));
      assertThat(page.html()).contains("src=\"https://a.example/" + one[1] + "\"");
    }
  }

  @Test
  void addressesOfFilesFilmsAndWholeSitesAreNotAskedForText() {
    for (String address :
        List.of(
            "https://a.example/paper.pdf",
            "https://a.example/x/Episode.MP3?from=rss",
            "https://www.youtube.com/watch?v=1",
            "https://youtu.be/1",
            "https://a.example/",
            "https://a.example",
            "https://a.example/#seven",
            "mailto:a@a.example",
            "ftp://a.example/x")) {
      assertThat(PageReader.mayBePage(address)).as(address).isFalse();
    }
    for (String address :
        List.of(
            "https://a.example/news/7",
            "https://a.example/?p=7",
            "http://a.example/news/the.pdf/about",
            "https://a.example/2026/version-1.5")) {
      assertThat(PageReader.mayBePage(address)).as(address).isTrue();
    }
    assertThat(PageReader.mayBePage(null)).isFalse();
  }

  @Nested
  class BehindAWall {
    @Test
    void thePublisherSaysThatItIsNotFree() {
      String text = "<article>" + paragraphs(20) + "</article>";
      for (String head :
          List.of(
              "<script"
                  + " type=application/ld+json>{\"@type\":\"NewsArticle\",\"isAccessibleForFree\":false}</script>",
              "<script"
                  + " type=application/ld+json>{\"@graph\":[{\"@type\":\"NewsArticle\",\"author\":\"A\",\"isAccessibleForFree\":\"False\"}]}</script>",
              "<script"
                  + " type=application/ld+json>{\"@type\":\"NewsArticle\",\"datePublished\":\"2026-11-15\",\"hasPart\":{\"@type\":\"WebPageElement\",\"isAccessibleForFree\":false,\"cssSelector\":\".rest\"}}</script>",
              "<meta property=article:content_tier content=locked>")) {
        assertThat(read(page(head, text)).wall()).as(head).isEqualTo(Walls.PAYMENT);
      }
      assertThat(
              read(page(
                      "<script"
                          + " type=application/ld+json>{\"@type\":\"NewsArticle\",\"isAccessibleForFree\":true}</script>",
                      text))
                  .wall())
          .isNull();
      assertThat(
              read(page(
                      "",
                      "<article><meta itemprop=isAccessibleForFree content=false>"
                          + paragraphs(9)
                          + "</article>"))
                  .wall())
          .isEqualTo(Walls.PAYMENT);
    }

    @Test
    void littleIsLeftOfItBesideAnOffer() {
      assertThat(read(page("", paragraphs(2) + "<div class='c-paywall__box'>Offer</div>")).wall())
          .isEqualTo(Walls.PAYMENT);
      assertThat(
              read(page(
                      "",
                      paragraphs(2) + "<p>Subscribe to continue reading. From 1 € a month.</p>"))
                  .wall())
          .isEqualTo(Walls.PAYMENT);
      assertThat(read(page("", paragraphs(3) + "<div>Jetzt abonnieren</div>")).wall())
          .isEqualTo(Walls.PAYMENT);
      assertThat(read(page("", paragraphs(15) + "<div class=paywall-script></div>")).wall())
          .as("with so much text it is no wall")
          .isNull();
    }

    @Test
    void nothingIsThereButAQuestionForConsent() {
      String question =
          "<main><h1>Before you go on</h1><p>We and our 843 partners use cookies and process your"
              + " personal data for personalised ads. You can accept all cookies or manage your"
              + " consent and privacy settings at any time.</p><button>Accept</button></main>";
      assertThat(read(page("", question)).wall()).isEqualTo(Walls.CONSENT);
      assertThat(
              PageReader.read(
                      page("", paragraphs(3)).getBytes(StandardCharsets.UTF_8),
                      "text/html",
                      "https://consent.a.example/collect?continue=7",
                      Recipe.USUAL,
                      Continuation.of("https://consent.a.example/collect?continue=7"))
                  .wall())
          .isEqualTo(Walls.CONSENT);
      assertThat(read(page("", paragraphs(4) + "<div class=cookies>We use cookies.</div>")).wall())
          .isNull();
    }
  }
}
