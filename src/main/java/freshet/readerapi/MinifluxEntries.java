package freshet.readerapi;

import static freshet.readerapi.MinifluxApi.SNAKE;
import static freshet.readerapi.MinifluxApi.get;
import static freshet.readerapi.MinifluxApi.put;
import static freshet.readerapi.MinifluxApi.send;

import freshet.http.Body;
import freshet.http.Door;
import freshet.http.Json;
import freshet.http.Problem;
import freshet.library.Browsing;
import freshet.library.Library;
import freshet.model.Account;
import freshet.model.Arrived;
import freshet.model.SaveTarget;
import freshet.model.Selection;
import freshet.model.Tristate;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Entries of Miniflux's API, and what is done with them.
///
/// They are known by our own numbers and come in the order they arrived, whatever order is asked
/// for: that of their publication differs by little, and nobody's pages overlap. For the same
/// reason times of publication are compared with when an entry arrived.
final class MinifluxEntries {
  private static final int USUAL = 100;
  private static final int MOST = 1_000;
  private static final int FARTHEST = 100_000;
  private static final int MOST_IDS = 10_000;
  private static final int MOST_MARKED = 20_000;

  private final Library library;
  private final MinifluxFeeds feeds;

  MinifluxEntries(Library library, MinifluxFeeds feeds) {
    this.library = library;
    this.feeds = feeds;
  }

  void register(Door door) {
    get(door, "/v1/entries", this::entries);
    put(door, "/v1/entries", this::mark);
    get(door, "/v1/entries/ids", this::ids);
    get(door, "/v1/entries/{entry}", this::entry);
    get(door, "/v1/enclosures/{file}", this::enclosure);
    put(door, "/v1/entries/{entry}/bookmark", this::bookmark);
    put(door, "/v1/entries/{entry}/star", this::bookmark);
    get(door, "/v1/entries/{entry}/fetch-content", this::fetchContent);
    door.forAccount(HandlerType.POST, "/v1/entries/{entry}/save", Body.LIST, this::save);
    get(door, "/v1/feeds/{feed}/entries", this::entries);
    get(door, "/v1/feeds/{feed}/entries/{entry}", this::entry);
    get(door, "/v1/categories/{category}/entries", this::entries);
    get(door, "/v1/categories/{category}/entries/{entry}", this::entry);
    put(door, "/v1/feeds/{feed}/mark-all-as-read", this::markAll);
    put(door, "/v1/categories/{category}/mark-all-as-read", this::markAll);
    put(door, "/v1/users/{user}/mark-all-as-read", this::markAll);
    get(door, "/v1/integrations/status", this::integrations);
  }

  // -- reading

  private Selection selection(Context ctx, Account who) {
    Selection which = Selection.ALL;
    String feed = ctx.pathParamMap().getOrDefault("feed", ctx.queryParam("feed_id"));
    if (feed != null) which = which.withFeed(ReaderStream.number("feed_id", feed));
    String category = ctx.pathParamMap().getOrDefault("category", ctx.queryParam("category_id"));
    if (category != null) which = which.withFiled(feeds.folder(category, who));
    // Removed ones do not exist here: with them is what it is without.
    Set<String> status = new HashSet<>(ctx.queryParams("status"));
    status.remove("removed");
    if (status.equals(Set.of("unread"))) which = which.withUnread(Tristate.ONLY);
    if (status.equals(Set.of("read"))) which = which.withUnread(Tristate.WITHOUT);
    String starred = ctx.queryParam("starred");
    if (starred != null) {
      boolean not = starred.equals("false") || starred.equals("0");
      which = which.withStarred(not ? Tristate.WITHOUT : Tristate.ONLY);
    }
    return which
        .withChanged(ReaderStream.time(ctx, "changed_after"))
        .withSince(time(ctx, "after", "published_after"))
        .withUntil(time(ctx, "before", "published_before"));
  }

  private static @Nullable Instant time(Context ctx, String name, String newer) {
    Instant given = ReaderStream.time(ctx, name);
    return given == null ? ReaderStream.time(ctx, newer) : given;
  }

