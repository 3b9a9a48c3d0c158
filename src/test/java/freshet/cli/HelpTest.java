package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/// What `--help`, the manual page and the shells say is whole and of one style.
final class HelpTest {
  @TempDir Path folder;

  static Stream<CommandLine> commands() {
    return Main.commandLine().getSubcommands().values().stream()
        .flatMap(c -> Stream.concat(Stream.of(c), c.getSubcommands().values().stream()))
        .filter(c -> !c.getCommandSpec().usageMessage().hidden())
        .filter(c -> !c.getCommandName().equals("help"));
  }

  private static String flat(String text) {
    return text.replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpIsWholeAndOfOneStyle(CommandLine command) {
    String usage = command.setUsageHelpWidth(80).getUsageMessage(Ansi.OFF);
    String description = Help.description(command.getCommandSpec());
    assertThat(description).endsWith(".");
    assertThat(flat(usage)).contains(description);
    assertThat(usage).doesNotContainPattern("=<").doesNotContainPattern("\\((default )?\\d+\\)");
    assertThat(usage.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void theListHasEveryCommandOnceWithAWholeSentence() {
    CommandLine line = Main.commandLine().setUsageHelpWidth(80);
    String usage = line.getUsageMessage(Ansi.OFF);
    line.getSubcommands()
        .forEach((name, command) -> {
          if (command.getCommandSpec().usageMessage().hidden() || name.equals("help")) return;
          assertThat(flat(usage))
              .contains(name + " " + Help.firstSentence(command.getCommandSpec()));
        });
    assertThat(usage).doesNotContain("%n");
    assertThat(usage.lines()).allMatch(l -> l.length() <= 80).anyMatch("To read:"::equals);
  }

  @Test
  void theManualPageHasEveryOptionAndSetting() {
    String page = new Manual(Main.commandLine()).page();
    commands()
        .flatMap(c -> c.getCommandSpec().options().stream())
        .filter(o -> !o.hidden())
        .forEach(o -> assertThat(page).contains(o.longestName().replace("-", "\\-")));
    for (Setting s : Setting.values()) assertThat(page).contains(s.environmentVariable());
    assertThat(page.lines()).noneMatch(l -> l.startsWith("'"));
  }

  /// Where the shell is installed; a shell that is not there is no fault of ours.
  @Test
  void shellsReadTheirCompletions() throws IOException, InterruptedException {
    Manual manual = new Manual(Main.commandLine());
    assertThat(manual.fish()).contains("__fish_seen_subcommand_from serve");
    assertThat(manual.zsh()).startsWith("#compdef freshet");
    check("bash", manual.bash());
    check("zsh", manual.zsh());
    check("fish", manual.fish());
  }

  @Test
  void whereOneOfAFewWordsIsWantedShellsOfferThemAndNoFiles() throws Exception {
    Manual manual = new Manual(Main.commandLine());
    assertThat(manual.bash()).contains("\"bash\" \"zsh\" \"fish\"");
    assertThat(manual.zsh()).contains("'*:argument:(bash zsh fish)'");
    assertThat(manual.zsh()).contains("--bind=[Address to listen on (default: 127.0.0.1");
    if (!Files.exists(Path.of("/usr/bin/fish"))) return;
    Path file = Files.writeString(folder.resolve("fish"), manual.fish());
    String ask = "source " + file + "; cd " + folder + "; complete -C 'freshet completion '";
    Process fish = new ProcessBuilder("fish", "-c", ask).start();
    assertThat(fish.inputReader().readAllLines()).containsExactlyInAnyOrder("bash", "zsh", "fish");
  }

  private void check(String shell, String text) throws IOException, InterruptedException {
    if (!Files.exists(Path.of("/usr/bin", shell))) return;
    Path file = Files.writeString(folder.resolve(shell), text);
    Process process =
        new ProcessBuilder(List.of(shell, "-n", file.toString())).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(shell + ": " + said).isZero();
  }
}
