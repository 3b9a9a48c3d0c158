package freshet.fetch;

import java.net.ConnectException;

/// The proxy, not the server, is the trouble.
final class ProxyTrouble extends ConnectException {
  /// @param sentence for the user, without its full stop
  ProxyTrouble(String sentence) {
    super(sentence);
  }
}
