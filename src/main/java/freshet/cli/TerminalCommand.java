package freshet.cli;

import freshet.cluster.Terminal;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// A process that asks and reads for a controller.
@Command(
    name = "terminal",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Asks for feeds and reads them for a controller, through Kafka. Keeps nothing: it needs"
          + " neither a database nor a data folder, and may be killed at any time.",
      "",
      "Its settings are those of fetching (fetch.…, contact, proxy). Give it the same as the"
          + " controller. Ctrl-C finishes what it has begun and ends it."
    })
final class TerminalCommand implements Callable<Integer> {
  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "Kafka brokers, several with commas between")
  @Nullable String kafka;

  @Mixin AnySettingOptions options = new AnySettingOptions();

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Map<String, String> flags = kafka == null ? Map.of() : Map.of(Setting.KAFKA.key, kafka);
    Settings settings = options.load(flags, Map.of());
    Terminal terminal = Clusters.terminal(settings);
    PrintWriter out = spec.commandLine().getOut();
    out.println("Terminal " + terminal.name() + " takes work from " + settings.text(Setting.KAFKA));
    out.println("Ctrl-C stops it");
    out.flush();
    ServeCommand.waitForTheEnd(terminal);
    return 0;
  }
}
