package freshet.web;

import com.dynatrace.hash4j.hashing.Hashing;
import freshet.account.Visitor;
import freshet.exchange.FeedWriter;
import freshet.exchange.OutFeed;
import freshet.exchange.OutFeed.OutEntry;
import freshet.model.SavedSearch;
import freshet.model.Secret;
import freshet.pipeline.Searching;
import freshet.store.OutViews;
import freshet.store.SavedSearches;
import freshet.store.SearchRows.Row;
import freshet.store.Sight;
import freshet.store.Store;
import freshet.store.Stories;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What Freshet shows, as feeds for other programs. Who knows the address of one may read it.
final class OutPages {
  private static final int ENTRIES = 50;

  private final @Nullable Searching searching;
  private final Store store;
  private final Screen screen;
  private final InstantSource clock;

  OutPages(@Nullable Searching searching, Store store, Screen screen, InstantSource clock) {
    this.searching = searching;
    this.store = store;
    this.screen = screen;
    this.clock = clock;
  }

  /// Gives a view of the river an address, or takes it away.
  void change(Context ctx) {
    String view = Optional.ofNullable(ctx.formParam("view")).orElse("");
    Optional<Stories.Filter> filter = filter(view);
    if (filter.isEmpty() || view.length() > 1000) {
      screen.say(ctx, 400, "bad.title", "bad.address");
      return;
    }
    if (ctx.formParam("close") != null) {
      store.outViews().close(Visitor.account(ctx), view);
    } else {
      String title = Plain.line(ctx.formParam("title"), 200);
      var wish =
          new OutViews.Row(
              Visitor.account(ctx), Secret.random(), view, title.isEmpty() ? "Freshet" : title);
      store.outViews().open(wish, clock.instant());
    }
    ctx.redirect(view + "#out", HttpStatus.SEE_OTHER);
  }

  /// What a view shows; empty if it is none, which also keeps redirects on this site.
  private static Optional<Stories.Filter> filter(String view) {
    if (!view.equals("/") && !view.startsWith("/?")) return Optional.empty();
    Map<String, String> wishes = new HashMap<>();
    try {
      for (String part : view.substring(Math.min(2, view.length())).split("&", -1)) {
        int equals = part.indexOf('=');
        if (equals < 0) continue;
        wishes.put(
            part.substring(0, equals),
            URLDecoder.decode(part.substring(equals + 1), StandardCharsets.UTF_8));
      }
      String feed = wishes.get("feed");
      String event = wishes.get("event");
      return Optional.of(
          new Stories.Filter(
              wishes.get("topic"),
              feed == null ? null : Long.valueOf(feed),
              wishes.get("folder"),
              wishes.get("lang"),
              event == null ? null : Long.valueOf(event),
              null,
              null));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  void out(Context ctx) throws IOException {
    String file = ctx.pathParam("file");
    int dot = file.lastIndexOf('.');
    OutFeed feed = dot < 0 ? null : feed(file.substring(0, dot), ctx);
    if (feed == null) {
      ctx.status(404).contentType("text/plain; charset=utf-8").result("There is no such feed.");
      return;
    }
    StringWriter text = new StringWriter();
    switch (file.substring(dot + 1)) {
      case "rss" -> {
        FeedWriter.rss(feed, clock.instant(), text);
        ctx.contentType("application/rss+xml; charset=utf-8");
      }
      case "atom" -> {
        FeedWriter.atom(feed, clock.instant(), text);
        ctx.contentType("application/atom+xml; charset=utf-8");
      }
      case "json" -> {
        FeedWriter.json(feed, text);
        ctx.contentType("application/feed+json; charset=utf-8");
      }
      default -> {
        ctx.status(404).contentType("text/plain; charset=utf-8").result("There is no such format.");
        return;
      }
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    String tag = HexFormat.of().toHexDigits(Hashing.komihash5_0().hashBytesToLong(bytes));
    ctx.header("Cache-Control", "private, max-age=60");
    ctx.header("ETag", "W/\"" + tag + "\"");
    String known = ctx.header("If-None-Match");
    if (known != null && known.contains("\"" + tag + "\"")) ctx.status(304);
    else ctx.result(bytes);
  }

  private @Nullable OutFeed feed(String secret, Context ctx) {
    String base = ctx.scheme() + "://" + ctx.host();
    Optional<OutViews.Row> view = store.outViews().bySecret(secret);
    Optional<Stories.Filter> filter = view.flatMap(v -> filter(v.view()));
    if (view.isPresent() && filter.isPresent()) {
      String home = base + view.get().view();
      return new OutFeed(
          view.get().title(),
          home,
          base + ctx.path(),
          entries(sight(view.get().account()), filter.get()));
    }
    Optional<SavedSearches.Owned> owned = store.savedSearches().bySecret(secret);
    if (searching == null || owned.isEmpty()) return null;
    SavedSearch saved = owned.get().search();
    Sight sight = sight(owned.get().account());
    return new OutFeed(
        saved.name(),
        base + "/search?saved=" + saved.id(),
        base + ctx.path(),
        searching.finder().newest(saved.query(), sight, ENTRIES).stream()
            .map(r -> new OutEntry(r.entry(), r.body()))
            .toList());
  }

  private Sight sight(long account) {
    return store.subscriptions().sight(account);
  }

  private List<OutEntry> entries(Sight sight, Stories.Filter filter) {
    List<Long> ids =
        store.stories().page(filter, Stories.Reader.of(sight), ENTRIES).stream()
            .map(s -> s.entry().id())
            .toList();
    Map<Long, Row> rows = new HashMap<>();
    if (!ids.isEmpty()) for (Row r : store.searchRows().rows(ids)) rows.put(r.entry().id(), r);
    List<OutEntry> entries = new ArrayList<>();
    for (long id : ids) {
      Row row = rows.get(id);
      if (row != null) entries.add(new OutEntry(row.entry(), row.body()));
    }
    return entries;
  }
}
