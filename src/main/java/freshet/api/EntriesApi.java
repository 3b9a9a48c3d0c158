package freshet.api;

import static freshet.api.Api.json;

import freshet.exchange.EntryJson;
import freshet.model.Entry;
import freshet.store.Entries;
import freshet.store.Sight;
import freshet.store.Store;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.List;

/// The entries of the feeds that an account follows.
public final class EntriesApi {
  private final Store store;

  public EntriesApi(Store store) {
    this.store = store;
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/entries", this::entries);
    routes.get("/api/v1/entries/{id}", this::entry);
  }

  private void entries(Context ctx) {
    int limit = Api.limit(ctx);
    String cursor = ctx.queryParam("before");
    var filter =
        new Entries.Filter(
            Api.number(ctx, "feed"),
            ctx.queryParam("language"),
            Api.time(ctx, "since"),
            cursor == null ? null : Api.cursor(cursor));
    List<Entry> page = store.entries().page(filter, Api.sight(store, ctx), limit);
    Api.page(
        ctx,
        "entries",
        page,
        limit,
        (json, e) -> EntryJson.write(json, e, null),
        Entries.Cursor::after);
  }

  private void entry(Context ctx) {
    Entry e = existing(store, ctx);
    json(ctx, json -> EntryJson.write(json, e, store.entries().body(e.id())));
  }

  /// The entry that the address names, if the account may see it: others do not exist for it.
  static Entry existing(Store store, Context ctx) {
    long id = Api.id(ctx);
    Sight sight = Api.sight(store, ctx);
    return store
        .entries()
        .find(sight, id)
        .orElseThrow(() -> Problem.notFound("There is no entry " + id));
  }
}
