package freshet.fetch;

import java.net.ConnectException;

/// The proxy, not the server, is the trouble.
final class ProxyTrouble extends ConnectException {
  /// @param does the rest of a sentence that begins with the proxy's name, without its full stop
  ProxyTrouble(ProxySettings proxy, String does) {
    super("The proxy " + proxy + " " + does);
  }

  /// It asked for a user name and password, and did not take those of the settings.
  static ProxyTrouble login(ProxySettings proxy) {
    return new ProxyTrouble(
        proxy,
        proxy.user() == null
            ? "asks for a user name and password, and the settings give none"
            : "refused the user name and password of the settings");
  }
}
