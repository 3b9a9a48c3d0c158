package freshet.api;

import com.dynatrace.hash4j.hashing.Hashing;
import freshet.account.Visitor;
import freshet.pipeline.Hubs;
import freshet.pipeline.Meters;
import freshet.pipeline.Watcher;
import freshet.store.Accounts;
import freshet.store.Entries;
import freshet.store.Sight;
import freshet.store.Store;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.http.UploadedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What all calls of the JSON API under `/api/v1` share: how a request is read and answered, what
/// becomes of mistakes, and the document that describes them ([Document]). Beside it `/healthz`,
/// `/metrics` and what hubs call.
public final class Api {
  private static final Logger log = LoggerFactory.getLogger(Api.class);
  private static final int MOST_A_PAGE = 500;
  private static final int LARGEST_BODY = 1_000_000;
  static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Store store;
  private final Watcher watcher;
  private final @Nullable Hubs hubs;
  private final Meters meters;

  /// @param hubs null if no hub can reach us
  public Api(Store store, Watcher watcher, @Nullable Hubs hubs, Meters meters) {
    this.store = store;
    this.hubs = hubs;
    this.watcher = watcher;
    this.meters = meters;
  }

  /// To be registered last: it answers whatever is left under `/api`.
  public void register(JavalinConfig config) {
    var routes = config.routes;
    new Routes(config).get("/api/v1/openapi.json", ctx -> reply(ctx, Document.bytes()));
    routes.get("/websub/{id}", this::verifyHub);
    routes.post("/websub/{id}", this::takePush);
    routes.get("/healthz", this::health);
    routes.get(
        "/metrics",
        ctx -> ctx.contentType("text/plain; version=0.0.4; charset=utf-8").result(meters.scrape()));
    routes.exception(Problem.class, (e, ctx) -> problem(ctx, e));
    routes.exception(HttpResponseException.class, (e, ctx) -> problem(ctx, refused(e)));
    routes.exception(
        HttpException.RuntimeException.class,
        (e, ctx) ->
            problem(ctx, new Problem(400, "The request is wrong", "It cannot be read as HTTP")));
    routes.exception(Exception.class, Api::mistake);
    for (HandlerType method :
        List.of(
            HandlerType.GET,
            HandlerType.POST,
            HandlerType.PUT,
            HandlerType.PATCH,
            HandlerType.DELETE)) {
      routes.addHttpHandler(method, "/api/*", Api::noSuchCall);
    }
  }

  private static Problem refused(HttpResponseException e) {
    return e.getStatus() == 413
        ? new Problem(413, "The body is too large", "Bodies have at most 20 MB")
        : new Problem(e.getStatus(), "The request is wrong", String.valueOf(e.getMessage()));
  }

  private void verifyHub(Context ctx) {
    if (hubs == null) throw Problem.notFound("No hub is expected here");
    Map<String, String> query = new HashMap<>();
    ctx.queryParamMap().forEach((name, values) -> query.put(name, values.getFirst()));
    var reply = hubs.verify(ctx.pathParam("id"), query);
    ctx.status(reply.status()).contentType("text/plain").result(reply.body());
  }

  private void takePush(Context ctx) {
    ctx.status(
        watcher.push(
            ctx.pathParam("id"),
            ctx.header("X-Hub-Signature"),
            ctx.contentType(),
            ctx.bodyAsBytes()));
  }

