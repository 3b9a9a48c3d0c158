package freshet.web;

import freshet.account.Authenticator;
import freshet.account.Caller;
import freshet.account.Secrets;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.security.SecureRandom;
import java.util.Base64;

/// The token that every form of ours carries: the value of a cookie that other sites cannot read
/// (double submit), or made of the session where there is one.
final class FormToken {
  private static final String COOKIE = "freshet-token";
  static final String FIELD = "token";

  private final SecureRandom random = new SecureRandom();
  private final Authenticator authenticator;

  FormToken(Authenticator authenticator) {
    this.authenticator = authenticator;
  }

  /// The token for the forms of this browser's pages: it belongs to the session if there is one,
  /// else to a cookie of its own, which is set if the browser has none yet.
  String of(Context ctx) {
    Caller caller = Caller.of(ctx);
    if (caller != null && caller.session() != null) return ofSession(caller.session());
    String known = ctx.cookie(COOKIE);
    if (known != null && known.matches("[A-Za-z0-9_-]{22}")) return known;
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    ctx.cookie(cookie(COOKIE, token, ctx));
    return token;
  }

  /// A cookie that stays a year. Lax, so that a page opened from a link elsewhere still knows it.
  Cookie cookie(String name, String value, Context ctx) {
    return new Cookie(
        name, value, "/", 31_536_000, authenticator.isSecure(ctx), true, null, SameSite.LAX);
  }

  /// Whether a form carries the token of the browser that sends it.
  boolean isIn(Context ctx) {
    String field = ctx.formParam(FIELD);
    Caller caller = Caller.of(ctx);
    if (caller != null && caller.session() != null) {
      return field != null && Secrets.same(field, ofSession(caller.session()));
    }
    String cookie = ctx.cookie(COOKIE);
    return cookie != null && field != null && !cookie.isEmpty() && Secrets.same(cookie, field);
  }

  private static String ofSession(String session) {
    return Secrets.hash("form " + session).substring(0, 32);
  }
}
