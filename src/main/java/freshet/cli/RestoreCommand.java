package freshet.cli;

import freshet.backup.Backup;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Everything out of a backup, or nothing.
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Makes a Freshet again from a backup, in a data folder that is empty or not there yet, or"
          + " (with --db) in a PostgreSQL database in which there is nothing. A backup of either"
          + " kind of database can be restored to the other.",
      "All of it is checked first, and compared row by row before it counts; if anything is"
          + " wrong, nothing is left behind."
    })
final class RestoreCommand implements Callable<Integer> {
  @Mixin SettingsOptions options = new SettingsOptions();

  @Parameters(paramLabel = "FILE", description = "The backup")
  Path file;

  @Option(names = "--check", description = "Only check the backup and say what is in it")
  boolean check;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    Settings settings = options.load();
    Path data = Path.of(settings.text(Setting.DATA));
    String db = settings.text(Setting.DB);
    PrintWriter out = spec.commandLine().getOut();
    try (Backup backup = Backup.open(file)) {
      Backup.Contents contents = backup.contents();
      if (check) {
        contents = backup.check();
        out.println(
            "The backup is whole: made "
                + contents.made().truncatedTo(ChronoUnit.SECONDS)
                + " by Freshet "
                + contents.freshet()
                + " from "
                + contents.database()
                + ", with "
                + BackupCommand.said(contents));
        out.flush();
        return 0;
      }
      try (Progress progress = Progress.of("Restoring", contents.rows())) {
        contents = backup.restore(data, db.isEmpty() ? null : db, progress::step);
      }
      OwnFiles.tighten(data);
      out.println(
          "Restored and compared: "
              + BackupCommand.said(contents)
              + ", to "
              + data.toAbsolutePath());
      if (Files.exists(data.resolve(Settings.FILE))) {
        out.println(
            "The settings of then are in "
                + data.resolve(Settings.FILE)
                + "; look at them and start with --config");
      }
      out.flush();
      return 0;
    } catch (IOException e) {
      throw new UserError(String.valueOf(e.getMessage()));
    }
  }
}
