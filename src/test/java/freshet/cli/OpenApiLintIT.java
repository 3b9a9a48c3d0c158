package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A linter that others wrote looks at our OpenAPI document, with its strict rules. Left out where
/// it cannot be had: without npm, or without a registry.
final class OpenApiLintIT {
  /// What the script ends with if the linter cannot be had.
  private static final int NOT_THERE = 75;

  @TempDir Path folder;

  @Test
  void aLinterFindsNothingToSay() throws IOException, InterruptedException {
    Path said = folder.resolve("said.txt");
    Process lint =
        new ProcessBuilder("tools/openapi-lint")
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    boolean ended = lint.waitFor(150, TimeUnit.SECONDS);
    if (!ended) lint.destroy();
    assumeTrue(ended, "the linter did not come in time");
    assumeTrue(lint.exitValue() != NOT_THERE, "the linter cannot be had");
    assertThat(lint.exitValue()).as(Files.readString(said)).isZero();
  }
}
