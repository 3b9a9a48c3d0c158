package freshet.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import freshet.exchange.EntryJson;
import freshet.library.Browsing;
import freshet.library.Following;
import freshet.model.Account;
import freshet.store.Store;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
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
    versionProvider = Version.class,
    description =
        "Writes the feeds of an account (--opml, --csv), all entries with the tags it gave them"
            + " (--jsonl) or the history of publication (--trace) to standard output.")
final class ExportCommand implements Callable<Integer> {
  @Mixin SettingsOptions options = new SettingsOptions();
  @Mixin AccountOption account = new AccountOption();

  @ArgGroup(multiplicity = "1")
  Form form = new Form();

  static final class Form {
    @Option(names = "--opml", description = "The feeds as OPML 2.0")
    boolean opml;

    @Option(names = "--csv", description = "The feeds as CSV")
    boolean csv;

    @Option(
        names = "--jsonl",
        description = "All entries with all their fields, one JSON object per line")
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
    if (account.name != null && (form.jsonl || form.trace)) {
      throw new UserError(
          "--account goes with --opml and --csv: --jsonl and --trace are of all feeds, with the"
              + " tags of the first account");
    }
    Settings settings = options.load();
    try (Store store = Factories.openToRead(settings)) {
      if (file == null) write(settings, store, new BufferedOutputStream(System.out, 1 << 16));
      else writeWhole(settings, store, file);
      return 0;
    } catch (IOException e) {
      throw new UserError("The export cannot be written: " + e.getMessage());
    }
  }

  /// Under another name until it is whole: whoever finds the file finds all of it, and a copy that
  /// was there stays until then.
  private void writeWhole(Settings settings, Store store, Path target) throws IOException {
    Path part = target.resolveSibling(target.getFileName() + ".part");
    try (FileOutputStream to = new FileOutputStream(part.toFile());
        OutputStream out =
            target.toString().endsWith(".gz")
                ? new GZIPOutputStream(new BufferedOutputStream(to, 1 << 16))
                : new BufferedOutputStream(to, 1 << 16)) {
      write(settings, store, out);
      if (out instanceof GZIPOutputStream zip) zip.finish();
      out.flush();
      to.getFD().sync();
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(part);
      throw e;
    }
    Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
  }

  private void write(Settings settings, Store store, OutputStream out) throws IOException {
    if (form.jsonl) {
      entries(store, out);
    } else {
      Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
      if (form.trace) {
        trace(store, writer);
      } else {
        Following following = Factories.following(settings, store);
        if (form.opml) following.exportOpml(account.in(store), writer);
        else following.exportCsv(account.in(store), writer);
      }
      writer.flush();
    }
    out.flush();
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

  private void entries(Store store, OutputStream out) {
    JsonMapper mapper = JsonMapper.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    Account first = store.accounts().find(Account.FIRST).orElseThrow();
    try (Progress progress =
            Progress.of("Exporting", file == null ? 0 : store.feeds().counts().entries());
        JsonGenerator json =
            mapper.writer().with(new MinimalPrettyPrinter("\n")).createGenerator(out)) {
      boolean[] any = new boolean[1];
      new Browsing(store, null, InstantSource.system())
          .each(
              first,
              (full, tags) -> {
                EntryJson.write(json, full.entry(), full.body(), tags);
                any[0] = true;
                progress.step();
              });
      if (any[0]) json.writeRaw("\n");
    }
  }
}
