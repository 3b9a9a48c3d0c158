package freshet.article;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MissingPagesTest {
  private static final String SORRY = "Sorry, the page that you look for may have been moved.";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Page not found",
        "Page Not Found – Town Herald",
        "404",
        "Error 404 | Ministry of Transport",
        "404 Page not found",
        "404: Not Found",
        "Oops! — Page not found!",
        "Seite nicht gefunden :: Stadt",
        "Stadtwerke - Fehler 404",
        "Страница не найдена",
        "This page doesn’t exist."
      })
  void aTitleThatSaysSoIsBelieved(String title) {
    assertThat(MissingPages.isMissing(title, SORRY)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Missing ferry not found after three days",
        "404 new flats for the harbour",
        "Route 404 is closed",
        "Why so many pages say “page not found” today",
        "The harbour - page 404 of a long history",
        ""
      })
  void aHeadlineThatOnlyHasTheWordsIsAnArticle(String title) {
    assertThat(MissingPages.isMissing(title, SORRY)).isFalse();
  }

  @Test
  void aLongTextIsThere() {
    assertThat(MissingPages.isMissing("Page not found", SORRY.repeat(40))).isFalse();
    assertThat(MissingPages.isMissing(null, SORRY)).isFalse();
  }
}
