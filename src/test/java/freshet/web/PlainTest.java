package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PlainTest {
  @Test
  void aMegabyteOfTitleIsCutAtABlank() {
    String line = Plain.line("lorem ipsum ".repeat(90_000), 40);
    assertThat(line).hasSizeLessThanOrEqualTo(41).endsWith("…").doesNotEndWith(" …");
  }

  @Test
  void aLongWordWithoutBlanksIsCutToo() {
    assertThat(Plain.line("x".repeat(500), 40)).isEqualTo("x".repeat(40) + "…");
  }

  @Test
  void aLetterOfTwoCharactersIsNotCutInHalf() {
    String line = Plain.line("😀".repeat(40), 39);
    assertThat(line.codePoints().filter(c -> c >= 0xD800 && c <= 0xDFFF)).isEmpty();
  }

  @Test
  void charactersThatTurnTheReadingDirectionAreTakenOut() {
    assertThat(Plain.line("safe\u202Egnp.exe\u2066\u2069", 100)).isEqualTo("safegnp.exe");
  }

  @Test
  void marksThatScriptsNeedStay() {
    String persian = "می\u200Cخواهم";
    assertThat(Plain.line(persian, 100)).isEqualTo(persian);
  }

  @Test
  void controlCharactersAndLineBreaksBecomeOneBlank() {
    assertThat(Plain.line("  a\u0000\u0007\n\t b\u0085c ", 100)).isEqualTo("a b c");
  }

  @Test
  void towersOfAccentsAreLevelled() {
    String line = Plain.line("e" + "\u0301".repeat(300) + "x", 100);
    assertThat(line).isEqualTo("e" + "\u0301".repeat(3) + "x");
  }

  @Test
  void halfCharactersOfABrokenEncodingAreLeftOut() {
    assertThat(Plain.line("a\uD83D b", 100)).isEqualTo("a b");
  }

  @Test
  void onlyWebAddressesBecomeLinks() {
    assertThat(Plain.link("https://example.org/a")).isEqualTo("https://example.org/a");
    assertThat(Plain.link(" HTTP://example.org")).isEqualTo("HTTP://example.org");
    assertThat(Plain.link("javascript:alert(1)")).isNull();
    assertThat(Plain.link("\u0001javascript:alert(1)//http://")).isNull();
    assertThat(Plain.link("data:text/html,x")).isNull();
    assertThat(Plain.link("//example.org")).isNull();
    assertThat(Plain.link("")).isNull();
    assertThat(Plain.link(null)).isNull();
  }

  @Test
  void aFeedWithoutANameIsCalledByItsHostAndKeepsItsPasswordSecret() {
    assertThat(Plain.feedName("https://me:secret@www.example.org/feed")).isEqualTo("example.org");
  }

  @Test
  void amountsOfBytesAreRounded() {
    assertThat(Plain.bytes(999)).isEqualTo("999 B");
    assertThat(Plain.bytes(163_400)).isEqualTo("163 KB");
    assertThat(Plain.bytes(41_300_000)).isEqualTo("41.3 MB");
  }
}
