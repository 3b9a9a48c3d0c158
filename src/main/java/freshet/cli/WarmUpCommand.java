package freshet.cli;

import freshet.model.FeedUrl;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.parse.Reading;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Loads what the other commands need, so that the launcher can keep it loaded in a cache
/// (docs/decisions/0004). Starts the whole service for a moment on a port that is free.
@Command(name = "warm-up", hidden = true, description = "For the launcher.")
final class WarmUpCommand implements Callable<Integer> {
  private static final String FEED =
      """
      <?xml version="1.0"?><rss version="2.0"><channel><title>t</title><item><guid>1</guid>
      <title>a &amp; b</title><pubDate>Sun, 15 Nov 2026 10:00:00 GMT</pubDate>
      <description>&lt;p onclick="x"&gt;c&lt;/p&gt;</description></item></channel></rss>
      """;

  @Override
  public Integer call() throws IOException {
    Path folder = Files.createTempDirectory("freshet-warm-up");
    try {
      new FeedParser(ParseLimits.DEFAULT)
          .parse(
              FEED.getBytes(StandardCharsets.UTF_8),
              "text/xml",
              URI.create("http://example.org/"),
              Reading.SANITISED);
      new FeedParser(ParseLimits.DEFAULT)
          .parse(
              FEED.replace("&amp;", "&").getBytes(StandardCharsets.UTF_8),
              null,
              URI.create("http://example.org/"),
              Reading.SANITISED);
      Settings settings =
          Settings.load(null, Map.of(), Map.of("data", folder.toString(), "port", "0"));
      try (Service service = Service.start(settings)) {
        // An address of this machine, which is not allowed: nothing is asked.
        service.watcher().add(FeedUrl.of(service.address()), null, null);
        service.store().entries().each((_, _) -> {});
      }
      Main.commandLine("--version").execute("--version");
      return Main.commandLine("config").execute("config", "--help");
    } finally {
      DemoCommand.delete(folder);
    }
  }
}
