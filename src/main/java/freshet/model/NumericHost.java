package freshet.model;

import java.util.Locale;

/// Which hosts are numbers, and which of those everybody reads alike.
///
/// `0177.0.0.1` is 127.0.0.1 for a C library and 177.0.0.1 for Java; `0x7f.1` and `2130706433` are
/// an address for browsers and a name for others. What was checked as one address must not be asked
/// for as another, so a host whose last part is a number is an address in the one usual form or
/// nothing at all. (The same test as in the WHATWG's URL standard, "ends in a number", which goes
/// on to read such hosts as C does.)
public final class NumericHost {
  private NumericHost() {}

  /// Whether a host ends in a number and is not an address such as `192.0.2.1`.
  public static boolean isAmbiguous(String host) {
    if (host.startsWith("[") || host.indexOf(':') >= 0) return false;
    String name = host.toLowerCase(Locale.ROOT);
    if (name.endsWith(".")) name = name.substring(0, name.length() - 1);
    String last = name.substring(name.lastIndexOf('.') + 1);
    boolean number = isDigits(last) || last.matches("0x[0-9a-f]*");
    return number && !isUsual(host);
  }

  /// Whether it is an address and no name.
  public static boolean isNumeric(String host) {
    return host.indexOf(':') >= 0 || isUsual(host);
  }

  private static boolean isUsual(String host) {
    String[] parts = host.split("\\.", -1);
    if (parts.length != 4) return false;
    for (String part : parts) {
      if (!isDigits(part) || part.length() > 3 || Integer.parseInt(part) > 255) return false;
      if (part.length() > 1 && part.startsWith("0")) return false;
    }
    return true;
  }

  private static boolean isDigits(String s) {
    return !s.isEmpty() && s.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
