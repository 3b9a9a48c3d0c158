package freshet.cli;

import freshet.model.FeedUrl;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.parse.ParseLimits;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Does for some seconds what `serve` does, so that the launcher can keep the loaded classes and
/// what the Java machine learned of them in a cache (docs/decisions/0004): polls some hundred feeds
/// of a publisher of its own on loopback, twice, and opens the pages.
@Command(name = "warm-up", hidden = true, description = "For the launcher.")
final class WarmUpCommand implements Callable<Integer> {
  private static final int FEEDS = 200;
  private static final long LONGEST_MILLIS = 10_000;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("freshet-warm-up");
    try (WarmUpPublisher publisher = WarmUpPublisher.start()) {
      parseBroken(publisher);
      Settings settings =
          Settings.load(
              null,
              Map.of(),
              Map.of(
                  "data", folder.toString(),
                  "port", "0",
                  "budget", "100000/1s",
                  "interval.min", "1s",
                  "interval.max", "2s",
                  "fetch.gap", "0s",
                  "fetch.allow-private", "true"));
      try (Service service = Service.start(settings)) {
        for (int i = 0; i < FEEDS; i++) {
          service.follow(FeedUrl.of(publisher.address(i)), null);
        }
        // Its own pages are no feeds, but asking for them has them made.
        for (String page : List.of("", "feeds", "search?q=river")) {
          service.follow(FeedUrl.of(service.address() + page), null);
        }
        long end = System.currentTimeMillis() + LONGEST_MILLIS;
        while (publisher.answers() < 2 * FEEDS && System.currentTimeMillis() < end) {
          Thread.sleep(50);
        }
        service.store().entries().each((_, _) -> {});
      }
      Main.commandLine("--version").execute("--version");
      return Main.commandLine("config").execute("config", "--help");
    } finally {
      DemoCommand.delete(folder);
    }
  }

  private static void parseBroken(WarmUpPublisher publisher) {
    byte[] broken =
        publisher.feed(0).replace("<item>", "&nbsp;<item>").getBytes(StandardCharsets.UTF_8);
    new FeedParser(ParseLimits.DEFAULT)
        .parse(broken, null, URI.create("http://example.org/"), HtmlHandling.SANITISED);
  }
}
