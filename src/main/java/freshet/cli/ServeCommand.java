package freshet.cli;

import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The whole product: page, API and schedule.
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Runs Freshet: the web page, the API and the schedule. Ctrl-C ends it.")
final class ServeCommand implements Callable<Integer> {
  private static final Logger log = LoggerFactory.getLogger(ServeCommand.class);

  @Mixin SettingsOptions options = new SettingsOptions();

  @Mixin ListenOptions listen = new ListenOptions();

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Service service = Service.start(options.load(listen.flags(), Map.of()));
    PrintWriter out = spec.commandLine().getOut();
    out.println("Freshet is at " + service.address());
    for (String line : service.summary()) out.println(line);
    out.flush();
    waitForTheEnd(service);
    return 0;
  }

  /// Ends well on Ctrl-C and on a plain kill: what is under way is written first.
  static void waitForTheEnd(AutoCloseable... parts) throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .unstarted(() -> {
                  for (AutoCloseable part : parts) closeQuietly(part);
                  ended.countDown();
                }));
    ended.await();
  }

  private static void closeQuietly(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      log.error("{} could not be closed", part, e);
    }
  }
}
