package freshet.cli;

import freshet.crawl.Normaliser;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `freshet normalize`: an address a line in, as the crawler writes it a line out.
@Command(
    name = "normalize",
    description = {
      "Writes each address of standard input the way the crawler knows it.",
      "An invalid one becomes '!' and the reason."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class NormalizeCommand implements Callable<Integer> {
  private final InputStream in;
  private final OutputStream out;

  NormalizeCommand() {
    this(System.in, System.out);
  }

  NormalizeCommand(InputStream in, OutputStream out) {
    this.in = in;
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    var answers = new PrintStream(new BufferedOutputStream(out), false, StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      try {
        answers.println(Normaliser.normalise(line));
      } catch (IllegalArgumentException e) {
        answers.println("! " + e.getMessage());
      }
    }
    answers.flush();
    return 0;
  }
}
