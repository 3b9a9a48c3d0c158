package freshet.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where Freshet stands on its server: at the top, or in a folder such as `/freshet` behind a
/// reverse proxy. Routes, pages and APIs are written as if it were the top; here the folder is
/// taken off what comes in, whether the proxy took it off already or not, and put before every
/// address of ours that goes out: in pages, redirects and the paths of cookies.
///
/// @param path empty, or with a slash at its beginning and none at its end
public record BasePath(String path) {
  public static final BasePath TOP = new BasePath("");

  /// Addresses of ours in a page: from the top, and not of another server (`//host`).
  private static final Pattern OURS =
      Pattern.compile("(\\s(?:href|src|action|formaction|data-[a-z-]+)=\")/(?!/)");

  private static final Pattern COOKIE_PATH = Pattern.compile("(?i)(;\\s*Path=)(/[^;]*)");

  /// @param address under which the internet reaches it; empty if that is not known
  public static BasePath of(String address) {
    if (address.isEmpty()) return TOP;
    String path = URI.create(address).getRawPath();
    String plain = path == null ? "" : path.replaceAll("/+$", "");
    return plain.isEmpty() ? TOP : new BasePath(plain);
  }

  /// The address on the server of one of ours.
  public String on(String ours) {
    return ours.startsWith("/") && !ours.startsWith("//") ? path + ours : ours;
  }

  /// A page as the server has it. It says where it stands, for its script.
  public byte[] in(byte[] html) {
    if (path.isEmpty()) return html;
    String page = new String(html, StandardCharsets.UTF_8);
    String moved = OURS.matcher(page).replaceAll("$1" + path + "/");
    return moved
        .replaceFirst(" data-root=\"\"", " data-root=\"" + path + "\"")
        .getBytes(StandardCharsets.UTF_8);
  }

  HttpServletRequest incoming(HttpServletRequest request) {
    String asked = request.getRequestURI();
    if (path.isEmpty() || asked == null) return request;
    boolean inFolder = asked.equals(path) || asked.startsWith(path + "/");
    String ours = !inFolder ? asked : asked.equals(path) ? "/" : asked.substring(path.length());
    return new HttpServletRequestWrapper(request) {
      @Override
      public @Nullable String getHeader(String name) {
        String value = super.getHeader(name);
        return value != null && name.equalsIgnoreCase("Referer") ? referrer(value) : value;
      }

      @Override
      public String getRequestURI() {
        return ours;
      }

      @Override
      public String getServletPath() {
        return inFolder ? ours : super.getServletPath();
      }
    };
  }

  /// The page that a browser comes from, as we call it.
  String referrer(String address) {
    return address.replaceFirst("^(https?://[^/?#]*)" + Pattern.quote(path) + "(?=[/?#]|$)", "$1");
  }

  HttpServletResponse outgoing(HttpServletResponse response) {
    if (path.isEmpty()) return response;
    return new HttpServletResponseWrapper(response) {
      @Override
      public void setHeader(String name, String value) {
        super.setHeader(name, moved(name, value));
      }

      @Override
      public void addHeader(String name, String value) {
        super.addHeader(name, moved(name, value));
      }

      @Override
      public void addCookie(jakarta.servlet.http.Cookie cookie) {
        if (cookie.getPath() != null) cookie.setPath(ofCookie(cookie.getPath()));
        super.addCookie(cookie);
      }
    };
  }

  private String moved(String name, String value) {
    if (name.equalsIgnoreCase("Location")) return on(value);
    if (name.equalsIgnoreCase("Set-Cookie")) {
      return COOKIE_PATH.matcher(value).replaceAll(m -> m.group(1) + ofCookie(m.group(2)));
    }
    return value;
  }

  /// Cookies are set and then set again with more attributes, so it may stand there already.
  private String ofCookie(String given) {
    return given.equals(path) || given.startsWith(path + "/") ? given : path + given;
  }
}
