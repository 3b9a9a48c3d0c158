package freshet.cli;

import freshet.exchange.FeedList;
import freshet.exchange.FeedListReader;
import freshet.model.FeedUrl;
import freshet.source.Sources;
import freshet.store.Store;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Takes a list of feeds into the store.
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description = "Adds the feeds of an OPML file, a CSV file or a plain list, an address a line.")
final class ImportCommand implements Callable<Integer> {
  private static final long LARGEST = 200L * 1024 * 1024;

  @Mixin SettingsOptions options = new SettingsOptions();

  @Parameters(paramLabel = "FILE", description = "FILE.opml, FILE.csv or a plain list")
  Path file;

  @Option(names = "--dry-run", description = "Only tell what would be added and what left out")
  boolean dryRun;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    Settings settings = options.load();
    FeedList list = FeedListReader.read(bytes());
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    for (String sentence : list.leftOut()) err.println("left out: " + sentence);
    err.flush();
    if (dryRun) {
      list.feeds().forEach(f -> out.println(f.url().shown()));
      out.println(
          list.feeds().size()
              + " feeds would be added, "
              + list.leftOut().size()
              + " lines left out");
      out.flush();
      return 0;
    }
    if (list.feeds().isEmpty()) {
      throw new UserError(
          "There is no feed in "
              + file
              + ": it must be OPML, CSV or a list with an address a line");
    }
    int added = 0;
    Sources sources = Outside.sources(settings);
    try (Store store = Parts.openStore(settings);
        Progress progress = Progress.of("Importing", list.feeds().size())) {
      for (var f : list.feeds()) {
        FeedUrl url = sources.address(f.url().toString());
        String group = sources.group(url);
        var one = store.feeds().add(url, sources.site(url), f.title(), f.folder(), Instant.now());
        if (one.wasNew() && group != null) store.feeds().setQuotaGroup(one.id(), group);
        if (one.wasNew()) added++;
        progress.step();
      }
    }
    out.println(
        added
            + " feeds added, "
            + (list.feeds().size() - added)
            + " were there already, "
            + list.leftOut().size()
            + " left out");
    out.flush();
    return 0;
  }

  private byte[] bytes() {
    try {
      if (Files.isDirectory(file)) throw new UserError(file + " is a folder, not a file");
      if (Files.size(file) > LARGEST) throw new UserError(file + " is larger than 200 MB");
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UserError("The file " + file + " cannot be read");
    }
  }
}
