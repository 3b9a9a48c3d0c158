package freshet.cli;

import freshet.store.Store;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Pages and APIs beside a controller.
@Command(
    name = "web",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Serves pages and APIs on the database of a controller, as many as you like behind a"
          + " balancer. What only reads it answers itself, with a search index of its own in its"
          + " data folder; what changes something it hands on to the controller. Ctrl-C ends it.",
      "",
      "docs/many-machines.md says how."
    })
final class WebCommand implements Callable<Integer> {
  @Mixin SettingsOptions options = new SettingsOptions();

  @Mixin ListenOptions listen = new ListenOptions();

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Settings settings = options.load(listen.flags(), Map.of());
    if (settings.text(Setting.DB).isEmpty()) {
      throw new UserError(
          "A web node needs the controller's PostgreSQL: name it with --db jdbc:postgresql://…");
    }
    Store store = Clusters.openBeside(settings);
    Service service = Service.start(settings, store, Service.Polled.BY_ANOTHER);
    PrintWriter out = spec.commandLine().getOut();
    out.println("Freshet is at " + service.address());
    for (String line : service.summary()) out.println(line);
    out.flush();
    ServeCommand.waitForTheEnd(service);
    return 0;
  }
}
