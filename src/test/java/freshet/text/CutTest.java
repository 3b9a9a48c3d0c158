package freshet.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CutTest {
  private static final String FOX = "\uD83E\uDD8A";

  @Test
  void whatFitsStays() {
    assertThat(Cut.to("", 5)).isEmpty();
    assertThat(Cut.to("river", 5)).isEqualTo("river");
    assertThat(Cut.start("river", 5)).isEqualTo("river");
    assertThat(Cut.betweenWords("a river", 7)).isEqualTo("a river");
  }

  @Test
  void whatIsLongerEndsInAnEllipsisWithinTheLimit() {
    assertThat(Cut.to("rivers", 5)).isEqualTo("rive…");
    assertThat(Cut.start("rivers", 5)).isEqualTo("river");
    assertThat(Cut.start("rivers", 0)).isEmpty();
  }

  @Test
  void noCharacterIsCutInHalf() {
    for (int most = 1; most < 9; most++) {
      String text = "ab" + FOX + FOX + FOX + "c";
      for (String cut : new String[] {Cut.to(text, most), Cut.start(text, most)}) {
        assertThat(cut.length()).isLessThanOrEqualTo(most);
        assertThat(cut.codePoints()).allMatch(c -> c < 0xD800 || c > 0xDFFF);
      }
    }
    assertThat(Cut.to("ab" + FOX + "cd", 4)).isEqualTo("ab…");
    assertThat(Cut.betweenWords(FOX + FOX + FOX, 3)).isEqualTo(FOX + "…");
  }

  @Test
  void aBlankInTheSecondHalfIsAGoodPlaceToCut() {
    assertThat(Cut.betweenWords("the river rises again", 12)).isEqualTo("the river…");
    assertThat(Cut.betweenWords("the riverbankment", 12)).isEqualTo("the riverban…");
  }
}
