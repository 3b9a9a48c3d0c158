package freshet.cli;

import freshet.model.Account;
import freshet.store.Store;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// For whom a command acts.
final class AccountOption {
  @Option(
      names = "--account",
      paramLabel = "NAME",
      description = "Whose feeds (default: those of the first account)")
  @Nullable String name;

  Account in(Store store) {
    String called = name;
    if (called == null) return store.accounts().find(Account.FIRST).orElseThrow();
    return store.accounts().named(called).orElseThrow(() -> AccountCommand.noAccount(called));
  }
}
