package freshet.readerapi;

import freshet.account.Authenticator;
import freshet.exchange.FeedList;
import freshet.exchange.FeedListReader;
import freshet.http.Body;
import freshet.http.Door;
import freshet.http.Json;
import freshet.http.Problem;
import freshet.library.Library;
import freshet.model.Account;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.StringWriter;
import java.util.Map;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// The part of Miniflux's REST API (`/v1`) that apps read by: feeds, categories, entries, their
/// status and bookmarks. Who comes has a token, as `X-Auth-Token` or as the password of `Basic`.
public final class MinifluxApi {
  /// What clients look at to know what they may ask for: the version of Miniflux that we are like.
  static final String LIKE = "2.2.0";

  static final JsonMapper SNAKE =
      Json.MAPPER.rebuild().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private final Library library;
  private final Authenticator authenticator;

  public MinifluxApi(Library library, Authenticator authenticator) {
    this.library = library;
    this.authenticator = authenticator;
  }

  public void register(JavalinConfig config) {
    Door door =
        Door.withKeys(config, authenticator::miniflux, MinifluxApi::stranger, MinifluxApi::trouble);
    get(door, "/v1/export", this::export);
    door.forAccount(HandlerType.POST, "/v1/import", Body.FILE, this::importList);
    MinifluxFeeds feeds = new MinifluxFeeds(library);
    feeds.register(door);
    new MinifluxEntries(library, feeds).register(door);
    new MinifluxUsers(library).register(door);
  }

  static void get(Door door, String path, Door.ForAccount call) {
    door.forAccount(HandlerType.GET, path, Body.NOTHING, call);
  }

  static void put(Door door, String path, Door.ForAccount call) {
    door.forAccount(HandlerType.PUT, path, Body.LIST, call);
  }

  private static void stranger(Context ctx) {
    ctx.status(401);
    send(ctx, Map.of("error_message", "Access Unauthorized"));
  }

  private static void trouble(Problem p, Context ctx) {
    p.send(ctx);
    send(ctx, Map.of("error_message", String.valueOf(p.getMessage())));
  }

  static void send(Context ctx, Object answer) {
    Json.send(ctx, SNAKE.writeValueAsBytes(answer));
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
