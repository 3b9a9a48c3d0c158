package freshet.translate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u200b\u200b",
        "\u200f",
        "\u3164",
        "\udb40\udc41\udb40\udc42",
        "\u2800",
        "...",
        "",
        " \n "
      })
  void whatNobodyCanReadIsNoTranslation(String text) {
    assertThat(Answers.clean("Hola", text)).isNull();
  }

  @Test
  void whatIsUnseenIsLeftOutAndWhatLettersNeedStays() {
    assertThat(Answers.clean("Hola", "He\u200bll\u202eo\u00ad")).isEqualTo("Hello");
    String persian = "می\u200cخواهم";
    assertThat(Answers.clean("Quiero", persian)).isEqualTo(persian);
    String family = "👩\u200d👧 aquí";
    assertThat(Answers.clean("👩\u200d👧 here", family)).isEqualTo(family);
    assertThat(Answers.clean("—", "—")).isEqualTo("—");
    assertThat(Answers.clean(" 17 % ", "17 %")).isEqualTo(" 17 % ");
  }

  @Test
  void aTitleStaysOnItsLine() {
    assertThat(Answers.clean("Hola", "a" + "\u0301".repeat(400))).hasSizeLessThan(12);
    assertThat(Answers.clean("Hola", "a" + "\n".repeat(400) + "b\u2028c")).isEqualTo("a b c");
    assertThat(Answers.clean("Uno\nDos", "One\n\n\n\n\nTwo")).isEqualTo("One\n\nTwo");
  }
}
