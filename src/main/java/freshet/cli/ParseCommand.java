package freshet.cli;

import freshet.cli.NamedInputs.Output;
import freshet.model.EntryBody;
import freshet.model.ParseOutcome;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.parse.FeedJson;
import freshet.parse.HtmlHandling;
import freshet.parse.PlainText;
import freshet.text.Cut;
import java.io.IOException;
import java.time.Instant;
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
    versionProvider = Version.class)
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

  @Override
  public Integer call() throws IOException, InterruptedException {
    return new NamedInputs(inputs, System.in, System.out).each(this::one);
  }

  private Output one(String name) {
    try {
      return shown(name, FeedInput.read(name, reading(), options::load));
    } catch (NamedInputs.Unreadable e) {
      return failed(name, String.valueOf(e.getMessage()));
    }
  }

  private HtmlHandling reading() {
    return raw ? HtmlHandling.RAW : HtmlHandling.SANITISED;
  }

  private Output failed(String name, String reason) {
    if (json) return new Output(FeedJson.error(name, reason), false);
    return Output.of(name + ": " + reason, false);
  }

  private Output shown(String name, ParseOutcome outcome) {
    boolean read =
        outcome instanceof ParseOutcome.Parsed || outcome instanceof ParseOutcome.Stopped;
    if (json) return new Output(FeedJson.line(name, outcome), read);
    return switch (outcome) {
      case ParseOutcome.Parsed(ParsedFeed feed) -> Output.of(summary(name, feed), read);
      case ParseOutcome.NotAFeed(String reason) -> Output.of(name + ": " + reason, read);
      case ParseOutcome.Stopped(String reason) -> Output.of(name + ": " + reason, read);
      case ParseOutcome.Broken(String reason) -> Output.of(name + ": " + reason, read);
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
    String html = EntryBody.of(e).opening();
    return Cut.to(html == null ? "(empty)" : PlainText.of(html), 80);
  }
}
