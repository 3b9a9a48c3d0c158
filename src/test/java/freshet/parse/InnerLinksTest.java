package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class InnerLinksTest {
  private static String clean(String html) {
    return Sanitiser.safe(html, "https://blog.example/post/");
  }

  @Test
  void footnotesLeadThereAndBack() {
    assertThat(
            clean(
                "<p>Text<sup id=\"fnref:1\"><a href=\"#fn:1\">1</a></sup></p>"
                    + "<ol><li id=\"fn:1\">Note <a href=\"#fnref:1\">↩</a></li></ol>"))
        .contains("<sup id=\"fn-fnref:1\"><a href=\"#fn-fn:1\">1</a></sup>")
        .contains("<li id=\"fn-fn:1\">Note <a href=\"#fn-fnref:1\">↩</a></li>");
  }

  @Test
  void alsoWithTheAddressOfThePageOrWithTheOldAttribute() {
    assertThat(
            clean("<a href=\"https://blog.example/post/#note-1\">1</a> <a name=\"note-1\">*</a>"))
        .isEqualTo("<a href=\"#fn-note-1\">1</a> <a id=\"fn-note-1\">*</a>");
    assertThat(clean("<a href=\"https://other.example/#note-1\">1</a> <a name=\"note-1\">*</a>"))
        .startsWith("<a href=\"https://other.example/#note-1\">");
    assertThat(clean("<a href=\"/about#top\">1</a> <p id=\"top\">*</p>"))
        .isEqualTo("<a href=\"https://blog.example/about#top\">1</a> <p>*</p>");
  }

  @Test
  void namesThatNothingLeadsToAreNotKept() {
    assertThat(clean("<h2 id=\"marks\">A</h2><p id=\"sidebar\">b</p>"))
        .isEqualTo("<h2>A</h2><p>b</p>");
    assertThat(clean("<a href=\"#nowhere\">x</a>"))
        .isEqualTo("<a href=\"https://blog.example/post/#nowhere\">x</a>");
    assertThat(clean("<a href=\"#a\">x</a><p id='a\" onclick=\"alert(1)'>y</p><i id=\"a\">z</i>"))
        .doesNotContain("onclick")
        .contains("<i id=\"fn-a\">");
  }
}
