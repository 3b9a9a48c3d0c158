package freshet.api;

import freshet.chart.Table;
import freshet.discover.Counters;
import freshet.discover.FinderLimits;
import freshet.discover.FoundFeed;
import freshet.discover.FoundJson;
import freshet.discover.SiteReport;
import freshet.exchange.SiteList;
import freshet.exchange.SiteListReader;
import freshet.model.FeedUrl;
import freshet.pipeline.Discoveries;
import freshet.pipeline.Discoveries.Search;
import freshet.pipeline.Discoveries.State;
import freshet.pipeline.Statistics;
import freshet.pipeline.Watcher;
import freshet.schedule.Spans;
import freshet.store.Store;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.UploadedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The calls about searches for feeds, and the statistics: `/api/v1/discoveries…` and
/// `/api/v1/statistics`. Documented in docs/api.md.
public final class DiscoveryApi {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int MOST_SITES = 1_000_000;

  private final Store store;
  private final Watcher watcher;
  private final Discoveries discoveries;
  private final InstantSource clock;

  public DiscoveryApi(Store store, Watcher watcher, Discoveries discoveries, InstantSource clock) {
    this.store = store;
    this.watcher = watcher;
    this.discoveries = discoveries;
    this.clock = clock;
  }

  /// Before [Api], which answers whatever is left under `/api`.
  public void register(JavalinConfig config) {
    var routes = config.routes;
    routes.get("/api/v1/discoveries", this::all);
    routes.post("/api/v1/discoveries", this::begin);
    routes.get("/api/v1/discoveries/{id}", ctx -> json(ctx, j -> write(j, existing(ctx), true)));
    routes.patch("/api/v1/discoveries/{id}", this::change);
    routes.delete("/api/v1/discoveries/{id}", this::remove);
    routes.get("/api/v1/discoveries/{id}/feeds", this::feeds);
    routes.post("/api/v1/discoveries/{id}/feeds", this::addFeeds);
    routes.get("/api/v1/discoveries/{id}/events", this::events);
    routes.get("/api/v1/statistics", this::statistics);
  }

  private void all(Context ctx) {
    json(
        ctx,
        j -> {
          j.writeStartObject();
          j.writeArrayPropertyStart("discoveries");
          for (Search s : discoveries.all()) write(j, s, false);
          j.writeEndArray();
          j.writeEndObject();
        });
  }

  /// Takes `{"sites": […]}`, or a CSV, OPML or plain list as the body or as an uploaded file.
  private void begin(Context ctx) throws IOException {
    SiteList list;
    FinderLimits limits = FinderLimits.THOROUGH;
    String type = Optional.ofNullable(ctx.contentType()).orElse("");
    if (type.startsWith("application/json")) {
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
      UploadedFile file = ctx.isMultipartFormData() ? ctx.uploadedFile("file") : null;
      list = SiteListReader.read(file == null ? ctx.bodyAsBytes() : file.content().readAllBytes());
    }
    if (list.sites().isEmpty()) {
      String why = list.leftOut().isEmpty() ? "it is empty" : list.leftOut().getFirst();
      throw new Problem(400, "There is no site to search", why);
    }
    if (list.sites().size() > MOST_SITES) {
      throw new Problem(413, "Too many sites", "At most " + MOST_SITES + " at once");
    }
    Search search = discoveries.begin(list.sites(), list.leftOut(), limits);
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
    Search search = existing(ctx);
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
    Search search = existing(ctx);
    boolean smallest = "true".equals(ctx.queryParam("smallest"));
    List<FoundFeed> feeds = smallest ? search.smallest() : search.found();
    json(
        ctx,
        j -> {
          j.writeStartObject();
          j.writeArrayPropertyStart("feeds");
          for (FoundFeed f : feeds) FoundJson.write(j, f);
          j.writeEndArray();
          j.writeEndObject();
        });
  }

