package freshet.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class HtmlTest {
  private static final String TEXT = "a < b & \"c\" > 'd' &amp;";

  @Test
  void whatWouldBeMarkupIsEscapedOnce() {
    assertThat(Html.escape(TEXT)).isEqualTo("a &lt; b &amp; &quot;c&quot; &gt; 'd' &amp;amp;");
    assertThat(Html.escapeText(TEXT)).isEqualTo("a &lt; b &amp; \"c\" &gt; 'd' &amp;amp;");
  }

  private static String orItself(String written, int c) {
    return written.isEmpty() ? Character.toString(c) : written;
  }

  @Test
  void oneCharacterAtATimeIsTheSame() {
    StringBuilder attribute = new StringBuilder();
    StringBuilder text = new StringBuilder();
    TEXT.chars()
        .forEach(c -> {
          attribute.append(orItself(Html.inAttribute(c), c));
          text.append(orItself(Html.inText(c), c));
        });
    assertThat(attribute.toString()).isEqualTo(Html.escape(TEXT));
    assertThat(text.toString()).isEqualTo(Html.escapeText(TEXT));
  }

  @Test
  void csvQuotesWhatNeedsIt() {
    assertThat(Csv.of(List.of(List.of("a", "b,c"), List.of("d \"e\"", "f\ng"))))
        .isEqualTo("a,\"b,c\"\n\"d \"\"e\"\"\",\"f\ng\"\n");
    assertThat(Csv.of(List.of())).isEmpty();
  }
}
