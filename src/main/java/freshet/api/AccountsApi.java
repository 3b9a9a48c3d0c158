package freshet.api;

import static freshet.api.Api.given;
import static freshet.api.Api.text;

import freshet.account.Authenticator;
import freshet.account.Caller;
import freshet.http.Json;
import freshet.library.Administering;
import freshet.model.Account;
import freshet.model.Token;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Accounts and their tokens. The first account looks after the others; everybody looks after their
/// own.
public final class AccountsApi {
  private final Administering administering;
  private final Authenticator authenticator;

  public AccountsApi(Administering administering, Authenticator authenticator) {
    this.administering = administering;
    this.authenticator = authenticator;
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/users", this::users);
    routes.post("/api/v1/users", this::add);
    routes.get("/api/v1/users/me", (ctx, who) -> Json.send(ctx, User.of(who)));
    routes.get("/api/v1/users/{id}", this::one);
    routes.patch("/api/v1/users/{id}", this::rename);
    routes.put("/api/v1/users/{id}/password", this::setPassword);
    routes.delete("/api/v1/users/{id}", this::remove);
    routes.get("/api/v1/tokens", this::tokens);
    routes.post("/api/v1/tokens", this::newToken);
    routes.delete("/api/v1/tokens/{id}", this::revoke);
  }

  record User(
      long id,
      String name,
      boolean first,
      boolean hasPassword,
      Instant added,
      @Nullable Instant seen) {
    static User of(Account a) {
      return new User(
          a.id(), a.name(), a.isAdministrator(), a.hasPassword(), a.addedAt(), a.seenAt());
    }
  }

  private void users(Context ctx, Account who) {
    int limit = Api.limit(ctx);
    Long after = Api.number(ctx, "after");
    List<Account> page =
        administering.accounts(who).stream()
            .filter(a -> after == null || a.id() > after)
            .limit(limit)
            .toList();
    Api.page(ctx, "users", page, limit, User::of, Account::id);
  }

  private void one(Context ctx, Account who) {
    Json.send(ctx, User.of(administering.account(who, Api.id(ctx))));
  }

  private void add(Context ctx, Account who) {
    JsonNode body = Json.body(ctx);
    String name = given(text(body, "name"));
    String password = given(text(body, "password"));
    Account added =
        Caller.isAtMachine(ctx)
            ? administering.addAtMachine(name, () -> password)
            : administering.add(who, name, password);
    ctx.status(201).header("Location", "/api/v1/users/" + added.id());
    Json.send(ctx, User.of(added));
  }

  private void rename(Context ctx, Account who) {
    String name = given(text(Json.body(ctx), "name"));
    Json.send(ctx, User.of(administering.rename(who, Api.id(ctx), name)));
  }

  private void setPassword(Context ctx, Account who) {
    JsonNode body = Json.body(ctx);
    String password = given(text(body, "password"));
    if (Caller.isAtMachine(ctx)) {
      administering.setPasswordAtMachine(administering.account(who, Api.id(ctx)), password);
    } else {
      administering.setPassword(
          who,
          Api.id(ctx),
          Optional.ofNullable(text(body, "old")).orElse(""),
          password,
          authenticator.address(ctx));
    }
    ctx.status(204);
  }

  private void remove(Context ctx, Account who) {
    administering.remove(who, Api.id(ctx));
    ctx.status(204);
  }

  record TokenAnswer(
      String id, String name, boolean readOnly, Instant added, @Nullable Instant used) {
    static TokenAnswer of(Token t) {
      return new TokenAnswer(t.id(), t.name(), t.readOnly(), t.addedAt(), t.usedAt());
    }
  }

  private void tokens(Context ctx, Account who) {
    List<TokenAnswer> all = administering.tokens(who).stream().map(TokenAnswer::of).toList();
    Json.send(ctx, Map.of("tokens", all));
  }

  record Made(String id, String name, boolean readOnly, String token) {}

  private void newToken(Context ctx, Account who) {
    JsonNode body = Json.body(ctx);
    String name = given(text(body, "name")).strip();
    boolean readOnly = Api.flag(body, "readOnly", false);
    Authenticator.Made made = administering.newToken(who, name, readOnly);
    ctx.status(201).header("Location", "/api/v1/tokens/" + made.id());
    ctx.header("Cache-Control", "no-store");
    Json.send(ctx, new Made(made.id(), name, readOnly, made.token()));
  }

  private void revoke(Context ctx, Account who) {
    administering.revoke(who, ctx.pathParam("id"));
    ctx.status(204);
  }
}
