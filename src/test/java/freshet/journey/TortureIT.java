package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.torture.Torture;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The short form of `tools/torture`: a few kills of each kind of work that a kill can hurt.
final class TortureIT {
  @TempDir Path folder;

  @Test
  void killedAtSomeMomentsOfEveryKindOfWorkItLosesDoublesAndBreaksNothing() throws Exception {
    assertThat(Torture.small(Program.jar(), Program.cache(), folder, 20261117)).isEmpty();
  }
}
