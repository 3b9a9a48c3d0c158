package freshet.cli;

import freshet.account.Authenticator;
import freshet.library.Administering;
import freshet.model.Account;
import freshet.store.Store;
import freshet.store.StoreInUse;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Where accounts are looked after by whoever can run commands on the data folder: in the store, or
/// by the Freshet that has it open.
interface AccountDesk extends AutoCloseable {
  static AccountDesk open(Settings settings) {
    try {
      return new Here(settings, Factories.openExisting(settings));
    } catch (StoreInUse e) {
      return new Running(RunningFreshet.on(settings).orElseThrow(() -> e));
    }
  }

  /// @throws UserError if there is no such account
  void check(String name);

  /// @return whether it took over what was there
  boolean add(String name, Supplier<String> password);

  void setPassword(String name, String password);

  void remove(String name);

  String newToken(String name, String label, boolean readOnly);

  @Override
  default void close() {}

  /// Nobody else has the store open.
  final class Here implements AccountDesk {
    private final Store store;
    private final Administering accounts;

    Here(Settings settings, Store store) {
      this.store = store;
      InstantSource clock = InstantSource.system();
      this.accounts =
          new Administering(
              store,
              Factories.following(settings, store),
              new Authenticator(store, Authenticator.Rules.MACHINE, clock),
              settings.installation(),
              clock);
    }

    private Account existing(String name) {
      return store.accounts().named(name).orElseThrow(() -> AccountCommand.noAccount(name));
    }

    @Override
    public void check(String name) {
      var _ = existing(name);
    }

    @Override
    public boolean add(String name, Supplier<String> password) {
      return accounts.addAtMachine(name, password).isAdministrator();
    }

    @Override
    public void setPassword(String name, String password) {
      accounts.setPasswordAtMachine(existing(name), password);
    }

    @Override
    public void remove(String name) {
      Account first = store.accounts().find(Account.FIRST).orElseThrow();
      accounts.remove(first, existing(name).id());
    }

    @Override
    public String newToken(String name, String label, boolean readOnly) {
      return accounts.newToken(existing(name), label, readOnly).token();
    }

    @Override
    public void close() {
      store.close();
    }
  }

  /// Asks the Freshet that runs.
  record Running(RunningFreshet running) implements AccountDesk {
    private long id(String name) {
      String next = "0";
      while (!next.isEmpty()) {
        JsonNode page = called("GET", "/api/v1/users?limit=500&after=" + next, null, null);
        for (JsonNode user : page.path("users")) {
          if (user.path("name").asString().equalsIgnoreCase(name)) return user.path("id").asLong();
        }
        next = page.path("next").asString("");
      }
      throw AccountCommand.noAccount(name);
    }

    private JsonNode called(
        String method, String path, @Nullable String account, @Nullable Object body) {
      return Objects.requireNonNull(running.call(method, path, account, body));
    }

    @Override
    public void check(String name) {
      long _ = id(name);
    }

    @Override
    public boolean add(String name, Supplier<String> password) {
      return called("POST", "/api/v1/users", null, Map.of("name", name, "password", password.get()))
          .path("first")
          .asBoolean();
    }

    @Override
    public void setPassword(String name, String password) {
      JsonNode _ =
          running.call(
              "PUT", "/api/v1/users/" + id(name) + "/password", null, Map.of("password", password));
    }

    @Override
    public void remove(String name) {
      JsonNode _ = running.call("DELETE", "/api/v1/users/" + id(name), null, null);
    }

    @Override
    public String newToken(String name, String label, boolean readOnly) {
      return called("POST", "/api/v1/tokens", name, Map.of("name", label, "readOnly", readOnly))
          .path("token")
          .asString();
    }
  }
}
