package freshet.api;

import static freshet.api.Api.json;

import freshet.account.Visitor;
import freshet.model.InForce;
import freshet.store.Store;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// How an account wants the pages; and, for the first one, how Freshet was started.
public final class SettingsApi {
  private static final List<String> LOOK = List.of("view", "theme", "by", "shown");
  private static final String HIDDEN_TOPICS = "hidden-topics";

  private final Store store;
  private final List<InForce> installation;
  private final InstantSource clock;

  public SettingsApi(Store store, List<InForce> installation, InstantSource clock) {
    this.store = store;
    this.installation = installation;
    this.clock = clock;
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/settings", this::show);
    routes.patch("/api/v1/settings", this::change);
  }

  private void show(Context ctx) {
    Map<String, String> own = store.settings().of(Visitor.account(ctx));
    String hidden = own.getOrDefault(HIDDEN_TOPICS, "");
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeObjectPropertyStart("look");
          for (String name : LOOK) {
            String value = own.get(name);
            if (value != null) json.writeStringProperty(name, value);
          }
          json.writeArrayPropertyStart("hiddenTopics");
          for (String topic : hidden.split("\n", -1)) if (!topic.isEmpty()) json.writeString(topic);
          json.writeEndArray();
          json.writeEndObject();
          if (Api.isAdministrator(ctx)) {
            json.writeArrayPropertyStart("installation");
            for (InForce s : installation) {
              json.writeStartObject();
              json.writeStringProperty("name", s.name());
              json.writeStringProperty("value", s.value());
              json.writeStringProperty("source", s.source());
              json.writeStringProperty("meaning", s.meaning());
              json.writeEndObject();
            }
            json.writeEndArray();
          }
          json.writeEndObject();
        });
  }

  private void change(Context ctx) {
    JsonNode body = Api.body(ctx);
    long account = Visitor.account(ctx);
    JsonNode hidden = body.get("hiddenTopics");
    if (hidden != null) {
      List<String> topics = new ArrayList<>();
      for (JsonNode topic : hidden) {
        if (topic.stringValue().contains("\n")) {
          throw Problem.badParameter("hiddenTopics", "has a topic of two lines");
        }
        topics.add(topic.stringValue());
      }
      store.settings().put(account, HIDDEN_TOPICS, String.join("\n", topics), clock.instant());
    }
    for (String name : LOOK) {
      String wish = Api.text(body, name);
      if (wish != null) store.settings().put(account, name, wish, clock.instant());
    }
    show(ctx);
  }
}
