package freshet.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CsvTest {
  @Test
  void noCellIsTakenForAFormula() {
    for (String cell :
        List.of("=HYPERLINK(\"http://evil.example\")", "@SUM(A1)", "+1+cmd|' /C calc'!A0", "-x")) {
      assertThat(Csv.safe(cell)).isEqualTo("'" + cell);
      assertThat(Csv.meant(Csv.safe(cell))).isEqualTo(cell);
    }
    for (String cell : List.of("", "A title", "-3.5", "+12", "-1e-9", "'quoted'", "it's")) {
      assertThat(Csv.safe(cell)).isEqualTo(cell);
      assertThat(Csv.meant(cell)).isEqualTo(cell);
    }
    assertThat(Csv.of(List.of(List.of("=1+1", "-2")))).isEqualTo("'=1+1,-2\n");
  }
}
