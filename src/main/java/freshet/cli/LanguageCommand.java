package freshet.cli;

import freshet.language.Found;
import freshet.language.LanguageFinder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `freshet language`: a text a line on standard input, its language and the confidence a line out.
@Command(
    name = "language",
    description = "Finds the language of each line of standard input: code and confidence.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class LanguageCommand implements Callable<Integer> {
  private final InputStream in;
  private final OutputStream out;

  @Option(
      names = "--declared",
      paramLabel = "CODE",
      description = "What the publisher says it is; weighs in where a text leaves doubt.")
  private @Nullable String declared;

  LanguageCommand() {
    this(System.in, System.out);
  }

  LanguageCommand(InputStream in, OutputStream out) {
    this.in = in;
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    LanguageFinder finder = new LanguageFinder();
    var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    var answers = new PrintStream(out, false, StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Found found = finder.find(line, declared);
      answers.println(found.language() + String.format(Locale.ROOT, " %.2f", found.confidence()));
    }
    answers.flush();
    return 0;
  }
}
