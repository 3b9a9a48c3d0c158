package freshet.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class ExportCommandTest {
  @ParameterizedTest
  @ValueSource(strings = {"--jsonl", "--trace"})
  void whatIsOfAllFeedsIsNotGivenAsOneAccounts(String form) {
    ExportCommand command = new ExportCommand();
    new CommandLine(command).parseArgs(form, "--account", "bob");
    assertThatThrownBy(command::call)
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--account");
  }
}
