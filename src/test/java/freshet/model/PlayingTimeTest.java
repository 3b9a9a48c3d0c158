package freshet.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PlayingTimeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3723|3723",
        "3723.9|3723",
        "1:02:03|3723",
        "62:03|3723",
        "00:00:02|2",
        "0:02|2",
        " 45 |45",
        "PT1H2M3S|3723",
        "100:00:00|360000"
      })
  void isReadAsFeedsWriteIt(String written, long seconds) {
    assertThat(PlayingTime.read(written)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "00:00:00",
        "-5",
        "about an hour",
        "1:2:3:4",
        "9999999",
        "PT",
        "P1Y",
        "12:"
      })
  void isUnknownIfNothingLastsSo(String written) {
    assertThat(PlayingTime.read(written)).isNull();
  }
}
