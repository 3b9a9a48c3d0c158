package freshet.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.extract.HtmlPage;
import org.junit.jupiter.api.Test;

final class IconFinderStartTest {
  /// Where its own selectors were refused, the whole program did not start.
  @Test
  void itsOwnSelectorsMayHavePatternsThoughThoseOfPeopleMayNot() throws ClassNotFoundException {
    assertThat(Class.forName(IconFinder.class.getName())).isNotNull();
    assertThat(HtmlPage.own("link[rel~=(?i)icon]")).isNotNull();
    assertThatThrownBy(() -> HtmlPage.evaluator("link[rel~=(?i)icon]"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
