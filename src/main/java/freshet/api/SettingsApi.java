package freshet.api;

import freshet.http.Json;
import freshet.library.Administering;
import freshet.library.Marking;
import freshet.model.Account;
import freshet.model.InForce;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
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

  private void change(Context ctx, Account who) {
    JsonNode body = Api.body(ctx);
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
