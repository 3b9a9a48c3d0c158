package freshet.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

final class SignatureTest {
  private static final String REASON =
      "Raţiunea pentru om e dată pentru aceea, ca el sa traiasca raţional, "
          + "dar nu numai pentru ca el sa înţeleagă că el trăieşte neraţional.";

  /// The words that count, with a space between them.
  private static String canonical(String text, String language) {
    StringJoiner words = new StringJoiner(" ");
    WordReader reader = new WordReader(text, language);
    while (reader.next()) words.add(reader.word());
    return words.toString();
  }

  @Test
  void theExampleOfTheSourceHasItsCanonicalForm() {
    assertThat(canonical(REASON, "ro"))
        .isEqualTo("raţiunea om e dată el traiasca raţional el înţeleagă el trăieşte neraţional");
  }

  @Test
  void theExampleOfTheSourceHasThreeShinglesOfTen() {
    Signature signature = Signature.of(new Document("", REASON, "ro"), 10);
    assertThat(signature.words()).isEqualTo(12);
    assertThat(signature.shingles()).hasSize(1);
    assertThat(signature.shingles().getFirst().length()).isEqualTo(10);
    assertThat(signature.shingles().getFirst().count()).isEqualTo(3);
  }

  @Test
  void percentIsTwiceTheMatchesOverAllShingles() {
    Signature a = Signature.of(new Document("", "one two three four five six", ""), 2);
    Signature b = Signature.of(new Document("", "one two three four nine ten eleven", ""), 2);
    // 5 and 6 shingles, of which "one two", "two three", "three four" match
    assertThat(a.percent(b)).isEqualTo(200.0 * 3 / 11);
    assertThat(b.percent(a)).isEqualTo(a.percent(b));
    assertThat(a.percent(a)).isEqualTo(100);
  }

  @Test
  void containmentIsTheShareOfTheShorterText() {
    String inner = words(0, 60);
    Signature agency = Signature.of(new Document("", inner, "en"), 5);
    Signature article =
        Signature.of(
            new Document("", words(200, 240) + " " + inner + " " + words(300, 400), "en"), 5);
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
    assertThat(canonical("IŞIK ve İYİ", "tr")).isEqualTo("ışık iyi");
    assertThat(Signature.of("", "ılık su kaldı burada", "tr").shingles())
        .isNotEqualTo(Signature.of("", "ilik su kaldi burada", "tr").shingles());
  }

  @Test
  void composedAndDecomposedLettersAreTheSame() {
    String text = "Žádné nové stromy";
    String decomposed = java.text.Normalizer.normalize(text, java.text.Normalizer.Form.NFD);
    assertThat(canonical(decomposed, "de")).isEqualTo(canonical(text, "de"));
  }

  @Test
  void scriptsWithoutSpacesAreReadLetterByLetter() {
    assertThat(canonical("新しい橋", "ja")).isEqualTo("新 し い 橋");
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
    assertThat(Signature.of("One headline", text, "en").shingles())
        .isEqualTo(Signature.of("Another", text, "en").shingles());
    assertThat(Signature.of("One headline", "a b", "en").shingles())
        .isNotEqualTo(Signature.of("Another", "a b", "en").shingles());
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

  @Test
  void aTeaserWithAnInvitationIsTheBeginningOfItsArticle() {
    String article =
        "The council met on Tuesday evening and talked for three hours about the new harbour, which"
            + " is to be built between the old mole and the lighthouse before the winter comes. The"
            + " fishermen did not like the plan and said so.";
    Signature whole = Signature.of("The harbour", article, "en");
    for (int end = 120; end < 200; end++) {
      for (String invitation : List.of("… Read more", "... Weiterlesen", "… Lire la suite »")) {
        Signature teaser = Signature.of("Mole", article.substring(0, end) + invitation, "en");
        assertThat(teaser.beginsLike(whole)).as(end + invitation).isTrue();
      }
    }
  }

  @Test
  void shinglesMayBeginEverySoManyWords() {
    Document document = new Document("", "one two three four five six seven", "");
    assertThat(Signature.of(document, 2, 1).shingles().getFirst().count()).isEqualTo(6);
    assertThat(Signature.of(document, 2, 2).shingles().getFirst().count()).isEqualTo(3);
    assertThat(Signature.of(document, 2, 3).percent(Signature.of(document, 2, 3))).isEqualTo(100);
  }

  @Test
  void whatIsDamagedIsLikeNoOtherText() {
    byte[] whole =
        Signature.of("A title of some words", "A text of a few more words", "en").toBytes();
    Signature nothing = new Signature(0, 0, List.of());
    for (int length = 0; length < 13; length++) {
      assertThat(Signature.fromBytes(Arrays.copyOf(whole, length))).isEqualTo(nothing);
    }
    byte[] wild = whole.clone();
    Arrays.fill(wild, 8, wild.length, (byte) 0x7f);
    assertThat(Signature.fromBytes(wild)).isEqualTo(nothing);
  }
}
