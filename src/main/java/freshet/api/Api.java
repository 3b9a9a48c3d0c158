package freshet.api;

import freshet.account.Caller;
import freshet.http.Body;
import freshet.http.Door;
import freshet.http.Json;
import freshet.http.Problem;
import freshet.http.ProgramManners;
import freshet.library.Exploring.Act;
import freshet.library.Refusal;
import freshet.library.Reporting;
import freshet.library.Sharing;
import freshet.model.Account;
import freshet.model.Cursor;
import freshet.model.Unavailable;
import freshet.text.Spans;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.http.UploadedFile;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// What all calls of the JSON API under `/api/v1` share: how a request is read and answered, what
/// becomes of mistakes, and the document that describes them ([ApiDescription]). Beside it
/// `/healthz`, `/metrics` and what hubs call.
public final class Api {
  private static final Logger log = LoggerFactory.getLogger(Api.class);

  private final Reporting reporting;
  private final Sharing sharing;

  public Api(Reporting reporting, Sharing sharing) {
    this.reporting = reporting;
    this.sharing = sharing;
  }

  /// To be registered last: it answers whatever is left under `/api`.
  public void register(JavalinConfig config) {
    var routes = config.routes;
    new Routes(config)
        .get("/api/v1/openapi.json", (ctx, _) -> Json.send(ctx, ApiDescription.bytes()));
    Door door = new Door(config, new ProgramManners());
    door.open(HandlerType.GET, "/websub/{id}", Body.NOTHING, this::verifyHub);
    door.secret(
        HandlerType.POST,
        "/websub/{id}",
        ctx -> sharing.expects(ctx.pathParam("id")),
        Body.FILE,
        this::takePush);
    door.open(HandlerType.GET, "/healthz", Body.NOTHING, this::health);
    door.forAccount(HandlerType.GET, "/metrics", Body.NOTHING, this::metrics);
    routes.exception(Problem.class, (e, ctx) -> e.send(ctx));
    routes.exception(Refusal.class, (e, ctx) -> Problem.of(e).send(ctx));
    routes.exception(HttpResponseException.class, (e, ctx) -> refused(e).send(ctx));
    routes.exception(
        HttpException.RuntimeException.class,
        (e, ctx) ->
            new Problem(400, "The request is wrong", "It cannot be read as HTTP").send(ctx));
    routes.exception(Unavailable.class, (e, ctx) -> away(e).send(ctx));
    routes.exception(Exception.class, Api::mistake);
    for (HandlerType method :
        List.of(
            HandlerType.GET,
            HandlerType.POST,
            HandlerType.PUT,
            HandlerType.PATCH,
            HandlerType.DELETE)) {
      door.forAccount(method, "/api/*", Body.NOTHING, (ctx, _) -> noSuchCall(ctx));
    }
  }

  private static Problem refused(HttpResponseException e) {
    return e.getStatus() == 413
        ? new Problem(413, "The body is too large", "Bodies have at most 20 MB")
        : new Problem(e.getStatus(), "The request is wrong", String.valueOf(e.getMessage()));
  }

  /// Not a mistake of anybody's, and over sooner or later.
  private static Problem away(Unavailable e) {
    log.warn("{}", e.getMessage());
    return Problem.unavailable(String.valueOf(e.getMessage()));
  }

  private void verifyHub(Context ctx) {
    Map<String, String> query = new HashMap<>();
    ctx.queryParamMap()
        .forEach((name, values) -> {
          if (!values.isEmpty()) query.put(name, values.getFirst());
        });
    var reply = sharing.verify(ctx.pathParam("id"), query);
    ctx.status(reply.status()).contentType("text/plain").result(reply.body());
  }

  private void takePush(Context ctx) throws InterruptedException {
    ctx.status(
        sharing.push(
            ctx.pathParam("id"),
            ctx.header("X-Hub-Signature"),
            ctx.contentType(),
            ctx.bodyAsBytes()));
  }

  /// How many feeds there are is nobody's business who has not logged in.
  private void health(Context ctx) {
    Reporting.Health health = reporting.health();
    ctx.status(health.isGood() ? 200 : 503);
    Long feeds = Caller.of(ctx) == null ? null : health.feeds();
    Json.send(ctx, new Health(health.status(), feeds, health.search()));
  }

  /// The counts are those of the whole installation.
  private void metrics(Context ctx, Account who) {
    ctx.contentType("text/plain; version=0.0.4; charset=utf-8").result(reporting.metrics(who));
  }

  record Health(String status, @Nullable Long feeds, @Nullable String search) {}

  // What follows has been checked before the handler is called: by calls.txt.

  static long id(Context ctx) {
    return Long.parseLong(ctx.pathParam("id"));
  }

  static @Nullable Long number(Context ctx, String name) {
    String text = ctx.queryParam(name);
    return text == null ? null : Long.valueOf(text);
  }

