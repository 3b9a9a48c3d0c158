package freshet.cli;

import freshet.account.Entrance;
import freshet.store.Accounts.Account;
import freshet.store.Store;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Accounts from the command line, with Freshet stopped. While it runs, the settings page does the
/// same.
@Command(
    name = "account",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
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

  private interface Work {
    void on(Store store, Entrance entrance);
  }

  private static Integer with(SettingsOptions options, Work work) {
    try (Store store = Parts.openStore(options.load())) {
      work.on(store, new Entrance(store, Entrance.Rules.MACHINE, InstantSource.system()));
      return 0;
    } catch (IllegalArgumentException e) {
      throw new UserError(String.valueOf(e.getMessage()));
    }
  }

  private static Account existing(Store store, String name) {
    return store
        .accounts()
        .named(name)
        .orElseThrow(() ->
            new UserError(
                "There is no account '" + name + "'; './freshet account list' names them"));
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
        (store, entrance) -> {
          freshet.account.AccountName.check(name);
          if (store.accounts().named(name).filter(Account::hasPassword).isPresent()) {
            throw new UserError("There is an account '" + name + "' already");
          }
          Account added = entrance.add(name, askPassword(name));
          say(
              spec,
              added.isFirst()
                  ? "Account " + name + " is ready; the feeds here are its own"
                  : "Account " + name + " is ready");
        });
  }

  @Command(
      name = "password",
      mixinStandardHelpOptions = true,
      description = "Sets a new password and logs the account out everywhere.")
  Integer password(@Mixin SettingsOptions options, @Parameters(paramLabel = "NAME") String name) {
    return with(
        options,
        (store, entrance) -> {
          Account account = existing(store, name);
          entrance.setPassword(account.id(), askPassword(name));
          say(spec, "The password of " + account.name() + " is set");
        });
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Names the accounts.")
  Integer list(@Mixin SettingsOptions options) {
    return with(
        options,
        (store, _) -> {
          for (Account a : store.accounts().all()) {
            say(
                spec,
                a.name()
                    + "\t"
                    + (a.hasPassword() ? "password set" : "no password")
                    + "\t"
                    + store.subscriptions().of(a.id()).size()
                    + " feeds\t"
                    + seen(a.seenAt()));
          }
        });
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
        (store, _) -> {
          Account account = existing(store, name);
          if (account.isFirst()) throw new UserError("The first account cannot be removed");
          List<Long> alone = store.subscriptions().alone(account.id());
          boolean _ = store.accounts().remove(account.id());
          alone.forEach(store.feeds()::remove);
          say(spec, "Account " + account.name() + " is removed");
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
          String label) {
    return with(
        options, (store, entrance) -> say(spec, entrance.newToken(existing(store, name), label)));
  }
}
