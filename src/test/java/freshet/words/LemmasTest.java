package freshet.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LemmasTest {
  @Test
  void formsOfPolishAndUkrainianWordsHaveTheirWord() {
    assertThat(Lemmas.of("pl", "domach")).isEqualTo("dom");
    assertThat(Lemmas.of("pl", "wyborach")).isEqualTo(Lemmas.of("pl", "wybory"));
    assertThat(Lemmas.of("pl", "Łodzi")).isEqualTo(Lemmas.of("pl", "Łódź"));
    assertThat(Lemmas.of("uk", "виборах")).isEqualTo(Lemmas.of("uk", "вибори"));
  }

  @Test
  void whatNoDictionaryHasHasNone() {
    assertThat(Lemmas.of("pl", "xqzzyv")).isNull();
    assertThat(Lemmas.of("pl", "")).isNull();
    assertThat(Lemmas.of("et", "dom")).isNull();
  }
}
