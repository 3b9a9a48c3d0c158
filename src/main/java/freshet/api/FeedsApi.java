package freshet.api;

import static freshet.api.Api.body;
import static freshet.api.Api.json;
import static freshet.api.Api.text;

import freshet.account.Visitor;
import freshet.exchange.FeedList;
import freshet.exchange.FeedListReader;
import freshet.exchange.FeedListWriter;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.pipeline.Watcher;
import freshet.schedule.Budget;
import freshet.schedule.Spans;
import freshet.store.Store;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// The feeds that an account follows: add, change, remove, lists in and out. The first account sees
/// and changes those of others too.
public final class FeedsApi {
  private static final int A_PAGE = 500;

  private final Store store;
  private final Watcher watcher;
  private final InstantSource clock;

  public FeedsApi(Store store, Watcher watcher, InstantSource clock) {
    this.store = store;
    this.watcher = watcher;
    this.clock = clock;
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/feeds", this::feeds);
    routes.post("/api/v1/feeds", this::add);
    routes.get("/api/v1/feeds/{id}", this::feed);
    routes.patch("/api/v1/feeds/{id}", this::change);
    routes.delete("/api/v1/feeds/{id}", this::remove);
    routes.get("/api/v1/opml", this::exportOpml);
    routes.post("/api/v1/opml", this::importList);
  }

  private void feeds(Context ctx) {
    boolean all = "true".equals(ctx.queryParam("all"));
    if (all) Api.needAdministrator(ctx);
    long account = Visitor.account(ctx);
    int limit = ctx.queryParam("limit") == null ? A_PAGE : Api.limit(ctx);
    Long after = Api.number(ctx, "after");
    Map<Long, String> folders = store.feeds().folders(account);
    Map<Long, Long> followers = all ? store.subscriptions().counts() : Map.of();
    List<Feed> page =
        store.feedLists().after(all ? null : (Long) account, after == null ? 0 : after, limit);
    Api.page(
        ctx,
        "feeds",
        page,
        limit,
        (json, f) -> FeedJson.write(json, f, folders.get(f.id()), followers.get(f.id())),
        Feed::id);
  }

  private void feed(Context ctx) {
    Feed f = existing(store, ctx);
    json(ctx, json -> write(json, f, ctx));
  }

  private void write(JsonGenerator json, Feed f, Context ctx) {
    String folder = store.feeds().folders(Visitor.account(ctx)).get(f.id());
    FeedJson.write(json, f, folder, null);
  }

  private void add(Context ctx) {
    JsonNode body = body(ctx);
    String address = text(body, "address");
    if (address == null) throw Problem.badParameter("address", "must be a text with the address");
    FeedUrl url;
    try {
      url = watcher.address(address);
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter("address", String.valueOf(e.getMessage()));
    }
    var added = watcher.add(Visitor.account(ctx), url, text(body, "title"), text(body, "folder"));
    ctx.status(added.wasNew() ? 201 : 200).header("Location", "/api/v1/feeds/" + added.id());
    Feed f = store.feeds().find(Visitor.account(ctx), added.id()).orElseThrow();
    json(ctx, json -> write(json, f, ctx));
  }

  private void change(Context ctx) {
    Feed f = existing(store, ctx);
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
    boolean forAll = state != null || body.has("interval") || headers != null;
    if (forAll || body.has("quotaGroup")) needToOwn(ctx, f.id());
    if (body.has("quotaGroup")) watcher.setQuotaGroup(f.id(), group);
    if (body.has("interval")) watcher.setInterval(f.id(), interval);
    if (headers != null) store.feeds().setHeaders(f.id(), headers);
    if (body.has("title")) rename(Visitor.account(ctx), f.id(), text(body, "title"));
    if (body.has("folder")) {
      boolean _ =
          store.subscriptions().setFolder(Visitor.account(ctx), f.id(), text(body, "folder"));
    }
    if ("paused".equals(state)) watcher.pause(f.id());
    if ("active".equals(state)) watcher.resume(f.id());
    feed(ctx);
  }

  /// What changes a feed for everybody is for those who follow it alone, and for the first account.
  static void needToOwn(Store store, Context ctx, long feed) {
    boolean shared = store.subscriptions().others(Visitor.account(ctx), feed) > 0;
    if (!shared || Api.isAdministrator(ctx)) return;
    throw new Problem(
        403, "Not allowed", "Others follow this feed too; only the first account may change it");
  }

  private void needToOwn(Context ctx, long feed) {
    needToOwn(store, ctx, feed);
  }

  /// The feed's own name if nobody else follows it, else the account's name for it.
  private void rename(long account, long feed, @Nullable String title) {
    boolean shared = store.subscriptions().others(account, feed) > 0;
    if (!shared) {
      boolean _ = store.feeds().rename(feed, title);
    }
    boolean follows = store.subscriptions().rename(account, feed, shared ? title : null);
    if (shared && !follows) {
      boolean _ = store.feeds().rename(feed, title);
    }
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

  /// An account follows it no longer. The first account may say that nobody shall.
  private void remove(Context ctx) {
    Feed f = existing(store, ctx);
    if ("true".equals(ctx.queryParam("all"))) {
      Api.needAdministrator(ctx);
      watcher.remove(f.id());
    } else if (!watcher.unsubscribe(Visitor.account(ctx), f.id())) {
      throw new Problem(
          409, "You do not follow this feed", "Others do: DELETE with all=true removes it for all");
    }
    ctx.status(204);
  }

  private void exportOpml(Context ctx) throws IOException {
    long account = Visitor.account(ctx);
    StringWriter opml = new StringWriter();
    FeedListWriter.opml(
        store.feeds().page(account, Integer.MAX_VALUE, 0),
        store.feeds().folders(account),
        clock.instant(),
        opml);
    ctx.contentType("text/x-opml; charset=utf-8")
        .header("Content-Disposition", "attachment; filename=\"freshet.opml\"")
        .result(opml.toString());
  }

  /// Takes OPML, CSV or a plain list, as the body or as an uploaded file.
  private void importList(Context ctx) throws IOException {
    long account = Visitor.account(ctx);
    FeedList list = FeedListReader.read(Api.list(ctx));
    int added = 0;
    for (var f : list.feeds()) {
      if (watcher.add(account, f.url(), f.title(), f.folder()).wasNew()) added++;
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

  /// The feed that the address names: one that the account follows, or any for the first account.
  static Feed existing(Store store, Context ctx) {
    long id = Api.id(ctx);
    Optional<Feed> own = store.feeds().find(Visitor.account(ctx), id);
    if (own.isEmpty() && Api.isAdministrator(ctx)) own = store.feeds().find(id);
    return own.orElseThrow(() -> Problem.notFound("There is no feed " + id));
  }
}
