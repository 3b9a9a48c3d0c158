package freshet.api;

import freshet.exchange.EntryJson;
import freshet.exchange.FeedList;
import freshet.exchange.FeedListReader;
import freshet.exchange.FeedListWriter;
import freshet.model.Entry;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.pipeline.Freshness;
import freshet.pipeline.Hubs;
import freshet.pipeline.Meters;
import freshet.pipeline.Watcher;
import freshet.schedule.Budget;
import freshet.schedule.Spans;
import freshet.store.Entries;
import freshet.store.Store;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.UploadedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The JSON API under `/api/v1`, with `/healthz` and `/metrics` beside it. Documented in
/// docs/api.md.
public final class Api {
  private static final Logger log = LoggerFactory.getLogger(Api.class);
  private static final int MOST_A_PAGE = 500;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Store store;
  private final Watcher watcher;
  private final @Nullable Hubs hubs;
  private final Meters meters;
  private final InstantSource clock;

  /// @param hubs null if no hub can reach us
  public Api(
      Store store, Watcher watcher, @Nullable Hubs hubs, Meters meters, InstantSource clock) {
    this.store = store;
    this.hubs = hubs;
    this.watcher = watcher;
    this.meters = meters;
    this.clock = clock;
  }

  public void register(JavalinConfig config) {
    var routes = config.routes;
    routes.get("/api/v1/entries", this::entries);
    routes.get("/api/v1/entries/{id}", this::entry);
    routes.get("/api/v1/feeds", this::feeds);
    routes.post("/api/v1/feeds", this::addFeed);
    routes.get("/api/v1/feeds/{id}", this::feed);
    routes.patch("/api/v1/feeds/{id}", this::changeFeed);
    routes.delete("/api/v1/feeds/{id}", this::removeFeed);
    routes.post("/api/v1/feeds/{id}/poll", this::pollSoon);
    routes.get("/api/v1/feeds/{id}/polls", this::polls);
    routes.get("/api/v1/feeds/{id}/why", this::why);
    routes.get("/api/v1/freshness", this::freshness);
    routes.get("/api/v1/opml", this::exportOpml);
    routes.post("/api/v1/opml", this::importList);
    routes.get("/websub/{id}", this::verifyHub);
    routes.post("/websub/{id}", this::takePush);
    routes.get("/healthz", this::health);
    routes.get(
        "/metrics",
        ctx -> ctx.contentType("text/plain; version=0.0.4; charset=utf-8").result(meters.scrape()));
    routes.exception(Problem.class, (e, ctx) -> problem(ctx, e));
    routes.exception(Exception.class, Api::mistake);
    routes.get("/api/*", Api::noSuchCall);
    routes.post("/api/*", Api::noSuchCall);
  }

