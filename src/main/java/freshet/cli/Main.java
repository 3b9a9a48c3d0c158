package freshet.cli;

import freshet.store.StoreUnavailable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/// The `freshet` command. Each subcommand is a class of this package, listed here.
@Command(
    name = "freshet",
    description = "Watches what the world publishes.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "'freshet help COMMAND' tells more about one of them. Exit status: 0 done; 1 what was given"
          + " cannot be used, or it could not be done; 2 wrong usage."
    })
public final class Main implements Callable<Integer> {

  private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("serve", ServeCommand.class);
    COMMANDS.put("demo", DemoCommand.class);
    COMMANDS.put("import", ImportCommand.class);
    COMMANDS.put("export", ExportCommand.class);
    COMMANDS.put("backup", BackupCommand.class);
    COMMANDS.put("restore", RestoreCommand.class);
    COMMANDS.put("health", HealthCommand.class);
    COMMANDS.put("mcp", McpCommand.class);
    COMMANDS.put("search", SearchCommand.class);
    COMMANDS.put("reindex", ReindexCommand.class);
    COMMANDS.put("dictionary", DictionaryCommand.class);
    COMMANDS.put("translations", TranslationsCommand.class);
    COMMANDS.put("controller", ControllerCommand.class);
    COMMANDS.put("terminal", TerminalCommand.class);
    COMMANDS.put("web", WebCommand.class);
    COMMANDS.put("stream", StreamCommand.class);
    COMMANDS.put("discover", DiscoverCommand.class);
    COMMANDS.put("parse", ParseCommand.class);
    COMMANDS.put("render", RenderCommand.class);
    COMMANDS.put("crawl", CrawlCommand.class);
    COMMANDS.put("extract", ExtractCommand.class);
    COMMANDS.put("robots", RobotsCommand.class);
    COMMANDS.put("normalize", NormalizeCommand.class);
    COMMANDS.put("simulate", SimulateCommand.class);
    COMMANDS.put("language", LanguageCommand.class);
    COMMANDS.put("dedupe", DedupeCommand.class);
    COMMANDS.put("topics", TopicsCommand.class);
    COMMANDS.put("account", AccountCommand.class);
    COMMANDS.put("stats", StatsCommand.class);
    COMMANDS.put("spread", SpreadCommand.class);
    COMMANDS.put("kept", KeptCommand.class);
    COMMANDS.put("config", ConfigCommand.class);
    COMMANDS.put("manual", ManualCommand.class);
    COMMANDS.put("completion", CompletionCommand.class);
    COMMANDS.put("warm-up", WarmUpCommand.class);
    COMMANDS.put("help", CommandLine.HelpCommand.class);
  }

  public static void main(String[] args) {
    // Otherwise what was started before an error would go on, and hold the data folder.
    Thread.currentThread()
        .setUncaughtExceptionHandler((_, e) -> {
          e.printStackTrace();
          System.exit(1);
        });
    System.exit(commandLine(args).execute(args));
  }

  /// Reading the annotations of all commands takes longer than starting Java, so only the command
  /// that is asked for is made known, unless it is none or help is wanted.
  static CommandLine commandLine(String... args) {
    CommandLine line = new CommandLine(new Main()).setExecutionExceptionHandler(Main::explain);
    String name = args.length == 0 ? "" : args[0];
    if (name.equals("--version") || name.equals("-V")) return line;
    COMMANDS.forEach((known, command) -> {
      if (!COMMANDS.containsKey(name) || name.equals("help") || known.equals(name)) {
        line.addSubcommand(known, command);
      }
    });
    CommandLine demo = line.getSubcommands().get("demo");
    if (demo != null) DemoCommand.describe(demo.getCommandSpec());
    return Help.style(line.setExecutionExceptionHandler(Main::explain));
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

  /// Without a command it is wrong usage, with help.
  @Override
  public Integer call() {
    commandLine().usage(System.err);
    return CommandLine.ExitCode.USAGE;
  }
}
