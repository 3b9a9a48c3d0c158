package freshet.cli;

import freshet.bound.ReadingPool;
import freshet.bound.ReadingPool.Result;
import freshet.cli.NamedInputs.Output;
import freshet.extract.HtmlPage;
import freshet.extract.Image;
import freshet.extract.Link;
import freshet.language.Declared;
import freshet.language.Found;
import freshet.language.LanguageFinder;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `freshet extract`: what a person sees of saved web pages. All cores read; the pages come out in
/// the order of the files.
@Command(
    name = "extract",
    description = "Takes the text, links and pictures a person sees out of HTML files.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class ExtractCommand implements Callable<Integer> {
  private static final long LARGEST = 100_000_000;

  enum Xml {
    full,
    reduced
  }

  @Parameters(
      paramLabel = "FILE",
      description = "HTML files; none: their names one a line on standard input.")
  private List<String> inputs = List.of();

  @Option(names = "--json", description = "One JSON object a page.")
  private boolean json;

  @Option(
      names = "--xml",
      paramLabel = "KIND",
      description = "XML instead: the whole tree (full) or links, texts and pictures (reduced).")
  private @Nullable Xml xml;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Where the pages are from; links are relative to it (default: the file's own).")
  private @Nullable String url;

  private final InputStream in;
  private final PrintStream out;
  private final LanguageFinder languages = new LanguageFinder();

  ExtractCommand() {
    this(System.in, System.out);
  }

  ExtractCommand(InputStream in, PrintStream out) {
    this.in = in;
    this.out = out;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return new NamedInputs(inputs, in, out).each(this::one);
  }

  private Output one(String name) {
    byte[] body;
    try {
      body = NamedInputs.file(name, LARGEST);
    } catch (NamedInputs.Unreadable e) {
      return failed(name, String.valueOf(e.getMessage()));
    }
    String address = url == null ? Path.of(name).toUri().toString() : url;
    if (!HtmlPage.looksLikeHtml(body, "text/html")) return failed(name, "It is no HTML page");
    try {
      return switch (ReadingPool.shared().read(body.length, () -> read(name, body, address))) {
        case Result.Done<Output> done -> done.value();
        case Result.Stopped<Output> stopped -> failed(name, "Reading it " + stopped.reason());
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed(name, "Interrupted");
    }
  }

  private Output read(String name, byte[] body, String address) {
    HtmlPage page = HtmlPage.parse(body, null, address);
    if (xml == Xml.full) return Output.of(page.fullXml(), true);
    if (xml != null) {
      String language = language(page, page.mainText());
      return Output.of(page.reducedXml(language == null ? "" : language), true);
    }
    return Output.of(json ? line(name, page) : plain(name, page), true);
  }

  private String line(String name, HtmlPage page) {
    ObjectNode line = JsonLines.MAPPER.createObjectNode();
    String text = page.mainText();
    line.put("file", name);
    line.put("title", page.title());
    line.put("text", text);
    line.put("language", language(page, text));
    ArrayNode links = line.putArray("links");
    for (Link link : page.links()) {
      links.addObject().put("url", link.url()).put("text", link.text());
    }
    ArrayNode images = line.putArray("images");
    for (Image image : page.images()) {
      images.addObject().put("url", image.url()).put("text", image.text());
    }
    line.put("published", page.published() == null ? null : page.published().toString());
    line.put("author", page.author());
    return line.toString();
  }

  /// Found from the text; where that leaves it open, what the page says of itself.
  private @Nullable String language(HtmlPage page, String text) {
    String declared = page.declaredLanguage();
    Found found = languages.find(page.title() + "\n" + text, declared);
    if (found.isKnown()) return found.language();
    return declared == null ? null : Declared.code(declared);
  }

  private String plain(String name, HtmlPage page) {
    return name + ": " + page.title() + "\n\n" + page.mainText() + "\n";
  }

  private Output failed(String name, String reason) {
    if (!json) return Output.of(name + ": " + reason, false);
    ObjectNode line = JsonLines.MAPPER.createObjectNode();
    return Output.of(line.put("file", name).put("error", reason).toString(), false);
  }
}
