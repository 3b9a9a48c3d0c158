package freshet.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The manual page; for the release also what shells complete, each where a system looks for it.
@Command(
    name = "manual",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Prints the manual page: './freshet manual | man -l -' shows it.")
final class ManualCommand implements Callable<Integer> {
  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "Write the page and the completions for shells there, as under /usr/share")
  @Nullable Path folder;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    Manual manual = new Manual(Main.commandLine());
    if (folder == null) {
      PrintWriter out = spec.commandLine().getOut();
      out.print(manual.page());
      out.flush();
      return 0;
    }
    try {
      write("man/man1/freshet.1", manual.page());
      write("bash-completion/completions/freshet", manual.bash());
      write("zsh/vendor-completions/_freshet", manual.zsh());
      write("fish/vendor_completions.d/freshet.fish", manual.fish());
      return 0;
    } catch (IOException e) {
      throw new UserError("The folder " + folder + " cannot be written");
    }
  }

  private void write(String name, String text) throws IOException {
    Path file = Objects.requireNonNull(folder).resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text);
  }
}
