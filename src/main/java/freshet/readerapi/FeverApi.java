package freshet.readerapi;

import freshet.account.Authenticator;
import freshet.http.Body;
import freshet.http.Door;
import freshet.http.Json;
import freshet.http.Problem;
import freshet.library.Library;
import freshet.library.Marking;
import freshet.model.Account;
import freshet.model.Arrived;
import freshet.model.Icon;
import freshet.model.Marked;
import freshet.model.Selection;
import freshet.model.Subscription;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// The API of Fever: one address, what is wanted in the query, the key in the body. The key is the
/// md5 of the account's name, a colon and a token.
public final class FeverApi {
  private static final int ICONS_AT_ONCE = 100;
  private static final int A_PAGE = 50;
  private static final int MOST_IDS = 100_000;

  /// The group of feeds that are in no folder: some apps fail over a feed without a group.
  static final long REST = 1;

  private final Library library;
  private final ItemIds ids;
  private final Authenticator authenticator;

  public FeverApi(Library library, Authenticator authenticator) {
    this.library = library;
    this.ids = new ItemIds(library.browsing().lastPlainNumber());
    this.authenticator = authenticator;
  }

  /// Register it before the REST API, which answers all other addresses under `/api/`.
  public void register(JavalinConfig config) {
    Door door = Door.withKeys(config, authenticator::fever, FeverApi::stranger);
    for (String path : List.of("/fever", "/api/fever.php")) {
      door.forAccount(HandlerType.POST, path, Body.APP, this::answer);
      door.forAccount(HandlerType.GET, path, Body.NOTHING, this::answer);
    }
  }

