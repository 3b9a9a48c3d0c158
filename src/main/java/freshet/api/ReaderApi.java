package freshet.api;

import static freshet.api.ReaderStream.STATE;
import static freshet.api.ReaderStream.first;

import freshet.account.Entrance;
import freshet.account.Secrets;
import freshet.pipeline.Watcher;
import freshet.store.Accounts.Account;
import freshet.store.Store;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.UriCompliance;

/// The API of Google Reader as the readers' apps still speak it, at the addresses that FreshRSS
/// serves it under (`/api/greader.php/…`) and at the root. Who comes must have a token: as the
/// password at `ClientLogin`, or as `Authorization: Bearer` or `Basic`.
///
/// Streams go by arrival, so that a client that remembers a time or a continuation misses nothing.
/// An item's number is the entry's.
public final class ReaderApi {
  static final int MOST_IDS = 10_000;
  static final String READING_LIST = STATE + "reading-list";

  private final Entrance entrance;
  private final ReaderLists lists;
  private final ReaderContents contents;
  private final ReaderChanges changes;

  public ReaderApi(Store store, Watcher watcher, Entrance entrance, InstantSource clock) {
    this.entrance = entrance;
    this.lists = new ReaderLists(store, clock);
    this.contents = new ReaderContents(store, clock);
    this.changes = new ReaderChanges(store, watcher, clock);
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
      get(config, api + "subscription/list", lists::subscriptions);
      get(config, api + "subscription/export", lists::export);
      get(config, api + "tag/list", lists::tags);
      get(config, api + "unread-count", lists::unreadCount);
      get(config, api + "stream/items/ids", contents::ids);
      get(config, api + "stream/contents", (ctx, who) -> contents.contents(ctx, who, ""));
      get(
          config,
          api + "stream/contents/<stream>",
          (ctx, who) -> contents.contents(ctx, who, ctx.pathParam("stream")));
      get(config, base + "/reader/atom/<stream>", contents::atom);
      both(config, api + "stream/items/contents", contents::items);
      post(config, api + "edit-tag", changes::editTag);
      post(config, api + "mark-all-as-read", changes::markAll);
      post(config, api + "rename-tag", changes::renameTag);
      post(config, api + "disable-tag", changes::disableTag);
      post(config, api + "subscription/edit", changes::editSubscription);
      post(config, api + "subscription/quickadd", changes::quickAdd);
      post(config, api + "subscription/import", changes::importList);
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
}