  private void entries(Context ctx, Account who) {
    Selection which = selection(ctx, who);
    int limit = within(ctx, "limit", USUAL, MOST);
    int offset = within(ctx, "offset", 0, FARTHEST);
    String search = ctx.queryParam("search");
    List<Long> ids;
    long total;
    if (search != null && !search.isBlank()) {
      List<Long> found = found(who, which, search);
      total = found.size();
      ids = found.stream().skip(offset).limit(limit).toList();
    } else {
      boolean bounded =
          ctx.queryParam("after_entry_id") != null || ctx.queryParam("before_entry_id") != null;
      List<Long> all = arrived(ctx, who, which, bounded ? FARTHEST : offset + limit);
      total = bounded ? all.size() : library.browsing().count(who, which);
      ids = all.stream().skip(offset).limit(limit).toList();
    }
    Json.send(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("total", total);
          json.writeArrayPropertyStart("entries");
          library
              .browsing()
              .items(who, ids, found -> SNAKE.writeValue(json, MinifluxEntry.of(found, who)));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  /// The numbers alone, the newest first: what an app compares with what it has.
  private void ids(Context ctx, Account who) {
    Selection which = selection(ctx, who);
    int offset = within(ctx, "offset", 0, FARTHEST);
    int limit = within(ctx, "limit", MOST_IDS, MOST_IDS);
    List<Long> ids =
        library.browsing().arrived(who, which, false, null, offset + limit).stream()
            .map(Arrived::id)
            .skip(offset)
            .toList();
    send(ctx, Map.of("total", library.browsing().count(who, which), "entry_ids", ids));
  }

  /// Miniflux itself begins with the oldest unless it is told otherwise.
  private List<Long> arrived(Context ctx, Account who, Selection which, int most) {
    boolean oldestFirst = !"desc".equals(ctx.queryParam("direction"));
    Long behind = ReaderStream.number(ctx, oldestFirst ? "after_entry_id" : "before_entry_id");
    Long end = ReaderStream.number(ctx, oldestFirst ? "before_entry_id" : "after_entry_id");
    return library.browsing().arrived(who, which, oldestFirst, behind, most).stream()
        .map(Arrived::id)
        .filter(id -> end == null || (oldestFirst ? id < end : id > end))
        .toList();
  }

  /// What is found of what is chosen, the best first.
  private List<Long> found(Account who, Selection which, String search) {
    List<Long> found = library.searching().find(who, search, MOST);
    if (which.equals(Selection.ALL)) return found;
    Set<Long> chosen = new HashSet<>();
    library.browsing().arrived(who, which, false, null, FARTHEST).forEach(a -> chosen.add(a.id()));
    return found.stream().filter(chosen::contains).toList();
  }

  private static int within(Context ctx, String name, int usual, int most) {
    Long given = ReaderStream.number(ctx, name);
    if (given == null) return usual;
    return given <= 0 ? usual : Math.clamp(given, 1, most);
  }

  private Browsing.Item one(Context ctx, Account who) {
    return one(number(ctx), who);
  }

  private Browsing.Item one(long id, Account who) {
    List<Browsing.Item> found = library.browsing().items(who, List.of(id));
    if (found.isEmpty()) throw Problem.notFound("There is no entry " + id);
    return found.getFirst();
  }

  private static long number(Context ctx) {
    return ReaderStream.number("entry", ctx.pathParam("entry"));
  }

  private void entry(Context ctx, Account who) {
    send(ctx, MinifluxEntry.of(one(ctx, who), who));
  }

  private void enclosure(Context ctx, Account who) {
    long id = ReaderStream.number("file", ctx.pathParam("file"));
    MinifluxEntry.Enclosure found =
        MinifluxEntry.of(one(id / MinifluxEntry.FILES, who), who).enclosures().stream()
            .filter(file -> file.id() == id)
            .findFirst()
            .orElseThrow(() -> Problem.notFound("There is no file " + id));
    send(ctx, found);
  }

  /// The article behind an entry, fetched if it is not here: apps that show it ask at each look.
  private void fetchContent(Context ctx, Account who) {
    var _ = library.fetching().fetchOnce(who, number(ctx));
    MinifluxEntry item = MinifluxEntry.of(one(ctx, who), who);
    send(ctx, Map.of("content", item.content(), "reading_time", item.readingTime()));
  }

  // -- changing

  private void mark(Context ctx, Account who) {
    JsonNode body = Json.body(ctx);
    if (body.path("entry_ids").size() > MOST_MARKED) {
      throw Problem.badParameter("entry_ids", "has at most " + MOST_MARKED + " at once");
    }
    List<Long> ids = new ArrayList<>();
    for (JsonNode id : body.path("entry_ids")) ids.add(id.asLong(0));
    JsonNode starred = body.path("starred");
    switch (body.path("status").asString(starred.isBoolean() ? "as it is" : "")) {
      case "read" -> library.marking().read(who, ids, true);
      case "unread" -> library.marking().read(who, ids, false);
      case "as it is" -> {}
      default -> throw Problem.badParameter("status", "must be 'read' or 'unread'");
    }
    if (starred.isBoolean()) library.marking().star(who, ids, starred.booleanValue());
    ctx.status(204);
  }

  private void bookmark(Context ctx, Account who) {
    long id = number(ctx);
    var marks = library.browsing().marks(who, List.of(id));
    boolean starred = marks.containsKey(id) && marks.get(id).starred();
    library.marking().star(who, List.of(id), !starred);
    ctx.status(204);
  }

  private void markAll(Context ctx, Account who) {
    String user = ctx.pathParamMap().get("user");
    if (user != null && ReaderStream.number("user", user) != who.id()) {
      throw new Problem(403, "Not yours", "Only one's own entries can be marked as read");
    }
    var _ = library.marking().readAll(who, selection(ctx, who), null, null);
    ctx.status(204);
  }

  private void integrations(Context ctx, Account who) {
    send(ctx, Map.of("has_integrations", !library.saving().targets(who).isEmpty()));
  }

  /// To each target that Freshet sends to itself.
  private void save(Context ctx, Account who) throws InterruptedException {
    List<SaveTarget> targets =
        library.saving().targets(who).stream().filter(t -> t.way() != SaveTarget.Way.OPEN).toList();
    if (targets.isEmpty()) {
      throw new Problem(400, "Nowhere to save", "Choose in Settings where entries are saved to");
    }
    for (SaveTarget t : targets) library.saving().send(who, t.id(), number(ctx));
    ctx.status(202);
  }
}
