package freshet.account;

import freshet.text.Whole;
import java.util.ArrayList;
import java.util.List;

/// Addresses and networks whose word counts: `127.0.0.1, 10.0.0.0/8, fd00::/8`.
public final class TrustedAddresses {
  public static final TrustedAddresses NONE = new TrustedAddresses(List.of());

  private record Network(byte[] start, int bits) {
    boolean contains(byte[] address) {
      if (address.length != start.length) return false;
      for (int i = 0; i < bits; i++) {
        int bit = 0x80 >> (i % 8);
        if (((address[i / 8] ^ start[i / 8]) & bit) != 0) return false;
      }
      return true;
    }
  }

  private final List<Network> networks;

  private TrustedAddresses(List<Network> networks) {
    this.networks = networks;
  }

  /// @throws IllegalArgumentException if a part is neither an address nor a network
  public static TrustedAddresses of(String list) {
    List<Network> networks = new ArrayList<>();
    for (String part : list.split("[,\\s]+")) {
      if (part.isEmpty()) continue;
      int slash = part.indexOf('/');
      byte[] start = parse(slash < 0 ? part : part.substring(0, slash));
      int most = start.length * 8;
      int bits = slash < 0 ? most : Whole.or(-1, part.substring(slash + 1), 3);
      if (start.length == 0 || bits < 0 || bits > most) {
        throw new IllegalArgumentException(
            "'" + part + "' is neither an address nor a network such as 10.0.0.0/8");
      }
      networks.add(new Network(start, bits));
    }
    return networks.isEmpty() ? NONE : new TrustedAddresses(List.copyOf(networks));
  }

  public boolean contains(String address) {
    if (networks.isEmpty()) return false;
    byte[] bytes = parse(address);
    return bytes.length > 0 && networks.stream().anyMatch(n -> n.contains(bytes));
  }

  /// Empty if it is not an address: names are never looked up.
  private static byte[] parse(String address) {
    return NetworkAddress.of(address).map(NetworkAddress::bytes).orElse(new byte[0]);
  }
}
