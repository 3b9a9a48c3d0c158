package freshet.cli;

import freshet.store.StoreUnavailable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/// The `freshet` command. Each subcommand is a class of this package, listed here.
@Command(
    name = "freshet",
    description = "Watches what the world publishes.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "'freshet help COMMAND' tells more about one of them."},
    subcommands = {
      ServeCommand.class,
      DemoCommand.class,
      ImportCommand.class,
      ExportCommand.class,
      ParseCommand.class,
      RobotsCommand.class,
      SimulateCommand.class,
      LanguageCommand.class,
      DedupeCommand.class,
      TopicsCommand.class,
      ConfigCommand.class,
      WarmUpCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Main implements Runnable {

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main()).setExecutionExceptionHandler(Main::explain);
  }

  static String version() {
    String version = Main.class.getPackage().getImplementationVersion();
    return version == null ? "0" : version;
  }

  /// The outermost edge: one clear sentence, never a stack trace. Exit status 1 = the input was
  /// bad.
  private static int explain(Exception e, CommandLine command, ParseResult parsed) {
    switch (e) {
      case UserError _, StoreUnavailable _, Settings.Mistake _ ->
          command.getErr().println(e.getMessage());
      default -> {
        command
            .getErr()
            .println(
                "Freshet failed by a mistake of its own ("
                    + e
                    + "). Run it again with --set log=debug to see where");
        org.slf4j.LoggerFactory.getLogger(Main.class)
            .debug("{} failed", command.getCommandName(), e);
      }
    }
    command.getErr().flush();
    return 1;
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }

  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"freshet " + version()};
    }
  }
}
