package freshet.readerapi;

import freshet.account.Authenticator;
import freshet.exchange.FeedList;
import freshet.exchange.FeedListReader;
import freshet.http.Body;
import freshet.http.Door;
import freshet.http.Json;
import freshet.http.Problem;
import freshet.library.Browsing;
import freshet.library.Library;
import freshet.model.Account;
import freshet.model.Arrived;
import freshet.model.Entry;
import freshet.model.Selection;
import freshet.model.Subscription;
import freshet.model.Tristate;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// The part of Miniflux's REST API (`/v1`) that apps read by: feeds, categories, entries, their
/// status and bookmarks. Who comes has a token, as `X-Auth-Token` or as the password of `Basic`.
///
/// Entries are known by our own numbers and come in the order they arrived, whatever order is asked
/// for: that of their publication differs by little, and nobody's pages overlap. Categories are
/// folders, with the numbers that Fever's groups have.
public final class MinifluxApi {
  private static final JsonMapper SNAKE =
      Json.MAPPER.rebuild().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private static final int USUAL = 100;
  private static final int MOST = 1_000;
  private static final int FARTHEST = 100_000;

  private final Library library;
  private final Authenticator authenticator;

  public MinifluxApi(Library library, Authenticator authenticator) {
    this.library = library;
    this.authenticator = authenticator;
  }

  public void register(JavalinConfig config) {
    Door door = Door.withKeys(config, authenticator::miniflux, MinifluxApi::stranger);
    get(door, "/v1/me", this::me);
    get(door, "/v1/export", this::export);
    get(door, "/v1/categories", this::categories);
    get(door, "/v1/categories/{category}/feeds", this::feeds);
    get(door, "/v1/categories/{category}/entries", this::entries);
    get(door, "/v1/feeds", this::feeds);
    get(door, "/v1/feeds/counters", this::counters);
    get(door, "/v1/feeds/{feed}", this::feed);
    get(door, "/v1/feeds/{feed}/entries", this::entries);
    get(door, "/v1/feeds/{feed}/entries/{entry}", this::entry);
    get(door, "/v1/entries", this::entries);
    get(door, "/v1/entries/{entry}", this::entry);
    door.forAccount(HandlerType.POST, "/v1/import", Body.FILE, this::importList);
    door.forAccount(HandlerType.POST, "/v1/feeds", Body.LIST, this::follow);
    door.forAccount(HandlerType.PUT, "/v1/feeds/refresh", Body.LIST, this::refreshAll);
    door.forAccount(HandlerType.PUT, "/v1/feeds/{feed}", Body.LIST, this::change);
    door.forAccount(HandlerType.DELETE, "/v1/feeds/{feed}", Body.NOTHING, this::unfollow);
    door.forAccount(HandlerType.PUT, "/v1/feeds/{feed}/refresh", Body.LIST, this::refresh);
    door.forAccount(HandlerType.PUT, "/v1/feeds/{feed}/mark-all-as-read", Body.LIST, this::markAll);
    door.forAccount(
        HandlerType.PUT, "/v1/categories/{category}/mark-all-as-read", Body.LIST, this::markAll);
    door.forAccount(HandlerType.PUT, "/v1/users/{user}/mark-all-as-read", Body.LIST, this::markAll);
    door.forAccount(HandlerType.PUT, "/v1/entries", Body.LIST, this::mark);
    door.forAccount(HandlerType.PUT, "/v1/entries/{entry}/bookmark", Body.LIST, this::bookmark);
  }

  private static void get(Door door, String path, Door.ForAccount call) {
    door.forAccount(HandlerType.GET, path, Body.NOTHING, call);
  }

  private static void stranger(Context ctx) {
    ctx.status(401);
    send(ctx, Map.of("error_message", "Access Unauthorized"));
  }

  // -- answers

  private static void send(Context ctx, Object answer) {
    Json.send(ctx, SNAKE.writeValueAsBytes(answer));
  }

  record User(long id, String username, boolean isAdmin, String theme, String language) {}

  record Category(long id, String title, long userId) {}

  record Feed(
      long id,
      long userId,
      String feedUrl,
      String siteUrl,
      String title,
      Instant checkedAt,
      int parsingErrorCount,
      String parsingErrorMessage,
      boolean disabled,
      boolean hideGlobally,
      Category category) {}

  record Enclosure(long id, long entryId, String url, String mimeType, long size) {}

  record Item(
      long id,
      long userId,
      long feedId,
      String status,
      String hash,
      String title,
      String url,
      String commentsUrl,
      Instant publishedAt,
      Instant createdAt,
      Instant changedAt,
      String content,
      String author,
      String shareCode,
      boolean starred,
      int readingTime,
      List<Enclosure> enclosures,
      List<String> tags,
      @Nullable Feed feed) {}

