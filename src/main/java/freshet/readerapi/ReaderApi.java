package freshet.readerapi;

import static freshet.readerapi.ReaderStream.STATE;
import static freshet.readerapi.ReaderStream.first;
import static io.javalin.http.HandlerType.GET;
import static io.javalin.http.HandlerType.POST;

import freshet.account.Authenticator;
import freshet.account.Secrets;
import freshet.http.Body;
import freshet.http.Door;
import freshet.http.Json;
import freshet.http.Problem;
import freshet.library.Library;
import freshet.model.Account;
import freshet.text.Cut;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The API of Google Reader as the readers' apps still speak it, at the addresses that FreshRSS
/// serves it under (`/api/greader.php/…`) and at the root. Who comes must have a token: as the
/// password at `ClientLogin`, or as `Authorization: Bearer` or `Basic`.
///
/// Streams go by arrival, so that a client that remembers a time or a continuation misses nothing.
/// What only reads is answered by GET and POST alike, as FreshRSS does.
public final class ReaderApi {
  static final String READING_LIST = STATE + "reading-list";

  private final Authenticator authenticator;
  private final ReaderLists lists;
  private final ReaderContents contents;
  private final ReaderChanges changes;

  public ReaderApi(Library library, Authenticator authenticator, InstantSource clock) {
    this.authenticator = authenticator;
    this.lists = new ReaderLists(library, clock);
    this.contents =
        new ReaderContents(library, new ItemIds(library.browsing().lastPlainNumber()), clock);
    this.changes = new ReaderChanges(library);
  }

  /// Register it before the REST API, which answers all other addresses under `/api/`.
  public void register(JavalinConfig config) {
    Door door = Door.withKeys(config, authenticator::reader, ReaderApi::stranger);
    // The last is what apps make of the address when they add the path themselves.
    for (String base : List.of("", "/api/greader.php", "/api/greader.php/api/greader.php")) {
      door.open(GET, base + "/accounts/ClientLogin", Body.NOTHING, this::logIn);
      door.open(POST, base + "/accounts/ClientLogin", Body.APP, this::logIn);
      String api = base + "/reader/api/0/";
      read(door, api + "token", this::token);
      read(door, api + "user-info", this::userInfo);
      read(door, api + "preference/list", (ctx, _) -> empty(ctx, "prefs", true));
      read(door, api + "preference/stream/list", (ctx, _) -> empty(ctx, "streamprefs", false));
      read(door, api + "friend/list", (ctx, _) -> empty(ctx, "friends", true));
      read(door, api + "subscription/list", lists::subscriptions);
      read(door, api + "subscription/export", lists::export);
      read(door, api + "subscribed", changes::subscribed);
      read(door, api + "tag/list", lists::tags);
      read(door, api + "unread-count", lists::unreadCount);
      read(door, api + "search/items/ids", contents::search);
      read(door, api + "stream/details", lists::details);
      read(door, api + "stream/items/ids", contents::ids);
      read(door, api + "stream/items/count", contents::count);
      read(door, api + "stream/items/contents", contents::items);
      read(door, api + "stream/contents", (ctx, who) -> contents.contents(ctx, who, ""));
      read(
          door,
          api + "stream/contents/<stream>",
          (ctx, who) -> contents.contents(ctx, who, ctx.pathParam("stream")));
      read(door, base + "/reader/atom/<stream>", contents::atom);
      door.forAccount(POST, api + "edit-tag", Body.LIST, changes::editTag);
      door.forAccount(POST, api + "mark-all-as-read", Body.LIST, changes::markAll);
      door.forAccount(POST, api + "rename-tag", Body.LIST, changes::renameTag);
      door.forAccount(POST, api + "disable-tag", Body.LIST, changes::disableTag);
      door.forAccount(POST, api + "subscription/edit", Body.LIST, changes::editSubscription);
      door.forAccount(POST, api + "subscription/quickadd", Body.LIST, changes::quickAdd);
      door.forAccount(POST, api + "subscription/import", Body.FILE, changes::importList);
      door.open(GET, base + "/reader/*", Body.NOTHING, ReaderApi::noSuchCall);
      door.open(POST, base + "/reader/*", Body.NOTHING, ReaderApi::noSuchCall);
    }
    door.open(GET, "/api/greader.php", Body.NOTHING, ReaderApi::page);
    // FreshRSS has it, for apps that ask whether slashes in addresses arrive.
    door.open(
        GET,
        "/api/greader.php/check/compatibility",
        Body.NOTHING,
        ctx -> ctx.contentType("text/plain; charset=utf-8").result("PASS"));
  }

  private static void read(Door door, String path, Door.ForAccount call) {
    door.forAccount(GET, path, Body.NOTHING, call);
    door.forAccount(POST, path, Body.LIST, call);
  }

  /// People open the address to see whether it is right.
  private static void page(Context ctx) {
    ctx.contentType("text/html; charset=utf-8")
        .result(
            """
            <!doctype html><html lang="en"><meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Freshet for your app</title>
            <style>body{font:1rem/1.5 system-ui;max-width:34rem;margin:3rem auto;padding:0 1rem}</style>
            <h1>This address is right</h1>
            <p>It is not for a browser but for the app you read with. In the app choose
            <b>FreshRSS</b> or <b>Google Reader API</b>, and enter this address, the name of your
            account, and as the password a token, which you make in Freshet under
            <a href="/settings/account">Settings, Account</a>.</p></html>
            """);
  }

  private static void noSuchCall(Context ctx) {
    throw Problem.notFound("There is no call " + Cut.to(ctx.path(), 100));
  }

  private static void stranger(Context ctx) {
    ctx.status(401)
        .header("Google-Bad-Token", "true")
        .header("X-Reader-Google-Bad-Token", "true")
        .header("WWW-Authenticate", "GoogleLogin realm=\"Freshet\"")
        .contentType("text/plain; charset=utf-8")
        .result("Unauthorized: log in at /accounts/ClientLogin with a token of your account");
  }

  private void logIn(Context ctx) {
    String name = Optional.ofNullable(first(ctx, "Email")).orElse("");
    String token = Optional.ofNullable(first(ctx, "Passwd")).orElse("");
    ctx.contentType("text/plain; charset=utf-8").header("Cache-Control", "no-store");
    switch (authenticator.logInByToken(ctx, name, token)) {
      case Authenticator.Outcome.In(var account) -> {
        String auth = account.name() + "/" + token.strip();
        if ("json".equals(first(ctx, "output"))) {
          Json.send(
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
      case Authenticator.Outcome.Wrong() -> ctx.status(403).result("Error=BadAuthentication\n");
      case Authenticator.Outcome.Wait(var span) ->
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
    Json.send(
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
    Json.send(
        ctx,
        json -> {
          json.writeStartObject();
          if (list) json.writeArrayPropertyStart(name).writeEndArray();
          else json.writeObjectPropertyStart(name).writeEndObject();
          json.writeEndObject();
        });
  }
}
