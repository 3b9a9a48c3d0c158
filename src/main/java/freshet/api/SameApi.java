package freshet.api;

import freshet.exchange.EntryJson;
import freshet.pipeline.FoldPreview;
import freshet.pipeline.Understanding;
import freshet.store.Store;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What counts as the same story: for everybody, so that only the first account changes it.
public final class SameApi {
  private final Store store;
  private final @Nullable Understanding understanding;

  /// @param understanding null if it is switched off
  public SameApi(Store store, @Nullable Understanding understanding) {
    this.store = store;
    this.understanding = understanding;
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/same", this::same);
    routes.put("/api/v1/same", this::setSame);
    routes.get("/api/v1/same/preview", this::preview);
  }

  private void same(Context ctx) {
    Understanding.Folds folds = StoriesApi.needed(understanding).folds();
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("percent", folds.percent());
          json.writeBooleanProperty("containment", folds.containment());
          json.writeNumberProperty("shingle", folds.shingle());
          json.writeStringProperty("window", folds.window().toString());
          json.writeEndObject();
        });
  }

  private void setSame(Context ctx) throws InterruptedException {
    JsonNode body = Api.body(ctx);
    Understanding.Folds now = StoriesApi.needed(understanding).folds();
    JsonNode inside = body.get("containment");
    if (inside != null && !inside.isBoolean()) {
      throw Problem.badParameter("containment", "must be true or false");
    }
    JsonNode wish = body.get("percent");
    double percent = wish == null ? now.percent() : wish.isNumber() ? wish.doubleValue() : 0;
    StoriesApi.needed(understanding)
        .fold(within(percent), inside == null ? now.containment() : inside.booleanValue());
    same(ctx);
  }

  private void preview(Context ctx) {
    Long percent = Api.number(ctx, "percent");
    if (percent == null) throw Problem.badParameter("percent", "must be given");
    FoldPreview preview =
        StoriesApi.needed(understanding)
            .preview(
                Api.sight(store, ctx),
                within(percent),
                "true".equals(ctx.queryParam("containment")));
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("entries", preview.entries());
          json.writeNumberProperty("stories", preview.stories());
          json.writeArrayPropertyStart("closest");
          for (FoldPreview.Pair p : preview.closest()) {
            json.writeStartObject();
            json.writeNumberProperty("percent", Math.round(p.percent() * 10) / 10.0);
            json.writeName("one");
            EntryJson.write(json, p.one(), null);
            json.writeName("other");
            EntryJson.write(json, p.other(), null);
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static double within(double percent) {
    if (percent >= 1 && percent <= 100) return percent;
    throw Problem.badParameter("percent", "must be from 1 to 100");
  }
}
