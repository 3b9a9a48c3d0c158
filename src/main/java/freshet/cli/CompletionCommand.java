package freshet.cli;

import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// For a shell to complete commands and options.
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Prints what bash, zsh or fish needs to complete commands and options. For bash:"
            + " 'source <(./freshet completion bash)'; for zsh: write it to a file _freshet in a"
            + " folder of fpath; for fish: './freshet completion fish | source'.")
final class CompletionCommand implements Callable<Integer> {
  /// What can be asked for, for the shells themselves.
  static final class Shells implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of("bash", "zsh", "fish").iterator();
    }
  }

  @Parameters(
      paramLabel = "SHELL",
      completionCandidates = Shells.class,
      description = "bash, zsh or fish")
  String shell;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    Manual manual = new Manual(Main.commandLine());
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        switch (shell) {
          case "bash" -> manual.bash();
          case "zsh" -> manual.zsh();
          case "fish" -> manual.fish();
          default ->
              throw new UserError("There is no completion for '" + shell + "': bash, zsh or fish");
        });
    out.flush();
    return 0;
  }
}
