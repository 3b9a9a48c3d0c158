package freshet.model;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;

/// Which addresses lie on the public internet (IANA's special-purpose registries, RFC 6890).
/// Everything else, from a router's page to a cloud's secrets at 169.254.169.254, is none of a
/// publisher's business. An IPv6 address that carries an IPv4 address within it (mapped,
/// compatible, NAT64, 6to4, Teredo) is never public: what it leads to is decided by whoever
/// translates it.
public final class PublicAddress {
  private static final Set<String> LOCAL =
      Set.of("localhost", "local", "internal", "lan", "home", "corp", "intranet", "private");

  private PublicAddress() {}

  /// Whether a host is, by what is written alone, on this machine or in a network that is nobody
  /// else's: by its number, one in an unusual form among them, or by its name. No name is looked
  /// up.
  public static boolean isPrivateHost(String host) {
    if (NumericHost.isAmbiguous(host)) return true;
    if (!NumericHost.isNumeric(host)) return isLocalName(host);
    try {
      return !is(InetAddress.getByName(host)); // a number: nobody is asked
    } catch (UnknownHostException e) {
      return true;
    }
  }

  /// Names that mean this machine or the network next to it wherever they are looked up (RFC 6761,
  /// 6762, 8375), and those of a single part.
  public static boolean isLocalName(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    if (name.endsWith(".")) name = name.substring(0, name.length() - 1);
    String last = name.substring(name.lastIndexOf('.') + 1);
    return last.equals(name) || LOCAL.contains(last) || name.endsWith(".home.arpa");
  }

  public static boolean is(InetAddress address) {
    byte[] b = address.getAddress();
    return b.length == 4 ? isPublic4(b) : isPublic6(b);
  }

  private static boolean isPublic4(byte[] b) {
    int a = b[0] & 0xff;
    int second = b[1] & 0xff;
    int third = b[2] & 0xff;
    return switch (a) {
      case 0, 10, 127 -> false; // this network, private, loopback
      case 100 -> (second & 0xc0) != 64; // 100.64/10, carrier-grade NAT
      case 169 -> second != 254; // link-local
      case 172 -> (second & 0xf0) != 16; // private
      case 192 ->
          !(second == 168 // private
              || (second == 0 && (third == 0 || third == 2)) // IETF protocols, documentation
              || (second == 88 && third == 99) // 6to4 relays
              || (second == 31 && third == 196) // AS112
              || (second == 52 && third == 193) // AMT
              || (second == 175 && third == 48)); // AS112
      case 198 ->
          !(second == 18 || second == 19 || (second == 51 && third == 100)); // benchmarks, docs
      case 203 -> !(second == 0 && third == 113); // documentation
      default -> a < 224; // above: multicast, reserved, broadcast
    };
  }

  private static boolean isPublic6(byte[] b) {
    int first = two(b, 0);
    int second = two(b, 2);
    if (first == 0x2002) return false; // 6to4
    if (first == 0x2001) {
      if (second < 0x200) return false; // Teredo, benchmarks, ORCHID, protocol assignments
      return second != 0xdb8; // documentation
    }
    if (first == 0x3fff && (second & 0xf000) == 0) return false; // documentation
    // Of the rest only 2000::/3 is assigned as global unicast: not ::/96, ::ffff:0:0/96,
    // 64:ff9b::/96
    // (all three hold an IPv4 address), fc00::/7, fe80::/10, ff00::/8.
    return (first & 0xe000) == 0x2000;
  }

  private static int two(byte[] b, int at) {
    return ((b[at] & 0xff) << 8) | (b[at + 1] & 0xff);
  }
}
