package freshet.cli;

import freshet.store.Store;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The product with its polls done by terminals.
@Command(
    name = "controller",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Runs Freshet as 'serve' does, but has feeds asked and read by terminals on other machines,"
          + " through Kafka. Needs PostgreSQL. Ctrl-C ends it.",
      "",
      "At least one terminal ('freshet help terminal') has to run beside it;"
          + " docs/many-machines.md says how.",
      "",
      "Start it on several machines: they share the feeds. One of them also serves the pages; when"
          + " one dies or is not heard of, the others take its part over within half a minute."
    })
final class ControllerCommand implements Callable<Integer> {
  @Mixin SettingsOptions options = new SettingsOptions();

  @Mixin ListenOptions listen = new ListenOptions();

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "Kafka brokers, several with commas between")
  @Nullable String kafka;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Map<String, String> flags = new LinkedHashMap<>(listen.flags());
    if (kafka != null) flags.put(Setting.KAFKA.key, kafka);
    Settings settings = options.load(flags, Map.of());
    if (settings.text(Setting.DB).isEmpty()) {
      throw new UserError(
          "A controller needs PostgreSQL: name a database with --db jdbc:postgresql://…");
    }
    PrintWriter out = spec.commandLine().getOut();
    Helping helping = new Helping(settings);
    Store store =
        Clusters.storeInTurn(
            settings,
            () -> {
              out.println(
                  "Another controller is first; this one polls a part of the feeds, and waits to"
                      + " take over");
              out.flush();
              helping.start();
            });
    helping.end();
    Service service = Service.start(settings, store, Service.Polled.ELSEWHERE);
    out.println("Freshet is at " + service.address());
    for (String line : service.summary()) out.println(line);
    out.flush();
    ServeCommand.waitForTheEnd(service);
    return 0;
  }
}