  /// Follows those of the found feeds that are named, or the smallest set if none are.
  private void addFeeds(Context ctx) {
    Search search = existing(ctx);
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
          wanted.add(FeedUrl.of(name.stringValue()));
        } catch (IllegalArgumentException e) {
          throw Problem.badParameter("feeds", String.valueOf(e.getMessage()));
        }
      }
    }
    String in = folder == null || !folder.isString() ? null : folder.stringValue();
    int added = 0;
    for (FeedUrl url : wanted) if (watcher.add(url, null, in).wasNew()) added++;
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
    Search search = existing(ctx);
    ProgressEvents.stream(
        ctx,
        () -> line(search),
        () ->
            search.state() == State.DONE
                || search.state() == State.STOPPED
                || discoveries.isClosed());
  }

  private static String line(Search search) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator j = MAPPER.createGenerator(out)) {
      write(j, search, false);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static void write(JsonGenerator j, Search s, boolean whole) {
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

  private void statistics(Context ctx) {
    Instant now = clock.instant();
    Statistics statistics =
        Statistics.of(
            store,
            now.minus(Duration.ofDays(days(ctx))),
            now,
            zone(ctx),
            Locale.ENGLISH,
            discoveries.perDay());
    String name = ctx.queryParam("table");
    List<Table> tables =
        statistics.tables().stream().filter(t -> name == null || t.name().equals(name)).toList();
    if (tables.isEmpty()) throw Problem.badParameter("table", "must name one of the tables");
    if ("csv".equals(ctx.queryParam("format"))) {
      if (tables.size() > 1) throw Problem.badParameter("table", "must name one table for CSV");
      ctx.contentType("text/csv; charset=utf-8")
          .header("Content-Disposition", "attachment; filename=\"freshet-" + name + ".csv\"")
          .result(tables.getFirst().csv());
      return;
    }
    json(
        ctx,
        j -> {
          j.writeStartObject();
          j.writeNumberProperty("posts", statistics.posts());
          j.writeNumberProperty("dateOnly", statistics.dateOnly());
          if (!Double.isNaN(statistics.medianSeconds())) {
            j.writeNumberProperty("medianSeconds", statistics.medianSeconds());
            j.writeNumberProperty("p95Seconds", statistics.p95Seconds());
          }
          for (Table t : tables) table(j, t);
          j.writeEndObject();
        });
  }

  private static void table(JsonGenerator j, Table t) {
    j.writeArrayPropertyStart(t.name());
    for (Table.Row r : t.rows()) {
      j.writeStartObject();
      j.writeStringProperty(t.first(), r.name());
      for (int i = 0; i < t.columns().size(); i++) {
        double v = r.values()[i];
        String name = property(t.columns().get(i));
        if (v == Math.rint(v)) j.writeNumberProperty(name, (long) v);
        else if (!Double.isNaN(v)) j.writeNumberProperty(name, v);
      }
      j.writeEndObject();
    }
    j.writeEndArray();
  }

  /// `nothing new` → `nothingNew`, `URLs` → `urls`.
  private static String property(String column) {
    StringBuilder s = new StringBuilder();
    for (String word : column.split(" ", -1)) {
      String lower = word.toLowerCase(Locale.ROOT);
      s.append(s.isEmpty() ? lower : Character.toUpperCase(lower.charAt(0)) + lower.substring(1));
    }
    return s.toString();
  }

  private static int days(Context ctx) {
    String days = ctx.queryParam("days");
    if (days == null) return 30;
    if (!days.matches("[1-9]\\d{0,4}"))
      throw Problem.badParameter("days", "must be from 1 to 99999");
    return Integer.parseInt(days);
  }

  private static ZoneId zone(Context ctx) {
    String zone = ctx.queryParam("zone");
    if (zone == null) return ZoneId.systemDefault();
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException e) {
      throw Problem.badParameter("zone", "must be a time zone like Europe/Tallinn or UTC");
    }
  }

  private Search existing(Context ctx) {
    String id = ctx.pathParam("id");
    Optional<Search> found =
        id.matches("\\d{1,9}") ? discoveries.find(Integer.parseInt(id)) : Optional.empty();
    return found.orElseThrow(() -> Problem.notFound("There is no discovery " + id));
  }

  private static JsonNode body(Context ctx) {
    try {
      JsonNode body = MAPPER.readTree(ctx.body());
      if (body != null && body.isObject()) return body;
    } catch (JacksonException e) {
      // the problem below says it
    }
    throw new Problem(400, "The body is wrong", "The body must be a JSON object");
  }

  private static void json(Context ctx, Consumer<JsonGenerator> write) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = MAPPER.createGenerator(out)) {
      write.accept(json);
    }
    ctx.contentType("application/json; charset=utf-8").result(out.toByteArray());
  }
}
