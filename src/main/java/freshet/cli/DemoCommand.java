package freshet.cli;

import freshet.demo.DemoSite;
import freshet.demo.DemoWeb;
import freshet.model.FeedUrl;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The whole product on a small web of its own.
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Runs Freshet on a built-in web of invented sites on this machine, so that everything can be",
      "seen with no internet. Its data is forgotten at the end unless --data names a folder.",
      "",
      "With --cluster it is many machines on this one: a PostgreSQL, a Kafka, two controllers,"
          + " three",
      "terminals and a web node, which can be killed, stopped and added on a page."
    })
final class DemoCommand implements Callable<Integer> {
  private static final int SITES_PORT = 8090;
  private static final int DEMO_PAGES = 100;

  private static final Map<Setting, String> PACE =
      new EnumMap<>(
          Map.of(
              Setting.INTERVAL_MIN, "10s",
              Setting.INTERVAL_MAX, "30s",
              Setting.BUDGET, "180/1m",
              Setting.FETCH_GAP, "0s",
              Setting.FETCH_ALLOW_PRIVATE, "true"));

  @Mixin SettingsOptions options = new SettingsOptions();
  @Mixin ListenOptions listen = new ListenOptions();

  /// Unlike other commands it has a folder of its own.
  static void describe(CommandSpec demo) {
    OptionSpec data = demo.findOption("--data");
    if (data == null) return;
    demo.remove(data);
    demo.addOption(
        data.toBuilder()
            .description("Data folder (default: one that is deleted at the end)")
            .build());
  }

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Another number invents another web (default: ${DEFAULT-VALUE})")
  long seed;

  @Option(
      names = "--speed",
      paramLabel = "N",
      defaultValue = "60",
      description =
          "How many times as fast as the clock its sites live (default: ${DEFAULT-VALUE})")
  int speed;

  @Option(names = "--cluster", description = "Many machines on this one (docs/many-machines.md)")
  boolean cluster;

  @Option(names = "--servers", hidden = true, description = "Said by the launcher")
  @Nullable Path servers;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Map<Setting, String> defaults = new EnumMap<>(Setting.class);
    Path folder = null;
    if (options.data == null) {
      folder = Files.createTempDirectory("freshet-demo");
      defaults.put(Setting.DATA, folder.toString());
    }
    defaults.put(Setting.PORT, free(8080) ? "8080" : "0");
    // A demo hour is a minute: everything that is a matter of hours elsewhere is one of minutes
    // here.
    defaults.putAll(PACE);
    Settings settings = options.load(listen.flags(), defaults);

    if (speed < 1 || speed > 10_000) throw new UserError("--speed must be from 1 to 10000");
    // The same addresses at every start, so that a kept data folder goes on with its feeds.
    int port = free(SITES_PORT) ? SITES_PORT : 0;
    DemoWeb web = DemoWeb.start(seed, InstantSource.system(), speed, port);
    if (cluster) {
      manyMachines(settings, web, folder);
      return 0;
    }
    Service service = Service.start(settings);
    for (DemoSite site : web.sites()) {
      String folderName =
          java.util.Locale.forLanguageTag(site.language())
              .getDisplayLanguage(java.util.Locale.ENGLISH);
      for (var feed : site.feeds()) {
        service.follow(FeedUrl.of(feed.url().toString()), folderName);
      }
    }
    service.crawl(web.sites().getFirst().url().toString(), DEMO_PAGES);
    PrintWriter out = spec.commandLine().getOut();
    out.println("Freshet is at " + service.address());
    out.println(
        "It watches "
            + web.sites().size()
            + " invented sites, such as "
            + web.sites().getFirst().url());
    out.println("What they were asked: " + web.sites().getFirst().url().resolve("/__log"));
    out.flush();
    Path temporary = folder;
    ServeCommand.waitForTheEnd(service, web, () -> delete(temporary));
    return 0;
  }

  private void manyMachines(Settings settings, DemoWeb web, @Nullable Path temporary)
      throws IOException, InterruptedException {
    Path data = Files.createDirectories(Path.of(settings.text(Setting.DATA))).toAbsolutePath();
    int port = settings.whole(Setting.PORT);
    List<String> options = new ArrayList<>();
    PACE.keySet().forEach(s -> options.add("--set=" + s.key + "=" + settings.text(s)));
    List<String> feeds =
        web.sites().stream().flatMap(s -> s.feeds().stream()).map(f -> f.url().toString()).toList();
    PrintWriter out = spec.commandLine().getOut();
    DemoCluster machines = new DemoCluster(data, servers, port, options);
    try {
      String address = machines.start(out, feeds);
      out.println("Freshet is at " + address);
      out.println("Log in as " + DemoCluster.NAME + ", password " + DemoCluster.PASSWORD);
      out.println("Its processes, to kill, stop and add: " + address + "machines");
      out.println("What the sites were asked: " + web.sites().getFirst().url().resolve("/__log"));
      out.println("What each process says is in " + data + "; Ctrl-C stops all of it");
      out.flush();
    } catch (UserError e) {
      machines.close();
      web.close();
      throw e;
    }
    ServeCommand.waitForTheEnd(machines, web, () -> delete(temporary));
  }

  private static boolean free(int port) {
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  static void delete(@Nullable Path folder) throws IOException {
    if (folder == null) return;
    List<Path> all;
    try (Stream<Path> walk = Files.walk(folder)) {
      all = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path p : all) Files.deleteIfExists(p);
  }
}
