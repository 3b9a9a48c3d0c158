package freshet.api;

import freshet.crawl.CrawlPlan;
import freshet.crawl.CrawlProgress;
import freshet.pipeline.Crawl;
import freshet.pipeline.Crawls;
import freshet.pipeline.Discoveries.State;
import freshet.schedule.Spans;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The calls about crawls: `/api/v1/crawls…`. Documented in docs/api.md.
public final class CrawlApi {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int MOST_STARTS = 100_000;
  private static final int MOST_AT_ONCE = 1_000;

  private final Crawls crawls;

  public CrawlApi(Crawls crawls) {
    this.crawls = crawls;
  }

  /// Before [Api], which answers whatever is left under `/api`.
  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/crawls", this::all);
    routes.post("/api/v1/crawls", this::begin);
    routes.get("/api/v1/crawls/{id}", ctx -> json(ctx, node(existing(ctx), true)));
    routes.patch("/api/v1/crawls/{id}", this::change);
    routes.delete("/api/v1/crawls/{id}", this::remove);
    routes.get("/api/v1/crawls/{id}/pages", this::pages);
    routes.get("/api/v1/crawls/{id}/events", this::events);
  }

  private void all(Context ctx) {
    ObjectNode answer = MAPPER.createObjectNode();
    ArrayNode list = answer.putArray("crawls");
    for (Crawl crawl : crawls.all()) list.add(node(crawl, false));
    json(ctx, answer);
  }

  private void begin(Context ctx) {
    JsonNode body = Api.body(ctx);
    CrawlPlan plan;
    try {
      plan =
          new CrawlPlan(
              CrawlPlan.Mode.of(body.path("mode").asString("link")),
              texts(body, "starts"),
              texts(body, "words"),
              (int) number(body, "threshold", 3),
              null,
              body.path("within").asBoolean(false),
              body.path("sitemaps").asBoolean(false),
              CrawlPlan.limits(
                  number(body, "maxPages", 1_000),
                  time(body),
                  (int) number(body, "maxDepth", 60_000)));
    } catch (IllegalArgumentException e) {
      throw new Problem(400, "The crawl cannot be started", String.valueOf(e.getMessage()));
    }
    Crawl crawl = crawls.begin(plan);
    ctx.status(201).header("Location", "/api/v1/crawls/" + crawl.id());
    json(ctx, node(crawl, true));
  }

  private static List<String> texts(JsonNode body, String name) {
    List<String> texts = new ArrayList<>();
    JsonNode values = body.path(name);
    if (values.isMissingNode() || values.isNull()) return texts;
    if (!values.isArray() || values.size() > MOST_STARTS) {
      throw Problem.badParameter(name, "must be an array of at most " + MOST_STARTS + " texts");
    }
    for (JsonNode value : values) {
      if (!value.isString()) throw Problem.badParameter(name, "must be an array of texts");
      String text = value.stringValue().replaceAll("\\R", " ").strip();
      if (!text.isEmpty()) texts.add(text);
    }
    return texts;
  }

  private static long number(JsonNode body, String name, long otherwise) {
    JsonNode value = body.path(name);
    if (value.isMissingNode() || value.isNull()) return otherwise;
    if (!value.isIntegralNumber() || value.longValue() > Integer.MAX_VALUE) {
      throw Problem.badParameter(name, "must be a whole number");
    }
    return value.longValue();
  }

  private static @Nullable Duration time(JsonNode body) {
    JsonNode wish = body.path("maxTime");
    if (wish.isMissingNode() || wish.isNull()) return null;
    try {
      return Spans.parse(wish.isString() ? wish.stringValue() : wish + "s");
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter("maxTime", "must be a time like 90s, 10m or 2h");
    }
  }

  private void change(Context ctx) {
    Crawl crawl = existing(ctx);
    switch (Api.body(ctx).path("state").asString("")) {
      case "running" -> crawl.resume();
      case "paused" -> crawl.pause();
      case "stopped" -> crawl.stop();
      default -> throw Problem.badParameter("state", "must be 'running', 'paused' or 'stopped'");
    }
    json(ctx, node(crawl, true));
  }

  private void remove(Context ctx) {
    crawls.remove(existing(ctx).id());
    ctx.status(204);
  }

  /// `?topic=` and `?q=` choose, `?from=` and `?most=` page on.
  private void pages(Context ctx) {
    ObjectNode answer = MAPPER.createObjectNode();
    ArrayNode list = answer.putArray("pages");
    String topic = Optional.ofNullable(ctx.queryParam("topic")).orElse("");
    String words = Optional.ofNullable(ctx.queryParam("q")).orElse("");
    int most = Math.min(MOST_AT_ONCE, parameter(ctx, "most", 100));
    existing(ctx).pages(topic, words, parameter(ctx, "from", 0), most).forEach(list::add);
    json(ctx, answer);
  }

  private static int parameter(Context ctx, String name, int otherwise) {
    String value = ctx.queryParam(name);
    if (value == null) return otherwise;
    if (!value.matches("\\d{1,9}")) throw Problem.badParameter(name, "must be a whole number");
    return Integer.parseInt(value);
  }

  private void events(Context ctx) {
    Crawl crawl = existing(ctx);
    ProgressEvents.stream(
        ctx,
        () -> node(crawl, false).toString(),
        () -> crawl.state() == State.DONE || crawl.state() == State.STOPPED || crawls.isClosed());
  }

  private static ObjectNode node(Crawl crawl, boolean whole) {
    ObjectNode node = MAPPER.createObjectNode();
    CrawlPlan plan = crawl.plan();
    node.put("id", crawl.id()).put("state", crawl.state().word());
    node.put("mode", plan.mode().name()).put("begun", crawl.begun().toString());
    node.put("starts", plan.starts().size());
    crawl.progress().ifPresent(p -> counters(node, p));
    if (!whole) return node;
    ArrayNode words = node.putArray("words");
    plan.words().forEach(words::add);
    ArrayNode troubles = node.putArray("troubles");
    crawl.troubles().forEach(troubles::add);
    ArrayNode left = node.putArray("notFollowed");
    crawl.progress().ifPresent(p -> p.traps().forEach(left::add));
    return node;
  }

  private static void counters(ObjectNode node, CrawlProgress p) {
    node.put("links", p.linksFound()).put("pages", p.pagesFetched()).put("failed", p.failed());
    node.put("waiting", p.waiting()).put("feeds", p.feedsFound()).put("bytes", p.bytes());
    node.put("hosts", p.hostsBusy()).put("resting", p.hostsResting());
    if (!p.lastPage().isEmpty()) node.put("last", p.lastPage());
    node.put("seconds", p.running().toSeconds());
    node.put("pagesPerSecond", Math.round(p.pagesPerSecond() * 10) / 10.0);
  }

  private Crawl existing(Context ctx) {
    String id = ctx.pathParam("id");
    Optional<Crawl> found =
        id.matches("\\d{1,9}") ? crawls.find(Integer.parseInt(id)) : Optional.empty();
    return found.orElseThrow(() -> Problem.notFound("There is no crawl " + id));
  }

  private static void json(Context ctx, ObjectNode answer) {
    Api.json(ctx, j -> j.writePOJO(answer));
  }
}
