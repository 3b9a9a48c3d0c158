package freshet.cli;

import freshet.library.FollowedFeeds;
import freshet.library.Refusal;
import freshet.model.Account;
import freshet.poll.Polling;
import freshet.store.Store;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Accounts from the command line, whether Freshet runs or not.
@Command(
    name = "account",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "(add | password | list | remove | token)",
    description = {
      "Adds, lists and removes the accounts of those who read here. Passwords are asked for, or",
      "read from the standard input; never give one as an argument."
    })
final class AccountCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  static UserError noAccount(String name) {
    return new UserError("There is no account '" + name + "'; './freshet account list' names them");
  }

  private static Integer with(SettingsOptions options, Consumer<AccountDesk> work) {
    Settings settings = options.load();
    try (AccountDesk desk = AccountDesk.open(settings)) {
      work.accept(desk);
      return 0;
    } catch (Refusal e) {
      throw new UserError(e.sentence());
    }
  }

  private static void say(CommandSpec spec, String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  /// From the terminal without showing it, else the first line of the standard input.
  @SuppressWarnings("SystemConsoleNull") // NullAway does not know it yet
  private static String askPassword(String name) {
    Console console = System.console();
    if (console != null && console.isTerminal()) {
      String once = new String(console.readPassword("Password for %s: ", name));
      String twice = new String(console.readPassword("Once more: "));
      if (!once.equals(twice)) throw new UserError("The two passwords are not the same");
      return once;
    }
    try {
      var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      String line = in.readLine();
      if (line != null) return line;
    } catch (IOException e) {
      // the sentence below says it
    }
    throw new UserError("No password came: type it, or give it as a line of the standard input");
  }

  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = {
        "Adds an account and asks for its password. The first one added takes over the feeds that",
        "are there already."
      })
  Integer add(@Mixin SettingsOptions options, @Parameters(paramLabel = "NAME") String name) {
    return with(
        options,
        desk ->
            say(
                spec,
                desk.add(name, () -> askPassword(name))
                    ? "Account " + name + " is ready; the feeds here are its own"
                    : "Account " + name + " is ready"));
  }

  @Command(
      name = "password",
      mixinStandardHelpOptions = true,
      description = "Sets a new password and logs the account out everywhere.")
  Integer password(@Mixin SettingsOptions options, @Parameters(paramLabel = "NAME") String name) {
    return with(
        options,
        desk -> {
          desk.check(name);
          desk.setPassword(name, askPassword(name));
          say(spec, "The password of " + name + " is set");
        });
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Names the accounts.")
  Integer list(@Mixin SettingsOptions options) {
    Settings settings = options.load();
    try (Store store = Factories.openToRead(settings)) {
      FollowedFeeds feeds = new FollowedFeeds(store, Polling.NONE);
      for (Account a : store.accounts().all()) {
        say(
            spec,
            a.name()
                + "\t"
                + (a.hasPassword() ? "password set" : "no password")
                + "\t"
                + feeds.subscriptions(a).size()
                + " feeds\t"
                + seen(a.seenAt()));
      }
      return 0;
    }
  }

  private static String seen(@Nullable Instant at) {
    return at == null ? "never here" : "last here " + at;
  }

  @Command(
      name = "remove",
      mixinStandardHelpOptions = true,
      description =
          "Removes an account with its subscriptions, reading and tokens, and the feeds that only"
              + " it followed.")
  Integer remove(@Mixin SettingsOptions options, @Parameters(paramLabel = "NAME") String name) {
    return with(
        options,
        desk -> {
          desk.remove(name);
          say(spec, "Account " + name + " is removed");
        });
  }

  @Command(
      name = "token",
      mixinStandardHelpOptions = true,
      description = {
        "Makes a token for a program or an app and prints it; it is not shown again. Tokens are",
        "revoked on the settings page."
      })
  Integer token(
      @Mixin SettingsOptions options,
      @Parameters(paramLabel = "NAME", description = "The account") String name,
      @Parameters(
              paramLabel = "LABEL",
              defaultValue = "command line",
              description = "What it is for (default: ${DEFAULT-VALUE})")
          String label,
      @Option(
              names = "--read-only",
              description = "It may look at everything and change nothing, e.g. for an assistant")
          boolean readOnly) {
    return with(options, desk -> say(spec, desk.newToken(name, label, readOnly)));
  }
}
