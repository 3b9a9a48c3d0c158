package freshet.api;

import freshet.http.Json;
import freshet.library.Administering;
import freshet.library.Marking;
import freshet.library.Refusal;
import freshet.model.Account;
import freshet.model.InForce;
import freshet.model.Kept;
import freshet.text.Spans;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// How an account wants the pages; and, for the first one, how Freshet was started.
public final class SettingsApi {
  private final Administering administering;
  private final Marking marking;

  public SettingsApi(Administering administering, Marking marking) {
    this.administering = administering;
    this.marking = marking;
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/settings", this::show);
    routes.patch("/api/v1/settings", this::change);
    routes.get("/api/v1/kept", this::kept);
    routes.get("/api/v1/machines", this::machines);
  }

  record Answer(Map<String, Object> look, @Nullable List<Setting> installation) {}

  record Setting(String name, String value, String source, String meaning, boolean atOnce) {
    static Setting of(InForce s) {
      return new Setting(s.name(), s.value(), s.source(), s.meaning(), s.atOnce());
    }
  }

  private void show(Context ctx, Account who) {
    Map<String, String> own = administering.settings(who);
    Map<String, Object> look = new LinkedHashMap<>();
    for (String name : Administering.LOOK) {
      String value = own.get(name);
      if (value != null) look.put(name, value);
    }
    look.put("hiddenTopics", marking.hiddenTopics(who));
    Json.send(
        ctx,
        new Answer(
            look,
            who.isAdministrator()
                ? administering.inForce(who).stream().map(Setting::of).toList()
                : null));
  }

  record KeptAnswer(
      String kind, String setting, String keep, long count, long bytes, List<OlderAnswer> older) {
    static KeptAnswer of(Kept k, List<InForce> settings) {
      String keep =
          settings.stream()
              .filter(s -> s.name().equals(k.kind().setting()))
              .map(InForce::value)
              .findAny()
              .orElse("0");
      return new KeptAnswer(
          k.kind().name().toLowerCase(Locale.ROOT),
          k.kind().setting(),
          keep,
          k.count(),
          k.bytes(),
          k.older().stream().map(OlderAnswer::of).toList());
    }
  }

  record OlderAnswer(String keep, long count, long bytes) {
    static OlderAnswer of(Kept.Older o) {
      return new OlderAnswer(o.limit(), o.count(), o.bytes());
    }
  }

  private void machines(Context ctx, Account who) {
    Json.send(
        ctx,
        Map.of(
            "machines", administering.machines(who), "unfinished", administering.unfinished(who)));
  }

  private void kept(Context ctx, Account who) {
    String keep = ctx.queryParam("keep");
    List<Duration> limits = Kept.LIMITS;
    if (keep != null) {
      try {
        limits = List.of(Spans.parse(keep));
      } catch (IllegalArgumentException e) {
        throw Refusal.wrong("keep", String.valueOf(e.getMessage()));
      }
    }
    List<InForce> settings = administering.inForce(who);
    Json.send(
        ctx,
        Map.of(
            "kept",
            administering.kept(who, limits).stream()
                .map(k -> KeptAnswer.of(k, settings))
                .toList()));
  }

  private void change(Context ctx, Account who) {
    JsonNode body = Json.body(ctx);
    JsonNode hidden = body.get("hiddenTopics");
    if (hidden != null) {
      marking.hideTopics(who, hidden.valueStream().map(JsonNode::stringValue).toList());
    }
    Map<String, String> look = new LinkedHashMap<>();
    for (String name : Administering.LOOK) {
      String word = Api.text(body, name);
      if (word != null) look.put(name, word);
    }
    administering.setLook(who, look);
    show(ctx, who);
  }
}
