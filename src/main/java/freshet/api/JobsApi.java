package freshet.api;

import freshet.http.Json;
import freshet.jobs.Job;
import freshet.library.Exploring;
import freshet.model.Account;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The calls about long jobs of all kinds: `/api/v1/jobs…`. Documented in docs/api.md.
public final class JobsApi {
  private final Exploring exploring;

  public JobsApi(Exploring exploring) {
    this.exploring = exploring;
  }

  /// Before [Api], which answers whatever is left under `/api`.
  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/jobs", this::all);
    routes.patch("/api/v1/jobs/{name}", this::change);
  }

  record Answer(
      String name,
      String kind,
      String state,
      @Nullable String doing,
      @Nullable Long done,
      @Nullable Long left,
      @Nullable Instant begun,
      @Nullable Instant next,
      @Nullable String trouble) {
    static Answer of(Job job) {
      Job.Activity now = job.activity().orElse(null);
      return new Answer(
          job.name(),
          job.kind(),
          job.state().word(),
          now == null ? null : now.what(),
          now == null ? null : now.done(),
          now == null || now.left() < 0 ? null : now.left(),
          job.begun().equals(Instant.EPOCH) ? null : job.begun(),
          job.next().orElse(null),
          job.trouble().orElse(null));
    }
  }

  private void all(Context ctx, Account who) {
    List<Answer> all = exploring.jobs(who).stream().map(Answer::of).toList();
    Json.send(ctx, Map.of("jobs", all));
  }

  private void change(Context ctx, Account who) {
    Job job = exploring.act(who, ctx.pathParam("name"), Api.act(ctx));
    Json.send(ctx, Answer.of(job));
  }
}
