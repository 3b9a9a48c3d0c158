package freshet.web;

import freshet.account.Authenticator;
import freshet.account.Caller;
import freshet.account.OpenId;
import freshet.model.Account;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Coming in and going out.
final class LoginPages {
  private static final Logger log = LoggerFactory.getLogger(LoginPages.class);

  private final Authenticator authenticator;
  private final Renderer renderer;
  private final String address;

  /// @param address under which the internet reaches us; empty if that is not known
  LoginPages(Authenticator authenticator, Renderer renderer, String address) {
    this.authenticator = authenticator;
    this.renderer = renderer;
    this.address = address;
  }

  /// Sends a browser to the log-in, and from there back here.
  static void sendTo(Context ctx) {
    boolean reading = ctx.req().getMethod().equals("GET");
    String query = ctx.queryString();
    String here = reading ? back(ctx.path() + (query == null ? "" : "?" + query)) : "/";
    ctx.redirect(
        here.equals("/")
            ? "/login"
            : "/login?next=" + URLEncoder.encode(here, StandardCharsets.UTF_8),
        HttpStatus.SEE_OTHER);
  }

  void show(Context ctx) {
    if (Caller.of(ctx) != null) {
      ctx.redirect(back(ctx.queryParam("next")), HttpStatus.SEE_OTHER);
      return;
    }
    String error =
        authenticator.isOpen() ? renderer.frame(ctx, "login").say("login.no-password") : null;
    show(ctx, back(ctx.queryParam("next")), "", error);
  }

  private void show(Context ctx, String next, String name, @Nullable String error) {
    PageFrame frame = renderer.frame(ctx, "login");
    OpenId provider = authenticator.openId();
    renderer.show(
        ctx,
        "login",
        new LoginPage(frame, next, name, error, provider == null ? null : provider.name()));
  }

  /// To the provider that can say who one is, to log in.
  void toProvider(Context ctx) {
    begin(ctx, back(ctx.queryParam("next")), null);
  }

  /// To the provider, to link who one is there with the account.
  void link(Context ctx, Account who) {
    begin(ctx, "/settings/account?done=linked", who);
  }

  private void begin(Context ctx, String next, @Nullable Account linking) {
    OpenId provider = authenticator.openId();
    if (provider == null) {
      renderer.say(ctx, 404, "missing.page", "missing.page-help");
      return;
    }
    try {
      OpenId.Begun begun =
          provider.begin(
              whereBack(ctx),
              next,
              linking == null ? null : linking.id(),
              authenticator.household(ctx));
      authenticator.remember(ctx, begun.state());
      ctx.redirect(begun.url(), HttpStatus.SEE_OTHER);
    } catch (IllegalStateException e) {
      refused(ctx, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Where the provider sends the browser back to: a header that anybody can write decides it only
  /// where the settings do not say what our address is.
  private String whereBack(Context ctx) {
    String base =
        address.isEmpty()
            ? (authenticator.isSecure(ctx) ? "https" : "http") + "://" + ctx.host()
            : address.replaceAll("/+$", "");
    return base + "/login/openid/back";
  }

  void fromProvider(Context ctx) {
    OpenId provider = authenticator.openId();
    if (provider == null) {
      renderer.say(ctx, 404, "missing.page", "missing.page-help");
      return;
    }
    String cookie = authenticator.remembered(ctx);
    authenticator.remember(ctx, "");
    try {
      switch (provider.finish(ctx.queryParam("state"), ctx.queryParam("code"), cookie)) {
        case OpenId.Outcome.Failed(String sentence) -> refused(ctx, sentence);
        case OpenId.Outcome.Known who -> {
          var account = authenticator.known(who);
          if (account.isEmpty()) {
            ctx.status(HttpStatus.FORBIDDEN);
            String why = who.account() == null ? "login.stranger" : "login.linked-elsewhere";
            show(ctx, who.next(), "", renderer.frame(ctx, "login").say(why));
            return;
          }
          authenticator.begin(ctx, account.get());
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
    show(ctx, "/", "", renderer.frame(ctx, "login").say("login.refused"));
  }

  void logIn(Context ctx) {
    String name = field(ctx, "name");
    String next = back(ctx.formParam("next"));
    switch (authenticator.logIn(ctx, name, field(ctx, "password"))) {
      case Authenticator.Outcome.In(var account) -> {
        authenticator.begin(ctx, account);
        ctx.redirect(next, HttpStatus.SEE_OTHER);
      }
      case Authenticator.Outcome.Wrong() -> {
        ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
        show(ctx, next, name, renderer.frame(ctx, "login").say("login.wrong"));
      }
      case Authenticator.Outcome.Wait(var span) -> {
        ctx.status(HttpStatus.TOO_MANY_REQUESTS);
        show(ctx, next, name, Renderer.wait(ctx, span, renderer.frame(ctx, "login")));
      }
    }
  }

  void logOut(Context ctx) {
    authenticator.end(ctx);
    ctx.redirect("/login", HttpStatus.SEE_OTHER);
  }

  private static String field(Context ctx, String name) {
    String value = ctx.formParam(name);
    return value == null ? "" : value;
  }

  /// Only a path of ours: `//host`, `/\host` and whole addresses would lead elsewhere.
  static String back(@Nullable String next) {
    if (next == null || !next.startsWith("/") || next.length() > 2000) return "/";
    if (next.startsWith("/login") || next.chars().anyMatch(c -> c < ' ' || c == '\\')) return "/";
    return next.startsWith("//") ? "/" : next;
  }
}
