package freshet.readerapi;

import static freshet.http.Json.body;
import static freshet.readerapi.MinifluxApi.get;
import static freshet.readerapi.MinifluxApi.put;
import static freshet.readerapi.MinifluxApi.send;

import freshet.http.Body;
import freshet.http.Door;
import freshet.http.Json;
import freshet.http.Problem;
import freshet.library.Following;
import freshet.library.Library;
import freshet.model.Account;
import freshet.model.FeedTally;
import freshet.model.Subscription;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// Feeds and categories of Miniflux's API. Categories are folders, with the numbers that Fever's
/// groups have; what is in no folder is in one called "All". One without feeds is remembered for
/// the app that made it (decision 0350).
final class MinifluxFeeds {
  private static final String REST = MinifluxFeed.REST;

  private final Library library;

  MinifluxFeeds(Library library) {
    this.library = library;
  }

  void register(Door door) {
    get(door, "/v1/categories", this::categories);
    door.forAccount(HandlerType.POST, "/v1/categories", Body.LIST, this::makeCategory);
    put(door, "/v1/categories/{category}", this::renameCategory);
    door.forAccount(
        HandlerType.DELETE, "/v1/categories/{category}", Body.NOTHING, this::removeCategory);
    get(door, "/v1/categories/{category}/feeds", this::feeds);
    put(door, "/v1/categories/{category}/refresh", this::refreshAll);
    get(door, "/v1/feeds", this::feeds);
    door.forAccount(HandlerType.POST, "/v1/feeds", Body.LIST, this::follow);
    door.forAccount(HandlerType.POST, "/v1/discover", Body.LIST, this::discover);
    get(door, "/v1/feeds/counters", this::counters);
    put(door, "/v1/feeds/refresh", this::refreshAll);
    get(door, "/v1/feeds/{feed}", this::feed);
    put(door, "/v1/feeds/{feed}", this::change);
    door.forAccount(HandlerType.DELETE, "/v1/feeds/{feed}", Body.NOTHING, this::unfollow);
    put(door, "/v1/feeds/{feed}/refresh", this::refresh);
    get(door, "/v1/feeds/{feed}/icon", this::iconOfFeed);
    get(door, "/v1/icons/{icon}", this::icon);
  }

  record Icon(long id, String mimeType, String data) {}

  // -- categories

  private void categories(Context ctx, Account who) {
    boolean counts = "true".equals(ctx.queryParam("counts"));
    Map<String, int[]> feeds = new LinkedHashMap<>();
    Map<String, Long> unread = new HashMap<>();
    feeds.put("", new int[1]);
    for (FeedTally t : library.feeds().tallies(who)) {
      String folder = t.folders().isEmpty() ? "" : t.folders().getFirst();
      feeds.computeIfAbsent(folder, _ -> new int[1])[0]++;
      unread.merge(folder, t.unread(), Long::sum);
    }
    for (String empty : library.filing().empty(who)) feeds.putIfAbsent(empty, new int[1]);
    List<MinifluxFeed.Category> all = new ArrayList<>();
    feeds.forEach((folder, number) -> {
      MinifluxFeed.Category c = MinifluxFeed.category(folder.isEmpty() ? null : folder, who);
      all.add(counts ? c.with(number[0], unread.getOrDefault(folder, 0L)) : c);
    });
    send(ctx, all);
  }

  private static long category(Subscription s) {
    return s.folder() == null ? FeverApi.REST : FeverApi.group(s.folder());
  }

  /// The folder that a number stands for, as [Selection#filed] has it.
  String folder(String category, Account who) {
    long id = ReaderStream.number("category_id", category);
    if (id == FeverApi.REST) return "";
    List<String> folders =
        library.feeds().subscriptions(who).stream().flatMap(s -> s.folders().stream()).toList();
    for (String folder : folders) if (FeverApi.group(folder) == id) return folder;
    for (String empty : library.filing().empty(who)) if (FeverApi.group(empty) == id) return empty;
    throw Problem.notFound("There is no category " + id);
  }

  private String changeable(Context ctx, Account who) {
    String folder = folder(ctx.pathParam("category"), who);
    if (!folder.isEmpty()) return folder;
    throw new Problem(400, "Not a folder", "'" + REST + "' has the feeds that are in no folder");
  }

  private void makeCategory(Context ctx, Account who) {
    String folder = library.filing().make(who, body(ctx).path("title").asString(""));
    ctx.status(201);
    send(ctx, MinifluxFeed.category(folder, who));
  }

  private void renameCategory(Context ctx, Account who) {
    String folder = changeable(ctx, who);
    JsonNode title = body(ctx).path("title");
    if (title.isString()) folder = library.filing().move(who, folder, title.stringValue());
    ctx.status(201);
    send(ctx, MinifluxFeed.category(folder, who));
  }

