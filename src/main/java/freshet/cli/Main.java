package freshet.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The `freshet` command. Each subcommand is a class of this package, listed here.
@Command(
    name = "freshet",
    description = "Watches what the world publishes.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {LanguageCommand.class, DedupeCommand.class, TopicsCommand.class})
public final class Main implements Runnable {

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }

  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"freshet " + (version == null ? "(unpackaged)" : version)};
    }
  }
}