  private void me(Context ctx, Account who) {
    send(ctx, new User(who.id(), who.name(), who.isAdministrator(), "system", "en_US"));
  }

  private static Category category(Subscription s, Account who) {
    return s.folder() == null
        ? new Category(FeverApi.REST, "All", who.id())
        : new Category(FeverApi.group(s.folder()), s.folder(), who.id());
  }

  private static Feed feed(Subscription s, Account who) {
    return new Feed(
        s.feed(),
        who.id(),
        s.address(),
        s.link() == null ? "" : s.link(),
        s.name(),
        s.lastNew() == null ? s.addedAt() : s.lastNew(),
        s.troubled() ? 1 : 0,
        "",
        false,
        s.hidden(),
        category(s, who));
  }

  private void categories(Context ctx, Account who) {
    Map<Long, Category> all = new LinkedHashMap<>();
    all.put(FeverApi.REST, new Category(FeverApi.REST, "All", who.id()));
    for (Subscription s : library.feeds().subscriptions(who)) {
      Category c = category(s, who);
      all.put(c.id, c);
    }
    send(ctx, List.copyOf(all.values()));
  }

  private List<Subscription> chosen(Context ctx, Account who) {
    String wanted = ctx.pathParamMap().get("category");
    List<Subscription> all = library.feeds().subscriptions(who);
    if (wanted == null) return all;
    long id = ReaderStream.number("category", wanted);
    return all.stream().filter(s -> category(s, who).id == id).toList();
  }

  private void feeds(Context ctx, Account who) {
    send(ctx, chosen(ctx, who).stream().map(s -> feed(s, who)).toList());
  }

  private Subscription one(Context ctx, Account who) {
    long id = ReaderStream.number("feed", ctx.pathParam("feed"));
    return library
        .feeds()
        .subscription(who, id)
        .orElseThrow(() -> Problem.notFound("You follow no feed " + id));
  }

  private void feed(Context ctx, Account who) {
    send(ctx, feed(one(ctx, who), who));
  }

  private void counters(Context ctx, Account who) {
    Map<String, Long> unread = new LinkedHashMap<>();
    Map<String, Long> read = new LinkedHashMap<>();
    for (Subscription s : library.feeds().subscriptions(who)) {
      String id = String.valueOf(s.feed());
      long all = library.browsing().count(who, Selection.ofFeed(s.feed()));
      if (s.unread() > 0) unread.put(id, s.unread());
      if (all > s.unread()) read.put(id, all - s.unread());
    }
    send(ctx, Map.of("reads", read, "unreads", unread));
  }

  // -- entries

  private Item item(Browsing.Item found, Account who) {
    ReaderItem item = new ReaderItem(found, new ItemIds(Long.MAX_VALUE));
    Entry e = found.full().entry();
    List<Enclosure> files = new ArrayList<>();
    for (var file : found.full().body().enclosures()) {
      files.add(
          new Enclosure(
              files.size() + 1L,
              e.id(),
              file.url(),
              file.type() == null ? "application/octet-stream" : file.type(),
              file.length() == null ? 0 : file.length()));
    }
    String comments = found.full().body().comments();
    return new Item(
        e.id(),
        who.id(),
        e.feedId(),
        found.mark().unread() ? "unread" : "read",
        Long.toHexString(e.id()),
        item.title(),
        item.link(),
        comments == null ? "" : comments,
        e.placed(),
        e.firstSeen(),
        e.editedAt() == null ? e.firstSeen() : e.editedAt(),
        item.html(),
        String.join(", ", e.authors()),
        "",
        found.mark().starred(),
        0,
        files,
        e.categories(),
        found.from() == null ? null : feed(found.from(), who));
  }

  private Selection selection(Context ctx, Account who) {
    Selection which = Selection.ALL;
    String feed = ctx.pathParamMap().getOrDefault("feed", ctx.queryParam("feed_id"));
    if (feed != null) which = which.withFeed(ReaderStream.number("feed_id", feed));
    String category = ctx.pathParamMap().getOrDefault("category", ctx.queryParam("category_id"));
    if (category != null) which = which.withLabel(folder(category, who));
    List<String> status = ctx.queryParams("status");
    if (status.equals(List.of("unread"))) which = which.withUnread(Tristate.ONLY);
    if (status.equals(List.of("read"))) which = which.withUnread(Tristate.WITHOUT);
    String starred = ctx.queryParam("starred");
    if (starred != null) {
      boolean not = starred.equals("false") || starred.equals("0");
      which = which.withStarred(not ? Tristate.WITHOUT : Tristate.ONLY);
    }
    return which.withSince(time(ctx, "after")).withUntil(time(ctx, "before"));
  }