  /// Unlike Miniflux, which takes the feeds away with it: they stay.
  private void removeCategory(Context ctx, Account who) {
    library.filing().remove(who, changeable(ctx, who));
    ctx.status(204);
  }

  // -- feeds

  private Map<Long, Long> icons(Account who, List<Subscription> of) {
    return library.picturing().numbers(who, of.stream().map(Subscription::feed).toList());
  }

  private void feeds(Context ctx, Account who) {
    String wanted = ctx.pathParamMap().get("category");
    List<Subscription> own = library.feeds().subscriptions(who);
    if (wanted != null) {
      long id = ReaderStream.number("category", wanted);
      own = own.stream().filter(s -> category(s) == id).toList();
    }
    List<Subscription> wished = own;
    Map<Long, Long> icons = icons(who, own);
    Json.send(
        ctx,
        json -> {
          json.writeStartArray();
          for (Subscription s : wished) MinifluxFeed.of(s, who, icons).write(json);
          json.writeEndArray();
        });
  }

  private Subscription one(Context ctx, Account who) {
    long id = ReaderStream.number("feed", ctx.pathParam("feed"));
    return library
        .feeds()
        .subscription(who, id)
        .orElseThrow(() -> Problem.notFound("You follow no feed " + id));
  }

  private void feed(Context ctx, Account who) {
    Subscription s = one(ctx, who);
    send(ctx, MinifluxFeed.of(s, who, icons(who, List.of(s))));
  }

  private void counters(Context ctx, Account who) {
    List<FeedTally> all = library.feeds().tallies(who);
    Json.send(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeObjectPropertyStart("reads");
          for (FeedTally t : all) number(json, t.feed(), t.entries() - t.unread());
          json.writeEndObject();
          json.writeObjectPropertyStart("unreads");
          for (FeedTally t : all) number(json, t.feed(), t.unread());
          json.writeEndObject();
          json.writeEndObject();
        });
  }

  private static void number(JsonGenerator json, long feed, long count) {
    if (count > 0) json.writeNumberProperty(String.valueOf(feed), count);
  }

  private @Nullable String folderGiven(JsonNode body, Account who) {
    JsonNode id = body.path("category_id");
    return id.isNumber() ? folder(String.valueOf(id.longValue()), who) : null;
  }

  record Found(String url, String title, String type) {}

  /// What is at an address that somebody typed, so that they can choose.
  private void discover(Context ctx, Account who) {
    List<Found> found =
        library.following().feedsAt(who, body(ctx).path("url").asString("")).stream()
            .map(f -> new Found(f.address(), f.title(), f.format()))
            .toList();
    if (found.isEmpty()) throw Problem.notFound("No feed was found there");
    send(ctx, found);
  }

  private void follow(Context ctx, Account who) {
    JsonNode body = body(ctx);
    String folder = folderGiven(body, who);
    Following.Followed followed =
        library.following().followTyped(who, body.path("feed_url").asString(""));
    long feed = followed.feed();
    library.following().awaitFirstPoll(followed, ReaderChanges.FIRST_POLL);
    if (folder != null) library.feeds().file(who, feed, folder);
    ctx.status(201);
    send(ctx, Map.of("feed_id", feed));
  }

  private void change(Context ctx, Account who) {
    long feed = one(ctx, who).feed();
    JsonNode body = body(ctx);
    String folder = folderGiven(body, who);
    if (body.path("title").isString()) {
      library.feeds().rename(who, feed, body.path("title").stringValue());
    }
    if (folder != null) library.feeds().file(who, feed, folder);
    ctx.status(201);
    feed(ctx, who);
  }

  private void unfollow(Context ctx, Account who) {
    library.following().unfollow(who, one(ctx, who).feed());
    ctx.status(204);
  }

  private void refresh(Context ctx, Account who) {
    library.feeds().check(who, one(ctx, who).feed());
    ctx.status(204);
  }

  /// Feeds are asked when it is worth it and their servers allow it, whoever says so.
  private void refreshAll(Context ctx, Account who) {
    ctx.status(204);
  }

  // -- icons

  private void iconOfFeed(Context ctx, Account who) {
    Subscription s = one(ctx, who);
    Long number = icons(who, List.of(s)).get(s.feed());
    if (number == null) throw Problem.notFound("Feed " + s.feed() + " has no icon");
    sendIcon(ctx, number);
  }

  private void icon(Context ctx, Account who) {
    sendIcon(ctx, ReaderStream.number("icon", ctx.pathParam("icon")));
  }

  private void sendIcon(Context ctx, long number) {
    freshet.model.Icon icon =
        library
            .picturing()
            .byNumber(number)
            .orElseThrow(() -> Problem.notFound("There is no icon " + number));
    String data = Base64.getEncoder().encodeToString(icon.bytes());
    send(ctx, new Icon(number, icon.type(), icon.type() + ";base64," + data));
  }
}