  private static void stranger(Context ctx) {
    Json.send(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("api_version", 3);
          json.writeNumberProperty("auth", 0);
          json.writeEndObject();
        });
  }

  private void answer(Context ctx, Account account) {
    mark(ctx, account);
    boolean feeds = asks(ctx, "groups") || asks(ctx, "feeds") || asks(ctx, "favicons");
    List<Subscription> own = feeds ? library.feeds().subscriptions(account) : List.of();
    Json.send(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("api_version", 3);
          json.writeNumberProperty("auth", 1);
          json.writeNumberProperty(
              "last_refreshed_on_time",
              (feeds ? lastNew(own) : library.feeds().lastNew(account)).getEpochSecond());
          if (asks(ctx, "groups")) groups(json, own);
          Map<Long, Long> icons =
              asks(ctx, "feeds") || asks(ctx, "favicons") ? icons(account, own) : Map.of();
          if (asks(ctx, "feeds")) feeds(json, own, icons);
          if (asks(ctx, "groups") || asks(ctx, "feeds")) memberships(json, own);
          if (asks(ctx, "favicons")) favicons(json, icons);
          if (asks(ctx, "items")) items(ctx, json, account);
          if (asks(ctx, "links")) json.writeArrayPropertyStart("links").writeEndArray();
          if (asks(ctx, "unread_item_ids") || "read".equals(ctx.formParam("as"))) {
            ids(json, "unread_item_ids", library.browsing().unread(account, MOST_IDS));
          }
          if (asks(ctx, "saved_item_ids") || "saved".equals(ctx.formParam("as"))) {
            ids(json, "saved_item_ids", library.browsing().starred(account, MOST_IDS));
          }
          json.writeEndObject();
        });
  }

  private static boolean asks(Context ctx, String what) {
    return ctx.queryParam(what) != null || ctx.formParam(what) != null;
  }

  private static Instant lastNew(List<Subscription> own) {
    return own.stream()
        .map(Subscription::lastNew)
        .filter(java.util.Objects::nonNull)
        .max(Comparator.naturalOrder())
        .orElse(Instant.EPOCH);
  }

  /// Folders have names here and numbers there, which must fit 32 bits with a sign: the same name
  /// is always the same number.
  static long group(String folder) {
    CRC32 sum = new CRC32();
    sum.update(folder.getBytes(StandardCharsets.UTF_8));
    return Math.clamp((sum.getValue() & 0x7fffffff) + 1, REST + 1, Integer.MAX_VALUE);
  }

  /// @param folder null for what is in none
  private record Group(long id, @Nullable String folder, List<Long> feeds) {}

  private static List<Group> groups(List<Subscription> own) {
    Map<String, List<Long>> folders = new TreeMap<>();
    List<Long> rest = new ArrayList<>();
    for (Subscription s : own) {
      if (s.folder() == null) rest.add(s.feed());
      for (String folder : s.folders()) {
        folders.computeIfAbsent(folder, _ -> new ArrayList<>()).add(s.feed());
      }
    }
    List<Group> groups = new ArrayList<>();
    folders.forEach((name, feeds) -> groups.add(new Group(group(name), name, feeds)));
    if (!rest.isEmpty()) groups.add(new Group(REST, null, rest));
    return groups;
  }

  private static void groups(JsonGenerator json, List<Subscription> own) {
    json.writeArrayPropertyStart("groups");
    for (Group group : groups(own)) {
      json.writeStartObject();
      json.writeNumberProperty("id", group.id);
      json.writeStringProperty("title", group.folder == null ? "Uncategorized" : group.folder);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void memberships(JsonGenerator json, List<Subscription> own) {
    json.writeArrayPropertyStart("feeds_groups");
    for (Group group : groups(own)) {
      json.writeStartObject();
      json.writeNumberProperty("group_id", group.id);
      json.writeStringProperty("feed_ids", joined(group.feeds.stream()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private Map<Long, Long> icons(Account account, List<Subscription> own) {
    return library.picturing().numbers(account, own.stream().map(Subscription::feed).toList());
  }

  private void favicons(JsonGenerator json, Map<Long, Long> icons) {
    json.writeArrayPropertyStart("favicons");
    List<Long> numbers = List.copyOf(new TreeSet<>(icons.values()));
    for (int from = 0; from < numbers.size(); from += ICONS_AT_ONCE) {
      List<Long> some = numbers.subList(from, Math.min(numbers.size(), from + ICONS_AT_ONCE));
      Map<Long, Icon> found = library.picturing().byNumbers(some);
      for (Long number : some) favicon(json, number, found.get(number));
    }
    json.writeEndArray();
  }

  private static void favicon(JsonGenerator json, long number, @Nullable Icon icon) {
    if (icon != null) {
      json.writeStartObject();
      json.writeNumberProperty("id", number);
      json.writeStringProperty(
          "data", icon.type() + ";base64," + Base64.getEncoder().encodeToString(icon.bytes()));
      json.writeEndObject();
    }
  }

  private static void feeds(JsonGenerator json, List<Subscription> own, Map<Long, Long> icons) {
    json.writeArrayPropertyStart("feeds");
    for (Subscription s : own) {
      json.writeStartObject();
      json.writeNumberProperty("id", s.feed());
      json.writeNumberProperty("favicon_id", icons.getOrDefault(s.feed(), 0L));
      json.writeStringProperty("title", s.name());
      json.writeStringProperty("url", s.address());
      json.writeStringProperty("site_url", s.link() == null ? "" : s.link());
      json.writeNumberProperty("is_spark", 0);
      Instant last = s.lastNew();
      json.writeNumberProperty("last_updated_on_time", last == null ? 0 : last.getEpochSecond());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void items(Context ctx, JsonGenerator json, Account account) {
    json.writeArrayPropertyStart("items");
    library
        .browsing()
        .items(account, wanted(ctx, account), found -> item(json, new ReaderItem(found, ids)));
    json.writeEndArray();
    json.writeNumberProperty("total_items", library.browsing().count(account));
  }

  private static void item(JsonGenerator json, ReaderItem item) {
    var e = item.full().entry();
    json.writeStartObject();
    json.writeNumberProperty("id", item.id());
    json.writeNumberProperty("feed_id", e.feedId());
    json.writeStringProperty("title", item.title());
    json.writeStringProperty("author", String.join(", ", e.authors()));
    json.writeStringProperty("html", item.html());
    json.writeStringProperty("url", item.link());
    json.writeNumberProperty("is_saved", item.mark().starred() ? 1 : 0);
    json.writeNumberProperty("is_read", item.mark().unread() ? 0 : 1);
    json.writeNumberProperty("created_on_time", e.placed().getEpochSecond());
    json.writeEndObject();
  }

  /// Fifty at most: those named, those after an id, those before one, or the newest.
  private List<Long> wanted(Context ctx, Account account) {
    String named = given(ctx, "with_ids");
    if (named != null) {
      return Arrays.stream(named.split(","))
          .map(id -> ItemIds.entry(ReaderStream.number("with_ids", id.strip())))
          .limit(A_PAGE)
          .toList();
    }
    Long since = number(ctx, "since_id");
    Long before = number(ctx, "max_id");
    boolean newer = since != null && (before == null || before <= 0);
    Long from = newer ? since : before == null || before <= 0 ? null : before;
    return library
        .browsing()
        .arrived(account, Selection.ALL, newer, from == null ? null : ItemIds.entry(from), A_PAGE)
        .stream()
        .map(Arrived::id)
        .toList();
  }

  private static @Nullable String given(Context ctx, String name) {
    String value = ctx.queryParam(name);
    if (value == null) value = ctx.formParam(name);
    return value == null || value.isBlank() ? null : value.strip();
  }

  private static @Nullable Long number(Context ctx, String name) {
    String text = given(ctx, name);
    return text == null ? null : (Long) ReaderStream.number(name, text);
  }

  /// From the oldest to the newest, as FreshRSS has them: some apps take the last.
  private void ids(JsonGenerator json, String name, List<Long> entries) {
    json.writeStringProperty(name, joined(entries.stream().sorted().map(ids::of)));
  }

  private static String joined(Stream<Long> ids) {
    return ids.map(String::valueOf).collect(Collectors.joining(","));
  }

  private void mark(Context ctx, Account account) {
    String what = given(ctx, "mark");
    if (what == null) return;
    String as = given(ctx, "as");
    Long id = number(ctx, "id");
    if (id == null) throw Problem.badParameter("id", "is missing");
    Marking marking = library.marking();
    if (what.equals("item")) {
      List<Long> one = List.of(ItemIds.entry(id));
      switch (as == null ? "" : as) {
        case "read" -> marking.read(account, one, true);
        case "unread" -> marking.read(account, one, false);
        case "saved" -> marking.star(account, one, true);
        case "unsaved" -> marking.star(account, one, false);
        default ->
            throw Problem.badParameter("as", "must be 'read', 'unread', 'saved' or 'unsaved'");
      }
      return;
    }
    // Read You has a button for "unread", which means nothing to any server.
    if ("unread".equals(as)) return;
    if (!"read".equals(as)) throw Problem.badParameter("as", "must be 'read'");
    Long before = number(ctx, "before");
    Instant until = before == null ? null : ReaderStream.time(Math.max(0, before));
    for (Selection which : selections(what, id, account)) {
      Marked _ = marking.readAll(account, which.withUntil(until), null, null);
    }
  }

  /// Group 0 is all feeds; below that are "sparks", which nobody has here.
  private List<Selection> selections(String what, long id, Account account) {
    return switch (what) {
      case "feed" -> List.of(Selection.ofFeed(id));
      case "group" -> {
        if (id == 0) yield List.of(Selection.ALL);
        yield groups(library.feeds().subscriptions(account)).stream()
            .filter(group -> group.id == id)
            .flatMap(group -> group.feeds.stream())
            .map(Selection::ofFeed)
            .toList();
      }
      default -> throw Problem.badParameter("mark", "must be 'item', 'feed' or 'group'");
    };
  }
}
