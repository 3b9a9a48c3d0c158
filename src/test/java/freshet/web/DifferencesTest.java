package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class DifferencesTest {

  private static String marked(List<Differences.Piece> pieces) {
    return pieces.stream()
        .map(p -> p.only() ? "[" + p.text() + "]" : p.text())
        .collect(Collectors.joining(" "));
  }

  @Test
  void wordsThatOnlyOneTextHasAreMarkedInIt() {
    var d =
        Differences.between(
            "The old mill burned down in the night, nobody was hurt.",
            "The mill burned down last night; nobody was badly hurt.");
    assertThat(marked(d.left()))
        .isEqualTo("The [old] mill burned down [in the] night, nobody was hurt.");
    assertThat(marked(d.right()))
        .isEqualTo("The mill burned down [last] night; nobody was [badly] hurt.");
    assertThat(d.percentSame()).isEqualTo(76);
  }

  @Test
  void equalTextsHaveNoMarksAndDifferentOnesNothingElse() {
    var same = Differences.between("a b  c", "A b c.");
    assertThat(marked(same.left())).isEqualTo("a b c");
    assertThat(marked(same.right())).isEqualTo("A b c.");
    assertThat(same.percentSame()).isEqualTo(100);
    var other = Differences.between("a b", "c d e");
    assertThat(marked(other.left())).isEqualTo("[a b]");
    assertThat(marked(other.right())).isEqualTo("[c d e]");
    var none = Differences.between("", "x");
    assertThat(none.left()).isEmpty();
    assertThat(marked(none.right())).isEqualTo("[x]");
  }

  @Test
  void whatIsSharedIsTheSameOnBothSidesWhateverTheTexts() {
    Random random = new Random(7);
    for (int round = 0; round < 300; round++) {
      String a = words(random);
      String b = words(random);
      var d = Differences.between(a, b);
      assertThat(shared(d.left())).isEqualTo(shared(d.right()));
      assertThat(all(d.left())).isEqualTo(a);
      assertThat(all(d.right())).isEqualTo(b);
      assertThat(shared(d.left()).split(" ", -1))
          .hasSize(longest(a.split(" ", -1), b.split(" ", -1)));
    }
  }

  @Test
  void hugeTextsAreComparedToo() {
    String huge = "word ".repeat(20_000);
    String other = "other ".repeat(20_000);
    assertThat(Differences.between(huge, other).percentSame()).isZero();
    assertThat(Differences.between(huge, huge).percentSame()).isEqualTo(100);
  }

  private static String words(Random random) {
    StringBuilder text = new StringBuilder("s");
    for (int i = random.nextInt(20); i >= 0; i--)
      text.append(' ').append((char) ('a' + random.nextInt(4)));
    return text.toString();
  }

  private static String shared(List<Differences.Piece> pieces) {
    return pieces.stream()
        .filter(p -> !p.only())
        .map(Differences.Piece::text)
        .collect(Collectors.joining(" "));
  }

  private static String all(List<Differences.Piece> pieces) {
    return pieces.stream().map(Differences.Piece::text).collect(Collectors.joining(" "));
  }

  /// The textbook's table.
  private static int longest(String[] a, String[] b) {
    int[][] table = new int[a.length + 1][b.length + 1];
    for (int i = 1; i <= a.length; i++) {
      for (int j = 1; j <= b.length; j++) {
        table[i][j] =
            a[i - 1].equals(b[j - 1])
                ? table[i - 1][j - 1] + 1
                : Math.max(table[i - 1][j], table[i][j - 1]);
      }
    }
    return table[a.length][b.length];
  }
}
