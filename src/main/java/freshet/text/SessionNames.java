package freshet.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Variables of addresses that only tell a site who is who (sessions). They make a new address of
/// the same page at every visit.
public final class SessionNames {
  private static final Set<String> SESSION =
      Set.of(
          "phpsessid",
          "jsessionid",
          "sessionid",
          "session_id",
          "session-id",
          "sessid",
          "cfid",
          "cftoken",
          "zenid",
          "oscsid",
          "oscadminid",
          "xtcsid",
          "jservsessionid",
          "php_sessid",
          "viewstate",
          "__viewstate");

  /// Names that mean a session only if their value looks like one.
  private static final Set<String> PERHAPS_SESSION =
      Set.of("sid", "s", "session", "sess", "ssid", "token", "osid", "psid", "nsid", "visitid");

  private SessionNames() {}

  /// An address without the sessions in its query; everything else stays as it is.
  public static String without(String url) {
    return part(url, false);
  }

  /// The sessions in the query of an address, empty if it has none.
  public static String of(String url) {
    return part(url, true);
  }

  private static String part(String url, boolean sessions) {
    int query = url.indexOf('?');
    if (query < 0) return sessions ? "" : url;
    int end = url.indexOf('#', query);
    if (end < 0) end = url.length();
    List<String> kept = new ArrayList<>();
    for (String variable : url.substring(query + 1, end).split("&", -1)) {
      int equals = variable.indexOf('=');
      String name = variable.substring(0, Math.max(0, equals)).toLowerCase(Locale.ROOT);
      boolean session = equals > 0 && isSession(name, variable.substring(equals + 1));
      if (session == sessions) kept.add(variable);
    }
    String some = String.join("&", kept);
    if (sessions) return some;
    return url.substring(0, query) + (kept.isEmpty() ? "" : "?" + some) + url.substring(end);
  }

  /// @param name in lower case
  public static boolean isSession(String name, String value) {
    return SESSION.contains(name)
        || name.startsWith("aspsessionid")
        || (PERHAPS_SESSION.contains(name) && looksRandom(value, 12));
  }

  /// Whether a text is more likely made by a machine than by a person: at least `least` letters and
  /// digits, both of them mixed, or all of them hexadecimal with a digit among them.
  public static boolean looksRandom(String s, int least) {
    if (s.length() < least) return false;
    int digits = 0;
    int letters = 0;
    int changes = 0;
    boolean hex = true;
    boolean upper = false;
    boolean lower = false;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      boolean small = c >= 'a' && c <= 'z';
      boolean large = c >= 'A' && c <= 'Z';
      if (!digit && !small && !large) return false;
      if (digit) digits++;
      else letters++;
      hex &= digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      upper |= large;
      lower |= small;
      if (i > 0 && digit != (s.charAt(i - 1) >= '0' && s.charAt(i - 1) <= '9')) changes++;
    }
    if (digits == 0) return false;
    if (hex && letters > 0) return true;
    return letters > 0 && (changes >= 4 || (changes >= 3 && upper && lower));
  }
}
