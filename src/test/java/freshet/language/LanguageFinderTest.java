package freshet.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LanguageFinderTest {
  private static final LanguageFinder FINDER = new LanguageFinder();

  private static List<String[]> sentences() {
    try {
      return Files.readAllLines(Path.of("src/test/resources/language/sentences.tsv")).stream()
          .map(line -> line.split("\t", 2))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void sentencesAndHeadlinesInMoreThanSeventyLanguagesAreRecognised() {
    List<String> wrong = new ArrayList<>();
    List<String[]> sentences = sentences();
    for (String[] line : sentences) {
      Found found = FINDER.find(line[1]);
      if (!found.language().equals(line[0])) wrong.add(line[0] + " taken for " + found);
    }
    assertThat(sentences.stream().map(line -> line[0]).distinct().count()).isGreaterThan(70);
    assertThat(wrong).as("wrong of %d", sentences.size()).hasSizeLessThanOrEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "Weather today, en", "schönes Wetter, de", "güneşli hava, tr", "ilus ilm, et",
        "bella giornata, it",
    "хорошая погода, ru", "сонячна погода, uk", "καλός καιρός, el", "天気予報, zh", "天気がいい, ja"
  })
  void twoWordsAreOftenEnough(String text, String language) {
    assertThat(FINDER.find(text).language()).isEqualTo(language);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "2026-11-15 12:30",
        "!!! ??? ...",
        "🙂🙂",
        "\uD83D",
        "https://example.org/de/seite"
      })
  void textWithoutLettersIsUndetermined(String text) {
    assertThat(FINDER.find(text)).isEqualTo(new Found("und", 0));
  }

  @Test
  void confusableLanguagesAreReportedWithLessConfidence() {
    double croatian = FINDER.find("Nova škola u gradu").confidence();
    double hungarian = FINDER.find("Új iskola a városban").confidence();
    assertThat(croatian).isLessThan(0.8);
    assertThat(hungarian).isGreaterThan(0.95);
  }

  @Test
  void theDeclaredLanguageDecidesWhereTheTextLeavesDoubt() {
    assertThat(FINDER.find("Nova škola u gradu", "hr").language()).isEqualTo("hr");
    assertThat(FINDER.find("Nova škola u gradu", "bs-BA").language()).isEqualTo("bs");
  }

  @Test
  void aWrongDeclarationDoesNotOverruleClearText() {
    Found found = FINDER.find("Die Bewohner des Dorfes trafen sich vor der Schule.", "en-us");
    assertThat(found.language()).isEqualTo("de");
    assertThat(Declared.isWrong("en-us", found)).isTrue();
    assertThat(Declared.isWrong("de-AT", found)).isFalse();
  }

  @Test
  void declaredLanguagesComeInManySpellings() {
    assertThat(Declared.code("EN-us")).isEqualTo("en");
    assertThat(Declared.code("zh_TW")).isEqualTo("zh");
    assertThat(Declared.code("iw")).isEqualTo("he");
    assertThat(Declared.code("deu")).isEqualTo("de");
    assertThat(Declared.code("Deutsch, bitte")).isEmpty();
    assertThat(Declared.code("")).isEmpty();
  }

  @Test
  void aCloseLanguageIsNoWrongDeclaration() {
    assertThat(Declared.isWrong("hr", new Found("bs", 0.95))).isFalse();
    assertThat(Declared.isWrong("no", new Found("nb", 0.99))).isFalse();
    assertThat(Declared.isWrong("hr", new Found("pl", 0.6))).isFalse();
    assertThat(Declared.isWrong("hr", new Found("pl", 0.99))).isTrue();
  }

  @Test
  void aFewForeignWordsDoNotChangeTheLanguage() {
    assertThat(FINDER.find("Компания Example Software открыла новый офис в Москве").language())
        .isEqualTo("ru");
  }

  @ParameterizedTest
  @CsvSource({
    "tr, Baþkan yarýn Ýstanbul'da yapýlacak açýlýþa katýlacaðýný söyledi",
    "tr, Kýþ lastiði þartý bugün baþladý",
    "tk, Ýurduň ykdysadyýetini ösdürmek barada täze maslahat geçirildi",
    "is, Það er gott veður í dag og börnin fara út að leika sér"
  })
  void turkishThatWasReadInTheWrongEncodingIsTurkish(String language, String text) {
    assertThat(FINDER.find(text).language()).isEqualTo(language);
    assertThat(FINDER.skim(text, null).language()).isEqualTo(language);
  }

  @Test
  void aHugeTextIsReadAtTheStartOnly() {
    String text = "Küla elanikud kogunesid koolimaja ette. ".repeat(100_000);
    assertThat(FINDER.find(text).language()).isEqualTo("et");
  }

  @Test
  void decomposedLettersCountAsComposed() {
    String composed = "Nehrin üzerinde yeni köprü açıldı";
    String decomposed = java.text.Normalizer.normalize(composed, java.text.Normalizer.Form.NFD);
    assertThat(FINDER.find(decomposed)).isEqualTo(FINDER.find(composed));
  }
}
