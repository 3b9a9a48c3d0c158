package freshet.poll;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.schedule.PollReport.Hints;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HintCodecTest {
  private static final Hints ALL =
      new Hints(
          Duration.ofMinutes(15),
          60,
          List.of(0, 1, 23),
          List.of("Saturday", "Sunday"),
          Duration.ofHours(1));

  @Test
  void whatAFeedAsksForIsKeptAsItIs() {
    assertThat(HintCodec.read(HintCodec.write(ALL))).isEqualTo(ALL);
    assertThat(HintCodec.write(Hints.NONE)).isNull();
    assertThat(HintCodec.read(null)).isEqualTo(Hints.NONE);
  }

  @Test
  void whatCannotBeReadIsNoWish() {
    assertThat(HintCodec.read("ttl=soon every=often x skipHours=1,two freshFor=PT5M").freshFor())
        .isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void aPersonReadsThemInWords() {
    assertThat(HintCodec.words(HintCodec.write(ALL)))
        .contains("at least 60 min between checks (ttl)")
        .contains("not in the hours 0, 1, 23 UTC")
        .contains("not on Saturday, Sunday");
  }
}
