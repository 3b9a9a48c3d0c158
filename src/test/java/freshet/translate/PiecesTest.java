package freshet.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PiecesTest {
  @Test
  void aShortTextIsOnePiece() {
    assertThat(Pieces.of("One. Two.", "en")).containsExactly("One. Two.");
  }

  @Test
  void piecesEndWithSentencesAndTogetherAreTheText() {
    String text = "This is a sentence of some length, number nine. ".repeat(200);
    List<String> pieces = Pieces.of(text, "en");
    assertThat(String.join("", pieces)).isEqualTo(text);
    assertThat(pieces)
        .allMatch(p -> p.length() <= Pieces.LONGEST && p.stripTrailing().endsWith("."));
  }

  @Test
  void withoutSentencesTheyEndBetweenWordsAndElseAnywhereButInACharacter() {
    String words = "word ".repeat(2000);
    assertThat(Pieces.of(words, "et"))
        .allMatch(p -> p.length() <= Pieces.LONGEST && p.endsWith(" "));
    String faces = "😀".repeat(2001);
    List<String> pieces = Pieces.of(faces, "xx");
    assertThat(String.join("", pieces)).isEqualTo(faces);
    assertThat(pieces).allMatch(p -> !Character.isHighSurrogate(p.charAt(p.length() - 1)));
  }
}
