package freshet.web;

import freshet.account.Secrets;
import freshet.account.Visitor;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What keeps other pages in the same browser from acting as its user, and feeds from acting as
/// pages.
///
/// - Host: a name that a stranger's DNS points at this machine (DNS rebinding) is not answered. On
///   loopback only loopback names are ours; else those in the settings, if any are set.
/// - Origin: a request that changes something must come from our own pages, as far as the browser
///   says where it comes from. Programs without a browser send no such header and pass.
/// - Token: forms carry the value of a cookie that other sites cannot read (double submit).
/// - Content security policy: only our own script and style run. Pictures and sound may come from
///   anywhere, since feeds link to them.
final class Guard {
  private static final String COOKIE = "freshet-token";
  static final String FIELD = "token";

  static final String POLICY =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "font-src 'self'",
          "connect-src 'self'",
          "img-src 'self' http: https: data:",
          "media-src 'self' http: https:",
          "form-action 'self'",
          "base-uri 'none'",
          "frame-ancestors 'none'");

  private final SecureRandom random = new SecureRandom();
  private final boolean loopback;
  private final Set<String> hosts;

  /// @param loopback whether the server listens on loopback only
  /// @param hosts names under which it may be reached otherwise; empty for any
  Guard(boolean loopback, Set<String> hosts) {
    this.loopback = loopback;
    this.hosts = hosts;
  }

  /// Why this request is not answered, as the key of a text; null if it is.
  @Nullable String refusal(Context ctx) {
    String host = ctx.header("Host");
    if (host != null && !isOurs(nameOf(host))) return "refused.host";
    if (isReading(ctx)) return null;
    String site = ctx.header("Sec-Fetch-Site");
    if (site != null && !site.equals("same-origin") && !site.equals("none")) {
      return "refused.origin";
    }
    String origin = ctx.header("Origin");
    if (origin != null && (host == null || !host.equalsIgnoreCase(authorityOf(origin)))) {
      return "refused.origin";
    }
    return null;
  }

  static void addHeaders(Context ctx) {
    ctx.header("Content-Security-Policy", POLICY);
    ctx.header("X-Content-Type-Options", "nosniff");
    // Other sites learn nothing. "no-referrer" would also blank the Origin of our own forms.
    ctx.header("Referrer-Policy", "same-origin");
    ctx.header("X-Frame-Options", "DENY");
    ctx.header("Cross-Origin-Opener-Policy", "same-origin");
    ctx.header("Cross-Origin-Resource-Policy", "same-origin");
  }

  private static boolean isReading(Context ctx) {
    return switch (ctx.req().getMethod()) {
      case "GET", "HEAD", "OPTIONS" -> true;
      default -> false;
    };
  }

  private boolean isOurs(String name) {
    if (name.equals("localhost") || name.endsWith(".localhost")) return true;
    if (name.equals("[::1]") || name.matches("127(\\.\\d{1,3}){3}")) return true;
    if (loopback) return hosts.contains(name);
    return hosts.isEmpty() || hosts.contains(name);
  }

  private static String nameOf(String host) {
    int colon = host.lastIndexOf(':');
    String name = colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    return name.toLowerCase(Locale.ROOT);
  }

  private static @Nullable String authorityOf(String origin) {
    try {
      return new URI(origin).getRawAuthority();
    } catch (URISyntaxException e) {
      return null;
    }
  }

  /// The token for the forms of this browser's pages: it belongs to the session if there is one,
  /// else to a cookie of its own, which is set if the browser has none yet.
  String token(Context ctx) {
    Visitor visitor = Visitor.of(ctx);
    if (visitor != null && visitor.session() != null) return ofSession(visitor.session());
    String known = ctx.cookie(COOKIE);
    if (known != null && known.matches("[A-Za-z0-9_-]{22}")) return known;
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    ctx.cookie(cookie(COOKIE, token, ctx, true));
    return token;
  }

  /// A cookie that stays a year. Lax, so that a page opened from a link elsewhere still knows it.
  static Cookie cookie(String name, String value, Context ctx, boolean httpOnly) {
    return new Cookie(
        name, value, "/", 31_536_000, ctx.req().isSecure(), httpOnly, null, SameSite.LAX);
  }

  /// Whether a form carries the token of the browser that sends it.
  boolean hasToken(Context ctx) {
    String field = ctx.formParam(FIELD);
    Visitor visitor = Visitor.of(ctx);
    if (visitor != null && visitor.session() != null) {
      return field != null && Secrets.same(field, ofSession(visitor.session()));
    }
    String cookie = ctx.cookie(COOKIE);
    return cookie != null && field != null && !cookie.isEmpty() && Secrets.same(cookie, field);
  }

  private static String ofSession(String session) {
    return Secrets.hash("form " + session).substring(0, 32);
  }
}
