package freshet.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import freshet.discover.Counters;
import freshet.discover.FinderLimits;
import freshet.discover.FoundFeed;
import freshet.discover.FoundJson;
import freshet.discover.Reach;
import freshet.discover.SiteReport;
import freshet.exchange.SiteList;
import freshet.exchange.SiteListReader;
import freshet.http.Json;
import freshet.http.Problem;
import freshet.http.ProgressEvents;
import freshet.jobs.Discovery;
import freshet.library.Exploring;
import freshet.model.Account;
import freshet.model.FeedUrl;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The searches for feeds of an account: `/api/v1/discoveries…`.
public final class DiscoveryApi {
  private static final int A_PAGE = 500;

  private final Exploring exploring;

  public DiscoveryApi(Exploring exploring) {
    this.exploring = exploring;
  }

  /// Before [Api], which answers whatever is left under `/api`.
  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/discoveries", this::all);
    routes.post("/api/v1/discoveries", this::begin);
    routes.get(
        "/api/v1/discoveries/{id}",
        (ctx, who) -> Json.send(ctx, Answer.of(existing(ctx, who), true)));
    routes.patch("/api/v1/discoveries/{id}", this::change);
    routes.delete("/api/v1/discoveries/{id}", this::remove);
    routes.get("/api/v1/discoveries/{id}/feeds", this::feeds);
    routes.post("/api/v1/discoveries/{id}/feeds", this::addFeeds);
    routes.get("/api/v1/discoveries/{id}/events", this::events);
  }

  record Answer(
      int id,
      String state,
      Instant begun,
      @Nullable String trouble,
      @JsonUnwrapped @Nullable Counts counts,
      @Nullable List<Trouble> troubles,
      @Nullable List<String> leftOut) {
    /// @param whole with the sites that could not be read and what was left out
    static Answer of(Discovery s, boolean whole) {
      return new Answer(
          s.id(),
          s.state().word(),
          s.begun(),
          s.trouble().orElse(null),
          s.counters().map(Counts::of).orElse(null),
          whole ? s.troubles().stream().map(Trouble::of).toList() : null,
          whole ? s.leftOut() : null);
    }
  }

  record Counts(
      int sites,
      int done,
      int failed,
      int underWay,
      long links,
      long pages,
      long waiting,
      int feeds,
      @Nullable String last,
      long seconds,
      double pagesPerSecond,
      int resting,
      @Nullable Instant restsUntil) {
    static Counts of(Counters.Now c) {
      return new Counts(
          c.sites(),
          c.done(),
          c.failed(),
          c.underWay(),
          c.links(),
          c.pages(),
          c.waiting(),
          c.feeds(),
          c.last(),
          c.running().toSeconds(),
          Math.round(c.pagesPerSecond() * 10) / 10.0,
          c.resting(),
          c.restsUntil());
    }
  }

  record Trouble(String site, String trouble) {
    static Trouble of(SiteReport r) {
      return new Trouble(r.site().shown(), String.valueOf(r.trouble()));
    }
  }

  private void all(Context ctx, Account who) {
    int limit = Api.limit(ctx);
    Long before = Api.number(ctx, "before");
    List<Discovery> page =
        exploring.discoveries(who).stream()
            .filter(s -> before == null || s.id() < before)
            .limit(limit)
            .toList();
    Api.page(ctx, "discoveries", page, limit, s -> Answer.of(s, false), Discovery::id);
  }

  /// Takes `{"sites": […]}`, or a CSV, OPML or plain list as the body or as an uploaded file.
  private void begin(Context ctx, Account who) throws IOException {
    SiteList list;
    FinderLimits limits = FinderLimits.THOROUGH;
    String hours = null;
    boolean again = "true".equals(ctx.queryParam("again"));
    if (Checks.isJson(ctx)) {
      JsonNode body = Json.body(ctx);
      StringBuilder lines = new StringBuilder();
      for (JsonNode site : Api.given(body.get("sites"))) {
        lines.append(site.stringValue().replaceAll("\\R", " ")).append('\n');
      }
      list = SiteListReader.read(lines.toString().getBytes(StandardCharsets.UTF_8));
      limits = limits(body);
      hours = Api.text(body, "hours");
      again = Api.flag(body, "again", again);
    } else {
      list = SiteListReader.read(Api.list(ctx));
    }
    Discovery search = exploring.discover(who, list, limits, again, hours);
    ctx.status(201).header("Location", "/api/v1/discoveries/" + search.id());
    Json.send(ctx, Answer.of(search, true));
  }

  private static FinderLimits limits(JsonNode body) {
    FinderLimits base = Api.flag(body, "quick", false) ? FinderLimits.QUICK : FinderLimits.THOROUGH;
    Duration time = Api.time(body);
    return new FinderLimits(
        body.path("maxFeeds").asInt(base.feeds()),
        body.path("maxPages").asInt(base.pages()),
        time == null ? base.time() : time,
        body.path("maxDepth").asInt(base.depth()),
        base.outside(),
        reach(body));
  }

  private static Reach reach(JsonNode body) {
    String reach = Api.text(body, "reach");
    try {
      return reach == null ? Reach.HOST : Reach.of(reach);
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter("reach", String.valueOf(e.getMessage()));
    }
  }

  private void change(Context ctx, Account who) {
    Json.send(ctx, Answer.of(exploring.act(who, Api.id(ctx), Api.act(ctx)), true));
  }

  private void remove(Context ctx, Account who) {
    exploring.remove(who, Api.id(ctx));
    ctx.status(204);
  }

  private void feeds(Context ctx, Account who) {
    Discovery search = existing(ctx, who);
    boolean smallest = "true".equals(ctx.queryParam("smallest"));
    int limit = ctx.queryParam("limit") == null ? A_PAGE : Api.limit(ctx);
    Long after = Api.number(ctx, "after");
    List<FoundFeed> all = smallest ? search.smallest() : search.found();
    int from = Math.clamp(after == null ? 0 : after, 0, all.size());
    List<FoundFeed> feeds = all.subList(from, Math.min(all.size(), from + limit));
    Api.page(ctx, "feeds", feeds, limit, FoundJson::write, _ -> from + limit);
  }

  /// Follows those of the found feeds that are named, or the smallest set if none are.
  private void addFeeds(Context ctx, Account who) {
    JsonNode body = Json.body(ctx);
    Json.send(
        ctx,
        exploring.follow(who, Api.id(ctx), feeds(body.get("feeds")), Api.text(body, "folder")));
  }

  private static @Nullable List<FeedUrl> feeds(@Nullable JsonNode names) {
    if (names == null || names.isNull()) return null;
    List<FeedUrl> feeds = new ArrayList<>();
    try {
      for (JsonNode name : names) feeds.add(FeedUrl.of(name.stringValue()));
      return feeds;
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter("feeds", String.valueOf(e.getMessage()));
    }
  }

  private void events(Context ctx, Account who) {
    Discovery search = existing(ctx, who);
    ProgressEvents.stream(
        ctx,
        () -> Json.MAPPER.writeValueAsString(Answer.of(search, false)),
        () -> exploring.isOver(search));
  }

  private Discovery existing(Context ctx, Account who) {
    return exploring.discovery(who, Api.id(ctx));
  }
}
