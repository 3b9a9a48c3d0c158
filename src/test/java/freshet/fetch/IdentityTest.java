package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class IdentityTest {
  @Test
  void whoRunsItMayCallItOtherwise() {
    Identity own = Identity.called("Daily-Reader/2.1 (+https://a.example/robot)");
    assertThat(own.userAgent()).isEqualTo("Daily-Reader/2.1 (+https://a.example/robot)");
    assertThat(own.product()).as("its name for robots.txt").isEqualTo("Daily-Reader");
    assertThat(Identity.called("1 (x)").product()).isEqualTo("Freshet");
    assertThat(new Identity("Freshet", "1", "https://a.example/").userAgent())
        .isEqualTo("Freshet/1 (feed reader; +https://a.example/)");
  }
}
