package freshet.words;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.words.Kinds.Word;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Kinds of words against sentences that were tagged by hand (src/test/resources/kinds). Some
/// twenty sentences a language are enough to see that a language works and goes on working, not for
/// more than a rough figure.
final class KindsTest {
  private static final Path SENTENCES = Path.of("src/test/resources/kinds");

  private static List<Word> words(String language, String text) {
    return Kinds.of(language).orElseThrow().words(text, 10_000);
  }

  /// What the marks say: `ferry_N leaves_V`.
  private static List<Word> marked(String line) {
    List<Word> words = new ArrayList<>();
    for (String token : line.split(" ", -1)) {
      Kind kind = token.endsWith("_N") ? Kind.NOUN : token.endsWith("_V") ? Kind.VERB : Kind.OTHER;
      String word = plain(token).toLowerCase(Locale.ROOT);
      if (word.endsWith("n't")) word = word.substring(0, word.length() - 3);
      // The article before a French word is no word of three letters.
      word = word.replaceFirst("^(l|d|n|c|qu)'", "");
      if (word.length() >= 3) words.add(new Word(word, kind));
    }
    return words;
  }

  private static String plain(String line) {
    return line.replaceAll("_[NV]", "");
  }

  @ParameterizedTest
  @CsvSource({"en, 121, 92", "de, 103, 95", "fr, 109, 92", "pl, 109, 95", "uk, 113, 95"})
  void nounsAndVerbsAreToldFromTheRest(String language, int nounsAndVerbs, int percent)
      throws IOException {
    Stemmer stemmer = Stemmer.of(language);
    int marks = 0;
    int all = 0;
    int right = 0;
    List<String> wrong = new ArrayList<>();
    for (String line : Files.readAllLines(SENTENCES.resolve(language + ".txt"))) {
      if (line.startsWith("#")) continue;
      List<Word> told = words(language, plain(line));
      List<Word> marked = marked(line);
      assertThat(told)
          .extracting(Word::written)
          .isEqualTo(marked.stream().map(Word::written).toList());
      for (int i = 0; i < marked.size(); i++) {
        Word word = marked.get(i);
        if (word.kind() != Kind.OTHER) marks++;
        if (stemmer.root(word.written()).isEmpty()) continue; // not kept anyway
        all++;
        if (told.get(i).equals(word)) right++;
        else wrong.add(told.get(i) + " instead of " + word.kind());
      }
    }
    assertThat(marks)
        .as("nouns and verbs in the sentences")
        .isBetween(nounsAndVerbs - 6, nounsAndVerbs);
    assertThat(100.0 * right / all).as("%s", wrong).isGreaterThanOrEqualTo(percent);
  }

  @Test
  void aWordIsOfTheKindThatItHasInItsSentence() {
    assertThat(words("en", "The play was long. They play every night."))
        .contains(new Word("play", Kind.NOUN), new Word("play", Kind.VERB));
    assertThat(words("de", "Wir essen heute. Das Essen schmeckt."))
        .contains(new Word("essen", Kind.VERB), new Word("essen", Kind.NOUN));
  }

  @Test
  void apostrophesBelongWhereTheLanguageHasThem() {
    assertThat(words("en", "The boat doesn’t leave; it's Anna's harbour."))
        .extracting(Word::written)
        .containsExactly("the", "boat", "does", "leave", "anna", "harbour");
    assertThat(words("fr", "L’entreprise n'a qu'une usine."))
        .extracting(Word::written)
        .containsExactly("entreprise", "une", "usine");
    assertThat(words("uk", "Здоров’я дітей"))
        .containsExactly(new Word("здоров'я", Kind.NOUN), new Word("дітей", Kind.NOUN));
  }

  @Test
  void anUnknownNameIsANounAlsoInADictionary() {
    assertThat(words("pl", "Wczoraj Xoranix przyjechał."))
        .contains(new Word("xoranix", Kind.NOUN), new Word("przyjechał", Kind.VERB));
  }

  @Test
  void otherLanguagesAreLeftAlone() {
    assertThat(Kinds.of("et")).isEmpty();
    assertThat(Kinds.of("tr")).isEmpty();
    assertThat(Kinds.of("und")).isEmpty();
    assertThat(Kinds.of("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de", "fr", "pl", "uk"})
  void strangeTextsAreReadInBounds(String language) {
    int million = 1_000_000;
    assertThat(words(language, "")).isEmpty();
    assertThat(words(language, "a".repeat(million))).isEmpty();
    assertThat(words(language, ". ".repeat(million / 2))).isEmpty();
    assertThat(words(language, "7".repeat(million))).isEmpty();
    assertThat(words(language, "日本語の文章".repeat(million / 6))).isEmpty();
    assertThat(words(language, "кот cat 猫 😀 القط\u0000 \ud800 'x' ’’’ ")).isNotEmpty();
    assertThat(words(language, "word, ".repeat(million / 6))).hasSizeLessThanOrEqualTo(10_000);
    assertThat(words(language, "'t 's ’’ ".repeat(1000))).isEmpty();
  }
}
