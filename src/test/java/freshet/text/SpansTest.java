package freshet.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SpansTest {
  @ParameterizedTest
  @CsvSource({
    "250ms,PT0.25S",
    "90s,PT1M30S",
    "90 sec,PT1M30S",
    "10m,PT10M",
    "10MIN,PT10M",
    "1.5h,PT1H30M",
    "7d,PT168H",
    "1w,PT168H",
    "90,PT1M30S",
    "' 24 h ',PT24H",
    "0,PT0S"
  })
  void oneGrammarForFlagsSettingsAndTheApi(String text, Duration span) {
    assertThat(Spans.parse(text)).isEqualTo(span);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "-5m", "5y", "m", "1h30m", "1,5h", "٣h", "1e3s"})
  void anythingElseIsRefusedWithASentence(String text) {
    assertThatThrownBy(() -> Spans.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is not a span of time: write 90s, 10m, 24h or 7d");
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999999999999999999w", "9223372036854775807", "400000d"})
  void aSpanTooLongToCountIsRefused(String text) {
    assertThatThrownBy(() -> Spans.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too long a span");
  }

  @Test
  void whatIsPrintedBrieflyIsReadBack() {
    for (long ms : new long[] {0, 1, 999, 1000, 61_000, 600_000, 5_400_000, 86_400_000}) {
      Duration span = Duration.ofMillis(ms);
      assertThat(Spans.parse(Spans.brief(span))).isEqualTo(span);
    }
    assertThat(Spans.brief(Duration.ofHours(24))).isEqualTo("24h");
  }

  @Test
  void sentencesNameOneUnit() {
    assertThat(Spans.words(-1)).isEqualTo("0 s");
    assertThat(Spans.words(89)).isEqualTo("89 s");
    assertThat(Spans.words(Duration.ofMinutes(12))).isEqualTo("12 min");
    assertThat(Spans.words(3 * 3600.0)).isEqualTo("3 h");
    assertThat(Spans.words(Duration.ofDays(5))).isEqualTo("5 days");
  }
}