  private void entries(Context ctx) {
    int limit = limit(ctx);
    String cursor = ctx.queryParam("before");
    var filter =
        new Entries.Filter(
            number(ctx, "feed"),
            ctx.queryParam("language"),
            time(ctx, "since"),
            cursor == null ? null : cursor(cursor));
    List<Entry> page = store.entries().page(filter, limit);
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("entries");
          for (Entry e : page) EntryJson.write(json, e, null);
          json.writeEndArray();
          if (page.size() == limit) {
            json.writeStringProperty("next", Entries.Cursor.after(page.getLast()).toString());
          }
          json.writeEndObject();
        });
  }

  private void entry(Context ctx) {
    long id = id(ctx);
    Entry e =
        store.entries().find(id).orElseThrow(() -> Problem.notFound("There is no entry " + id));
    json(ctx, json -> EntryJson.write(json, e, store.entries().body(id)));
  }

  private void feeds(Context ctx) {
    Map<Long, String> folders = store.feeds().folders();
    List<Feed> all = store.feeds().all();
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("feeds");
          for (Feed f : all) FeedJson.write(json, f, folders.get(f.id()));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void feed(Context ctx) {
    Feed f = existing(ctx);
    json(ctx, json -> FeedJson.write(json, f, store.feeds().folders().get(f.id())));
  }

  private void addFeed(Context ctx) {
    JsonNode body = body(ctx);
    String address = text(body, "address");
    if (address == null) throw Problem.badParameter("address", "must be a text with the address");
    FeedUrl url;
    try {
      url = watcher.address(address);
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter("address", String.valueOf(e.getMessage()));
    }
    var added = watcher.add(url, text(body, "title"), text(body, "folder"));
    ctx.status(added.wasNew() ? 201 : 200).header("Location", "/api/v1/feeds/" + added.id());
    Feed f = store.feeds().find(added.id()).orElseThrow();
    json(ctx, json -> FeedJson.write(json, f, store.feeds().folders().get(f.id())));
  }

  private void changeFeed(Context ctx) {
    Feed f = existing(ctx);
    JsonNode body = body(ctx);
    String state = text(body, "state");
    if (state != null && !state.equals("active") && !state.equals("paused")) {
      throw Problem.badParameter("state", "must be 'active' or 'paused', not '" + state + "'");
    }
    Duration interval = body.has("interval") ? interval(body) : null;
    Map<String, String> headers = body.has("headers") ? headers(body.get("headers")) : null;
    String group = text(body, "quotaGroup");
    if (group != null && !group.matches(Budget.GROUP_NAME)) {
      throw Problem.badParameter("quotaGroup", "must be a group's name, such as graph");
    }
    if (body.has("quotaGroup")) watcher.setQuotaGroup(f.id(), group);
    if (body.has("interval")) watcher.setInterval(f.id(), interval);
    if (headers != null) store.feeds().setHeaders(f.id(), headers);
    if (body.has("title")) store.feeds().rename(f.id(), text(body, "title"));
    if (body.has("folder")) store.feeds().setFolder(f.id(), text(body, "folder"));
    if ("paused".equals(state)) watcher.pause(f.id());
    if ("active".equals(state)) watcher.resume(f.id());
    feed(ctx);
  }

  /// Null lets the interval be learned again.
  private static @Nullable Duration interval(JsonNode body) {
    String text = text(body, "interval");
    if (text == null) return null;
    try {
      Duration interval = Spans.parse(text);
      if (interval.compareTo(Duration.ofMinutes(1)) >= 0) return interval;
    } catch (IllegalArgumentException e) {
      // the problem below says it
    }
    throw Problem.badParameter("interval", "must be a time like 30m or 6h, at least a minute");
  }

  /// Sent to this feed's server only, such as `Authorization`. They are never shown again.
  private static Map<String, String> headers(JsonNode node) {
    if (!node.isObject()) throw Problem.badParameter("headers", "must be an object of texts");
    Map<String, String> headers = new HashMap<>();
    for (var field : node.properties()) {
      String value = field.getValue().isString() ? field.getValue().stringValue() : "";
      boolean plain = value.chars().allMatch(c -> c >= ' ' && c < 0x7f);
      if (value.isEmpty() || !plain || !field.getKey().matches("[A-Za-z0-9-]{1,60}")) {
        throw Problem.badParameter("headers", "must be an object of plain texts by header name");
      }
      headers.put(field.getKey(), value);
    }
    return headers;
  }

  private void removeFeed(Context ctx) {
    watcher.remove(existing(ctx).id());
    ctx.status(204);
  }

  private void pollSoon(Context ctx) {
    Feed f = existing(ctx);
    if (!watcher.pollSoon(f.id())) {
      throw new Problem(409, "The feed is paused", "Resume it first: PATCH with state 'active'");
    }
    ctx.status(202);
  }

  private void polls(Context ctx) {
    var polls = store.polls().of(existing(ctx).id(), limit(ctx));
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("polls");
          polls.forEach(p -> FeedJson.write(json, p));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void why(Context ctx) {
    Feed f = existing(ctx);
    var why =
        watcher
            .explain(f.id())
            .orElseThrow(
                () -> new Problem(409, "The feed is paused", "A paused feed has no schedule"));
    json(ctx, json -> FeedJson.write(json, why));
  }

  private void freshness(Context ctx) {
    Freshness f = watcher.freshness();
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("entries", f.entries());
          if (f.entries() > 0) {
            delays(json, "freshet", f.ours());
            delays(json, "roundRobin", f.roundRobin());
          }
          json.writeEndObject();
        });
  }

  private static void delays(JsonGenerator json, String name, Freshness.Delays d) {
    json.writeObjectPropertyStart(name);
    json.writeNumberProperty("meanSeconds", d.mean().toMillis() / 1000.0);
    json.writeNumberProperty("medianSeconds", d.median().toMillis() / 1000.0);
    json.writeNumberProperty("p95Seconds", d.p95().toMillis() / 1000.0);
    json.writeEndObject();
  }

  private void exportOpml(Context ctx) throws IOException {
    StringWriter opml = new StringWriter();
    FeedListWriter.opml(store.feeds().all(), store.feeds().folders(), clock.instant(), opml);
    ctx.contentType("text/x-opml; charset=utf-8")
        .header("Content-Disposition", "attachment; filename=\"freshet.opml\"")
        .result(opml.toString());
  }

  /// Takes OPML, CSV or a plain list, as the body or as an uploaded file.
  private void importList(Context ctx) throws IOException {
    UploadedFile file = ctx.isMultipartFormData() ? ctx.uploadedFile("file") : null;
    byte[] bytes = file == null ? ctx.bodyAsBytes() : file.content().readAllBytes();
    if (bytes.length == 0) throw Problem.badParameter("file", "is empty");
    FeedList list = FeedListReader.read(bytes);
    int added = 0;
    for (var f : list.feeds()) {
      if (watcher.add(f.url(), f.title(), f.folder()).wasNew()) added++;
    }
    int taken = added;
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("added", taken);
          json.writeNumberProperty("known", list.feeds().size() - taken);
          json.writeArrayPropertyStart("leftOut");
          list.leftOut().forEach(json::writeString);
          json.writeEndArray();
          json.writeEndObject();
        });
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

  private Feed existing(Context ctx) {
    long id = id(ctx);
    return store.feeds().find(id).orElseThrow(() -> Problem.notFound("There is no feed " + id));
  }

  static long id(Context ctx) {
    String text = ctx.pathParam("id");
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw Problem.notFound("'" + text + "' is not a number");
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
    try {
      JsonNode body = MAPPER.readTree(ctx.body());
      if (body.isObject()) return body;
    } catch (JacksonException e) {
      // the problem below says it
    }
    throw new Problem(400, "The body is wrong", "The body must be a JSON object");
  }

  static @Nullable String text(JsonNode body, String name) {
    JsonNode value = body.get(name);
    if (value == null || value.isNull()) return null;
    if (!value.isString()) throw Problem.badParameter(name, "must be a text");
    return value.stringValue();
  }

  private static void noSuchCall(Context ctx) {
    throw Problem.notFound("There is no call " + ctx.path() + "; docs/api.md lists them");
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
          json.writeEndObject();
        });
    ctx.contentType("application/problem+json");
  }

  static void json(Context ctx, Consumer<JsonGenerator> write) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(8192);
    try (JsonGenerator json = MAPPER.createGenerator(bytes)) {
      write.accept(json);
    }
    ctx.contentType("application/json; charset=utf-8").result(bytes.toByteArray());
  }
}
