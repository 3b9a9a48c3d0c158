package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.parse.ns.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TitlesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Use <div> not <span> in Vec<T>     | Use <div> not <span> in Vec<T>
          The <details> element              | The <details> element
          What <br> does                     | What does
          <b>Bold</b> and <i>italic</i>      | Bold and italic
          <p>A paragraph                     | A paragraph
          See <a href=x>this                 | See this
          Tom &amp; <div>                    | Tom &
          5 < 6 and 7 > 6                    | 5 < 6 and 7 > 6
          I <B>shout</B>                     | I shout
          """)
  void ofRssAreTextOrHtmlByHowTagsAreUsed(String written, String shown) {
    assertThat(Titles.plain(new Text(written, Text.Kind.UNKNOWN, null))).isEqualTo(shown);
  }
}
