package freshet.api;

import freshet.http.Json;
import freshet.library.Correcting;
import freshet.model.Account;
import freshet.model.Entry;
import freshet.understand.FoldPreview;
import freshet.understand.Understanding;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What counts as the same story: for everybody, so that only the first account changes it.
public final class SimilarityApi {
  private final Correcting correcting;

  public SimilarityApi(Correcting correcting) {
    this.correcting = correcting;
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/same", (ctx, _) -> same(ctx));
    routes.put("/api/v1/same", this::setSame);
    routes.get("/api/v1/same/preview", this::preview);
  }

  record Same(double percent, boolean containment, int shingle, String window) {}

  private void same(Context ctx) {
    Understanding.Folds f = correcting.folds();
    Json.send(ctx, new Same(f.percent(), f.containment(), f.shingle(), f.window().toString()));
  }

  private void setSame(Context ctx, Account who) throws InterruptedException {
    JsonNode body = Json.body(ctx);
    Understanding.Folds now = correcting.folds();
    JsonNode percent = body.get("percent");
    correcting.fold(
        who,
        percent == null ? now.percent() : percent.doubleValue(),
        Api.flag(body, "containment", now.containment()));
    same(ctx);
  }

  record Preview(int entries, int stories, List<Pair> closest) {}

  record Pair(double percent, Entry one, Entry other) {
    static Pair of(FoldPreview.Pair p) {
      return new Pair(Math.round(p.percent() * 10) / 10.0, p.one(), p.other());
    }
  }

  private void preview(Context ctx, Account who) {
    FoldPreview p =
        correcting.preview(
            who,
            Api.given(Api.number(ctx, "percent")),
            "true".equals(ctx.queryParam("containment")));
    Json.send(
        ctx, new Preview(p.entries(), p.stories(), p.closest().stream().map(Pair::of).toList()));
  }
}
