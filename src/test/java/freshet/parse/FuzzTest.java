package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/// The short form of `tools/fuzz mutate`.
final class FuzzTest {
  private static final int INPUTS = 21_000;

  @Test
  void mutatedFeedsAlwaysComeToAnOutcome() throws IOException {
    Mutations mutations = new Mutations(Mutations.seeds(), 3, 5_000);
    int parsed = 0;
    for (int i = 0; i < INPUTS; i++) if (mutations.read("input " + i)) parsed++;
    assertThat(parsed).as("feeds still read").isGreaterThan(INPUTS / 2);
  }
}
