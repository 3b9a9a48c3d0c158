package freshet.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class OffsetsTest {
  @Test
  void whatWasNotDealtWithIsReadAgain() {
    Offsets offsets = new Offsets();
    assertThat(offsets.position()).isNegative();
    for (long n = 5; n < 9; n++) offsets.read(n);
    offsets.done(5);
    offsets.done(7);
    offsets.done(8);
    assertThat(offsets.position()).isEqualTo(6);
    offsets.done(6);
    assertThat(offsets.position()).isEqualTo(9);
  }
}
