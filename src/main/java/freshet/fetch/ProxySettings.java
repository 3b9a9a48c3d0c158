package freshet.fetch;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The proxy that every request goes through.
///
/// @param resolves whether names that are not known here are left to it
public record ProxySettings(
    Kind kind,
    String host,
    int port,
    @Nullable String user,
    @Nullable String password,
    boolean resolves) {

  public enum Kind {
    HTTP,
    SOCKS
  }

  public ProxySettings {
    if (host.isBlank()) throw new IllegalArgumentException("The proxy has no host name");
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("The proxy's port must be 1 to 65535, not " + port);
    }
  }

  /// Reads `http://host:3128`, `socks5://user:password@host:1080` and the like.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  public static ProxySettings of(String text) {
    URI uri;
    try {
      uri = URI.create(text.strip());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(wrong("it is not an address"), e);
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    Kind kind =
        switch (scheme) {
          case "http" -> Kind.HTTP;
          case "socks", "socks5", "socks5h" -> Kind.SOCKS;
          default -> throw new IllegalArgumentException(wrong("it must begin so"));
        };
    if (uri.getHost() == null) throw new IllegalArgumentException(wrong("it has no host name"));
    int port = uri.getPort() >= 0 ? uri.getPort() : kind == Kind.HTTP ? 3128 : 1080;
    String both = uri.getRawUserInfo();
    if (both == null) return new ProxySettings(kind, uri.getHost(), port, null, null, false);
    int colon = both.indexOf(':');
    String user = decode(colon < 0 ? both : both.substring(0, colon));
    String password = colon < 0 ? "" : decode(both.substring(colon + 1));
    return new ProxySettings(kind, uri.getHost(), port, user, password, false);
  }

  public ProxySettings resolving(boolean resolves) {
    return new ProxySettings(kind, host, port, user, password, resolves);
  }

  /// Without the password: settings are shown and logged.
  @Override
  public String toString() {
    return (kind == Kind.HTTP ? "http://" : "socks5://") + host + ":" + port;
  }

  private static String decode(String s) {
    return URLDecoder.decode(s.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static String wrong(String why) {
    return "The proxy's address cannot be used, "
        + why
        + "; write http://host:port or socks5://host:port, with user:password@ before the host"
        + " where needed";
  }
}
