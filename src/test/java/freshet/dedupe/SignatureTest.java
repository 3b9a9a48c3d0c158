package freshet.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SignatureTest {
  private static final String REASON =
      "Raţiunea pentru om e dată pentru aceea, ca el sa traiasca raţional, "
          + "dar nu numai pentru ca el sa înţeleagă că el trăieşte neraţional.";

  @Test
  void theExampleOfTheSourceHasItsCanonicalForm() {
    assertThat(CanonicalForm.of(REASON, "ro"))
        .isEqualTo("raţiunea om e dată el traiasca raţional el înţeleagă el trăieşte neraţional");
  }

  @Test
  void theExampleOfTheSourceHasThreeShinglesOfTen() {
    Signature signature = Signature.of("", REASON, "ro", 10);
    assertThat(signature.words()).isEqualTo(12);
    assertThat(signature.shingles()).hasSize(1);
    assertThat(signature.shingles().getFirst().length()).isEqualTo(10);
    assertThat(signature.shingles().getFirst().count()).isEqualTo(3);
  }

  @Test
  void percentIsTwiceTheMatchesOverAllShingles() {
    Signature a = Signature.of("", "one two three four five six", "", 2);
    Signature b = Signature.of("", "one two three four nine ten eleven", "", 2);
    // 5 and 6 shingles, of which "one two", "two three", "three four" match
    assertThat(a.percent(b)).isEqualTo(200.0 * 3 / 11);
    assertThat(b.percent(a)).isEqualTo(a.percent(b));
    assertThat(a.percent(a)).isEqualTo(100);
  }

  @Test
  void containmentIsTheShareOfTheShorterText() {
    String inner = words(0, 60);
    Signature agency = Signature.of("", inner, "en", 5);
    Signature article =
        Signature.of("", words(200, 240) + " " + inner + " " + words(300, 400), "en", 5);
    assertThat(agency.containedPercent(article)).isEqualTo(100);
    assertThat(agency.percent(article)).isLessThan(60);
  }

  @Test
  void caseAndPunctuationDoNotCount() {
    Signature a = Signature.of("", "\"The Minister, however, said: NO!\"", "en");
    Signature b = Signature.of("", "the minister however said no", "en");
    assertThat(a.shingles()).isEqualTo(b.shingles());
  }

  @Test
  void romanianWithAndWithoutMarksIsTheSame() {
    assertThat(Signature.of("", "Ședință și înţelegere la Iași", "ro").shingles())
        .isEqualTo(Signature.of("", "Sedinta si intelegere la Iasi", "ro").shingles());
  }

  @Test
  void turkishMarksMakeOtherLetters() {
    assertThat(CanonicalForm.of("IŞIK ve İYİ", "tr")).isEqualTo("ışık iyi");
    assertThat(Signature.of("", "ılık su kaldı burada", "tr").shingles())
        .isNotEqualTo(Signature.of("", "ilik su kaldi burada", "tr").shingles());
  }

  @Test
  void composedAndDecomposedLettersAreTheSame() {
    String text = "Žádné nové stromy";
    String decomposed = java.text.Normalizer.normalize(text, java.text.Normalizer.Form.NFD);
    assertThat(CanonicalForm.of(decomposed, "de")).isEqualTo(CanonicalForm.of(text, "de"));
  }

  @Test
  void scriptsWithoutSpacesAreReadLetterByLetter() {
    assertThat(CanonicalForm.of("新しい橋", "ja")).isEqualTo("新 し い 橋");
  }

  @Test
  void shingleLengthFollowsTheLengthOfTheText() {
    assertThat(lengths(10)).containsExactly(2);
    assertThat(lengths(18)).containsExactly(5, 2);
    assertThat(lengths(50)).containsExactly(5);
    assertThat(lengths(100)).containsExactly(10, 5);
    assertThat(lengths(300)).containsExactly(10);
  }

  private static Integer[] lengths(int words) {
    return Signature.of("", words(0, words), "").shingles().stream()
        .map(Shingles::length)
        .toArray(Integer[]::new);
  }

  @Test
  void theHeadlineCountsOnlyWhereThereIsLittleText() {
    String text = words(0, 200);
    assertThat(Signature.of("One headline", text, "en"))
        .isEqualTo(Signature.of("Another", text, "en"));
    assertThat(Signature.of("One headline", "a b", "en"))
        .isNotEqualTo(Signature.of("Another", "a b", "en"));
  }

  @Test
  void aSignatureComesBackFromItsBytes() {
    for (int words : new int[] {0, 1, 7, 19, 110, 500}) {
      Signature signature = Signature.of("Title 7", words(0, words), "en");
      assertThat(Signature.fromBytes(signature.toBytes())).isEqualTo(signature);
    }
  }

  @Test
  void emptyAndOddTextsHaveEmptySignatures() {
    for (String text : new String[] {"", "   ", "!!!", "\uD83D\uDE00", "\uD83D"}) {
      Signature signature = Signature.of("", text, "en");
      assertThat(signature.percent(signature)).isZero();
    }
  }

  /// Words that are no auxiliary words of any language.
  static String words(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++)
      text.append("wort").append(Integer.toString(i, 26).replaceAll("\\d", "q$0")).append(' ');
    return text.toString();
  }
}
