package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PlainTextTest {
  @Test
  void onlyWhatIsSeenIsKept() {
    assertThat(PlainText.of("<p>One</p><p>two <b>th</b>ree</p><script>x()</script>"))
        .isEqualTo("One two three");
    assertThat(PlainText.of("a<!-- no -->b<style>p{}</style>")).isEqualTo("ab");
    assertThat(PlainText.of("<img alt=\"a > b\" src=\"x\">text")).isEqualTo("text");
  }

  @Test
  void entitiesAreDecodedAndBlanksRunTogether() {
    assertThat(PlainText.of(" Tom&nbsp;&amp;\n\tJerry &#8211; &eacute; & co "))
        .isEqualTo("Tom & Jerry – é & co");
    assertThat(PlainText.of("a < b and c > d")).isEqualTo("a < b and c > d");
    assertThat(PlainText.of("plain")).isSameAs("plain".intern());
  }

  @Test
  void brokenMarkupEndsSomewhere() {
    assertThat(PlainText.of("x <p class=\"never closed")).isEqualTo("x");
    assertThat(PlainText.of("x <script>never closed")).isEqualTo("x");
    assertThat(PlainText.of("x <")).isEqualTo("x <");
    assertThat(PlainText.of("&")).isEqualTo("&");
  }
}
