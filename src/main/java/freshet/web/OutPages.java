package freshet.web;

import com.dynatrace.hash4j.hashing.Hashing;
import freshet.account.Visitor;
import freshet.exchange.OutFeed;
import freshet.model.Secret;
import freshet.pipeline.Hub;
import freshet.pipeline.OutFeeds;
import freshet.store.OutViews;
import freshet.store.Store;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What Freshet shows, as feeds for other programs. Who knows the address of one may read it, and
/// be told of its changes.
final class OutPages {
  private final OutFeeds feeds;
  private final @Nullable Hub hub;
  private final Store store;
  private final Screen screen;
  private final InstantSource clock;

  /// @param hub null if there is none
  OutPages(OutFeeds feeds, @Nullable Hub hub, Store store, Screen screen, InstantSource clock) {
    this.feeds = feeds;
    this.hub = hub;
    this.store = store;
    this.screen = screen;
    this.clock = clock;
  }

  /// Gives a view an address, or takes it away.
  void change(Context ctx) {
    String view = Optional.ofNullable(ctx.formParam("view")).orElse("");
    if (view.length() > 1000 || !OutFeeds.isView(view)) {
      screen.say(ctx, 400, "bad.title", "bad.address");
      return;
    }
    long account = Visitor.account(ctx);
    if (ctx.formParam("close") != null) {
      store.outViews().close(account, view);
    } else {
      String title = Plain.line(ctx.formParam("title"), 200);
      var wish =
          new OutViews.Row(account, Secret.random(), view, title.isEmpty() ? "Freshet" : title);
      store.outViews().open(wish, clock.instant());
    }
    ctx.redirect(view + "#out", HttpStatus.SEE_OTHER);
  }

  void out(Context ctx) {
    Optional<OutFeed> feed = feeds.at(ctx.scheme() + "://" + ctx.host() + ctx.path());
    if (feed.isEmpty()) {
      ctx.status(404).contentType("text/plain; charset=utf-8").result("There is no such feed.");
      return;
    }
    OutFeeds.Written written = OutFeeds.written(feed.get(), clock.instant());
    byte[] bytes = written.bytes();
    String tag = HexFormat.of().toHexDigits(Hashing.komihash5_0().hashBytesToLong(bytes));
    ctx.contentType(written.type());
    ctx.header("Cache-Control", "private, max-age=60");
    ctx.header("ETag", "W/\"" + tag + "\"");
    String toldBy = feed.get().hub();
    if (toldBy != null) {
      ctx.header(
          "Link", "<" + toldBy + ">; rel=\"hub\", <" + feed.get().self() + ">; rel=\"self\"");
    }
    String known = ctx.header("If-None-Match");
    if (known != null && known.contains("\"" + tag + "\"")) ctx.status(304);
    else ctx.result(bytes);
  }

  /// The hub: somebody wants to be told of changes, or no longer.
  void subscribe(Context ctx) {
    Hub.Reply reply;
    if (hub == null) {
      reply = new Hub.Reply(404, "there is no hub here");
    } else {
      Map<String, String> form = new HashMap<>();
      ctx.formParamMap().forEach((name, values) -> form.put(name, values.getLast()));
      reply = hub.ask(form, Set.of(String.valueOf(ctx.host())));
    }
    ctx.status(reply.status())
        .contentType("text/plain; charset=utf-8")
        .result(reply.sentence() + "\n");
  }
}
