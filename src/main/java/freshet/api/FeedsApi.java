package freshet.api;

import static freshet.api.Api.text;
import static freshet.http.Json.body;

import freshet.api.FeedAnswers.FeedAnswer;
import freshet.http.Json;
import freshet.library.Fetching;
import freshet.library.FollowedFeeds;
import freshet.library.Following;
import freshet.library.Library;
import freshet.library.Refusal;
import freshet.library.TextRules;
import freshet.model.Account;
import freshet.model.Feed;
import freshet.model.FeedArticles;
import freshet.model.FeedArticles.Mode;
import freshet.model.FeedArticles.Recipe;
import freshet.model.FeedEdit;
import freshet.model.FeedEdit.To;
import freshet.model.FeedUrl;
import freshet.model.LinkList;
import freshet.text.Spans;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The feeds that an account follows: add, change, remove, lists in and out. The first account sees
/// and changes those of others too.
public final class FeedsApi {
  private static final int A_PAGE = 500;

  private final FollowedFeeds feeds;
  private final Following following;
  private final Fetching fetching;

  public FeedsApi(Library library) {
    this.feeds = library.feeds();
    this.following = library.following();
    this.fetching = library.fetching();
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/feeds", this::feeds);
    routes.post("/api/v1/feeds", this::add);
    routes.post("/api/v1/lists", this::lists);
    routes.get("/api/v1/feeds/{id}", this::feed);
    routes.patch("/api/v1/feeds/{id}", this::change);
    routes.delete("/api/v1/feeds/{id}", this::remove);
    routes.post("/api/v1/feeds/{id}/articles/preview", this::preview);
    routes.get("/api/v1/feeds/{id}/rewriting", this::rewriting);
    routes.put("/api/v1/feeds/{id}/rewriting", this::rewrite);
    routes.post("/api/v1/feeds/{id}/rewriting/preview", this::rewritingPreview);
    routes.put("/api/v1/feeds/{id}/address", this::move);
    routes.get("/api/v1/opml", this::exportOpml);
    routes.post("/api/v1/opml", this::importList);
  }

  private void feeds(Context ctx, Account who) {
    boolean all = "true".equals(ctx.queryParam("all"));
    int limit = ctx.queryParam("limit") == null ? A_PAGE : Api.limit(ctx);
    Long given = Api.number(ctx, "after");
    long after = given == null ? 0 : given;
    List<Feed> page = all ? feeds.everybodys(who, after, limit) : feeds.after(who, after, limit);
    Map<Long, List<String>> folders = feeds.folders(who, page);
    Map<Long, String> ownIds = feeds.ownIds(who);
    Map<Long, Long> followers = all ? feeds.followers(who) : Map.of();
    Map<Long, FeedArticles> articles = fetching.ofFeeds(page.stream().map(Feed::id).toList());
    Api.page(
        ctx,
        "feeds",
        page,
        limit,
        f ->
            FeedAnswers.of(
                f,
                folders.getOrDefault(f.id(), List.of()),
                ownIds.get(f.id()),
                followers.get(f.id()),
                articles.getOrDefault(f.id(), FeedArticles.USUAL),
                null),
        Feed::id);
  }

  private void feed(Context ctx, Account who) {
    Json.send(ctx, answer(who, Api.id(ctx)));
  }

  private FeedAnswer answer(Account who, long id) {
    Feed f = feeds.find(who, id);
    return FeedAnswers.of(
        f,
        feeds.folders(who, f.id()),
        feeds.ownIds(who).get(f.id()),
        null,
        fetching.ofFeed(who, f.id()),
        feeds.channel(who, f.id()));
  }

  private void add(Context ctx, Account who) {
    JsonNode body = body(ctx);
    String address = body.path("address").stringValue();
    String list = text(body, "list");
    var followed =
        list == null
            ? following.followBest(who, address, text(body, "title"), text(body, "folder"))
            : following
                .lists()
                .follow(who, address, list, text(body, "title"), text(body, "folder"));
    String ownId = text(body, "ownId");
    if (ownId != null) feeds.identify(who, followed.feed(), ownId);
    ctx.status(followed.wasNew() ? 201 : 200)
        .header("Location", "/api/v1/feeds/" + followed.feed());
    Json.send(ctx, answer(who, followed.feed()));
  }

  record LinkAnswer(
      String url,
      String title,
      @Nullable Instant date,
      @Nullable String summary,
      @Nullable String image) {}

  record ListAnswer(String list, double score, List<LinkAnswer> links) {}

  record ListsAnswer(List<ListAnswer> lists) {}

  /// What could be followed of a page without a feed.
  private void lists(Context ctx, Account who) {
    JsonNode body = body(ctx);
    List<ListAnswer> all = new ArrayList<>();
    for (LinkList list :
        following.lists().at(who, body.path("address").stringValue(), text(body, "list"))) {
      List<LinkAnswer> links = new ArrayList<>();
      for (LinkList.Item i : list.items()) {
        links.add(new LinkAnswer(i.url(), i.title(), i.date(), i.summary(), i.image()));
      }
      all.add(new ListAnswer(list.selector(), Math.round(list.score() * 1000) / 1000.0, links));
    }
    Json.send(ctx, new ListsAnswer(all));
  }

