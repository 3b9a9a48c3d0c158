package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

final class CheckReasonsTest {
  private static String in(String language, String sentence) {
    return CheckReasons.in(Texts.in(Locale.of(language)), sentence);
  }

  @Test
  void whatTheScheduleSaysIsSaidInTheReadersLanguage() {
    String expected =
        "about 0.2 new expected since the last poll 10 min ago (usually 3.9 a day), waiting 2 h"
            + " together";
    assertThat(in("en", expected))
        .isEqualTo("About 0.2 new entries expected; last check 10 min ago, usually 3.9 per day");
    assertThat(in("de", "first poll of this feed")).isEqualTo("Erste Prüfung dieses Feeds");
    assertThat(in("de", "trying again after 3 failed, the last poll 1 h ago"))
        .contains("3", "1 h")
        .doesNotContain("failed");
    assertThat(in("ru", "another feed of a.example is being polled")).contains("a.example");
    for (Locale language : Texts.LANGUAGES) {
      assertThat(CheckReasons.in(Texts.in(language), expected)).contains("0.2", "10 min", "3.9");
    }
  }

  @Test
  void whatIsNotKnownStaysAsItIs() {
    assertThat(in("fr", "a.example rests: it answered 503"))
        .isEqualTo("a.example rests: it answered 503");
  }
}
