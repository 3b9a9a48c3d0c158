package freshet.parse;

import java.nio.charset.Charset;

/// `&#146;` names a control character that nobody wants. Who writes it means the apostrophe that
/// windows-1252 has there, and browsers read it so (HTML Standard, numeric character references);
/// XML parsers do not.
final class WindowsReferences {
  private static final String SIGNS = signs();

  /// `&#x0096;`, and no reference that is longer.
  private static final int LONGEST = 8;

  private WindowsReferences() {}

  private static String signs() {
    byte[] bytes = new byte[32];
    for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (0x80 + i);
    return new String(bytes, Charset.forName("windows-1252"));
  }

  /// The same for the characters themselves, which come out of databases that took windows-1252 for
  /// ISO 8859-1.
  static String characters(String document) {
    int n = document.length();
    int at = 0;
    while (at < n && !isControl(document.charAt(at))) at++;
    if (at == n) return document;
    StringBuilder out = new StringBuilder(document);
    for (; at < n; at++) {
      if (isControl(out.charAt(at))) out.setCharAt(at, SIGNS.charAt(out.charAt(at) - 0x80));
    }
    return out.toString();
  }

  /// Those that windows-1252 has a sign for.
  private static boolean isControl(char c) {
    return c >= 0x80 && c <= 0x9F && SIGNS.charAt(c - 0x80) != '\uFFFD';
  }

  /// The document with such references replaced by what they mean.
  static String replaced(String document) {
    StringBuilder out = null;
    int done = 0;
    for (int at = document.indexOf("&#"); at >= 0; at = document.indexOf("&#", at + 2)) {
      int end = document.indexOf(';', at, Math.min(document.length(), at + LONGEST));
      if (end < 0) continue;
      int code = code(document, at + 2, end);
      if (code < 0x80 || code > 0x9F) continue;
      if (out == null) out = new StringBuilder(document.length());
      out.append(document, done, at).append(SIGNS.charAt(code - 0x80));
      done = end + 1;
    }
    return out == null ? document : out.append(document, done, document.length()).toString();
  }

  /// The number of a reference that is short enough, 0 for any other.
  private static int code(String s, int from, int to) {
    boolean hex = from < to && (s.charAt(from) == 'x' || s.charAt(from) == 'X');
    int first = hex ? from + 1 : from;
    if (to - first < 2 || to - first > 4) return 0;
    int code = 0;
    for (int i = first; i < to; i++) {
      int digit = Character.digit(s.charAt(i), hex ? 16 : 10);
      if (digit < 0) return 0;
      code = code * (hex ? 16 : 10) + digit;
    }
    return code;
  }
}
