package freshet.api;

import static freshet.api.Api.body;
import static freshet.api.Api.json;
import static freshet.api.Api.text;

import freshet.account.AccountName;
import freshet.account.Entrance;
import freshet.account.Visitor;
import freshet.pipeline.Watcher;
import freshet.store.Accounts;
import freshet.store.Accounts.Account;
import freshet.store.Keys;
import freshet.store.Store;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// Accounts and their tokens. The first account looks after the others; everybody looks after their
/// own.
public final class AccountsApi {
  private static final int MOST_TOKENS = 100;

  private final Store store;
  private final Watcher watcher;
  private final Entrance entrance;

  public AccountsApi(Store store, Watcher watcher, Entrance entrance) {
    this.store = store;
    this.watcher = watcher;
    this.entrance = entrance;
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/users", this::users);
    routes.post("/api/v1/users", this::add);
    routes.get("/api/v1/users/me", ctx -> show(ctx, me(ctx)));
    routes.get("/api/v1/users/{id}", ctx -> show(ctx, existing(ctx)));
    routes.patch("/api/v1/users/{id}", this::rename);
    routes.put("/api/v1/users/{id}/password", this::setPassword);
    routes.delete("/api/v1/users/{id}", this::remove);
    routes.get("/api/v1/tokens", this::tokens);
    routes.post("/api/v1/tokens", this::newToken);
    routes.delete("/api/v1/tokens/{id}", this::revoke);
  }

  private Account me(Context ctx) {
    return store.accounts().find(Visitor.account(ctx)).orElseThrow();
  }

  /// One's own, or anybody's for the first account: others do not exist for the rest.
  private Account existing(Context ctx) {
    long id = Api.id(ctx);
    Optional<Account> found =
        id == Visitor.account(ctx) || Api.isAdministrator(ctx)
            ? store.accounts().find(id)
            : Optional.empty();
    return found.orElseThrow(() -> Problem.notFound("There is no user " + id));
  }

  private static void show(Context ctx, Account a) {
    json(ctx, json -> write(json, a));
  }

  private static void write(JsonGenerator json, Account a) {
    json.writeStartObject();
    json.writeNumberProperty("id", a.id());
    json.writeStringProperty("name", a.name());
    json.writeBooleanProperty("first", a.isFirst());
    json.writeBooleanProperty("hasPassword", a.hasPassword());
    json.writeStringProperty("added", a.addedAt().toString());
    if (a.seenAt() != null) json.writeStringProperty("seen", a.seenAt().toString());
    json.writeEndObject();
  }

  private void users(Context ctx) {
    int limit = Api.limit(ctx);
    Long after = Api.number(ctx, "after");
    List<Account> page =
        store.accounts().all().stream()
            .filter(a -> after == null || a.id() > after)
            .limit(limit)
            .toList();
    Api.page(ctx, "users", page, limit, AccountsApi::write, Account::id);
  }

  /// Who adds others must have a password: from then on everybody has to log in.
  private void add(Context ctx) {
    if (!me(ctx).hasPassword()) {
      throw new Problem(
          409,
          "Set your own password first",
          "With a second account everybody has to log in: PUT /api/v1/users/1/password");
    }
    JsonNode body = body(ctx);
    String name = Objects.requireNonNull(text(body, "name")).strip();
    String password = Objects.requireNonNull(text(body, "password"));
    checkName(name, 0);
    Account added;
    try {
      added = entrance.add(name, password);
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter("password", String.valueOf(e.getMessage()));
    }
    ctx.status(201).header("Location", "/api/v1/users/" + added.id());
    show(ctx, added);
  }

  private void checkName(String name, long own) {
    try {
      AccountName.check(name);
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter("name", String.valueOf(e.getMessage()));
    }
    if (store.accounts().named(name).filter(a -> a.id() != own).isPresent()) {
      throw Problem.badParameter("name", "there is an account of this name");
    }
  }

  private void rename(Context ctx) {
    Account a = existing(ctx);
    String name = Objects.requireNonNull(text(body(ctx), "name")).strip();
    checkName(name, a.id());
    boolean _ = store.accounts().rename(a.id(), name);
    show(ctx, existing(ctx));
  }

  /// Whoever found an open page or a token must not be able to lock its owner out.
  private void setPassword(Context ctx) {
    Account a = existing(ctx);
    JsonNode body = body(ctx);
    String old = text(body, "old");
    boolean own = a.id() == Visitor.account(ctx);
    if (own && a.hasPassword()) know(ctx, a, old == null ? "" : old);
    try {
      entrance.setPassword(a.id(), Objects.requireNonNull(text(body, "password")));
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter("password", String.valueOf(e.getMessage()));
    }
    ctx.status(204);
  }

  /// Guesses are counted with those at the log-in.
  private void know(Context ctx, Account a, String password) {
    switch (entrance.logIn(ctx, a.name(), password)) {
      case Entrance.Outcome.In _ -> {}
      case Entrance.Outcome.Wrong() -> throw Problem.badParameter("old", "is not the password");
      case Entrance.Outcome.Wait(var span) -> {
        ctx.header("Retry-After", String.valueOf(span.toSeconds() + 1));
        throw new Problem(429, "Too many tries", "Wait a while before the next");
      }
    }
  }

  private void remove(Context ctx) {
    Account a = existing(ctx);
    if (a.id() == Accounts.FIRST) {
      throw new Problem(409, "The first account stays", "Feeds must be somebody's");
    }
    boolean _ = watcher.removeAccount(a.id());
    ctx.status(204);
  }

  private void tokens(Context ctx) {
    List<Keys.Token> all = store.keys().tokens(Visitor.account(ctx));
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("tokens");
          for (Keys.Token t : all) {
            json.writeStartObject();
            json.writeStringProperty("id", t.id());
            json.writeStringProperty("name", t.name());
            json.writeStringProperty("added", t.addedAt().toString());
            if (t.usedAt() != null) json.writeStringProperty("used", t.usedAt().toString());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void newToken(Context ctx) {
    Account me = me(ctx);
    String name = Objects.requireNonNull(text(body(ctx), "name")).strip();
    if (name.isEmpty()) throw Problem.badParameter("name", "must not be empty");
    if (store.keys().tokens(me.id()).size() >= MOST_TOKENS) {
      throw new Problem(409, "Too many tokens", "Revoke one first; you have " + MOST_TOKENS);
    }
    Entrance.Made made = entrance.make(me, name);
    ctx.status(201).header("Location", "/api/v1/tokens/" + made.id());
    ctx.header("Cache-Control", "no-store");
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeStringProperty("id", made.id());
          json.writeStringProperty("name", name);
          json.writeStringProperty("token", made.token());
          json.writeEndObject();
        });
  }

  private void revoke(Context ctx) {
    String id = ctx.pathParam("id");
    if (!store.keys().revoke(Visitor.account(ctx), id)) {
      throw Problem.notFound("You have no token '" + id + "'");
    }
    ctx.status(204);
  }
}
