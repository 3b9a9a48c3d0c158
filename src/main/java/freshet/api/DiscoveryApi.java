package freshet.api;

import static freshet.api.Api.body;
import static freshet.api.Api.json;

import freshet.account.Visitor;
import freshet.discover.Counters;
import freshet.discover.FinderLimits;
import freshet.discover.FoundFeed;
import freshet.discover.FoundJson;
import freshet.discover.SiteReport;
import freshet.exchange.SiteList;
import freshet.exchange.SiteListReader;
import freshet.model.FeedUrl;
import freshet.pipeline.Discoveries;
import freshet.pipeline.Discoveries.State;
import freshet.pipeline.Discovery;
import freshet.pipeline.Watcher;
import freshet.schedule.Spans;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// The searches for feeds of an account: `/api/v1/discoveries…`.
public final class DiscoveryApi {
  private static final int MOST_SITES = 1_000_000;
  private static final int A_PAGE = 500;

  private final Watcher watcher;
  private final Discoveries discoveries;

  public DiscoveryApi(Watcher watcher, Discoveries discoveries) {
    this.watcher = watcher;
    this.discoveries = discoveries;
  }

  /// Before [Api], which answers whatever is left under `/api`.
  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/discoveries", this::all);
    routes.post("/api/v1/discoveries", this::begin);
    routes.get("/api/v1/discoveries/{id}", ctx -> json(ctx, j -> write(j, existing(ctx), true)));
    routes.patch("/api/v1/discoveries/{id}", this::change);
    routes.delete("/api/v1/discoveries/{id}", this::remove);
    routes.get("/api/v1/discoveries/{id}/feeds", this::feeds);
    routes.post("/api/v1/discoveries/{id}/feeds", this::addFeeds);
    routes.get("/api/v1/discoveries/{id}/events", this::events);
  }

  private void all(Context ctx) {
    int limit = Api.limit(ctx);
    Long before = Api.number(ctx, "before");
    List<Discovery> page =
        discoveries.all(Visitor.account(ctx)).stream()
            .filter(s -> before == null || s.id() < before)
            .limit(limit)
            .toList();
    Api.page(ctx, "discoveries", page, limit, (json, s) -> write(json, s, false), Discovery::id);
  }

  /// Takes `{"sites": […]}`, or a CSV, OPML or plain list as the body or as an uploaded file.
  private void begin(Context ctx) throws IOException {
    SiteList list;
    FinderLimits limits = FinderLimits.THOROUGH;
    if (Checks.isJson(ctx)) {
      JsonNode body = body(ctx);
      JsonNode sites = body.get("sites");
      if (sites == null || !sites.isArray()) {
        throw Problem.badParameter("sites", "must be an array of addresses");
      }
      StringBuilder lines = new StringBuilder();
      for (JsonNode site : sites) {
        if (!site.isString()) throw Problem.badParameter("sites", "must be an array of texts");
        lines.append(site.stringValue().replaceAll("\\R", " ")).append('\n');
      }
      list = SiteListReader.read(lines.toString().getBytes(StandardCharsets.UTF_8));
      limits = limits(body);
    } else {
      list = SiteListReader.read(Api.list(ctx));
    }
    if (list.sites().isEmpty()) {
      String why = list.leftOut().isEmpty() ? "it is empty" : list.leftOut().getFirst();
      throw new Problem(400, "There is no site to search", why);
    }
    if (list.sites().size() > MOST_SITES) {
      throw new Problem(413, "Too many sites", "At most " + MOST_SITES + " at once");
    }
    Discovery search =
        discoveries.begin(Visitor.account(ctx), list.sites(), list.leftOut(), limits);
    ctx.status(201).header("Location", "/api/v1/discoveries/" + search.id());
    json(ctx, j -> write(j, search, true));
  }

  private static FinderLimits limits(JsonNode body) {
    JsonNode quick = body.get("quick");
    FinderLimits base =
        quick != null && quick.isBoolean() && quick.booleanValue()
            ? FinderLimits.QUICK
            : FinderLimits.THOROUGH;
    Duration time = base.time();
    JsonNode wish = body.get("maxTime");
    if (wish != null) {
      try {
        time = Spans.parse(wish.isString() ? wish.stringValue() : wish + "s");
      } catch (IllegalArgumentException e) {
        throw Problem.badParameter("maxTime", "must be a time like 90s, 10m or 2h");
      }
    }
    try {
      return new FinderLimits(
          number(body, "maxFeeds", base.feeds()),
          number(body, "maxPages", base.pages()),
          time,
          number(body, "maxDepth", base.depth()),
          base.outside());
    } catch (IllegalArgumentException e) {
      throw new Problem(400, "A limit is wrong", "Limits must be at least 1");
    }
  }

  private static int number(JsonNode body, String name, int otherwise) {
    JsonNode value = body.get(name);
    if (value == null || value.isNull()) return otherwise;
    if (!value.isInt()) throw Problem.badParameter(name, "must be a whole number");
    return value.intValue();
  }

  private void change(Context ctx) {
    Discovery search = existing(ctx);
    JsonNode state = body(ctx).get("state");
    switch (state == null || !state.isString() ? "" : state.stringValue()) {
      case "running" -> search.resume();
      case "paused" -> search.pause();
      case "stopped" -> search.stop();
      default -> throw Problem.badParameter("state", "must be 'running', 'paused' or 'stopped'");
    }
    json(ctx, j -> write(j, search, true));
  }

  private void remove(Context ctx) {
    discoveries.remove(existing(ctx).id());
    ctx.status(204);
  }

  private void feeds(Context ctx) {
    Discovery search = existing(ctx);
    boolean smallest = "true".equals(ctx.queryParam("smallest"));
    int limit = ctx.queryParam("limit") == null ? A_PAGE : Api.limit(ctx);
    Long after = Api.number(ctx, "after");
    List<FoundFeed> all = smallest ? search.smallest() : search.found();
    int from = Math.clamp(after == null ? 0 : after, 0, all.size());
    List<FoundFeed> feeds = all.subList(from, Math.min(all.size(), from + limit));
    Api.page(ctx, "feeds", feeds, limit, FoundJson::write, _ -> from + limit);
  }

  /// Follows those of the found feeds that are named, or the smallest set if none are.
  private void addFeeds(Context ctx) {
    Discovery search = existing(ctx);
    JsonNode body = body(ctx);
    JsonNode names = body.get("feeds");
    JsonNode folder = body.get("folder");
    List<FeedUrl> wanted = new ArrayList<>();
    if (names == null || names.isNull()) {
      search.smallest().forEach(f -> wanted.add(f.feed()));
    } else {
      for (JsonNode name : names) {
        if (!name.isString()) throw Problem.badParameter("feeds", "must be an array of addresses");
        try {
          wanted.add(watcher.address(name.stringValue()));
        } catch (IllegalArgumentException e) {
          throw Problem.badParameter("feeds", String.valueOf(e.getMessage()));
        }
      }
    }
    String in = folder == null || !folder.isString() ? null : folder.stringValue();
    int added = 0;
    for (FeedUrl url : wanted)
      if (watcher.add(Visitor.account(ctx), url, null, in).wasNew()) added++;
    int taken = added;
    json(
        ctx,
        j -> {
          j.writeStartObject();
          j.writeNumberProperty("added", taken);
          j.writeNumberProperty("known", wanted.size() - taken);
          j.writeEndObject();
        });
  }

  private void events(Context ctx) {
    Discovery search = existing(ctx);
    ProgressEvents.stream(
        ctx,
        () -> line(search),
        () ->
            search.state() == State.DONE
                || search.state() == State.STOPPED
                || discoveries.isClosed());
  }

  private static String line(Discovery search) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator j = Api.MAPPER.createGenerator(out)) {
      write(j, search, false);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static void write(JsonGenerator j, Discovery s, boolean whole) {
    j.writeStartObject();
    j.writeNumberProperty("id", s.id());
    j.writeStringProperty("state", s.state().word());
    j.writeStringProperty("begun", s.begun().toString());
    s.counters().ifPresent(c -> counters(j, c));
    if (whole) {
      j.writeArrayPropertyStart("troubles");
      for (SiteReport r : s.troubles()) {
        j.writeStartObject();
        j.writeStringProperty("site", r.site().shown());
        j.writeStringProperty("trouble", String.valueOf(r.trouble()));
        j.writeEndObject();
      }
      j.writeEndArray();
      j.writeArrayPropertyStart("leftOut");
      s.leftOut().forEach(j::writeString);
      j.writeEndArray();
    }
    j.writeEndObject();
  }

  private static void counters(JsonGenerator j, Counters.Now c) {
    j.writeNumberProperty("sites", c.sites());
    j.writeNumberProperty("done", c.done());
    j.writeNumberProperty("failed", c.failed());
    j.writeNumberProperty("underWay", c.underWay());
    j.writeNumberProperty("links", c.links());
    j.writeNumberProperty("pages", c.pages());
    j.writeNumberProperty("waiting", c.waiting());
    j.writeNumberProperty("feeds", c.feeds());
    if (c.last() != null) j.writeStringProperty("last", c.last());
    j.writeNumberProperty("seconds", c.running().toMillis() / 1000);
    j.writeNumberProperty("pagesPerSecond", Math.round(c.pagesPerSecond() * 10) / 10.0);
  }

  private Discovery existing(Context ctx) {
    String id = ctx.pathParam("id");
    Optional<Discovery> found =
        id.matches("\\d{1,9}")
            ? discoveries.find(Visitor.account(ctx), Integer.parseInt(id))
            : Optional.empty();
    return found.orElseThrow(() -> Problem.notFound("There is no discovery " + id));
  }
}
