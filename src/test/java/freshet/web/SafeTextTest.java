package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SafeTextTest {
  @Test
  void aMegabyteOfTitleIsCutAtABlank() {
    String line = SafeText.line("lorem ipsum ".repeat(90_000), 40);
    assertThat(line).hasSizeLessThanOrEqualTo(41).endsWith("…").doesNotEndWith(" …");
  }

  @Test
  void aLongWordWithoutBlanksIsCutToo() {
    assertThat(SafeText.line("x".repeat(500), 40)).isEqualTo("x".repeat(40) + "…");
  }

  @Test
  void aLetterOfTwoCharactersIsNotCutInHalf() {
    String line = SafeText.line("😀".repeat(40), 39);
    assertThat(line.codePoints().filter(c -> c >= 0xD800 && c <= 0xDFFF)).isEmpty();
  }

  @Test
  void charactersThatTurnTheReadingDirectionAreTakenOut() {
    assertThat(SafeText.line("safe\u202Egnp.exe\u2066\u2069", 100)).isEqualTo("safegnp.exe");
  }

  @Test
  void marksThatScriptsNeedStay() {
    String persian = "می\u200Cخواهم";
    assertThat(SafeText.line(persian, 100)).isEqualTo(persian);
  }

  @Test
  void controlCharactersAndLineBreaksBecomeOneBlank() {
    assertThat(SafeText.line("  a\u0000\u0007\n\t b\u0085c ", 100)).isEqualTo("a b c");
  }

  @Test
  void towersOfAccentsAreLevelled() {
    String line = SafeText.line("e" + "\u0301".repeat(300) + "x", 100);
    assertThat(line).isEqualTo("e" + "\u0301".repeat(3) + "x");
  }

  @Test
  void halfCharactersOfABrokenEncodingAreLeftOut() {
    assertThat(SafeText.line("a\uD83D b", 100)).isEqualTo("a b");
  }

  @Test
  void onlyWebAddressesBecomeLinks() {
    assertThat(SafeText.link("https://example.org/a")).isEqualTo("https://example.org/a");
    assertThat(SafeText.link(" HTTP://example.org")).isEqualTo("HTTP://example.org");
    assertThat(SafeText.link("javascript:alert(1)")).isNull();
    assertThat(SafeText.link("\u0001javascript:alert(1)//http://")).isNull();
    assertThat(SafeText.link("data:text/html,x")).isNull();
    assertThat(SafeText.link("//example.org")).isNull();
    assertThat(SafeText.link("")).isNull();
    assertThat(SafeText.link(null)).isNull();
  }

  @Test
  void aFeedWithoutANameIsCalledByItsHostAndKeepsItsPasswordSecret() {
    assertThat(SafeText.feedName("https://me:secret@www.example.org/feed"))
        .isEqualTo("example.org");
  }

  @Test
  void amountsOfBytesAreRounded() {
    assertThat(SafeText.bytes(999)).isEqualTo("999 B");
    assertThat(SafeText.bytes(163_400)).isEqualTo("163 KB");
    assertThat(SafeText.bytes(41_300_000)).isEqualTo("41.3 MB");
  }
}
