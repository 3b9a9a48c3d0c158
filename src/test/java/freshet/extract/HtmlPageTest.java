package freshet.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

final class HtmlPageTest {
  private static final String URL = "https://e.example/news/today.html";

  private static HtmlPage page(String html) {
    return HtmlPage.parse(html, URL);
  }

  @Nested
  class WhatAPersonSees {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "<p hidden>secret</p>",
          "<div style='display:none'><p>secret</p></div>",
          "<div style='DISPLAY : none !important'>secret</div>",
          "<p style='visibility:hidden'>secret</p>",
          "<p style='font-size:0'>secret</p>",
          "<p style='font-size:0px'><b>secret</b></p>",
          "<p style='width:0;height:0;overflow:hidden'>secret</p>",
          "<p style='position:absolute;left:-9999px'>secret</p>",
          "<p style='color:#fff'>secret</p>",
          "<p style='color:white;background:white'>secret</p>",
          "<p style='color:rgb(255, 255, 255);background-color:#FFF'>secret</p>",
          "<p style='color:hsl(0,0%,100%)'>secret</p>",
          "<p style='color:rgba(0,0,0,0)'>secret</p>",
          "<div style='background:#123456'><p style='color:#123457'>secret</p></div>",
          "<font color=white>secret</font>",
          "<table bgcolor=red><tr><td><font color='#ff0000'>secret</font></table>",
          "<style>.x{display:none}</style><p class=x>secret</p>",
          "<style>div p.x, .y{visibility:hidden}</style><div><p class=x>secret</p></div>",
          "<style>#a{color:#eee;background:#eee}</style><p id=a>secret</p>",
          "<style>@media screen{.x{display:none}}</style><p class=x>secret</p>",
          "<style>@media (min-width:600px){.x{display:none}}</style><p class=x>secret</p>",
          "<style>body{background:navy} em{color:navy}</style><em>secret</em>",
          "<style>/* { */ .x{height:0px}</style><p class=x>secret</p>",
          "<script>document.write('secret')</script>",
          "<noscript>secret</noscript><template>secret</template>",
          "<style>secret{}</style><!-- secret --><iframe>secret</iframe>",
          "<dialog>secret</dialog>",
          "<p style='opacity: 0'>secret</p>",
          "<style>.o{opacity:0.0 !important}</style><div class=o><b>secret</b></div>",
        })
    void hiddenTextIsLeftOut(String html) {
      HtmlPage page = page("<p>Open</p>" + html + "<p>air</p>");
      assertThat(page.mainText()).isEqualTo("Open\nair");
      assertThat(page.mainText()).doesNotContain("secret");
      assertThat(page.reducedXml()).doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "<p style='color:#000'>shown</p>",
          "<p style='color:white;background:black'>shown</p>",
          "<div style='background:black'><p style='color:#fff'>shown</p></div>",
          "<div style='background:url(night.jpg)'><p style='color:#fff'>shown</p></div>",
          "<p style='visibility:hidden'><b style='visibility:visible'>shown</b></p>",
          "<style>.x{display:none}</style><style>p.x{display:block}</style><p class=x>shown</p>",
          "<style>#a{display:block}.x{display:none}</style><p class=x id=a>shown</p>",
          "<style>.x{display:none}</style><p class=x style='display:block'>shown</p>",
          "<style media=print>.x{display:none}</style><p class=x>shown</p>",
          "<style>@media print{.x{display:none}}</style><p class=x>shown</p>",
          "<style>@media (max-width:600px){.x{display:none}}</style><p class=x>shown</p>",
          "<style>.x:hover{display:none}</style><p class=x>shown</p>",
          "<p style='font-size:0'><b style='font-size:12px'>shown</b></p>",
          "<p style='display:'>shown</p>",
          "<link rel=stylesheet href=dark.css><p style='color:#fff'>shown</p>",
        })
    void whatIsSeenStays(String html) {
      assertThat(page("<p>Open</p>" + html).mainText()).isEqualTo("Open\nshown");
    }

    @Test
    void linesAreBlocksAndBlanksRunTogether() {
      String html =
          "<h1>A  title</h1><p>One <b>bo</b>ld\n word,&nbsp;two<br>lines</p><ul><li>x<li>y</ul>"
              + "<table><tr><td>1<td>2<tr><td>3</table>";
      assertThat(page(html).mainText())
          .isEqualTo("A title\nOne bold word, two\nlines\nx\ny\n1 2\n3");
    }
  }

  @Nested
  class Links {
    @Test
    void areAbsoluteWithTheirTextAndWhatStandsAroundThem() {
      HtmlPage page =
          page(
              "<p>Read <a href='../a.html?x=1#y'>the <b>whole</b> story</a> here.</p><a"
                  + " href='//f.example/b'><img src=i.png alt='A cat'></a><a"
                  + " href='mailto:x@y.z'>m</a><a href='#top'>t</a><a href='javascript:a()'>j</a>");
      assertThat(page.linksInContext())
          .containsExactly(
              new Link(
                  "https://e.example/a.html?x=1#y",
                  "the whole story",
                  "Read the whole story here.",
                  ""),
              new Link("https://f.example/b", "A cat", "Read the whole story here. mtj", ""));
      assertThat(page.images()).containsExactly(new Image("https://e.example/news/i.png", "A cat"));
    }

    @Test
    void ofHiddenElementsAreBaitAndLeftOut() {
      assertThat(
              page("<div style='display:none'><a href=bait>x</a></div><a href=good>y</a>").links())
          .extracting(Link::url)
          .containsExactly("https://e.example/news/good");
    }

    @Test
    void areRelativeToTheBase() {
      HtmlPage page = page("<base href='/other/'><a href=x>x</a>");
      assertThat(page.links().getFirst().url()).isEqualTo("https://e.example/other/x");
    }

    @Test
    void alternatesNameFeeds() {
      HtmlPage page =
          page(
              "<link rel='Alternate' type='application/RSS+xml; charset=utf-8' title=News"
                  + " href=/rss><link rel=stylesheet href=x.css><link rel='alternate' hreflang=de"
                  + " href=/de>");
      assertThat(page.alternates())
          .containsExactly(
              new Alternate(
                  "alternate", "application/rss+xml", "News", "", "https://e.example/rss"),
              new Alternate("alternate", "", "", "de", "https://e.example/de"));
    }
  }

  @Nested
  class WhoAndWhen {
    @Test
    void fromJsonLd() {
      HtmlPage page =
          page(
              "<script type='application/ld+json'>{\"@graph\":[{\"@type\":\"NewsArticle\","
                  + "\"datePublished\":\"2026-03-01T10:00:00+02:00\","
                  + "\"author\":[{\"name\":\"A. One\"},{\"name\":\"B. Two\"}]}]}</script>");
      assertThat(page.published()).isEqualTo(Instant.parse("2026-03-01T08:00:00Z"));
      assertThat(page.author()).isEqualTo("A. One, B. Two");
    }

    @Test
    void fromMetaElementsAndLooks() {
      HtmlPage page =
          page(
              "<html lang=et><meta property='article:published_time' content='2026-03-01'>"
                  + "<p class=byline>By C. Three</p>");
      assertThat(page.published()).isEqualTo(Instant.parse("2026-03-01T00:00:00Z"));
      assertThat(page.author()).isEqualTo("C. Three");
      assertThat(page.declaredLanguage()).isEqualTo("et");
    }

    @Test
    void brokenJsonLdIsPassedOver() {
      HtmlPage page =
          page("<script type='application/ld+json'>{\"a\":</script><time datetime='2026-01-02'>x");
      assertThat(page.published()).isEqualTo(Instant.parse("2026-01-02T00:00:00Z"));
      assertThat(page.author()).isNull();
    }

    @Test
    void whatRobotsAreAsked() {
      assertThat(page("<meta name=ROBOTS content='noindex, NOFOLLOW'>").noIndex()).isTrue();
      assertThat(page("<meta name=robots content=none>").noFollow()).isTrue();
      assertThat(page("<p>x").noFollow()).isFalse();
      assertThat(page("<link rel=canonical href=/c>").canonical()).isEqualTo("https://e.example/c");
    }
  }

  @Nested
  class Bytes {
    @Test
    void areReadByWhatTheyAreAndNotOnlyByWhatTheyClaim() {
      byte[] utf8 = "<meta charset=iso-8859-1><p>õhtu".getBytes(StandardCharsets.UTF_8);
      assertThat(HtmlPage.parse(utf8, "text/html", URL).mainText()).isEqualTo("õhtu");
      byte[] turkish =
          "<meta http-equiv=content-type content='text/html; charset=windows-1254'><p>şık"
              .getBytes(Charset.forName("windows-1254"));
      assertThat(HtmlPage.parse(turkish, null, URL).mainText()).isEqualTo("şık");
      byte[] cyrillic = "<p>привет".getBytes(Charset.forName("KOI8-R"));
      assertThat(HtmlPage.parse(cyrillic, "text/html; charset=koi8-r", URL).mainText())
          .isEqualTo("привет");
    }

    @Test
    void ofPicturesAreNoPage() {
      assertThat(HtmlPage.looksLikeHtml(new byte[] {(byte) 0x89, 'P', 0, 0}, "text/html"))
          .isFalse();
      assertThat(HtmlPage.looksLikeHtml("<html>".getBytes(StandardCharsets.UTF_8), null)).isTrue();
      assertThat(HtmlPage.looksLikeHtml("<html>".getBytes(StandardCharsets.UTF_8), "image/png"))
          .isFalse();
    }

    @Test
    void ofAnyKindMakeAPageAndWellFormedXml() throws Exception {
      Random random = new Random(3);
      String[] pieces = {
        "<",
        ">",
        "p",
        "div",
        " style='color:#fff",
        "'",
        "\"",
        "&",
        "&amp;",
        "x:y",
        "</p>",
        "<b>",
        "</",
        "<table><tr>",
        "<style>a{",
        "}",
        "\u0000",
        "\u0001",
        "ä",
        "<!--",
        "-->",
        "<![CDATA[",
        "<a href=",
        "<svg><",
        "<1",
        "=",
        "/",
        "<script>",
        "\uD800",
        "<select><option>",
        "xmlns:a=b"
      };
      var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
      builder.setErrorHandler(null);
      for (int i = 0; i < 600; i++) {
        StringBuilder html = new StringBuilder();
        for (int k = random.nextInt(40); k > 0; k--) {
          html.append(pieces[random.nextInt(pieces.length)]);
        }
        HtmlPage page = page(html.toString());
        for (String xml : new String[] {page.fullXml(), page.reducedXml()}) {
          builder.parse(new InputSource(new StringReader(xml)));
        }
        assertThat(page.mainText()).isNotNull();
        assertThat(page.title()).isNotNull();
      }
    }

    @Test
    void nestedWithoutEndDoNotBreakIt() {
      HtmlPage page = page("<div>".repeat(100_000) + "<p>deep</p>");
      assertThat(page.mainText()).isNotNull();
      assertThat(page.mainText()).isNotNull();
      assertThat(page.reducedXml()).startsWith("<?xml");
      assertThat(page.links()).isEmpty();
    }
  }

  @Test
  void theReducedXmlHoldsLinksTextsAndPictures() {
    HtmlPage page =
        page(
            "<html lang=en><title>T &amp; U</title><p>Some <b>text</b> and <a href=/x>a link</a>"
                + " on<p><img src=p.png alt=P><div hidden>no</div>");
    assertThat(page.reducedXml())
        .isEqualTo(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <page url="https://e.example/news/today.html" language="en">
              <title>T &amp; U</title>
              <text>Some text and</text>
              <link url="https://e.example/x">a link</link>
              <text>on</text>
              <image url="https://e.example/news/p.png">P</image>
            </page>
            """);
  }

  @Test
  void theFullXmlClosesWhatIsOpen() {
    assertThat(page("<p>a<p>b</i><br><img src=x>").fullXml())
        .contains("<body><p>a</p><p>b<br/><img src=\"x\"/></p></body>");
  }
}
