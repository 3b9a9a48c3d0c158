package freshet.http;

import io.javalin.http.Context;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What keeps other pages in the same browser from acting as its user, and feeds from acting as
/// pages.
///
/// - Host: a name that a stranger's DNS points at this machine (DNS rebinding) is not answered. On
///   loopback only loopback names are ours, and the name of the public address, if one is set;
///   elsewhere any, unless a public address is set.
/// - Origin: a request that changes something must come from our own pages, as far as the browser
///   says where it comes from. Programs without a browser send no such header and pass.
/// - Token: forms carry the value of a cookie that other sites cannot read (`web/FormToken`).
/// - Content security policy: only our own script and style run. Pictures and sound may come from
///   anywhere, since feeds link to them.
public final class Guard {
  private static final String IMAGES = "img-src 'self' http: https: data:";

  public static final String POLICY =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self'",
          "worker-src 'self'",
          "manifest-src 'self'",
          "style-src 'self'",
          "font-src 'self'",
          "connect-src 'self'",
          IMAGES,
          "media-src 'self' http: https:",
          "form-action 'self'",
          "base-uri 'none'",
          "frame-ancestors 'none'");

  /// Where pictures go through Freshet, or none is shown.
  public static final String OWN_PICTURES = POLICY.replace(IMAGES, "img-src 'self' data:");

  private final boolean loopback;
  private final Set<String> hosts;

  /// @param loopback whether the server listens on loopback only
  /// @param hosts names under which it may be reached otherwise; empty for any
  public Guard(boolean loopback, Set<String> hosts) {
    this.loopback = loopback;
    this.hosts = hosts;
  }

  /// @throws Problem if it is asked for under a name that is not ours
  void checkHost(Context ctx) {
    String host = ctx.header("Host");
    if (host != null && !isOurs(nameOf(host))) throw Problem.wrongHost();
  }

  /// @throws Problem if another site had a browser send it
  static void checkOrigin(Context ctx) {
    if (isReading(ctx)) return;
    String site = ctx.header("Sec-Fetch-Site");
    String origin = ctx.header("Origin");
    String host = ctx.header("Host");
    boolean elsewhere =
        (site != null && !site.equals("same-origin") && !site.equals("none"))
            || (origin != null && (host == null || !host.equalsIgnoreCase(authorityOf(origin))));
    if (elsewhere) {
      throw new Problem(
          403,
          "Not from another site",
          "The request came from another site, so nothing was changed.");
    }
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

  static boolean isReading(Context ctx) {
    return switch (ctx.req().getMethod()) {
      case "GET", "HEAD", "OPTIONS" -> true;
      default -> false;
    };
  }

  boolean isOurs(String name) {
    if (name.equals("localhost") || name.endsWith(".localhost")) return true;
    if (name.equals("[::1]") || name.matches("127(\\.\\d{1,3}){3}")) return true;
    if (hosts.contains(name)) return true;
    // Whoever asks for a number was not led here by a name that somebody else's DNS changed.
    return !loopback && (hosts.isEmpty() || isNumber(name));
  }

  private static boolean isNumber(String name) {
    return name.matches("\\d{1,3}(\\.\\d{1,3}){3}") || name.matches("\\[[0-9a-f:.]+\\]");
  }

  private static String nameOf(String host) {
    int colon = host.lastIndexOf(':');
    String name = colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    return name.toLowerCase(Locale.ROOT);
  }

  private static @Nullable String authorityOf(String origin) {
    try {
      return origin.matches("(?i)https?:.*") ? new URI(origin).getRawAuthority() : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
