package freshet.api;

import freshet.api.FeedAnswers.FeedAnswer;
import freshet.http.Json;
import freshet.library.Fetching;
import freshet.library.FollowedFeeds;
import freshet.library.Freshness;
import freshet.library.Library;
import freshet.library.Refusal;
import freshet.library.Reporting;
import freshet.model.Account;
import freshet.model.Feed;
import freshet.model.FeedArticles;
import freshet.model.Poll;
import freshet.model.SiteFeeds;
import freshet.schedule.Why;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// When feeds are asked and why: polls that were, polls to come, the sites they go to, and how
/// fresh entries were for it.
public final class PollsApi {
  private final FollowedFeeds feeds;
  private final Fetching fetching;
  private final Reporting reporting;

  public PollsApi(Library library) {
    this.feeds = library.feeds();
    this.fetching = library.fetching();
    this.reporting = library.reporting();
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.post("/api/v1/feeds/{id}/poll", this::check);
    routes.get("/api/v1/feeds/{id}/polls", this::ofFeed);
    routes.get("/api/v1/feeds/{id}/why", this::why);
    routes.get("/api/v1/polls", this::polls);
    routes.get("/api/v1/schedule", this::schedule);
    routes.get("/api/v1/freshness", this::freshness);
    routes.get("/api/v1/sites", this::sites);
    routes.get("/api/v1/sites/{site}", this::site);
  }

  private void check(Context ctx, Account who) {
    feeds.check(who, Api.id(ctx));
    ctx.status(202);
  }

  private void ofFeed(Context ctx, Account who) {
    int limit = Api.limit(ctx);
    send(
        ctx,
        limit,
        reporting.pollsOf(
            who, Api.id(ctx), ctx.queryParam("outcome"), Api.number(ctx, "before"), limit));
  }

  private void polls(Context ctx, Account who) {
    int limit = Api.limit(ctx);
    send(
        ctx,
        limit,
        reporting.polls(
            who,
            Api.number(ctx, "feed"),
            ctx.queryParam("outcome"),
            Api.number(ctx, "before"),
            limit));
  }

  private static void send(Context ctx, int limit, List<Poll> polls) {
    Api.page(ctx, "polls", polls, limit, FeedAnswers::of, Poll::id);
  }

  private void why(Context ctx, Account who) {
    Json.send(
        ctx,
        reporting
            .explain(who, Api.id(ctx))
            .map(Reporting.Explained::why)
            .orElseThrow(
                () -> new Refusal(Refusal.Reason.PAUSED, "A paused feed has no schedule")));
  }

  private record ScheduledAnswer(long feed, String title, Why why) {}

  /// The feeds that are asked next, each with its reason.
  private void schedule(Context ctx, Account who) {
    List<ScheduledAnswer> next =
        reporting.schedule(who, Api.limit(ctx)).stream()
            .map(s -> new ScheduledAnswer(s.feed().id(), s.feed().name(), s.why()))
            .toList();
    Json.send(ctx, Map.of("schedule", next));
  }

  private record DelaysAnswer(double meanSeconds, double medianSeconds, double p95Seconds) {
    static DelaysAnswer of(Freshness.Delays d) {
      return new DelaysAnswer(
          d.mean().toMillis() / 1000.0,
          d.median().toMillis() / 1000.0,
          d.p95().toMillis() / 1000.0);
    }
  }

  private record FreshnessAnswer(
      int entries,
      @Nullable DelaysAnswer freshet,
      @Nullable DelaysAnswer roundRobin,
      boolean behind) {}

  private void freshness(Context ctx, Account who) {
    Freshness f = reporting.freshness(who);
    Json.send(
        ctx,
        f.entries() == 0
            ? new FreshnessAnswer(0, null, null, false)
            : new FreshnessAnswer(
                f.entries(),
                DelaysAnswer.of(f.ours()),
                DelaysAnswer.of(f.roundRobin()),
                f.behind()));
  }

  private record SiteAnswer(
      String site, long feeds, long failing, long entries, @Nullable Instant lastPoll) {}

  private void sites(Context ctx, Account who) {
    int limit = Api.limit(ctx);
    String after = ctx.queryParam("after");
    Api.page(
        ctx,
        "sites",
        feeds.sites(who, after == null ? "" : after, limit),
        limit,
        s -> new SiteAnswer(s.key(), s.feeds(), s.failing(), s.entries(), s.lastPoll()),
        SiteFeeds::key);
  }

  private record SiteWithFeeds(String site, List<FeedAnswer> feeds) {}

  private void site(Context ctx, Account who) {
    String key = ctx.pathParam("site");
    Map<Long, List<String>> folders = feeds.folders(who);
    List<Feed> all = feeds.ofSite(who, key);
    Map<Long, FeedArticles> articles = fetching.ofFeeds(all.stream().map(Feed::id).toList());
    Json.send(
        ctx,
        new SiteWithFeeds(
            key,
            all.stream()
                .map(f ->
                    FeedAnswers.of(
                        f,
                        folders.getOrDefault(f.id(), List.of()),
                        null,
                        null,
                        articles.getOrDefault(f.id(), FeedArticles.USUAL),
                        null))
                .toList()));
  }
}
