package freshet.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import freshet.exchange.EntryJson;
import freshet.exchange.FeedListWriter;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.store.Accounts;
import freshet.store.Reading;
import freshet.store.Store;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.util.MinimalPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;

/// Writes what the store holds for other programs.
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description =
        "Writes the feeds (--opml, --csv), all entries (--jsonl) or the history of publication"
            + " (--trace) to standard output.")
final class ExportCommand implements Callable<Integer> {
  private static final int BATCH = 500;

  @Mixin SettingsOptions options = new SettingsOptions();

  @ArgGroup(multiplicity = "1")
  Form form = new Form();

  static final class Form {
    @Option(names = "--opml", description = "The feeds as OPML 2.0")
    boolean opml;

    @Option(names = "--csv", description = "The feeds as CSV")
    boolean csv;

    @Option(
        names = "--jsonl",
        description = "All entries with all their fields, a JSON object a line")
    boolean jsonl;

    @Option(
        names = "--trace",
        description = "When each feed published, as CSV for './freshet simulate --trace'")
    boolean trace;
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to a file; one ending in .gz is compressed")
  @Nullable Path file;

  @Override
  public Integer call() {
    Settings settings = options.load();
    try (Store store = Parts.openStore(settings);
        OutputStream out = open()) {
      if (form.jsonl) {
        entries(store, out);
      } else {
        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        if (form.trace) {
          trace(store, writer);
        } else if (form.opml) {
          FeedListWriter.opml(store.feeds().all(), store.feeds().folders(), Instant.now(), writer);
        } else {
          FeedListWriter.csv(store.feeds().all(), store.feeds().folders(), writer);
        }
        writer.flush();
      }
      return 0;
    } catch (IOException e) {
      throw new UserError("The export cannot be written: " + e.getMessage());
    }
  }

  private static void trace(Store store, Writer to) throws IOException {
    CsvWriter csv = CsvWriter.builder().build(to);
    csv.writeRecord("source", "published_epoch_s");
    store
        .entries()
        .eachPublication(
            (feed, at) -> csv.writeRecord("f" + feed, Long.toString(at.getEpochSecond())));
    csv.flush();
  }

  private OutputStream open() throws IOException {
    if (file == null) return new BufferedOutputStream(System.out, 1 << 16);
    OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
    return file.toString().endsWith(".gz") ? new GZIPOutputStream(out) : out;
  }

  private void entries(Store store, OutputStream out) {
    JsonMapper mapper = JsonMapper.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    try (Progress progress =
            Progress.of("Exporting", file == null ? 0 : store.feeds().counts().entries());
        JsonGenerator json =
            mapper.writer().with(new MinimalPrettyPrinter("\n")).createGenerator(out)) {
      List<Whole> waiting = new ArrayList<>(BATCH);
      boolean[] any = new boolean[1];
      store
          .entries()
          .each((entry, body) -> {
            waiting.add(new Whole(entry, body));
            any[0] = true;
            if (waiting.size() == BATCH) write(store, json, waiting);
            progress.step();
          });
      write(store, json, waiting);
      if (any[0]) json.writeRaw("\n");
    }
  }

  private record Whole(Entry entry, EntryBody body) {}

  /// Some at a time, for their tags are asked together.
  private static void write(Store store, JsonGenerator json, List<Whole> some) {
    var marks =
        store.reading().marks(Accounts.FIRST, some.stream().map(w -> w.entry.id()).toList());
    for (Whole w : some) {
      Reading.Mark mark = marks.get(w.entry.id());
      List<String> tags = mark == null ? List.of() : mark.labels().stream().sorted().toList();
      EntryJson.write(json, w.entry, w.body, tags);
    }
    some.clear();
  }
}
