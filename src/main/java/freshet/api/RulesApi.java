package freshet.api;

import static freshet.api.Api.flag;
import static freshet.api.Api.given;
import static freshet.api.Api.text;

import freshet.http.Json;
import freshet.library.Alerting;
import freshet.model.Account;
import freshet.model.Alert;
import freshet.model.Entry;
import freshet.model.Remark;
import freshet.model.Rule;
import freshet.model.Rule.Action;
import freshet.model.Rule.Frequency;
import freshet.model.Rule.Way;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Rules and alerts in the JSON API.
public final class RulesApi {
  private final Alerting alerting;

  public RulesApi(Alerting alerting) {
    this.alerting = alerting;
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/rules", this::all);
    routes.post("/api/v1/rules", this::add);
    routes.post("/api/v1/rules/try", this::tryOut);
    routes.get("/api/v1/rules/{id}", this::one);
    routes.put("/api/v1/rules/{id}", this::change);
    routes.delete("/api/v1/rules/{id}", this::remove);
    routes.get("/api/v1/alerts", this::alerts);
    routes.post("/api/v1/alerts/retry", this::retryDead);
    routes.post("/api/v1/alerts/{id}/retry", this::retry);
  }

  /// A push server's token is not shown again; the key of a webhook is, for its receiver needs it.
  record Answer(
      long id,
      String name,
      String query,
      List<String> actions,
      String way,
      @Nullable String target,
      @Nullable String secret,
      @Nullable String tag,
      boolean daily,
      boolean weekly,
      boolean enabled,
      Instant added) {
    static Answer of(Rule r) {
      return new Answer(
          r.id(),
          r.name(),
          r.query(),
          r.actions().stream().sorted().map(Action::word).toList(),
          r.way().word(),
          r.target(),
          r.way() == Way.WEBHOOK ? r.secret() : null,
          r.tag(),
          r.daily(),
          r.weekly(),
          r.enabled(),
          r.added());
    }
  }

  private void all(Context ctx, Account who) {
    List<Answer> all = alerting.rules(who).stream().map(Answer::of).toList();
    Json.send(ctx, Map.of("rules", all));
  }

  private void one(Context ctx, Account who) {
    Json.send(ctx, Answer.of(alerting.rule(who, Api.id(ctx))));
  }

  private void add(Context ctx, Account who) {
    Rule rule = alerting.save(who, read(Json.body(ctx), 0));
    ctx.status(201).header("Location", "/api/v1/rules/" + rule.id());
    Json.send(ctx, Answer.of(rule));
  }

  private void change(Context ctx, Account who) {
    long id = alerting.rule(who, Api.id(ctx)).id();
    Json.send(ctx, Answer.of(alerting.save(who, read(Json.body(ctx), id))));
  }

  private static Rule read(JsonNode body, long id) {
    String way = text(body, "way");
    return new Rule(
        id,
        given(text(body, "name")),
        given(text(body, "query")),
        actions(body.get("actions")),
        way == null ? Way.LIST : Way.valueOf(way.toUpperCase(Locale.ROOT)),
        text(body, "target"),
        text(body, "secret"),
        Frequency.of(flag(body, "daily", false), flag(body, "weekly", false)),
        flag(body, "enabled", true),
        Instant.EPOCH,
        text(body, "tag"));
  }

  private static Set<Action> actions(@Nullable JsonNode list) {
    if (list == null || list.isNull()) return Set.of(Action.ALERT);
    Set<Action> actions = EnumSet.noneOf(Action.class);
    for (JsonNode n : list) actions.add(Action.valueOf(n.stringValue().toUpperCase(Locale.ROOT)));
    return actions;
  }

  private void remove(Context ctx, Account who) {
    alerting.remove(who, Api.id(ctx));
    ctx.status(204);
  }

  record Tried(String understood, List<String> remarks, int matched, int of, List<Entry> entries) {}

  private void tryOut(Context ctx, Account who) {
    Alerting.Trial t = alerting.tryOut(who, given(text(Json.body(ctx), "query")));
    Json.send(
        ctx,
        new Tried(
            t.query().understood(),
            t.query().remarks().stream().map(Remark::sentence).toList(),
            t.matched(),
            t.of(),
            t.newest()));
  }

  record AlertAnswer(
      long id,
      long rule,
      String ruleName,
      String state,
      Instant raised,
      @Nullable Instant sent,
      int tries,
      @Nullable Instant nextTry,
      @Nullable String trouble,
      Entry entry) {
    static AlertAnswer of(Alert a) {
      return new AlertAnswer(
          a.id(),
          a.rule(),
          a.ruleName(),
          a.state().word(),
          a.raised(),
          a.sent(),
          a.tries(),
          a.state() == Alert.State.WAITING ? a.nextTry() : null,
          a.trouble(),
          a.entry());
    }
  }

  private void alerts(Context ctx, Account who) {
    String given = ctx.queryParam("state");
    Alert.State state = given == null ? null : Alert.State.valueOf(given.toUpperCase(Locale.ROOT));
    int limit = Api.limit(ctx);
    List<Alert> page = alerting.alerts(who, state, Api.number(ctx, "before"), limit);
    Api.page(ctx, "alerts", page, limit, AlertAnswer::of, Alert::id);
  }

  private void retry(Context ctx, Account who) {
    alerting.retry(who, Api.id(ctx));
    ctx.status(202);
  }

  private void retryDead(Context ctx, Account who) {
    int again = alerting.retryDead(who);
    ctx.status(202);
    Json.send(ctx, Map.of("again", again));
  }
}
