package freshet.parse;

import java.nio.charset.Charset;

/// `&#146;` names a control character that nobody wants. Who writes it means the apostrophe that
/// windows-1252 has there, and browsers read it so (HTML Standard, numeric character references);
/// XML parsers do not.
final class WindowsReferences {
  private static final String SIGNS = signs();

  private WindowsReferences() {}

  private static String signs() {
    byte[] bytes = new byte[32];
    for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (0x80 + i);
    return new String(bytes, Charset.forName("windows-1252"));
  }

  /// The document with such references replaced by what they mean.
  static String replaced(String document) {
    StringBuilder out = null;
    int done = 0;
    for (int at = document.indexOf("&#"); at >= 0; at = document.indexOf("&#", at + 2)) {
      int end = document.indexOf(';', at);
      if (end < 0) break;
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
