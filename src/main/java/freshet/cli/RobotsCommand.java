package freshet.cli;

import freshet.fetch.RobotsRules;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `freshet robots`: what a robots.txt allows.
@Command(
    name = "robots",
    description = "Says which addresses a robots.txt opens or closes to a robot.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class RobotsCommand implements Callable<Integer> {

  @Option(
      names = "--agent",
      defaultValue = "Freshet",
      paramLabel = "NAME",
      description = "the robot's name, as in its User-agent line (default: ${DEFAULT-VALUE})")
  String agent = "";

  @Option(names = "--file", required = true, paramLabel = "ROBOTS", description = "a robots.txt")
  Path file = Path.of("");

  @Parameters(
      paramLabel = "URL",
      description = "percent-encoded addresses; with none, one a line on standard input")
  List<String> urls = List.of();

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    byte[] text;
    try {
      text = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return failed("There is no file '" + file + "'");
    } catch (IOException e) {
      return failed("The file '" + file + "' cannot be read");
    }
    RobotsRules rules = RobotsRules.parse(text, agent);
    PrintWriter out = spec.commandLine().getOut();
    if (urls.isEmpty()) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      in.lines().map(String::strip).filter(s -> !s.isEmpty()).forEach(u -> say(out, rules, u));
    } else {
      for (String url : urls) say(out, rules, url);
    }
    out.flush();
    return 0;
  }

  private static void say(PrintWriter out, RobotsRules rules, String url) {
    out.println((rules.allows(url) ? "allow " : "deny ") + url);
  }

  private int failed(String sentence) {
    spec.commandLine().getErr().println(sentence + ".");
    return 1;
  }
}