  private void health(Context ctx) {
    boolean alive = watcher.isAlive();
    ctx.status(alive ? 200 : 503);
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeStringProperty("status", alive ? "ok" : "not polling");
          json.writeNumberProperty("feeds", store.feeds().counts().feeds());
          json.writeEndObject();
        });
  }

  /// What the account of a request may see.
  static Sight sight(Store store, Context ctx) {
    return store.subscriptions().sight(Visitor.account(ctx));
  }

  /// Whether the account of a request looks after the others: the first one does.
  static boolean isAdministrator(Context ctx) {
    return Visitor.account(ctx) == Accounts.FIRST;
  }

  static void needAdministrator(Context ctx) {
    if (isAdministrator(ctx)) return;
    throw new Problem(403, "Not allowed", "Only the first account may do this");
  }

  static long id(Context ctx) {
    String text = ctx.pathParam("id");
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw Problem.badParameter("id", "must be a whole number, not '" + text + "'");
    }
  }

  static @Nullable Long number(Context ctx, String name) {
    String text = ctx.queryParam(name);
    if (text == null) return null;
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw Problem.badParameter(name, "must be a whole number, not '" + text + "'");
    }
  }

  static int limit(Context ctx) {
    Long limit = number(ctx, "limit");
    if (limit == null) return 50;
    if (limit < 1 || limit > MOST_A_PAGE) {
      throw Problem.badParameter("limit", "must be from 1 to " + MOST_A_PAGE);
    }
    return limit.intValue();
  }

  static @Nullable Instant time(Context ctx, String name) {
    String text = ctx.queryParam(name);
    if (text == null) return null;
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw Problem.badParameter(name, "must be a time like 2026-11-15T12:00:00Z");
    }
  }

  static Entries.Cursor cursor(String text) {
    try {
      return Entries.Cursor.of(text);
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter("before", String.valueOf(e.getMessage()));
    }
  }

  static JsonNode body(Context ctx) {
    byte[] bytes = ctx.bodyAsBytes();
    if (bytes.length > LARGEST_BODY) {
      throw new Problem(413, "The body is too large", "A JSON body has at most 1 MB");
    }
    try {
      JsonNode body = MAPPER.readTree(bytes);
      if (body.isObject()) return body;
    } catch (JacksonException e) {
      // the problem below says it
    }
    throw new Problem(400, "The body is wrong", "The body must be a JSON object");
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
    if (!value.isString()) throw Problem.badParameter(name, "must be a text");
    return value.stringValue();
  }

  private static void noSuchCall(Context ctx) {
    TreeSet<String> methods = new TreeSet<>();
    for (Document.Call c : Document.calls()) if (c.isAt(ctx.path())) methods.add(c.method());
    if (methods.isEmpty()) {
      throw Problem.notFound("There is no call " + ctx.path() + "; /api/v1/openapi.json has all");
    }
    String allowed = String.join(", ", methods);
    ctx.header("Allow", allowed);
    throw new Problem(405, "Not this method", "This address takes " + allowed);
  }

  /// The outer edge: a mistake of ours is logged whole and told without its inside.
  private static void mistake(Exception e, Context ctx) {
    log.error("{} {} failed", ctx.method(), ctx.path(), e);
    problem(
        ctx, new Problem(500, "A mistake of ours", "Freshet failed; its log tells where and why"));
  }

  private static void problem(Context ctx, Problem p) {
    ctx.status(p.status);
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeStringProperty("type", "about:blank");
          json.writeStringProperty("title", p.title);
          json.writeNumberProperty("status", p.status);
          json.writeStringProperty("detail", String.valueOf(p.getMessage()));
          if (p.parameter != null) json.writeStringProperty("parameter", p.parameter);
          json.writeEndObject();
        });
    ctx.contentType("application/problem+json");
  }

  static void json(Context ctx, Consumer<JsonGenerator> write) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(8192);
    try (JsonGenerator json = MAPPER.createGenerator(bytes)) {
      write.accept(json);
    }
    reply(ctx, bytes.toByteArray());
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
    json(
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

  /// What is asked for again and has not changed is not sent again.
  private static void reply(Context ctx, byte[] json) {
    ctx.contentType("application/json; charset=utf-8");
    if (ctx.statusCode() == 200 && ctx.method().equals(HandlerType.GET)) {
      String tag =
          "W/\"" + HexFormat.of().toHexDigits(Hashing.komihash5_0().hashBytesToLong(json)) + "\"";
      ctx.header("ETag", tag).header("Cache-Control", "private, no-cache");
      String known = ctx.header("If-None-Match");
      if (known != null && (known.contains(tag) || known.strip().equals("*"))) {
        ctx.status(304);
        return;
      }
    }
    ctx.result(json);
  }
}
