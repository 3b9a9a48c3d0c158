package freshet.cli;

import freshet.dedupe.Document;
import freshet.dedupe.DuplicateFinder;
import freshet.dedupe.Match;
import freshet.dedupe.Sameness;
import freshet.dedupe.Signature;
import freshet.language.LanguageFinder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `freshet dedupe`: documents in, for each its story out.
@Command(
    name = "dedupe",
    description = "Finds documents that tell the same story in the same words.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class DedupeCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream errors;
  private final List<String> ids = new ArrayList<>();
  private final List<Signature> signatures = new ArrayList<>();
  private final List<Integer> sources = new ArrayList<>();

  @Option(names = "--json", description = "Print JSON Lines.")
  private boolean json;

  @Option(
      names = "--percent",
      paramLabel = "P",
      defaultValue = "40",
      description = "From how many per cent on two texts are the same (default: ${DEFAULT-VALUE}).")
  private double percent;

  @Option(
      names = "--shingle",
      paramLabel = "N",
      description = "Words a shingle; by the length of the text if not given.")
  private @Nullable Integer shingle;

  @Option(
      names = "--step",
      paramLabel = "N",
      defaultValue = "1",
      description = "Words from one shingle to the next (default: ${DEFAULT-VALUE}).")
  private int step;

  @Option(
      names = "--containment",
      description = "A text inside a longer one is the same story too.")
  private boolean containment;

  @Parameters(
      paramLabel = "FILE.jsonl",
      description = "Documents {\"id\",\"title\",\"text\",\"language\"?,\"source\"?} as they came.")
  private @Nullable Path file;

  DedupeCommand() {
    this(System.out, System.err);
  }

  DedupeCommand(OutputStream out, PrintStream errors) {
    this.out = new PrintStream(out, false, StandardCharsets.UTF_8);
    this.errors = errors;
  }

  @Override
  public Integer call() throws IOException {
    if (!(percent > 0 && percent <= 100)) {
      errors.println("--percent must be over 0 and at most 100.");
      return 2;
    }
    if (shingle != null && (shingle < 1 || shingle > 100)) {
      errors.println("--shingle must be from 1 to 100 words.");
      return 2;
    }
    if (step < 1 || step > 100) {
      errors.println("--step must be from 1 to 100 words.");
      return 2;
    }
    if (file == null || !Files.isReadable(file)) {
      errors.println("The file " + file + " cannot be read.");
      return 1;
    }
    LanguageFinder languages = new LanguageFinder();
    boolean good = JsonLines.read(file, errors, document -> take(document, languages));
    // The order of the lines is all the time there is: everything is in the window.
    Sameness sameness = new Sameness(percent, Duration.ofDays(14), containment);
    DuplicateFinder finder = new DuplicateFinder(sameness, id -> signatures.get((int) id));
    List<Match> placements = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      placements.add(finder.add(i, 0, sources.get(i), signatures.get(i)));
    }
    Map<Long, Long> stories = finder.stories();
    for (int i = 0; i < ids.size(); i++) {
      print(i, stories.getOrDefault((long) i, (long) i), placements.get(i));
    }
    out.flush();
    return good ? 0 : 1;
  }

  private void take(JsonNode document, LanguageFinder languages) {
    String title = JsonLines.text(document, "title");
    String text = JsonLines.text(document, "text");
    String language = JsonLines.text(document, "language");
    if (language.isEmpty()) language = languages.find(title + "\n" + text).language();
    String id = JsonLines.text(document, "id");
    ids.add(id.isEmpty() ? "line " + (ids.size() + 1) : id);
    sources.add(JsonLines.text(document, "source").hashCode());
    signatures.add(
        Signature.of(new Document(title, text, language), shingle == null ? 0 : shingle, step));
  }

  private void print(int entry, long story, Match placement) {
    boolean first = story == entry;
    // An entry that only later ones resemble joined its story through them.
    Long sameAs =
        first ? null : placement.sameAs() == null ? Long.valueOf(story) : placement.sameAs();
    double alike = 0;
    if (sameAs != null) {
      alike =
          placement.sameAs() != null
              ? placement.percent()
              : signatures.get(entry).percent(signatures.get((int) story));
    }
    double rounded = Math.round(alike * 10) / 10.0;
    if (json) {
      ObjectNode line = JsonLines.MAPPER.createObjectNode();
      line.put("id", ids.get(entry));
      line.put("story", ids.get((int) story));
      line.put("first", first);
      line.put("sameAs", sameAs == null ? null : ids.get((int) (long) sameAs));
      line.put("percent", rounded);
      out.println(line);
    } else if (first) {
      out.println(ids.get(entry) + " is new");
    } else {
      out.printf(Locale.ROOT, "%s is %s, %.0f %%%n", ids.get(entry), ids.get((int) story), alike);
    }
  }
}
