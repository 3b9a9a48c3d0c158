package freshet.api;

import static freshet.api.ReaderStream.LABEL;
import static freshet.api.ReaderStream.STATE;
import static freshet.api.ReaderStream.all;
import static freshet.api.ReaderStream.first;
import static freshet.api.ReaderStream.needed;
import static freshet.api.ReaderStream.plain;

import freshet.account.Entrance;
import freshet.account.Secrets;
import freshet.exchange.FeedList;
import freshet.exchange.FeedListReader;
import freshet.exchange.FeedListWriter;
import freshet.pipeline.Watcher;
import freshet.store.Accounts.Account;
import freshet.store.Entries.Full;
import freshet.store.Feeds;
import freshet.store.Reading;
import freshet.store.Store;
import freshet.store.Streams.Arrived;
import freshet.store.Subscriptions.Subscription;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.eclipse.jetty.http.UriCompliance;
import tools.jackson.core.JsonGenerator;

/// The API of Google Reader as the readers' apps still speak it, at the addresses that FreshRSS
/// serves it under (`/api/greader.php/…`) and at the root. Who comes must have a token: as the
/// password at `ClientLogin`, or as `Authorization: Bearer` or `Basic`.
///
/// Streams go by arrival, so that a client that remembers a time or a continuation misses nothing.
/// An item's number is the entry's.
public final class ReaderApi {
  private static final int MOST_IDS = 10_000;
  private static final int MOST_ITEMS = 1_000;
  private static final String READING_LIST = STATE + "reading-list";

  private final Store store;
  private final Watcher watcher;
  private final Entrance entrance;
  private final InstantSource clock;

  public ReaderApi(Store store, Watcher watcher, Entrance entrance, InstantSource clock) {
    this.store = store;
    this.watcher = watcher;
    this.entrance = entrance;
    this.clock = clock;
  }

  private interface Call {
    void answer(Context ctx, Account account) throws IOException;
  }

  /// Register it before [Api], which answers all other addresses under `/api/`.
  public void register(JavalinConfig config) {
    var routes = config.routes;
    for (String base : List.of("", "/api/greader.php")) {
      routes.get(base + "/accounts/ClientLogin", this::logIn);
      routes.post(base + "/accounts/ClientLogin", this::logIn);
      String api = base + "/reader/api/0/";
      get(config, api + "token", this::token);
      get(config, api + "user-info", this::userInfo);
      get(config, api + "preference/list", (ctx, _) -> empty(ctx, "prefs", true));
      get(config, api + "preference/stream/list", (ctx, _) -> empty(ctx, "streamprefs", false));
      get(config, api + "friend/list", (ctx, _) -> empty(ctx, "friends", true));
      get(config, api + "subscription/list", this::subscriptions);
      get(config, api + "subscription/export", this::export);
      get(config, api + "tag/list", this::tags);
      get(config, api + "unread-count", this::unreadCount);
      get(config, api + "stream/items/ids", this::ids);
      get(config, api + "stream/contents", (ctx, who) -> contents(ctx, who, ""));
      get(
          config,
          api + "stream/contents/<stream>",
          (ctx, who) -> contents(ctx, who, ctx.pathParam("stream")));
      get(config, base + "/reader/atom/<stream>", this::atom);
      both(config, api + "stream/items/contents", this::items);
      post(config, api + "edit-tag", this::editTag);
      post(config, api + "mark-all-as-read", this::markAll);
      post(config, api + "rename-tag", this::renameTag);
      post(config, api + "disable-tag", this::disableTag);
      post(config, api + "subscription/edit", this::editSubscription);
      post(config, api + "subscription/quickadd", this::quickAdd);
      post(config, api + "subscription/import", this::importList);
    }
    routes.get("/reader/*", ReaderApi::noSuchCall);
    routes.post("/reader/*", ReaderApi::noSuchCall);
  }

  /// Clients write a stream into the path with its slashes escaped (`feed%2F12`), which Jetty takes
  /// for an attack unless told otherwise. Routes and guard look at the same text, so it is none.
  public static void allowItsAddresses(JavalinConfig config) {
    config.jetty.modifyHttpConfiguration(http ->
        http.setUriCompliance(
            UriCompliance.DEFAULT.with(
                "slashes in a segment", UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR)));
    config.jetty.modifyServletContextHandler(
        handler -> handler.getServletHandler().setDecodeAmbiguousURIs(true));
  }

