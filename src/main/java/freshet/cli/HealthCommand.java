package freshet.cli;

import freshet.fetch.OwnServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;

/// For containers and monitors: a word and a status.
@Command(
    name = "health",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Says whether the Freshet that runs on a data folder is well, for containers and"
            + " monitors. Exit status 0: it is; 1: it is not, or does not run.")
final class HealthCommand implements Callable<Integer> {
  @Mixin SettingsOptions options = new SettingsOptions();

  @Option(
      names = "--address",
      paramLabel = "ADDRESS",
      description = "Ask this one (default: the one that runs on the data folder)")
  @Nullable String address;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    Settings settings = options.load();
    String at = address;
    if (at == null) {
      at =
          RunningFreshet.on(settings)
              .map(RunningFreshet::address)
              .orElseThrow(
                  () -> new UserError("No Freshet runs on " + settings.text(Setting.DATA)));
    }
    try {
      OwnServer.Answer answer =
          new OwnServer(at, Map.of()).call("GET", "/healthz", RunningFreshet.JSON, null);
      String status = JsonLines.MAPPER.readTree(answer.body()).path("status").asString("");
      PrintWriter out = spec.commandLine().getOut();
      out.println(status);
      out.flush();
      return answer.status() == 200 ? 0 : 1;
    } catch (IOException | JacksonException | IllegalArgumentException e) {
      throw new UserError("Freshet does not answer at " + at);
    }
  }
}
