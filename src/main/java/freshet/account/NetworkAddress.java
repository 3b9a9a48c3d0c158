package freshet.account;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.Optional;

/// An address as the network knows it, whatever way it was written. Names are never looked up.
///
/// @param text in the one way that Java writes it
public record NetworkAddress(String text, InetAddress inet) {

  /// Reads `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::5`, `[2001:db8::5]:4711`, `fe80::1%eth0`.
  static Optional<NetworkAddress> of(String written) {
    String s = written.strip().replace("\"", "");
    if (s.startsWith("[")) {
      int end = s.indexOf(']');
      if (end < 0) return Optional.empty();
      s = s.substring(1, end);
    } else if (s.indexOf(':') == s.lastIndexOf(':') && s.indexOf(':') > 0) {
      s = s.substring(0, s.indexOf(':'));
    }
    int zone = s.indexOf('%');
    if (zone > 0) s = s.substring(0, zone);
    if (!s.matches("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
      return Optional.empty();
    }
    try {
      InetAddress inet = InetAddress.getByName(s);
      return Optional.of(of(inet));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  static boolean isLoopback(String written) {
    return of(written).map(a -> a.inet.isLoopbackAddress()).orElse(false);
  }

  byte[] bytes() {
    return inet.getAddress();
  }

  public static NetworkAddress of(InetAddress inet) {
    return new NetworkAddress(inet.getHostAddress(), inet);
  }

  /// A home has a whole /64 of IPv6 addresses, so all of it counts as one.
  public String household() {
    byte[] all = bytes();
    return all.length == 4 ? text : HexFormat.of().formatHex(all, 0, 8);
  }
}
