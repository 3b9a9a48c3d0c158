package freshet.cli;

import freshet.exchange.FeedHtml;
import freshet.exchange.FeedTemplate;
import freshet.exchange.Templates;
import freshet.model.ParseOutcome;
import freshet.parse.HtmlHandling;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `freshet render`: a feed as HTML, for a site to show.
@Command(
    name = "render",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Turns a feed into HTML through a template, with its newest entries first.")
final class RenderCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FEED", description = "A file, or an address")
  String feed;

  @Option(
      names = "--template",
      paramLabel = "FILE",
      description = "HTML with {{title}}, {{#entries}}…{{/entries}} and so on (docs/sharing.md)")
  @Nullable Path template;

  @Option(
      names = "--max",
      paramLabel = "N",
      defaultValue = "20",
      description = "Entries at most (default: ${DEFAULT-VALUE})")
  int most;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to a file")
  @Nullable Path file;

  @Mixin SettingsOptions options = new SettingsOptions();

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    if (most < 1) throw new UserError("--max must be at least 1");
    String html =
        switch (read()) {
          case ParseOutcome.Parsed(var parsed) -> FeedHtml.of(parsed, most, template());
          case ParseOutcome.NotAFeed(String reason) -> throw new UserError(feed + ": " + reason);
          case ParseOutcome.Stopped(String reason) -> throw new UserError(feed + ": " + reason);
          case ParseOutcome.Broken(String reason) -> throw new UserError(feed + ": " + reason);
        };
    try {
      if (file != null) Files.writeString(file, html);
    } catch (IOException e) {
      throw new UserError("The file " + file + " cannot be written");
    }
    PrintWriter out = spec.commandLine().getOut();
    if (file == null) out.print(html);
    out.flush();
    return 0;
  }

  private ParseOutcome read() {
    try {
      return FeedInput.read(feed, HtmlHandling.SANITISED, options::load);
    } catch (NamedInputs.Unreadable e) {
      throw new UserError(feed + ": " + e.getMessage());
    }
  }

  private FeedTemplate template() {
    try {
      return template == null ? FeedHtml.USUAL : Templates.read(template);
    } catch (IllegalArgumentException e) {
      throw new UserError(String.valueOf(e.getMessage()));
    }
  }
}
