package freshet.cli;

import freshet.cli.NamedInputs.Output;
import freshet.fetch.HttpFetcher;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.model.ParseOutcome;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.parse.FeedJson;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.parse.PlainText;
import freshet.parse.Reading;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `freshet parse`: feeds from files, to a person or as JSON Lines. All cores read; the lines come
/// out in the order of the files, each as soon as those before it are out.
@Command(
    name = "parse",
    description = "Reads feed files and shows what is in them.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class ParseCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description = "Feed files or addresses; none: their names one a line on standard input.")
  private List<String> inputs = List.of();

  @Option(names = "--json", description = "One JSON object a file.")
  private boolean json;

  @Option(names = "--raw", description = "Leave the HTML of summaries and contents as it is.")
  private boolean raw;

  @Mixin private SettingsOptions options = new SettingsOptions();

  private final FeedParser parser = new FeedParser(ParseLimits.DEFAULT);

  @Override
  public Integer call() throws IOException, InterruptedException {
    return new NamedInputs(inputs, System.in, System.out).each(this::one);
  }

  private Output one(String name) {
    if (name.startsWith("http://") || name.startsWith("https://")) return fromAddress(name);
    byte[] body;
    try {
      body = NamedInputs.file(name, ParseLimits.DEFAULT.bytes());
    } catch (NamedInputs.Unreadable e) {
      return failed(name, String.valueOf(e.getMessage()));
    }
    return shown(name, parser.parse(body, null, URI.create(""), reading()));
  }

  private Reading reading() {
    return raw ? Reading.RAW : Reading.SANITISED;
  }

  private Output fromAddress(String address) {
    Settings settings = options.load();
    try (HttpFetcher fetcher = Parts.fetcher(settings, InstantSource.system())) {
      FeedUrl url = FeedUrl.of(address);
      return switch (fetcher.fetch(FetchRequest.of(url))) {
        case FetchOutcome.Fetched f ->
            shown(
                address,
                parser.parse(f.body(), f.contentType(), f.answer().finalUrl().uri(), reading()));
        case FetchOutcome.Unchanged _ -> failed(address, "The server says that nothing changed");
        case FetchOutcome.Gone _ -> failed(address, "It was taken away for good (410)");
        case FetchOutcome.Refused r -> failed(address, "The server answered " + r.status());
        case FetchOutcome.Unreachable u -> failed(address, u.reason());
        case FetchOutcome.Forbidden f -> failed(address, f.reason());
      };
    } catch (IllegalArgumentException e) {
      return failed(address, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed(address, "Interrupted");
    }
  }

  private Output failed(String name, String reason) {
    if (json) return new Output(FeedJson.error(name, reason), false);
    return Output.of(name + ": " + reason, false);
  }

  private Output shown(String name, ParseOutcome outcome) {
    if (json) return new Output(FeedJson.line(name, outcome), true);
    return switch (outcome) {
      case ParseOutcome.Parsed(ParsedFeed feed) -> Output.of(summary(name, feed), true);
      case ParseOutcome.NotAFeed(String reason) -> Output.of(name + ": " + reason, true);
    };
  }

  private static String summary(String name, ParsedFeed feed) {
    ParsedFeed.Channel c = feed.channel();
    StringBuilder s = new StringBuilder();
    s.append(name).append(": ").append(c.title() == null ? "(no title)" : c.title()).append('\n');
    s.append("  ").append(feed.format()).append(feed.wellFormed() ? "" : ", not well-formed");
    s.append(", ").append(feed.entries().size()).append(" entries");
    if (c.language() != null) s.append(", language ").append(c.language());
    if (c.link() != null) s.append(", ").append(c.link());
    for (ParsedEntry e : feed.entries()) {
      Instant at = e.published() == null ? e.updated() : e.published();
      s.append("\n  ").append(at == null ? "(no date)" : at).append("  ");
      s.append(e.title() == null ? excerpt(e) : e.title());
      if (e.link() != null) s.append("\n      ").append(e.link());
    }
    return s.toString();
  }

  private static String excerpt(ParsedEntry e) {
    String html = e.summary() == null ? e.content() : e.summary();
    String text = html == null ? "(empty)" : PlainText.of(html);
    return text.length() <= 80 ? text : text.substring(0, 79) + "…";
  }
}
