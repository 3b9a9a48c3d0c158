package freshet.api;

import static freshet.api.Api.given;
import static freshet.api.Api.text;

import freshet.http.Json;
import freshet.library.Saving;
import freshet.model.Account;
import freshet.model.SaveTarget;
import freshet.model.SaveTarget.Way;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The other programs that an account saves entries to, and saving one.
public final class TargetsApi {
  private final Saving saving;

  public TargetsApi(Saving saving) {
    this.saving = saving;
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/targets", this::all);
    routes.post("/api/v1/targets", this::add);
    routes.get("/api/v1/targets/ready", this::ready);
    routes.get("/api/v1/targets/{id}", this::one);
    routes.put("/api/v1/targets/{id}", this::change);
    routes.delete("/api/v1/targets/{id}", this::remove);
    routes.post("/api/v1/entries/{id}/save", this::save);
  }

  /// @param id null for one that is not kept yet
  /// @param secrets by name only: they are not shown again
  record Answer(
      @Nullable Long id,
      String name,
      String way,
      @Nullable String method,
      String address,
      @Nullable String headers,
      @Nullable String body,
      @Nullable String logIn,
      @Nullable String logInForm,
      List<String> secrets) {
    static Answer of(SaveTarget t) {
      return new Answer(
          t.id() == 0 ? null : (Long) t.id(),
          t.name(),
          t.way().word(),
          t.way() == Way.SEND ? t.method() : null,
          t.address(),
          orNull(t.headers()),
          orNull(t.body()),
          orNull(t.logIn()),
          orNull(t.logInForm()),
          List.copyOf(t.secretsByName().keySet()));
    }

    private static @Nullable String orNull(String text) {
      return text.isEmpty() ? null : text;
    }
  }

  private static void send(Context ctx, List<SaveTarget> targets) {
    Json.send(ctx, Map.of("targets", targets.stream().map(Answer::of).toList()));
  }

  private void all(Context ctx, Account who) {
    send(ctx, saving.targets(who));
  }

  private void ready(Context ctx, Account who) {
    send(ctx, saving.ready());
  }

  private void one(Context ctx, Account who) {
    Json.send(ctx, Answer.of(saving.target(who, Api.id(ctx))));
  }

  private void add(Context ctx, Account who) {
    SaveTarget made = saving.save(who, read(Json.body(ctx), 0));
    ctx.status(201).header("Location", "/api/v1/targets/" + made.id());
    Json.send(ctx, Answer.of(made));
  }

  private void change(Context ctx, Account who) {
    Json.send(ctx, Answer.of(saving.save(who, read(Json.body(ctx), Api.id(ctx)))));
  }

  private static SaveTarget read(JsonNode body, long id) {
    String method = text(body, "method");
    return new SaveTarget(
        id,
        given(text(body, "name")),
        Way.valueOf(given(text(body, "way")).toUpperCase(Locale.ROOT)),
        method == null ? "POST" : method,
        given(text(body, "address")),
        orEmpty(text(body, "headers")),
        orEmpty(text(body, "body")),
        orEmpty(text(body, "logIn")),
        orEmpty(text(body, "logInForm")),
        orEmpty(text(body, "secrets")));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private void remove(Context ctx, Account who) {
    saving.remove(who, Api.id(ctx));
    ctx.status(204);
  }

  /// @param open what a browser is to open; null if it was sent
  record Saved(long target, String name, @Nullable String open) {}

  private void save(Context ctx, Account who) throws InterruptedException {
    long target = Json.body(ctx).path("target").longValue();
    Saving.Offer done = saving.send(who, target, Api.id(ctx));
    Json.send(ctx, new Saved(done.target(), done.name(), done.open()));
  }
}
