package freshet.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.schedule.PollReport.Hints;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WishesTest {
  private static final Hints ALL =
      new Hints(
          Duration.ofMinutes(15),
          60,
          List.of(0, 1, 23),
          List.of("Saturday", "Sunday"),
          Duration.ofHours(1));

  @Test
  void whatAFeedAsksForIsKeptAsItIs() {
    assertThat(Wishes.read(Wishes.write(ALL))).isEqualTo(ALL);
    assertThat(Wishes.write(Hints.NONE)).isNull();
    assertThat(Wishes.read(null)).isEqualTo(Hints.NONE);
  }

  @Test
  void whatCannotBeReadIsNoWish() {
    assertThat(Wishes.read("ttl=soon every=often x skipHours=1,two freshFor=PT5M").freshFor())
        .isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void aPersonReadsThemInWords() {
    assertThat(Wishes.words(Wishes.write(ALL)))
        .contains("ttl 60 min")
        .contains("not in the hours 0, 1, 23 UTC")
        .contains("not on Saturday, Sunday");
  }
}