  private static void noSuchCall(Context ctx) {
    throw Problem.notFound("There is no call " + ReaderStream.cut(ctx.path()));
  }

  private void get(JavalinConfig config, String path, Call call) {
    config.routes.get(path, ctx -> answer(ctx, call));
  }

  private void post(JavalinConfig config, String path, Call call) {
    config.routes.post(path, ctx -> answer(ctx, call));
  }

  private void both(JavalinConfig config, String path, Call call) {
    get(config, path, call);
    post(config, path, call);
  }

  private void answer(Context ctx, Call call) throws IOException {
    Optional<Account> account = account(ctx);
    if (account.isEmpty()) {
      ctx.status(401)
          .header("Google-Bad-Token", "true")
          .header("WWW-Authenticate", "GoogleLogin realm=\"Freshet\"")
          .contentType("text/plain; charset=utf-8")
          .result("Unauthorized: log in at /accounts/ClientLogin with a token of your account");
      return;
    }
    call.answer(ctx, account.get());
  }

  /// Cookies do not count here: so no page elsewhere can act through a browser.
  private Optional<Account> account(Context ctx) {
    String header = ctx.header("Authorization");
    if (header == null) return Optional.empty();
    String auth = "GoogleLogin auth=";
    if (header.regionMatches(true, 0, auth, 0, auth.length())) {
      String value = header.substring(auth.length()).strip();
      int slash = value.lastIndexOf('/');
      return slash < 0
          ? Optional.empty()
          : entrance.token(value.substring(0, slash), value.substring(slash + 1));
    }
    return entrance.visitor(ctx).map(v -> v.account());
  }

  private void logIn(Context ctx) {
    String name = Optional.ofNullable(first(ctx, "Email")).orElse("");
    String token = Optional.ofNullable(first(ctx, "Passwd")).orElse("");
    ctx.contentType("text/plain; charset=utf-8").header("Cache-Control", "no-store");
    switch (entrance.logInByToken(ctx, name, token)) {
      case Entrance.Outcome.In(var account) -> {
        String auth = account.name() + "/" + token.strip();
        if ("json".equals(first(ctx, "output"))) {
          Api.json(
              ctx,
              json -> {
                json.writeStartObject();
                json.writeStringProperty("SID", auth);
                json.writeStringProperty("LSID", "null");
                json.writeStringProperty("Auth", auth);
                json.writeEndObject();
              });
        } else {
          ctx.result("SID=" + auth + "\nLSID=null\nAuth=" + auth + "\n");
        }
      }
      case Entrance.Outcome.Wrong() -> ctx.status(403).result("Error=BadAuthentication\n");
      case Entrance.Outcome.Wait(var span) ->
          ctx.status(429)
              .header("Retry-After", String.valueOf(span.toSeconds() + 1))
              .result("Error=BadAuthentication\n");
    }
  }

  /// Clients send it back with every change. The header of each request says who it is, so it
  /// guards nothing here; it only has to look as they expect.
  private void token(Context ctx, Account account) {
    ctx.contentType("text/plain; charset=utf-8")
        .result(Secrets.hash("reader " + account.id()).substring(0, 57));
  }

