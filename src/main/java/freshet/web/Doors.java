package freshet.web;

import freshet.account.Entrance;
import freshet.account.OpenId;
import freshet.account.Visitor;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Coming in and going out.
final class Doors {
  /// Where anybody may look: the log-in, what makes it look well, what hubs and monitors call,
  /// feeds with a secret address, and the protocols that ask for a token themselves.
  private static final List<String> OPEN =
      List.of(
          "/login",
          "/static/",
          "/websub/",
          "/healthz",
          "/out/",
          "/hub",
          "/accounts/ClientLogin",
          "/reader/",
          "/api/greader.php",
          "/api/fever.php",
          "/fever");

  private static final Logger log = LoggerFactory.getLogger(Doors.class);

  private final Entrance entrance;
  private final Screen screen;

  Doors(Entrance entrance, Screen screen) {
    this.entrance = entrance;
    this.screen = screen;
  }

  /// Whether a request may go on. If not, it is answered.
  boolean letIn(Context ctx) {
    if (entrance.visitor(ctx).isPresent()) return true;
    String path = ctx.path();
    if (OPEN.stream().anyMatch(path::startsWith)) return true;
    if (Screen.isForPrograms(ctx) || path.equals("/live")) {
      ctx.status(HttpStatus.UNAUTHORIZED)
          .header("WWW-Authenticate", "Bearer realm=\"Freshet\"")
          .contentType("application/problem+json")
          .result(
              """
              {"type":"about:blank","title":"Log in","status":401,\
              "detail":"Send a token: Authorization: Bearer TOKEN. Tokens are made under Settings"}\
              """);
    } else {
      boolean reading = ctx.req().getMethod().equals("GET");
      String query = ctx.queryString();
      String here = reading ? path + (query == null ? "" : "?" + query) : "/";
      ctx.redirect(
          here.equals("/")
              ? "/login"
              : "/login?next=" + URLEncoder.encode(here, StandardCharsets.UTF_8),
          HttpStatus.SEE_OTHER);
    }
    return false;
  }

  void show(Context ctx) {
    if (Visitor.of(ctx) != null) {
      ctx.redirect(ours(ctx.queryParam("next")), HttpStatus.SEE_OTHER);
      return;
    }
    show(ctx, ours(ctx.queryParam("next")), "", null);
  }

  private void show(Context ctx, String next, String name, @Nullable String error) {
    Frame frame = screen.frame(ctx, "login");
    OpenId provider = entrance.openId();
    screen.show(
        ctx,
        "login",
        new LogIn(frame, next, name, error, provider == null ? null : provider.name()));
  }

  /// To the provider that can say who one is. Whoever is logged in links the two.
  void toProvider(Context ctx) {
    OpenId provider = entrance.openId();
    if (provider == null) {
      screen.say(ctx, 404, "missing.page", "missing.page-help");
      return;
    }
    Visitor here = Visitor.of(ctx);
    try {
      OpenId.Begun begun =
          provider.begin(
              back(ctx),
              ours(ctx.queryParam("next")),
              here == null || here.session() == null ? null : here.account().id());
      entrance.remember(ctx, begun.state());
      ctx.redirect(begun.url(), HttpStatus.SEE_OTHER);
    } catch (IllegalStateException e) {
      refused(ctx, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Where the provider sends the browser back to.
  private String back(Context ctx) {
    String scheme = entrance.isSecure(ctx) ? "https" : "http";
    return scheme + "://" + ctx.host() + "/login/openid/back";
  }

  void fromProvider(Context ctx) {
    OpenId provider = entrance.openId();
    if (provider == null) {
      screen.say(ctx, 404, "missing.page", "missing.page-help");
      return;
    }
    String cookie = entrance.remembered(ctx);
    entrance.remember(ctx, "");
    try {
      switch (provider.finish(ctx.queryParam("state"), ctx.queryParam("code"), cookie)) {
        case OpenId.Outcome.Failed(String sentence) -> refused(ctx, sentence);
        case OpenId.Outcome.Known who -> {
          var account = entrance.known(who);
          if (account.isEmpty()) {
            ctx.status(HttpStatus.FORBIDDEN);
            show(ctx, who.next(), "", screen.frame(ctx, "login").say("login.stranger"));
            return;
          }
          entrance.begin(ctx, account.get());
          ctx.redirect(who.next(), HttpStatus.SEE_OTHER);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void refused(Context ctx, String why) {
    log.warn("A log-in through the OpenID provider failed: {}", why);
    ctx.status(HttpStatus.BAD_GATEWAY);
    show(ctx, "/", "", screen.frame(ctx, "login").say("login.refused"));
  }

  void logIn(Context ctx) {
    String name = field(ctx, "name");
    String next = ours(ctx.formParam("next"));
    switch (entrance.logIn(ctx, name, field(ctx, "password"))) {
      case Entrance.Outcome.In(var account) -> {
        entrance.begin(ctx, account);
        ctx.redirect(next, HttpStatus.SEE_OTHER);
      }
      case Entrance.Outcome.Wrong() -> {
        ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
        show(ctx, next, name, screen.frame(ctx, "login").say("login.wrong"));
      }
      case Entrance.Outcome.Wait(var span) -> {
        ctx.status(HttpStatus.TOO_MANY_REQUESTS);
        ctx.header("Retry-After", String.valueOf(span.toSeconds() + 1));
        long minutes = span.toMinutes() + 1;
        show(ctx, next, name, screen.frame(ctx, "login").say("login.wait", minutes));
      }
    }
  }

  void logOut(Context ctx) {
    entrance.end(ctx);
    ctx.redirect("/login", HttpStatus.SEE_OTHER);
  }

  private static String field(Context ctx, String name) {
    String value = ctx.formParam(name);
    return value == null ? "" : value;
  }

  /// Only a path of ours: `//host`, `/\host` and whole addresses would lead elsewhere.
  static String ours(@Nullable String next) {
    if (next == null || !next.startsWith("/") || next.length() > 2000) return "/";
    if (next.startsWith("/login") || next.chars().anyMatch(c -> c < ' ' || c == '\\')) return "/";
    return next.startsWith("//") ? "/" : next;
  }
}
