package freshet.api;

import freshet.account.Entrance;
import freshet.store.Accounts.Account;
import freshet.store.Entries.Full;
import freshet.store.Reading;
import freshet.store.Store;
import freshet.store.Streams;
import freshet.store.Streams.Arrived;
import freshet.store.Streams.Wish;
import freshet.store.Subscriptions.Subscription;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// The API of Fever: one address, what is wanted in the query, the key in the body. The key is the
/// md5 of the account's name, a colon and a token.
public final class FeverApi {
  private static final int A_PAGE = 50;
  private static final int MOST_IDS = 100_000;

  /// One grey pixel, which stands for all feeds.
  private static final String PIXEL =
      "image/gif;base64,R0lGODlhAQABAIAAAObm5gAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==";

  private final Store store;
  private final Entrance entrance;
  private final InstantSource clock;

  public FeverApi(Store store, Entrance entrance, InstantSource clock) {
    this.store = store;
    this.entrance = entrance;
    this.clock = clock;
  }

  /// Register it before [Api], which answers all other addresses under `/api/`.
  public void register(JavalinConfig config) {
    for (String path : List.of("/fever", "/fever/", "/api/fever.php")) {
      config.routes.post(path, this::answer);
      config.routes.get(path, this::answer);
    }
  }

  private void answer(Context ctx) {
    Account account = account(ctx);
    if (account == null) {
      Api.json(
          ctx,
          json -> {
            json.writeStartObject();
            json.writeNumberProperty("api_version", 3);
            json.writeNumberProperty("auth", 0);
            json.writeEndObject();
          });
      return;
    }
    mark(ctx, account.id());
    List<Subscription> own = store.subscriptions().of(account.id());
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("api_version", 3);
          json.writeNumberProperty("auth", 1);
          json.writeNumberProperty("last_refreshed_on_time", lastNew(own));
          if (asks(ctx, "groups")) groups(json, own);
          if (asks(ctx, "feeds")) feeds(json, own);
          if (asks(ctx, "groups") || asks(ctx, "feeds")) memberships(json, own);
          if (asks(ctx, "favicons")) favicons(json);
          if (asks(ctx, "items")) items(ctx, json, account.id());
          if (asks(ctx, "links")) json.writeArrayPropertyStart("links").writeEndArray();
          if (asks(ctx, "unread_item_ids") || "read".equals(ctx.formParam("as"))) {
            ids(json, "unread_item_ids", store.reading().unread(account.id(), MOST_IDS));
          }
          if (asks(ctx, "saved_item_ids") || "saved".equals(ctx.formParam("as"))) {
            ids(json, "saved_item_ids", store.reading().starred(account.id(), MOST_IDS));
          }
          json.writeEndObject();
        });
  }

  private @Nullable Account account(Context ctx) {
    String key = ctx.formParam("api_key");
    if (key == null || !key.matches("[0-9a-fA-F]{32}")) return null;
    return switch (entrance.logInByFeverKey(ctx, key)) {
      case Entrance.Outcome.In(var in) -> in;
      default -> null;
    };
  }

  private static boolean asks(Context ctx, String what) {
    return ctx.queryParam(what) != null || ctx.formParam(what) != null;
  }

  private static long lastNew(List<Subscription> own) {
    return own.stream()
        .map(Subscription::lastNew)
        .filter(java.util.Objects::nonNull)
        .mapToLong(Instant::getEpochSecond)
        .max()
        .orElse(0);
  }

  /// Folders have names here and numbers there: the same name is always the same number.
  static long group(String folder) {
    CRC32 sum = new CRC32();
    sum.update(folder.getBytes(StandardCharsets.UTF_8));
    return (sum.getValue() & 0x7fffffff) + 1;
  }

  private static void groups(JsonGenerator json, List<Subscription> own) {
    json.writeArrayPropertyStart("groups");
    for (String folder : byFolder(own).keySet()) {
      json.writeStartObject();
      json.writeNumberProperty("id", group(folder));
      json.writeStringProperty("title", folder);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static Map<String, List<Long>> byFolder(List<Subscription> own) {
    Map<String, List<Long>> folders = new TreeMap<>();
    for (Subscription s : own) {
      if (s.folder() != null) {
        folders.computeIfAbsent(s.folder(), _ -> new ArrayList<>()).add(s.feed());
      }
    }
    return folders;
  }

  private static void memberships(JsonGenerator json, List<Subscription> own) {
    json.writeArrayPropertyStart("feeds_groups");
    byFolder(own)
        .forEach((folder, feeds) -> {
          json.writeStartObject();
          json.writeNumberProperty("group_id", group(folder));
          json.writeStringProperty("feed_ids", joined(feeds));
          json.writeEndObject();
        });
    json.writeEndArray();
  }

  private static void feeds(JsonGenerator json, List<Subscription> own) {
    json.writeArrayPropertyStart("feeds");
    for (Subscription s : own) {
      json.writeStartObject();
      json.writeNumberProperty("id", s.feed());
      json.writeNumberProperty("favicon_id", 1);
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

  private static void favicons(JsonGenerator json) {
    json.writeArrayPropertyStart("favicons");
    json.writeStartObject();
    json.writeNumberProperty("id", 1);
    json.writeStringProperty("data", PIXEL);
    json.writeEndObject();
    json.writeEndArray();
  }

  private void items(Context ctx, JsonGenerator json, long account) {
    List<Long> ids = wanted(ctx, account);
    Map<Long, Full> found = new HashMap<>();
    for (Full full : store.entries().full(ids)) found.put(full.entry().id(), full);
    Map<Long, Reading.Mark> marks = store.reading().marks(account, ids);
    json.writeArrayPropertyStart("items");
    for (long id : ids) {
      Full full = found.get(id);
      Reading.Mark mark = marks.get(id);
      if (full == null || mark == null) continue;
      var e = full.entry();
      String html = full.body().content() != null ? full.body().content() : full.body().summary();
      json.writeStartObject();
      json.writeNumberProperty("id", id);
      json.writeNumberProperty("feed_id", e.feedId());
      json.writeStringProperty("title", e.title() == null ? "" : e.title());
      json.writeStringProperty("author", String.join(", ", e.authors()));
      json.writeStringProperty("html", html == null ? "" : html);
      json.writeStringProperty("url", e.link() == null ? "" : e.link());
      json.writeNumberProperty("is_saved", mark.starred() ? 1 : 0);
      json.writeNumberProperty("is_read", mark.unread() ? 0 : 1);
      json.writeNumberProperty("created_on_time", e.placed().getEpochSecond());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberProperty("total_items", store.streams().count(account));
  }

  /// Fifty at most: those named, those after an id, those before one, or the newest.
  private List<Long> wanted(Context ctx, long account) {
    String named = given(ctx, "with_ids");
    if (named != null) {
      List<Long> ids = new ArrayList<>();
      for (String id : named.split(",")) {
        if (!id.strip().matches("\\d{1,18}")) {
          throw Problem.badParameter("with_ids", "must be numbers with commas between them");
        }
        if (ids.size() < A_PAGE) ids.add(Long.valueOf(id.strip()));
      }
      return store.subscriptions().entries(account, ids);
    }
    Long since = number(ctx, "since_id");
    Long before = number(ctx, "max_id");
    boolean older = before != null && before > 0;
    var query =
        new Streams.Query(
            null, null, Wish.ANY, Wish.ANY, null, null, !older, older ? before : since);
    return store.streams().page(account, query, A_PAGE).stream().map(Arrived::id).toList();
  }

  private static @Nullable String given(Context ctx, String name) {
    String value = ctx.queryParam(name);
    if (value == null) value = ctx.formParam(name);
    return value == null || value.isBlank() ? null : value.strip();
  }

  private static @Nullable Long number(Context ctx, String name) {
    String text = given(ctx, name);
    if (text == null) return null;
    if (!text.matches("-?\\d{1,18}")) {
      throw Problem.badParameter(
          name, "must be a whole number, not '" + ReaderStream.cut(text) + "'");
    }
    return Long.valueOf(text);
  }

  private static void ids(JsonGenerator json, String name, List<Long> ids) {
    json.writeStringProperty(name, joined(ids));
  }

  private static String joined(List<Long> ids) {
    return ids.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private void mark(Context ctx, long account) {
    String what = given(ctx, "mark");
    if (what == null) return;
    String as = given(ctx, "as");
    Long id = number(ctx, "id");
    if (id == null) throw Problem.badParameter("id", "is missing");
    Instant now = clock.instant();
    if (what.equals("item")) {
      List<Long> own = store.subscriptions().entries(account, List.of(id));
      switch (as == null ? "" : as) {
        case "read" -> store.reading().read(account, own, true, now);
        case "unread" -> store.reading().read(account, own, false, now);
        case "saved" -> store.reading().star(account, own, true, now);
        case "unsaved" -> store.reading().star(account, own, false, now);
        default ->
            throw Problem.badParameter("as", "must be 'read', 'unread', 'saved' or 'unsaved'");
      }
      return;
    }
    if (!"read".equals(as)) throw Problem.badParameter("as", "must be 'read'");
    Long before = number(ctx, "before");
    for (Reading.Scope scope : scopes(what, id, account)) {
      Reading.Marked _ =
          store
              .reading()
              .readAll(
                  account,
                  before == null ? scope : scope.arrivedBefore(Instant.ofEpochSecond(before)),
                  now);
    }
  }

  /// Group 0 is all feeds; below that are "sparks", which nobody has here.
  private List<Reading.Scope> scopes(String what, long id, long account) {
    return switch (what) {
      case "feed" -> List.of(Reading.Scope.ofFeed(id));
      case "group" -> {
        if (id == 0) yield List.of(Reading.Scope.ALL);
        yield byFolder(store.subscriptions().of(account)).keySet().stream()
            .filter(folder -> group(folder) == id)
            .map(Reading.Scope::ofFolder)
            .toList();
      }
      default -> throw Problem.badParameter("mark", "must be 'item', 'feed' or 'group'");
    };
  }
}