  private void change(Context ctx, Account who) {
    JsonNode body = body(ctx);
    String state = text(body, "state");
    long feed = Api.id(ctx);
    FeedEdit edit =
        new FeedEdit(
            body.has("title") ? new To<>(text(body, "title")) : null,
            body.has("folder") ? new To<>(text(body, "folder")) : null,
            body.has("ownId") ? new To<>(text(body, "ownId")) : null,
            body.has("interval") ? new To<>(interval(text(body, "interval"))) : null,
            body.has("quotaGroup") ? new To<>(text(body, "quotaGroup")) : null,
            body.has("headers") ? headers(body.get("headers")) : null,
            state == null ? null : Feed.State.valueOf(state.toUpperCase(Locale.ROOT)));
    String list = text(body, "list");
    String word = text(body, "articles");
    Mode mode = word == null ? null : Mode.of(word);
    boolean ofArticles =
        body.has("articleTake") || body.has("articleDrop") || body.has("articleNext");
    // All that it names, or nothing: everything is looked at before anything is written.
    FeedEdit _ = feeds.checked(who, feed, edit);
    Recipe recipe =
        ofArticles ? Fetching.checked(recipe(body, fetching.ofFeed(who, feed).recipe())) : null;
    if (mode != null || recipe != null) feeds.changeable(who, feed);
    List<String> folders =
        body.has("folders") ? FollowedFeeds.folders(Api.texts(body, "folders")) : null;
    if (list != null) following.lists().change(who, feed, list);
    if (mode != null || recipe != null) fetching.change(who, feed, mode, recipe);
    feeds.edit(who, feed, edit);
    if (folders != null) feeds.file(who, feed, folders);
    feed(ctx, who);
  }

  /// What is not given stays.
  private static Recipe recipe(JsonNode body, Recipe before) {
    return new Recipe(
        body.has("articleTake") ? text(body, "articleTake") : before.take(),
        body.has("articleDrop") ? text(body, "articleDrop") : before.drop(),
        body.has("articleNext") ? text(body, "articleNext") : before.next());
  }

  /// What would be taken from the page of an entry, without keeping anything.
  private void preview(Context ctx, Account who) {
    long feed = Api.id(ctx);
    JsonNode body = body(ctx);
    Long entry = body.path("entry").isNumber() ? (Long) body.path("entry").asLong() : null;
    Recipe recipe = recipe(body, fetching.ofFeed(who, feed).recipe());
    Json.send(ctx, fetching.preview(who, feed, entry, recipe));
  }

  record RewritingAnswer(String rules) {}

  record RewrittenEntry(
      long entry, @Nullable String title, String text, @Nullable String newTitle, String newText) {}

  record RewritingPreview(int of, List<RewrittenEntry> changed) {}

  private void rewriting(Context ctx, Account who) {
    Json.send(ctx, new RewritingAnswer(feeds.texts().of(who, Api.id(ctx))));
  }

  private void rewrite(Context ctx, Account who) {
    feeds.texts().change(who, Api.id(ctx), body(ctx).path("rules").stringValue());
    rewriting(ctx, who);
  }

  private void rewritingPreview(Context ctx, Account who) {
    TextRules.Trial trial =
        feeds.texts().tryOut(who, Api.id(ctx), body(ctx).path("rules").stringValue());
    List<RewrittenEntry> changed = new ArrayList<>();
    for (TextRules.Changed c : trial.changed()) {
      changed.add(
          new RewrittenEntry(c.entry().id(), c.title(), c.text(), c.newTitle(), c.newText()));
    }
    Json.send(ctx, new RewritingPreview(trial.of(), changed));
  }

  private void move(Context ctx, Account who) {
    following.move(who, Api.id(ctx), body(ctx).path("address").stringValue());
    feed(ctx, who);
  }

  /// Null lets the interval be learned again.
  private static @Nullable Duration interval(@Nullable String text) {
    if (text == null) return null;
    try {
      return Spans.parse(text);
    } catch (IllegalArgumentException e) {
      throw Refusal.wrong("interval", String.valueOf(e.getMessage()));
    }
  }

  private static Map<String, String> headers(JsonNode node) {
    Map<String, String> headers = new HashMap<>();
    for (var field : node.properties()) {
      headers.put(field.getKey(), field.getValue().stringValue());
    }
    return headers;
  }

  /// An account follows it no longer. The first account may say that nobody shall.
  private void remove(Context ctx, Account who) {
    if ("true".equals(ctx.queryParam("all"))) following.remove(who, Api.id(ctx));
    else following.unfollow(who, Api.id(ctx));
    ctx.status(204);
  }

  private void exportOpml(Context ctx, Account who) {
    StringWriter opml = new StringWriter();
    following.exportOpml(who, opml);
    ctx.contentType("text/x-opml; charset=utf-8")
        .header("Content-Disposition", "attachment; filename=\"freshet.opml\"")
        .result(opml.toString());
  }

  record Imported(
      int added,
      int known,
      int marked,
      List<String> leftOut,
      List<String> sites,
      @Nullable Integer discovery) {}

  /// Takes OPML, CSV or a plain list, as the body or as an uploaded file.
  private void importList(Context ctx, Account who) throws IOException {
    boolean allFeeds = "true".equals(ctx.queryParam("allFeeds"));
    Following.Imported i = following.importList(who, Api.list(ctx), allFeeds);
    Json.send(
        ctx,
        new Imported(
            i.added(),
            i.known(),
            i.marked(),
            i.leftOut(),
            i.sites().stream().map(FeedUrl::toString).toList(),
            i.discovery()));
  }
}