  private static @Nullable Instant time(Context ctx, String name) {
    return ReaderStream.time(ctx, name);
  }

  /// What is in no folder has a category here, but is no folder to choose by.
  private String folder(String category, Account who) {
    long id = ReaderStream.number("category_id", category);
    return library.feeds().subscriptions(who).stream()
        .filter(s -> s.folder() != null && category(s, who).id == id)
        .map(s -> String.valueOf(s.folder()))
        .findFirst()
        .orElseThrow(() -> Problem.notFound("There is no category " + id));
  }

  private void entries(Context ctx, Account who) {
    Selection which = selection(ctx, who);
    boolean oldestFirst = "asc".equals(ctx.queryParam("direction"));
    Long behind = ReaderStream.number(ctx, oldestFirst ? "after_entry_id" : "before_entry_id");
    Long end = ReaderStream.number(ctx, oldestFirst ? "before_entry_id" : "after_entry_id");
    int limit = within(ctx, "limit", USUAL, MOST);
    int offset = within(ctx, "offset", 0, FARTHEST);
    List<Long> ids =
        library.browsing().arrived(who, which, oldestFirst, behind, offset + limit).stream()
            .map(Arrived::id)
            .filter(id -> end == null || (oldestFirst ? id < end : id > end))
            .skip(offset)
            .toList();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("total", library.browsing().count(who, which));
    answer.put(
        "entries",
        library.browsing().items(who, ids).stream().map(found -> item(found, who)).toList());
    send(ctx, answer);
  }

  private static int within(Context ctx, String name, int usual, int most) {
    Long given = ReaderStream.number(ctx, name);
    if (given == null) return usual;
    return given <= 0 ? usual : Math.clamp(given, 1, most);
  }

  private void entry(Context ctx, Account who) {
    long id = ReaderStream.number("entry", ctx.pathParam("entry"));
    List<Browsing.Item> found = library.browsing().items(who, List.of(id));
    if (found.isEmpty()) throw Problem.notFound("There is no entry " + id);
    send(ctx, item(found.getFirst(), who));
  }

  // -- changes

  private static JsonNode body(Context ctx) {
    try {
      return Json.MAPPER.readTree(ctx.bodyAsBytes());
    } catch (JacksonException e) {
      throw new Problem(400, "The body is wrong", "It must be JSON");
    }
  }

  private void mark(Context ctx, Account who) {
    JsonNode body = body(ctx);
    List<Long> ids = new ArrayList<>();
    for (JsonNode id : body.path("entry_ids")) ids.add(id.asLong(0));
    switch (body.path("status").asString("")) {
      case "read" -> library.marking().read(who, ids, true);
      case "unread" -> library.marking().read(who, ids, false);
      default -> throw Problem.badParameter("status", "must be 'read' or 'unread'");
    }
    ctx.status(204);
  }

  private void bookmark(Context ctx, Account who) {
    long id = ReaderStream.number("entry", ctx.pathParam("entry"));
    var marks = library.browsing().marks(who, List.of(id));
    boolean starred = marks.containsKey(id) && marks.get(id).starred();
    library.marking().star(who, List.of(id), !starred);
    ctx.status(204);
  }

  private void markAll(Context ctx, Account who) {
    var _ = library.marking().readAll(who, selection(ctx, who), null, null);
    ctx.status(204);
  }

  private @Nullable String folderGiven(JsonNode body, Account who) {
    if (!body.path("category_id").isNumber()) return null;
    long id = body.path("category_id").longValue();
    return id == FeverApi.REST ? "" : folder(String.valueOf(id), who);
  }

  private void follow(Context ctx, Account who) {
    JsonNode body = body(ctx);
    String folder = folderGiven(body, who);
    long feed = library.following().followTyped(who, body.path("feed_url").asString("")).feed();
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

  private void export(Context ctx, Account who) {
    StringWriter opml = new StringWriter();
    library.following().exportOpml(who, opml);
    ctx.contentType("text/xml; charset=utf-8").result(opml.toString());
  }

  private void importList(Context ctx, Account who) {
    FeedList list = FeedListReader.read(ctx.bodyAsBytes());
    if (list.feeds().isEmpty()) throw new Problem(400, "No feed in the body", "Send OPML");
    library.following().importList(who, list);
    ctx.status(201);
    send(ctx, Map.of("message", "Feeds imported successfully"));
  }
}
