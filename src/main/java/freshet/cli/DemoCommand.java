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
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The whole product on a small web of its own.
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Runs Freshet on a built-in web of invented sites on this machine, so that everything can be",
      "seen with no internet. Its data is forgotten at the end unless --data names a folder."
    })
final class DemoCommand implements Callable<Integer> {
  private static final int SITES_PORT = 8090;
  private static final int DEMO_PAGES = 100;

  @Mixin SettingsOptions options = new SettingsOptions();
  @Mixin ListenOptions listen = new ListenOptions();

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
    defaults.put(Setting.INTERVAL_MIN, "10s");
    defaults.put(Setting.INTERVAL_MAX, "30s");
    defaults.put(Setting.BUDGET, "180/1m");
    defaults.put(Setting.FETCH_GAP, "0s");
    defaults.put(Setting.FETCH_ALLOW_PRIVATE, "true");
    Settings settings = options.load(listen.flags(), defaults);

    if (speed < 1 || speed > 10_000) throw new UserError("--speed must be from 1 to 10000");
    // The same addresses at every start, so that a kept data folder goes on with its feeds.
    int port = free(SITES_PORT) ? SITES_PORT : 0;
    DemoWeb web = DemoWeb.start(seed, InstantSource.system(), speed, port);
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

  private static boolean free(int port) {
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  static void delete(@org.jspecify.annotations.Nullable Path folder) throws IOException {
    if (folder == null) return;
    List<Path> all;
    try (Stream<Path> walk = Files.walk(folder)) {
      all = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path p : all) Files.deleteIfExists(p);
  }
}
