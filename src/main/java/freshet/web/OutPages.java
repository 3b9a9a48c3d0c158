package freshet.web;

import com.dynatrace.hash4j.hashing.Hashing;
import freshet.exchange.OutFeed;
import freshet.library.Refusal;
import freshet.library.Refusal.Reason;
import freshet.library.Sharing;
import freshet.model.Account;
import freshet.notify.OutFeeds;
import freshet.notify.OwnHub;
import freshet.text.Whole;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What Freshet shows, as feeds for other programs. Who knows the address of one may read it, and
/// be told of its changes.
final class OutPages {
  private static final int MOST = 50;
  private static final String EMBEDDED =
      "default-src 'none'; img-src https: http: data:; media-src https: http:;"
          + " style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *";

  private final Sharing sharing;
  private final String address;

  /// @param address under which the internet reaches us; empty if that is not known
  OutPages(Sharing sharing, String address) {
    this.sharing = sharing;
    this.address = address.replaceAll("/+$", "");
  }

  /// Where we are for whoever asks: what a reverse proxy says to us is neither the scheme nor the
  /// folder that others see.
  private String base(Context ctx) {
    return address.isEmpty() ? ctx.scheme() + "://" + ctx.host() : address;
  }

  /// Gives a view an address, or takes it away.
  void change(Context ctx, Account who) {
    String view = Optional.ofNullable(ctx.formParam("view")).orElse("");
    if (ctx.formParam("close") != null) sharing.close(who, view);
    else sharing.open(who, view, SafeText.line(ctx.formParam("title"), 200));
    ctx.redirect(view + "#out", HttpStatus.SEE_OTHER);
  }

  void out(Context ctx) {
    Optional<OutFeed> feed = sharing.at(base(ctx) + ctx.path());
    if (feed.isEmpty()) {
      ctx.status(404).contentType("text/plain; charset=utf-8").result("There is no such feed.");
      return;
    }
    OutFeeds.Written written;
    try {
      written = ctx.path().endsWith(".html") ? page(ctx, feed.get()) : sharing.written(feed.get());
    } catch (Refusal e) {
      if (e.reason != Reason.WRONG) throw e;
      ctx.status(404).contentType("text/plain; charset=utf-8").result(e.sentence());
      return;
    }
    byte[] bytes = written.bytes();
    String tag = HexFormat.of().toHexDigits(Hashing.komihash5_0().hashBytesToLong(bytes));
    ctx.contentType(written.type());
    ctx.header("Cache-Control", "private, max-age=60");
    ctx.header("ETag", "W/\"" + tag + "\"");
    String hub = feed.get().hub();
    if (hub != null) {
      ctx.header("Link", "<" + hub + ">; rel=\"hub\", <" + feed.get().self() + ">; rel=\"self\"");
    }
    String known = ctx.header("If-None-Match");
    if (known != null && known.contains("\"" + tag + "\"")) ctx.status(304);
    else ctx.result(bytes);
  }

  /// For other sites to show within theirs: nothing in it runs, and whoever reads it there has no
  /// part in our sessions.
  private OutFeeds.Written page(Context ctx, OutFeed feed) {
    int most = Math.clamp(Whole.or(MOST, ctx.queryParam("max"), 4), 1, MOST);
    String html = sharing.page(feed, most, ctx.queryParam("template"));
    ctx.header("Content-Security-Policy", EMBEDDED);
    ctx.res().setHeader("X-Frame-Options", null);
    ctx.header("Cross-Origin-Resource-Policy", "cross-origin");
    ctx.header("Access-Control-Allow-Origin", "*");
    return new OutFeeds.Written("text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8));
  }

  /// The hub: somebody wants to be told of changes, or no longer.
  void subscribe(Context ctx) {
    Map<String, String> form = new HashMap<>();
    ctx.formParamMap()
        .forEach((name, values) -> {
          if (!values.isEmpty()) form.put(name, values.getLast());
        });
    Set<String> hosts = new HashSet<>();
    hosts.add(String.valueOf(ctx.host()));
    if (!address.isEmpty()) hosts.add(URI.create(address).getRawAuthority());
    OwnHub.Reply reply = sharing.askHub(form, Set.copyOf(hosts));
    ctx.status(reply.status())
        .contentType("text/plain; charset=utf-8")
        .result(reply.sentence() + "\n");
  }
}
