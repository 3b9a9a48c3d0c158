package freshet.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class SegmentsTest {
  private static String with(String html, String... pairs) {
    Map<String, String> all = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) all.put(pairs[i], pairs[i + 1]);
    return Segments.translated(html, all::get).html();
  }

  @Test
  void aParagraphIsOneTextAndWhatIsInItAnother() {
    assertThat(
            Segments.of(
                "<h2>Uno</h2><p>La <a href=/x>casa blanca</a> es\n <em>grande</em>.</p>"
                    + "<ul><li>dos<li>tres</ul><p>12 345</p><pre>int x;</pre>"))
        .containsExactly(
            "Uno", "La casa blanca es grande.", "casa blanca", "grande", "dos", "tres");
  }

  @Test
  void linksAndEmphasisFindTheirPlaceAgain() {
    assertThat(
            with(
                "<p>La <a href=\"/x\">casa blanca</a> es <em>grande</em>.</p>",
                "La casa blanca es grande.",
                "The white house is big.",
                "casa blanca",
                "White house",
                "grande",
                "big"))
        .isEqualTo("<p>The <a href=\"/x\">white house</a> is <em>big</em>.</p>");
  }

  @Test
  void aLinkThatIsNotFoundStandsBehindAndPicturesStay() {
    assertThat(
            with(
                "<p><img src=\"a.png\">Vea <a href=\"/x\">esto</a> y <b>más</b></p>",
                "Vea esto y más",
                "Look there and so on",
                "esto",
                "this"))
        .isEqualTo("<p><img src=\"a.png\">Look there and so on [<a href=\"/x\">this</a>]</p>");
  }

  @Test
  void thousandsOfEqualPartsTakeNoTime() {
    String text = "7 ".repeat(12_000).strip();
    String html = "<p>" + "<b>7</b> ".repeat(12_000) + "</p>";
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> assertThat(with(html, text, text, "7", "7")).contains("<b>7</b> <b>7</b>"));
  }

  @Test
  void markupOfATranslatorIsText() {
    assertThat(with("<p>Hola</p>", "Hola", "<script>alert(1)</script><b onclick=x>Hello</b>"))
        .isEqualTo(
            "<p>&lt;script&gt;alert(1)&lt;/script&gt;&lt;b onclick=x&gt;Hello&lt;/b&gt;</p>");
  }

  @Test
  void structureStays() {
    assertThat(
            with(
                "<blockquote><p><strong>Uno</strong></p></blockquote>dos<br>tres"
                    + "<table><tbody><tr><td>cuatro</td></tr></tbody></table>",
                "Uno",
                "One",
                "dos",
                "two",
                "tres",
                "three",
                "cuatro",
                "four"))
        .isEqualTo(
            "<blockquote><p><strong>One</strong></p></blockquote>two<br>three"
                + "<table><tbody><tr><td>four</td></tr></tbody></table>");
  }

  @Test
  void whatIsNotTranslatedStaysAsItIsAndIsSaid() {
    var t = Segments.translated("<p>Uno</p><p>Dos</p>", s -> s.equals("Uno") ? "One" : null);
    assertThat(t.html()).isEqualTo("<p>One</p><p>Dos</p>");
    assertThat(t.text()).isEqualTo("One");
    assertThat(t.whole()).isFalse();
    assertThat(Segments.translated("<p>Uno</p>", _ -> "One").whole()).isTrue();
  }

  @Test
  void anEndlessTextIsTranslatedUpToALimit() {
    String html = "<p>palabra palabra palabra</p>".repeat(5_000);
    var t = Segments.translated(html, s -> s.toUpperCase(Locale.ROOT));
    assertThat(t.text().length()).isLessThanOrEqualTo(Segments.MOST_CHARACTERS + 2_000);
    assertThat(t.whole()).isFalse();
    assertThat(t.html()).endsWith("<p>palabra palabra palabra</p>");
  }

  @Test
  @Timeout(20)
  void hostileTranslationsCostNoMoreThanTheirLength() {
    String stops = ".".repeat(200_000) + "x";
    String link = "<p>Hola <a href=\"https://x.example/\">mundo</a></p>";
    assertThat(Segments.translated(link, _ -> stops).text()).isEqualTo(stops);
    StringBuilder links = new StringBuilder("<p>Hola");
    for (int i = 1; i <= 200; i++) {
      links
          .append(" <a href=\"https://x.example/")
          .append(i)
          .append("\">w")
          .append(i)
          .append("</a>");
    }
    String as = "a".repeat(200_000);
    String b = "a".repeat(8_000) + "b";
    for (String whole : List.of(as, "a ".repeat(100_000))) {
      for (Function<String, String> link2 :
          List.<Function<String, String>>of(
              s -> "a".repeat(Integer.parseInt(s.substring(1))), s -> s + b, _ -> b)) {
        var t =
            Segments.translated(links + "</p>", s -> s.startsWith("Hola") ? whole : link2.apply(s));
        assertThat(t.whole()).isTrue();
      }
    }
  }

  @Test
  void aWordThatStandsTwiceIsFoundTwice() {
    var t =
        Segments.translated(
            "<p>Uno <b>dos</b> y <i>dos</i></p>",
            s -> s.equals("dos") ? "abab." : "One ababab abab, abab");
    assertThat(t.html()).isEqualTo("<p>One ababab <b>abab</b>, <i>abab</i></p>");
  }

  @Test
  void deepAndBrokenHtmlIsBorne() {
    String deep = "<div>".repeat(3_000) + "hola" + "<b>".repeat(3_000) + "mundo";
    assertThat(Segments.of(deep)).isNotEmpty();
    assertThat(Segments.of("<p>hola <b>mundo</p><td></b> & <")).isNotEmpty();
  }
}
