package freshet.cli;

import freshet.backup.Backup;
import freshet.store.Store;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Everything into one file, whether Freshet runs or not.
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Writes everything to one file, also while Freshet runs: the database as it is at one"
            + " moment, the files of the data folder and the settings file. The file is read once"
            + " more and compared before it counts as written. It holds secrets, so only its owner"
            + " may read it.")
final class BackupCommand implements Callable<Integer> {
  @Mixin SettingsOptions options = new SettingsOptions();

  @Parameters(paramLabel = "FILE", description = "Where to write it, such as freshet.backup.zip")
  Path file;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    Settings settings = options.load();
    if (Files.isDirectory(file)) throw new UserError(file + " is a folder, not a file");
    try (Store store = Factories.openToRead(settings);
        Progress progress = Progress.of("Backing up", store.feeds().counts().entries())) {
      Backup.Contents contents =
          Backup.write(
              store,
              Path.of(settings.text(Setting.DATA)),
              settings.file(),
              file.toAbsolutePath(),
              Version.number(),
              Instant.now(),
              progress::step);
      PrintWriter out = spec.commandLine().getOut();
      out.println(
          "Backed up and checked: " + said(contents) + ", " + megabytes(file) + " in " + file);
      out.flush();
      return 0;
    } catch (IOException e) {
      throw new UserError("The backup cannot be written: " + e.getMessage());
    }
  }

  static String said(Backup.Contents c) {
    return counted(c.feeds(), "feed", "feeds")
        + ", "
        + counted(c.entries(), "entry", "entries")
        + ", "
        + counted(c.accounts(), "account", "accounts")
        + ", "
        + counted(c.rows(), "row", "rows")
        + " in all, "
        + counted(c.files(), "file", "files");
  }

  private static String counted(long number, String one, String several) {
    return number + " " + (number == 1 ? one : several);
  }

  private static String megabytes(Path file) throws IOException {
    return String.format(Locale.ROOT, "%.1f MB", Files.size(file) / 1e6);
  }
}
