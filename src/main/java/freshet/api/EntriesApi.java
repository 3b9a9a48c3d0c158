package freshet.api;

import freshet.exchange.EntryJson;
import freshet.http.Json;
import freshet.http.Problem;
import freshet.library.Browsing;
import freshet.library.Fetching;
import freshet.library.Library;
import freshet.library.Marking;
import freshet.model.Account;
import freshet.model.Article;
import freshet.model.Cursor;
import freshet.model.Entry;
import freshet.model.FullEntry;
import freshet.model.Mark;
import freshet.model.Selection;
import freshet.model.Tristate;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The entries of the feeds that an account follows, and what it makes of them.
public final class EntriesApi {
  private static final int MOST_MARKED = 20_000;
  private static final int MOST_TAGS = 50;

  private final Browsing browsing;
  private final Fetching fetching;
  private final Marking marking;

  public EntriesApi(Library library) {
    this.browsing = library.browsing();
    this.fetching = library.fetching();
    this.marking = library.marking();
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/entries", this::entries);
    routes.get("/api/v1/entries/{id}", this::entry);
    routes.get("/api/v1/entries/{id}/article", this::article);
    routes.post("/api/v1/entries/{id}/article", this::fetch);
    routes.patch("/api/v1/entries/{id}", this::mark);
    routes.post("/api/v1/entries/marks", this::markSome);
    routes.post("/api/v1/entries/read", this::markAll);
    routes.get("/api/v1/tags", this::tags);
  }

  private void entries(Context ctx, Account who) {
    int limit = Api.limit(ctx);
    Selection which =
        Selection.ALL
            .withFeed(Api.number(ctx, "feed"))
            .withFolder(ctx.queryParam("folder"))
            .withTag(ctx.queryParam("tag"))
            .withLanguage(ctx.queryParam("language"))
            .withUnread(wanted(ctx, "unread"))
            .withStarred(wanted(ctx, "starred"))
            .withSince(Api.time(ctx, "since"));
    List<Entry> page = browsing.entries(who, which, Api.cursor(ctx), limit);
    Map<Long, Mark> marks = browsing.marks(who, page.stream().map(Entry::id).toList());
    Api.page(
        ctx,
        "entries",
        page,
        limit,
        (json, e) -> EntryJson.write(json, e, null, marks.getOrDefault(e.id(), Mark.NONE)),
        Cursor::after);
  }

  private static Tristate wanted(Context ctx, String name) {
    String given = ctx.queryParam(name);
    if (given == null) return Tristate.ANY;
    return given.equals("true") ? Tristate.ONLY : Tristate.WITHOUT;
  }

  private void entry(Context ctx, Account who) {
    FullEntry e = browsing.entry(who, Api.id(ctx));
    Mark mark =
        browsing.marks(who, List.of(e.entry().id())).getOrDefault(e.entry().id(), Mark.NONE);
    Json.send(ctx, json -> EntryJson.write(json, e.entry(), e.body(), mark));
  }

  private void mark(Context ctx, Account who) {
    long id = browsing.entry(who, Api.id(ctx)).entry().id();
    JsonNode body = Json.body(ctx);
    readAndStar(who, List.of(id), body);
    if (body.has("tags")) {
      atMost(body, "tags", MOST_TAGS);
      List<String> wanted = Api.texts(body, "tags");
      Mark now = browsing.marks(who, List.of(id)).getOrDefault(id, Mark.NONE);
      for (String tag : now.tags()) {
        if (!wanted.contains(tag)) marking.tag(who, List.of(id), tag, false);
      }
      for (String tag : wanted) marking.tag(who, List.of(id), tag, true);
    }
    entry(ctx, who);
  }

  private void readAndStar(Account who, List<Long> entries, JsonNode body) {
    if (body.has("unread")) marking.read(who, entries, !Api.flag(body, "unread", true));
    if (body.has("starred")) marking.star(who, entries, Api.flag(body, "starred", false));
  }

  private static void atMost(JsonNode body, String name, int most) {
    if (body.path(name).size() > most) {
      throw Problem.badParameter(name, "has at most " + most + " at once");
    }
  }

  private void markSome(Context ctx, Account who) {
    JsonNode body = Json.body(ctx);
    atMost(body, "entries", MOST_MARKED);
    for (String name : List.of("addTags", "removeTags")) atMost(body, name, MOST_TAGS);
    List<Long> entries = new ArrayList<>();
    for (JsonNode id : body.path("entries")) entries.add(id.longValue());
    readAndStar(who, entries, body);
    for (String tag : Api.texts(body, "removeTags")) marking.tag(who, entries, tag, false);
    for (String tag : Api.texts(body, "addTags")) marking.tag(who, entries, tag, true);
    ctx.status(204);
  }

  record MarkedAnswer(int entries) {}

  private void markAll(Context ctx, Account who) {
    JsonNode body = Json.body(ctx);
    Selection which =
        Selection.ALL
            .withFeed(body.has("feed") ? (Long) body.get("feed").longValue() : null)
            .withFolder(Api.text(body, "folder"))
            .withTag(Api.text(body, "tag"))
            .withTopic(Api.text(body, "topic"))
            .withStarred(Api.flag(body, "starred", false) ? Tristate.ONLY : Tristate.ANY);
    Long upTo = body.has("upTo") ? (Long) body.get("upTo").longValue() : null;
    Json.send(ctx, new MarkedAnswer(marking.readAll(who, which, upTo, null).entries()));
  }

  record TagAnswer(String tag, long entries) {}

  private void tags(Context ctx, Account who) {
    List<TagAnswer> all =
        browsing.tags(who).entrySet().stream()
            .map(t -> new TagAnswer(t.getKey(), t.getValue()))
            .toList();
    Json.send(ctx, Map.of("tags", all));
  }

  /// @param next when it is asked for, if it waits
  record ArticleAnswer(
      long entry,
      String state,
      @Nullable Integer tries,
      @Nullable Instant next,
      @Nullable String message,
      @Nullable Article article) {}

  private void article(Context ctx, Account who) {
    answer(ctx, who, fetching.status(who, Api.id(ctx)));
  }

  private void fetch(Context ctx, Account who) {
    answer(ctx, who, fetching.fetchNow(who, Api.id(ctx)));
  }

  private void answer(Context ctx, Account who, Article.Status status) {
    FullEntry e = browsing.entry(who, Api.id(ctx));
    boolean waits = status.state() == Article.State.WAITING;
    Json.send(
        ctx,
        new ArticleAnswer(
            e.entry().id(),
            status.state().word(),
            status.tries() == 0 ? null : (Integer) status.tries(),
            waits ? status.nextTry() : null,
            status.message(),
            e.body().article()));
  }
}