  static int limit(Context ctx) {
    Long limit = number(ctx, "limit");
    return limit == null ? 50 : limit.intValue();
  }

  static @Nullable Instant time(Context ctx, String name) {
    String text = ctx.queryParam(name);
    return text == null ? null : Instant.parse(text);
  }

  /// Where a page goes on.
  static @Nullable Cursor cursor(Context ctx) {
    String text = ctx.queryParam("before");
    try {
      return text == null ? null : Cursor.of(text);
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter("before", String.valueOf(e.getMessage()));
    }
  }

  /// A list that comes as the body or as an uploaded file called `file`.
  static byte[] list(Context ctx) throws IOException {
    UploadedFile file = null;
    if (ctx.isMultipartFormData()) {
      try {
        file = ctx.uploadedFile("file");
      } catch (IllegalStateException e) {
        throw Problem.badParameter("file", "cannot be read from the form");
      }
      if (file == null) throw Problem.badParameter("file", "is not in the form");
    }
    byte[] bytes = file == null ? ctx.bodyAsBytes() : file.content().readAllBytes();
    if (bytes.length == 0) throw Problem.badParameter("file", "is empty");
    return bytes;
  }

  static @Nullable String text(JsonNode body, String name) {
    JsonNode value = body.get(name);
    if (value == null || value.isNull()) return null;
    return value.stringValue();
  }

  static List<String> texts(JsonNode body, String name) {
    List<String> all = new ArrayList<>();
    for (JsonNode value : body.path(name)) all.add(value.stringValue());
    return all;
  }

  static boolean flag(JsonNode body, String name, boolean byDefault) {
    JsonNode value = body.get(name);
    if (value == null || value.isNull()) return byDefault;
    return value.booleanValue();
  }

  /// What [Checks] has made sure of.
  static <T> T given(@Nullable T value) {
    return Objects.requireNonNull(value);
  }

  private static void noSuchCall(Context ctx) {
    TreeSet<String> methods = new TreeSet<>();
    for (ApiDescription.Call c : ApiDescription.calls())
      if (c.isAt(ctx.path())) methods.add(c.method());
    if (methods.isEmpty()) {
      throw Problem.notFound("There is no call " + ctx.path() + "; /api/v1/openapi.json has all");
    }
    String allowed = String.join(", ", methods);
    ctx.header("Allow", allowed);
    throw new Problem(405, "Not this method", "This address takes " + allowed);
  }

  /// How long a job may take; null if nothing is said.
  static @Nullable Duration time(JsonNode body) {
    String given = text(body, "maxTime");
    if (given == null) return null;
    try {
      Duration time = Spans.parse(given);
      if (time.isPositive()) return time;
    } catch (IllegalArgumentException e) {
      // the sentence below says it
    }
    throw Problem.badParameter("maxTime", "must be a time like 90s, 10m or 2h");
  }

  /// What is to be done to a job so that it is as asked.
  static Act act(Context ctx) {
    return switch (text(Json.body(ctx), "state")) {
      case "paused" -> Act.PAUSE;
      case "stopped" -> Act.STOP;
      case null, default -> Act.RESUME;
    };
  }

  /// The outer edge: a mistake of ours is logged whole and told without its inside.
  private static void mistake(Exception e, Context ctx) {
    log.error("{} {} failed", ctx.method(), ctx.path(), e);
    new Problem(500, "A mistake of ours", "Freshet failed; its log tells where and why").send(ctx);
  }

  /// Part of a list, and if it is as long as was asked for, under `next` where to go on.
  ///
  /// @param answer what is sent of each
  /// @param next by the last of it
  static <T> void page(
      Context ctx,
      String name,
      List<T> page,
      int limit,
      Function<T, Object> answer,
      Function<T, Object> next) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put(name, page.stream().map(answer).toList());
    if (page.size() == limit) all.put("next", next.apply(page.getLast()).toString());
    Json.send(ctx, all);
  }

  /// Part of a list, and if it is as long as was asked for, under `next` where to go on.
  ///
  /// @param next by the last of it
  static <T> void page(
      Context ctx, String name, List<T> page, int limit, Function<T, Object> next) {
    page(ctx, name, page, limit, one -> one, next);
  }

  /// Part of a list, and if it is as long as was asked for, under `next` where to go on.
  ///
  /// @param next by the last of it
  static <T> void page(
      Context ctx,
      String name,
      List<T> page,
      int limit,
      BiConsumer<JsonGenerator, T> write,
      Function<T, Object> next) {
    Json.send(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart(name);
          for (T one : page) write.accept(json, one);
          json.writeEndArray();
          if (page.size() == limit) {
            json.writeStringProperty("next", next.apply(page.getLast()).toString());
          }
          json.writeEndObject();
        });
  }
}
