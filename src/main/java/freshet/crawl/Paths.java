package freshet.crawl;

import freshet.extract.Hrefs;
import freshet.text.SessionNames;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// The path of an address: dot segments, percent-encodings, session ids.
final class Paths {
  private static final String HEX = "0123456789ABCDEF";

  private Paths() {}

  /// Appends the path as it should be written; at least `/`.
  static void append(String path, StringBuilder out) {
    if (path.isEmpty()) {
      out.append('/');
      return;
    }
    int start = out.length();
    if (isPlain(path)) {
      out.append(path);
    } else {
      encode(withoutSession(path.replace('\\', '/')), out);
      // Encoded dots are dots by now.
      Hrefs.removeDots(out, start);
    }
    if (out.length() == start) out.append('/');
  }

  private static boolean isPlain(String path) {
    if (path.charAt(0) != '/') return false;
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '/'
              || c == '-'
              || c == '_'
              || c == '~'
              || (c == '.' && path.charAt(i - 1) != '/');
      if (!plain) return false;
    }
    return true;
  }

  /// `;jsessionid=…` behind a segment, and the `/(S(…))/` of ASP.NET.
  private static String withoutSession(String path) {
    String s = path;
    int open = s.indexOf("/(");
    if (open >= 0) {
      int close = s.indexOf(")/", open);
      boolean session =
          close > 0 && s.startsWith("(", open + 3) && "SAXF".indexOf(s.charAt(open + 2)) >= 0;
      if (session) s = s.substring(0, open) + s.substring(close + 1);
    }
    int semicolon = s.indexOf(';');
    while (semicolon >= 0) {
      int to = semicolon + 1;
      while (to < s.length() && s.charAt(to) != ';' && s.charAt(to) != '/') to++;
      String parameter = s.substring(semicolon + 1, to);
      int equals = parameter.indexOf('=');
      String name = equals < 0 ? parameter : parameter.substring(0, equals);
      String value = equals < 0 ? "" : parameter.substring(equals + 1);
      if (SessionNames.isSession(name.toLowerCase(Locale.ROOT), value)) {
        s = s.substring(0, semicolon) + s.substring(to);
        semicolon = s.indexOf(';', semicolon);
      } else {
        semicolon = s.indexOf(';', to);
      }
    }
    return s;
  }

  /// Upper-case percent-encodings, none for letters that need none, and one for every character
  /// that may not stand in an address.
  static void encode(String s, StringBuilder out) {
    for (int i = 0; i < s.length(); ) {
      char c = s.charAt(i);
      if (c == '%') {
        int high = i + 2 < s.length() ? Character.digit(s.charAt(i + 1), 16) : -1;
        int low = high < 0 ? -1 : Character.digit(s.charAt(i + 2), 16);
        if (low < 0) {
          out.append("%25");
          i++;
        } else {
          int b = high * 16 + low;
          if (isUnreserved(b)) out.append((char) b);
          else hex(b, out);
          i += 3;
        }
      } else if (c <= ' ' || c >= 0x7f || "\"<>\\^`{|}[]".indexOf(c) >= 0) {
        int point = s.codePointAt(i);
        for (byte b : Character.toString(point).getBytes(StandardCharsets.UTF_8))
          hex(b & 0xff, out);
        i += Character.charCount(point);
      } else {
        out.append(c);
        i++;
      }
    }
  }

  static String decode(String s) {
    byte[] bytes = s.getBytes(StandardCharsets.UTF_8);
    int n = 0;
    for (int i = 0; i < bytes.length; i++) {
      int high = bytes[i] == '%' && i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
      bytes[n++] = low < 0 ? bytes[i] : (byte) (high * 16 + low);
      if (low >= 0) i += 2;
    }
    return new String(bytes, 0, n, StandardCharsets.UTF_8);
  }

  private static void hex(int b, StringBuilder out) {
    out.append('%').append(HEX.charAt(b >> 4)).append(HEX.charAt(b & 15));
  }

  private static boolean isUnreserved(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '.'
        || c == '_'
        || c == '~';
  }
}
