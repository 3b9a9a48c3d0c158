package freshet.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadlineTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Storm in Larkfield – The Post; <h1>Storm in Larkfield</h1>; Storm in Larkfield",
        "The Post | Storm in Larkfield; <h1>Storm in Larkfield</h1>; Storm in Larkfield",
        "Storm in Larkfield|The Post; <h1> Storm  in <i>Larkfield</i></h1>; Storm in Larkfield",
        "Storm in Larkfield - Weather; <h1>Storm in Larkfield</h1>; Storm in Larkfield",
        "Storm in Larkfield « The Post; <meta property=og:title content='Storm in Larkfield'>;"
            + " Storm in Larkfield",
        "Storm - The Post; <meta property=og:title content=Storm><h1>Storm</h1>; Storm",
        "Storm in Larkfield - The Post; <meta property=og:title content='The Post'>; Storm in"
            + " Larkfield - The Post",
        "Storm in Larkfield--The Post; <h1>Storm in Larkfield</h1>; Storm in Larkfield--The Post",
        "Storm - The Post; <meta property=og:site_name content='The Post'>; Storm",
        "The Post: Storm; <meta property=og:site_name content='The Post'>; The Post: Storm",
        "Storm in Larkfield - The Post; <h1>The Post</h1>; Storm in Larkfield - The Post",
        "Storm - The Post; <meta property=og:title content='The Post'><meta property=og:site_name"
            + " content='The Post'>; Storm",
        "Well-known people; <h1>Well</h1>; Well-known people",
        "Spain - Portugal 3:2; <h1>News</h1>; Spain - Portugal 3:2",
        "Storm; <h1>Storm</h1>; Storm",
      })
  void theNameOfTheSiteIsLeftOutWhereThePageSaysWhatItIs(String title, String head, String is) {
    assertThat(headline("<title>" + title + "</title>" + head)).isEqualTo(is);
  }

  @Test
  void aHeadingWithTheNameOfTheSiteDoesNotTakeTheTitlesPlace() {
    assertThat(
            headline(
                "<title>Storm - The Post</title><meta property=og:site_name content='The Post'>"
                    + "<h1>The Post</h1>"))
        .isEqualTo("Storm");
  }

  @Test
  void aTitleOfBlanksTakesNoTime() {
    String blanks = " ".repeat(400_000);
    assertThat(
            headline(
                "<meta property=og:title content='a"
                    + blanks
                    + "b'><meta property=og:site_name content=b>"
                    + "<h1>a</h1>".repeat(20_000)))
        .startsWith("a");
  }

  private static String headline(String html) {
    return HtmlPage.parse(
            html.getBytes(StandardCharsets.UTF_8), "text/html; charset=utf-8", "https://a.example/")
        .headline();
  }
}