  private void userInfo(Context ctx, Account account) {
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeStringProperty("userId", String.valueOf(account.id()));
          json.writeStringProperty("userName", account.name());
          json.writeStringProperty("userProfileId", String.valueOf(account.id()));
          json.writeStringProperty("userEmail", "");
          json.writeEndObject();
        });
  }

  private static void empty(Context ctx, String name, boolean list) {
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          if (list) json.writeArrayPropertyStart(name).writeEndArray();
          else json.writeObjectPropertyStart(name).writeEndObject();
          json.writeEndObject();
        });
  }

  private void subscriptions(Context ctx, Account account) {
    List<Subscription> all = store.subscriptions().of(account.id());
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("subscriptions");
          for (Subscription s : all) {
            json.writeStartObject();
            json.writeStringProperty("id", "feed/" + s.feed());
            json.writeStringProperty("title", s.name());
            json.writeArrayPropertyStart("categories");
            if (s.folder() != null) {
              json.writeStartObject();
              json.writeStringProperty("id", LABEL + s.folder());
              json.writeStringProperty("label", s.folder());
              json.writeStringProperty("type", "folder");
              json.writeEndObject();
            }
            json.writeEndArray();
            json.writeStringProperty("url", s.address());
            json.writeStringProperty("htmlUrl", s.link() == null ? "" : s.link());
            json.writeStringProperty("iconUrl", s.icon() == null ? "" : s.icon());
            json.writeStringProperty("sortid", String.format("%08X", s.feed()));
            json.writeStringProperty("firstitemmsec", String.valueOf(s.addedAt().toEpochMilli()));
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void tags(Context ctx, Account account) {
    Map<String, Long> folders = folders(store.subscriptions().of(account.id()));
    Map<String, Long> labels = store.reading().labels(account.id());
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("tags");
          tag(json, STATE + "starred", null);
          folders.keySet().forEach(f -> tag(json, LABEL + f, "folder"));
          labels.keySet().stream()
              .filter(l -> !folders.containsKey(l))
              .forEach(l -> tag(json, LABEL + l, "tag"));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void tag(
      JsonGenerator json, String id, @org.jspecify.annotations.Nullable String type) {
    json.writeStartObject();
    json.writeStringProperty("id", id);
    if (type != null) json.writeStringProperty("type", type);
    json.writeEndObject();
  }

  /// Unread entries by folder.
  private static Map<String, Long> folders(List<Subscription> all) {
    Map<String, Long> folders = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (Subscription s : all) {
      if (s.folder() != null) folders.merge(s.folder(), s.unread(), Long::sum);
    }
    return folders;
  }

  private void unreadCount(Context ctx, Account account) {
    List<Subscription> all = store.subscriptions().of(account.id());
    Map<String, Instant> newest = new HashMap<>();
    for (Subscription s : all) {
      Instant at = s.lastNew() == null ? Instant.EPOCH : s.lastNew();
      newest.merge(READING_LIST, at, ReaderApi::later);
      if (s.folder() != null) newest.merge(LABEL + s.folder(), at, ReaderApi::later);
      newest.put("feed/" + s.feed(), at);
    }
    long sum = all.stream().mapToLong(Subscription::unread).sum();
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("max", sum);
          json.writeArrayPropertyStart("unreadcounts");
          for (Subscription s : all) {
            if (s.unread() > 0) unread(json, "feed/" + s.feed(), s.unread(), newest);
          }
          folders(all).forEach((name, unread) -> unread(json, LABEL + name, unread, newest));
          unread(json, READING_LIST, sum, newest);
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static void unread(
      JsonGenerator json, String id, long count, Map<String, Instant> newest) {
    json.writeStartObject();
    json.writeStringProperty("id", id);
    json.writeNumberProperty("count", count);
    json.writeStringProperty(
        "newestItemTimestampUsec", ReaderItem.usec(newest.getOrDefault(id, Instant.EPOCH)));
    json.writeEndObject();
  }

  /// One more than asked for tells whether it goes on.
  private List<Arrived> page(Account account, ReaderStream stream) {
    if (stream.nothing()) return List.of();
    return store.streams().page(account.id(), stream.query(), stream.limit() + 1);
  }

  private void ids(Context ctx, Account account) {
    ReaderStream stream = ReaderStream.of(ctx, null, 20, MOST_IDS);
    List<Arrived> page = page(account, stream);
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("itemRefs");
          for (Arrived a : page.subList(0, Math.min(page.size(), stream.limit()))) {
            json.writeStartObject();
            json.writeStringProperty("id", String.valueOf(a.id()));
            json.writeArrayPropertyStart("directStreamIds");
            json.writeString("feed/" + a.feed());
            json.writeEndArray();
            json.writeStringProperty("timestampUsec", ReaderItem.usec(a.at()));
            json.writeEndObject();
          }
          json.writeEndArray();
          goOn(json, page, stream);
          json.writeEndObject();
        });
  }

  private static void goOn(JsonGenerator json, List<Arrived> page, ReaderStream stream) {
    if (page.size() <= stream.limit()) return;
    json.writeStringProperty("continuation", String.valueOf(page.get(stream.limit() - 1).id()));
  }

  private void contents(Context ctx, Account account, String path) {
    ReaderStream stream = ReaderStream.of(ctx, path, 20, MOST_ITEMS);
    List<Arrived> page = page(account, stream);
    List<Long> ids = page.stream().limit(stream.limit()).map(Arrived::id).toList();
    List<ReaderItem> items = items(account, ids);
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeStringProperty("id", stream.id());
          json.writeNumberProperty("updated", clock.instant().getEpochSecond());
          write(json, items);
          goOn(json, page, stream);
          json.writeEndObject();
        });
  }

  private void items(Context ctx, Account account) {
    List<ReaderItem> items = items(account, ReaderStream.items(ctx, MOST_ITEMS));
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeStringProperty("id", READING_LIST);
          json.writeNumberProperty("updated", clock.instant().getEpochSecond());
          write(json, items);
          json.writeEndObject();
        });
  }

  private static void write(JsonGenerator json, List<ReaderItem> items) {
    json.writeArrayPropertyStart("items");
    items.forEach(i -> i.write(json));
    json.writeEndArray();
  }

  /// Entries in the order of their ids here; those of feeds the account does not follow are left
  /// out, unless it has starred them.
  private List<ReaderItem> items(Account account, List<Long> ids) {
    Map<Long, Subscription> own = new HashMap<>();
    for (Subscription s : store.subscriptions().of(account.id())) own.put(s.feed(), s);
    Map<Long, Full> found = new HashMap<>();
    for (Full full : store.entries().full(ids)) found.put(full.entry().id(), full);
    Map<Long, Reading.Mark> marks = store.reading().marks(account.id(), ids);
    List<ReaderItem> items = new ArrayList<>();
    for (long id : ids) {
      Full full = found.get(id);
      Reading.Mark mark = marks.get(id);
      if (full == null || mark == null) continue;
      Subscription from = own.get(full.entry().feedId());
      if (from != null || mark.starred()) items.add(new ReaderItem(full, mark, from));
    }
    return items;
  }

  private void atom(Context ctx, Account account) {
    String path = ctx.pathParam("stream");
    ReaderStream stream = ReaderStream.of(ctx, path, 20, MOST_ITEMS);
    List<Long> ids = page(account, stream).stream().limit(stream.limit()).map(Arrived::id).toList();
    List<ReaderItem> items = items(account, ids);
    String title =
        stream.query().feed() == null
            ? stream.id()
            : store
                .subscriptions()
                .find(account.id(), stream.query().feed())
                .map(Subscription::name)
                .orElse(stream.id());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newFactory().createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("feed");
      xml.writeDefaultNamespace(ReaderItem.ATOM);
      ReaderItem.text(xml, "id", "tag:google.com,2005:reader/" + stream.id());
      ReaderItem.text(xml, "title", title);
      ReaderItem.text(xml, "updated", clock.instant().toString());
      for (ReaderItem item : items) item.write(xml);
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e); // written to memory
    }
    ctx.contentType("application/atom+xml; charset=utf-8").result(bytes.toByteArray());
  }

  private static void ok(Context ctx) {
    ctx.contentType("text/plain; charset=utf-8").result("OK");
  }

  private void editTag(Context ctx, Account account) {
    List<Long> ids = ReaderStream.items(ctx, MOST_IDS);
    List<Long> own = items(ids, account);
    for (boolean add : new boolean[] {false, true}) {
      for (String tag : all(ctx, add ? "a" : "r")) mark(account, own, plain(tag), add);
    }
    ok(ctx);
  }

  /// Those of some ids that the account may mark.
  private List<Long> items(List<Long> ids, Account account) {
    List<Long> own = new ArrayList<>();
    for (int from = 0; from < ids.size(); from += 500) {
      List<Long> some = ids.subList(from, Math.min(ids.size(), from + 500));
      own.addAll(store.subscriptions().entries(account.id(), some));
    }
    return own;
  }

  private void mark(Account account, List<Long> entries, String tag, boolean add) {
    Instant now = clock.instant();
    switch (tag) {
      case STATE + "read" -> store.reading().read(account.id(), entries, add, now);
      case STATE + "kept-unread" -> {
        if (add) store.reading().read(account.id(), entries, false, now);
      }
      case STATE + "starred" -> store.reading().star(account.id(), entries, add, now);
      default -> {
        // Other states of Google's (tracking-…, broadcast) mean nothing here and do no harm.
        if (tag.startsWith(STATE)) return;
        store.reading().label(account.id(), entries, ReaderStream.label(tag, "a"), add);
      }
    }
  }

  private void markAll(Context ctx, Account account) {
    String s = plain(needed(ctx, "s"));
    Reading.Scope scope;
    if (s.startsWith("feed/")) scope = Reading.Scope.ofFeed(ReaderStream.feed(s, "s"));
    else if (s.startsWith(LABEL)) {
      scope = Reading.Scope.ofFolder(ReaderStream.label(s, "s"));
    } else if (s.equals(READING_LIST)) scope = Reading.Scope.ALL;
    else throw Problem.badParameter("s", "'" + ReaderStream.cut(s) + "' cannot be marked as read");
    Instant before = ReaderStream.time(ctx, "ts");
    if (before != null) scope = scope.arrivedBefore(before);
    Reading.Marked _ = store.reading().readAll(account.id(), scope, clock.instant());
    ok(ctx);
  }

  private void renameTag(Context ctx, Account account) {
    String from =
        ReaderStream.label(
            Optional.ofNullable(first(ctx, "s")).orElseGet(() -> needed(ctx, "t")), "s");
    int _ =
        store
            .subscriptions()
            .renameFolder(account.id(), from, ReaderStream.label(needed(ctx, "dest"), "dest"));
    ok(ctx);
  }

  private void disableTag(Context ctx, Account account) {
    String from =
        ReaderStream.label(
            Optional.ofNullable(first(ctx, "s")).orElseGet(() -> needed(ctx, "t")), "s");
    int _ = store.subscriptions().renameFolder(account.id(), from, null);
    ok(ctx);
  }

  private void editSubscription(Context ctx, Account account) {
    String action = needed(ctx, "ac");
    List<String> streams = all(ctx, "s");
    if (streams.isEmpty()) throw Problem.badParameter("s", "is missing");
    String title = first(ctx, "t");
    String into = first(ctx, "a");
    String outOf = first(ctx, "r");
    String folder = into == null ? null : ReaderStream.label(into, "a");
    for (String stream : streams) {
      switch (action) {
        case "subscribe" -> add(account, stream.replaceFirst("^feed/", ""), title, folder);
        case "unsubscribe" -> watcher.unsubscribe(account.id(), known(account, stream));
        case "edit" -> {
          long feed = known(account, stream);
          if (title != null) store.subscriptions().rename(account.id(), feed, title);
          if (folder != null) store.subscriptions().setFolder(account.id(), feed, folder);
          else if (outOf != null) store.subscriptions().setFolder(account.id(), feed, null);
        }
        default -> throw Problem.badParameter("ac", "must be 'subscribe', 'unsubscribe' or 'edit'");
      }
    }
    ok(ctx);
  }

  /// By number or, as some clients have it, by address.
  private long known(Account account, String stream) {
    String what = stream.replaceFirst("^feed/", "");
    return store.subscriptions().of(account.id()).stream()
        .filter(s -> String.valueOf(s.feed()).equals(what) || s.address().equals(what))
        .map(Subscription::feed)
        .findFirst()
        .orElseThrow(
            () -> Problem.badParameter("s", "you do not follow '" + ReaderStream.cut(what) + "'"));
  }

  private Feeds.Added add(
      Account account,
      String address,
      @org.jspecify.annotations.Nullable String title,
      @org.jspecify.annotations.Nullable String folder) {
    try {
      return watcher.add(account.id(), watcher.address(address), title, folder);
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter("s", String.valueOf(e.getMessage()));
    }
  }

  private void quickAdd(Context ctx, Account account) {
    String address = needed(ctx, "quickadd").replaceFirst("^feed/", "");
    Feeds.Added added = add(account, address, null, null);
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("numResults", 1);
          json.writeStringProperty("query", address);
          json.writeStringProperty("streamId", "feed/" + added.id());
          json.writeStringProperty(
              "streamName",
              store
                  .subscriptions()
                  .find(account.id(), added.id())
                  .map(Subscription::name)
                  .orElse(address));
          json.writeEndObject();
        });
  }

  private void export(Context ctx, Account account) throws IOException {
    StringWriter opml = new StringWriter();
    FeedListWriter.opml(
        store.feeds().page(account.id(), Integer.MAX_VALUE, 0),
        store.feeds().folders(account.id()),
        clock.instant(),
        opml);
    ctx.contentType("text/x-opml; charset=utf-8").result(opml.toString());
  }

  private void importList(Context ctx, Account account) {
    byte[] bytes = ctx.bodyAsBytes();
    if (bytes.length == 0) throw new Problem(400, "The body is empty", "Send a list as OPML");
    FeedList list = FeedListReader.read(bytes);
    if (list.feeds().isEmpty()) {
      throw new Problem(400, "No feed in the body", "Send a list as OPML");
    }
    for (var f : list.feeds()) {
      Feeds.Added _ = watcher.add(account.id(), f.url(), f.title(), f.folder());
    }
    ok(ctx);
  }
}
