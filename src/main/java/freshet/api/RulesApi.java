package freshet.api;

import static freshet.api.Api.body;
import static freshet.api.Api.json;
import static freshet.api.Api.text;

import freshet.account.Visitor;
import freshet.exchange.EntryJson;
import freshet.model.Alert;
import freshet.model.Entry;
import freshet.model.Rule;
import freshet.model.Rule.Action;
import freshet.model.Rule.Way;
import freshet.pipeline.Rulebook;
import freshet.search.Remark;
import freshet.store.Store;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// Rules and alerts in the JSON API.
public final class RulesApi {
  private final @Nullable Rulebook rulebook;
  private final Store store;
  private final InstantSource clock;

  /// @param rulebook null if the search, which rules need, is switched off
  public RulesApi(@Nullable Rulebook rulebook, Store store, InstantSource clock) {
    this.rulebook = rulebook;
    this.store = store;
    this.clock = clock;
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

  private Rulebook rulebook() {
    if (rulebook == null) {
      throw new Problem(
          503, "Rules need the search", "Start Freshet with the setting 'search = true'");
    }
    return rulebook;
  }

  private void all(Context ctx) {
    List<Rule> all = store.rules().all(Visitor.account(ctx));
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("rules");
          all.forEach(r -> write(json, r));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void one(Context ctx) {
    Rule rule = existing(ctx);
    json(ctx, json -> write(json, rule));
  }

  private Rule existing(Context ctx) {
    long id = Api.id(ctx);
    return store
        .rules()
        .find(Visitor.account(ctx), id)
        .orElseThrow(() -> Problem.notFound("There is no rule " + id));
  }

  private void add(Context ctx) {
    Rule rule = save(ctx, read(body(ctx), 0));
    ctx.status(201).header("Location", "/api/v1/rules/" + rule.id());
    json(ctx, json -> write(json, rule));
  }

  private void change(Context ctx) {
    Rule rule = save(ctx, read(body(ctx), existing(ctx).id()));
    json(ctx, json -> write(json, rule));
  }

  private Rule save(Context ctx, Rule wish) {
    try {
      return rulebook()
          .save(Visitor.account(ctx), wish)
          .orElseThrow(() -> Problem.notFound("There is no rule " + wish.id()));
    } catch (Rulebook.Wrong e) {
      throw Problem.badParameter(e.field, String.valueOf(e.getMessage()));
    }
  }

  private Rule read(JsonNode body, long id) {
    String name = text(body, "name");
    String query = text(body, "query");
    if (name == null) throw Problem.badParameter("name", "must be given");
    if (query == null) throw Problem.badParameter("query", "must be given");
    String way = text(body, "way");
    return new Rule(
        id,
        name,
        query,
        actions(body),
        way == null ? Way.LIST : way(way),
        text(body, "target"),
        text(body, "secret"),
        yes(body, "daily", false),
        yes(body, "enabled", true),
        clock.instant(),
        text(body, "tag"),
        yes(body, "weekly", false));
  }

  private static Way way(String word) {
    return Arrays.stream(Way.values())
        .filter(w -> w.word().equals(word))
        .findAny()
        .orElseThrow(
            () -> Problem.badParameter("way", "must be one of list, webhook, ntfy, gotify, email"));
  }

  private static Set<Action> actions(JsonNode body) {
    JsonNode list = body.get("actions");
    Set<Action> actions = EnumSet.noneOf(Action.class);
    if (list == null || list.isNull()) return Set.of(Action.ALERT);
    if (list.isArray()) {
      for (JsonNode n : list) {
        Arrays.stream(Action.values())
            .filter(a -> n.isString() && a.word().equals(n.stringValue()))
            .forEach(actions::add);
      }
      if (actions.size() == list.size()) return actions;
    }
    throw Problem.badParameter("actions", "must be a list of alert, star, read, hide, tag");
  }

  private static boolean yes(JsonNode body, String name, boolean byDefault) {
    JsonNode value = body.get(name);
    if (value == null || value.isNull()) return byDefault;
    if (!value.isBoolean()) throw Problem.badParameter(name, "must be true or false");
    return value.booleanValue();
  }

  /// A push server's token is not shown again; the key of a webhook is, for its receiver needs it.
  private static void write(JsonGenerator json, Rule r) {
    json.writeStartObject();
    json.writeNumberProperty("id", r.id());
    json.writeStringProperty("name", r.name());
    json.writeStringProperty("query", r.query());
    json.writeArrayPropertyStart("actions");
    r.actions().stream().sorted().forEach(a -> json.writeString(a.word()));
    json.writeEndArray();
    json.writeStringProperty("way", r.way().word());
    if (r.target() != null) json.writeStringProperty("target", r.target());
    if (r.way() == Way.WEBHOOK && r.secret() != null) {
      json.writeStringProperty("secret", r.secret());
    }
    if (r.tag() != null) json.writeStringProperty("tag", r.tag());
    json.writeBooleanProperty("daily", r.daily());
    json.writeBooleanProperty("weekly", r.weekly());
    json.writeBooleanProperty("enabled", r.enabled());
    json.writeStringProperty("added", r.added().toString());
    json.writeEndObject();
  }

  private void remove(Context ctx) {
    store.rules().remove(Visitor.account(ctx), existing(ctx).id());
    ctx.status(204);
  }

  private void tryOut(Context ctx) {
    String query = text(body(ctx), "query");
    if (query == null) throw Problem.badParameter("query", "must be given");
    Rulebook.Trial trial;
    try {
      trial = rulebook().tried(Visitor.account(ctx), query);
    } catch (Rulebook.Wrong e) {
      throw Problem.badParameter(e.field, String.valueOf(e.getMessage()));
    }
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeStringProperty("understood", trial.query().understood());
          json.writeArrayPropertyStart("remarks");
          for (Remark r : trial.query().remarks()) json.writeString(r.sentence());
          json.writeEndArray();
          json.writeNumberProperty("matched", trial.matched());
          json.writeNumberProperty("of", trial.of());
          json.writeArrayPropertyStart("entries");
          for (Entry e : trial.newest()) EntryJson.write(json, e, null);
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void alerts(Context ctx) {
    String wish = ctx.queryParam("state");
    Alert.State state =
        wish == null
            ? null
            : Arrays.stream(Alert.State.values())
                .filter(s -> s.word().equals(wish))
                .findAny()
                .orElseThrow(() -> Problem.badParameter("state", "must be waiting, sent or dead"));
    int limit = Api.limit(ctx);
    List<Alert> page =
        store.alerts().page(Visitor.account(ctx), state, Api.number(ctx, "before"), limit);
    Api.page(ctx, "alerts", page, limit, RulesApi::write, Alert::id);
  }

  private static void write(JsonGenerator json, Alert a) {
    json.writeStartObject();
    json.writeNumberProperty("id", a.id());
    json.writeNumberProperty("rule", a.rule());
    json.writeStringProperty("ruleName", a.ruleName());
    json.writeStringProperty("state", a.state().word());
    json.writeStringProperty("raised", a.raised().toString());
    if (a.sent() != null) json.writeStringProperty("sent", a.sent().toString());
    json.writeNumberProperty("tries", a.tries());
    if (a.state() == Alert.State.WAITING) {
      json.writeStringProperty("nextTry", a.nextTry().toString());
    }
    if (a.trouble() != null) json.writeStringProperty("trouble", a.trouble());
    json.writeName("entry");
    EntryJson.write(json, a.entry(), null);
    json.writeEndObject();
  }

  private void retry(Context ctx) {
    long id = Api.id(ctx);
    if (!rulebook().retry(Visitor.account(ctx), id)) {
      throw Problem.notFound("There is no alert " + id + " that was not sent");
    }
    ctx.status(202);
  }

  private void retryDead(Context ctx) {
    int again = rulebook().retryDead(Visitor.account(ctx));
    ctx.status(202);
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("again", again);
          json.writeEndObject();
        });
  }
}
