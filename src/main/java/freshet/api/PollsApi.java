package freshet.api;

import static freshet.api.Api.json;

import freshet.account.Visitor;
import freshet.model.Feed;
import freshet.model.Poll;
import freshet.pipeline.Freshness;
import freshet.pipeline.Watcher;
import freshet.schedule.Why;
import freshet.store.FeedLists;
import freshet.store.Polls;
import freshet.store.Sight;
import freshet.store.Store;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/// When feeds are asked and why: polls that were, polls to come, the sites they go to, and how
/// fresh entries were for it.
public final class PollsApi {
  private final Store store;
  private final Watcher watcher;

  public PollsApi(Store store, Watcher watcher) {
    this.store = store;
    this.watcher = watcher;
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.post("/api/v1/feeds/{id}/poll", this::pollSoon);
    routes.get("/api/v1/feeds/{id}/polls", this::ofFeed);
    routes.get("/api/v1/feeds/{id}/why", this::why);
    routes.get("/api/v1/polls", this::polls);
    routes.get("/api/v1/schedule", this::schedule);
    routes.get("/api/v1/freshness", this::freshness);
    routes.get("/api/v1/sites", this::sites);
    routes.get("/api/v1/sites/{site}", this::site);
  }

  private void pollSoon(Context ctx) {
    Feed f = FeedsApi.existing(store, ctx);
    if (!watcher.pollSoon(f.id())) {
      throw new Problem(409, "The feed is paused", "Resume it first: PATCH with state 'active'");
    }
    ctx.status(202);
  }

  private void ofFeed(Context ctx) {
    polls(ctx, Sight.EVERYTHING, FeedsApi.existing(store, ctx).id());
  }

  private void polls(Context ctx) {
    polls(ctx, Api.sight(store, ctx), Api.number(ctx, "feed"));
  }

  private void polls(Context ctx, Sight sight, @org.jspecify.annotations.Nullable Long feed) {
    int limit = Api.limit(ctx);
    var filter = new Polls.Filter(feed, ctx.queryParam("outcome"), Api.number(ctx, "before"));
    List<Poll> polls = store.polls().page(sight, filter, limit);
    Api.page(ctx, "polls", polls, limit, FeedJson::write, Poll::id);
  }

  private void why(Context ctx) {
    Feed f = FeedsApi.existing(store, ctx);
    Why why =
        watcher
            .explain(f.id())
            .orElseThrow(
                () -> new Problem(409, "The feed is paused", "A paused feed has no schedule"));
    json(ctx, json -> FeedJson.write(json, why));
  }

  /// The feeds that are asked next, each with its reason.
  private void schedule(Context ctx) {
    List<Feed> next = store.feedLists().next(Visitor.account(ctx), Api.limit(ctx));
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("schedule");
          for (Feed f : next) {
            Optional<Why> why = watcher.explain(f.id());
            if (why.isEmpty()) continue;
            json.writeStartObject();
            json.writeNumberProperty("feed", f.id());
            json.writeStringProperty("title", f.name());
            json.writeName("why");
            FeedJson.write(json, why.get());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void freshness(Context ctx) {
    Freshness f = watcher.freshness(Api.sight(store, ctx));
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

  private void sites(Context ctx) {
    int limit = Api.limit(ctx);
    String after = ctx.queryParam("after");
    List<FeedLists.Site> page =
        store.feedLists().sites(Visitor.account(ctx), after == null ? "" : after, limit);
    Api.page(ctx, "sites", page, limit, PollsApi::write, FeedLists.Site::key);
  }

  private void site(Context ctx) {
    String key = ctx.pathParam("site");
    long account = Visitor.account(ctx);
    List<Feed> feeds = store.feedLists().ofSite(account, key);
    if (feeds.isEmpty()) throw Problem.notFound("You follow no feed of '" + key + "'");
    Map<Long, String> folders = store.feeds().folders(account);
    json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeStringProperty("site", key);
          json.writeArrayPropertyStart("feeds");
          for (Feed f : feeds) FeedJson.write(json, f, folders.get(f.id()), null);
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void write(JsonGenerator json, FeedLists.Site s) {
    json.writeStartObject();
    json.writeStringProperty("site", s.key());
    json.writeNumberProperty("feeds", s.feeds());
    json.writeNumberProperty("failing", s.failing());
    json.writeNumberProperty("entries", s.entries());
    if (s.lastPoll() != null) json.writeStringProperty("lastPoll", s.lastPoll().toString());
    json.writeEndObject();
  }
}
