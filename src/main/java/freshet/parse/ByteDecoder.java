package freshet.parse;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Bytes to characters. What the bytes are is asked in this order: a byte order mark; the pattern
/// of zero bytes; whether they are UTF-8 beyond doubt, which beats every declaration (text in
/// another encoding hardly ever is valid UTF-8 by accident, while declarations are often left over
/// from another time); the server's charset; the XML declaration; the letters themselves.
public final class ByteDecoder {
  private static final Pattern DECLARATION =
      Pattern.compile("<\\?xml[^>]*?encoding\\s*+=\\s*+[\"']?\\s*+([A-Za-z0-9._:+-]+)");
  private static final Pattern CHARSET =
      Pattern.compile("charset\\s*+=\\s*+[\"']?\\s*+([^\\s\"';,]+)", Pattern.CASE_INSENSITIVE);

  /// @param sure false if a declaration turned out wrong or bytes could not be read
  public record Decoded(String text, boolean sure) {}

  private ByteDecoder() {}

  public static Decoded decode(byte[] b, @Nullable String contentType) {
    Decoded unicode = byMark(b);
    if (unicode != null) return unicode;
    Charset http = CharsetNames.charset(contentType == null ? null : first(CHARSET, contentType));
    if (isEbcdic(b)) return ebcdic(b);
    String head = new String(b, 0, Math.min(b.length, 400), StandardCharsets.ISO_8859_1);
    String declaredName = first(DECLARATION, head);
    Charset xml = CharsetNames.charset(declaredName);
    // Bytes whose declaration can be read one byte a letter are neither UTF-16 nor UTF-32.
    if (xml != null && isWide(xml)) xml = null;
    if (http != null && isWide(http)) http = null;
    boolean escapes = isEscaped(xml) || isEscaped(http);
    String text = escapes ? null : utf8(b);
    if (text != null) {
      return new Decoded(text, declaredName == null || xml != null);
    }
    text = escapes ? null : cesu8(b);
    if (text != null) return new Decoded(text, false);
    boolean vague = http != null && xml != null && http.name().equals("windows-1252");
    for (Charset c : vague ? new Charset[] {xml, http} : new Charset[] {http, xml}) {
      if (c == null || c.equals(StandardCharsets.UTF_8)) continue;
      String decoded = strictly(b, c);
      if (decoded != null) return new Decoded(decoded, true);
    }
    for (Charset c : new Charset[] {http, xml}) {
      if (c != null && !c.equals(StandardCharsets.UTF_8)) {
        return new Decoded(new String(b, c), false);
      }
    }
    return new Decoded(ByteGuess.decode(b), false);
  }

  private static @Nullable Decoded byMark(byte[] b) {
    int b0 = at(b, 0);
    int b1 = at(b, 1);
    int b2 = at(b, 2);
    int b3 = at(b, 3);
    if (b0 == 0xEF && b1 == 0xBB && b2 == 0xBF) {
      byte[] rest = Arrays.copyOfRange(b, 3, b.length);
      String text = utf8(rest);
      String mended = text == null ? cesu8(rest) : null;
      if (mended != null) return new Decoded(mended, false);
      return text != null ? new Decoded(text, true) : new Decoded(ByteGuess.mixed(b, 3), false);
    }
    if (b0 == 0xFF && b1 == 0xFE && b2 == 0 && b3 == 0) return wide(b, 4, "UTF-32LE");
    if (b0 == 0 && b1 == 0 && b2 == 0xFE && b3 == 0xFF) return wide(b, 4, "UTF-32BE");
    if (b0 == 0xFF && b1 == 0xFE) return wide(b, 2, "UTF-16LE");
    if (b0 == 0xFE && b1 == 0xFF) return wide(b, 2, "UTF-16BE");
    if (b0 == 0 && b1 == 0 && b2 == 0 && b3 == '<') return wide(b, 0, "UTF-32BE");
    if (b0 == '<' && b1 == 0 && b2 == 0 && b3 == 0) return wide(b, 0, "UTF-32LE");
    if (b0 == 0 && (b1 == '<' || b1 == '{') && b2 == 0) return wide(b, 0, "UTF-16BE");
    if ((b0 == '<' || b0 == '{') && b1 == 0) return wide(b, 0, "UTF-16LE");
    return null;
  }

  private static Decoded wide(byte[] b, int from, String charset) {
    return new Decoded(new String(b, from, b.length - from, Charset.forName(charset)), true);
  }

  private static boolean isEbcdic(byte[] b) {
    return at(b, 0) == 0x4C && at(b, 1) == 0x6F && at(b, 2) == 0xA7 && at(b, 3) == 0x94;
  }

  private static Decoded ebcdic(byte[] b) {
    Charset basic = CharsetNames.charset("IBM037");
    if (basic == null) return new Decoded("", false);
    String head = new String(b, 0, Math.min(b.length, 200), basic);
    Charset declared = CharsetNames.charset(first(DECLARATION, head));
    return new Decoded(new String(b, declared == null ? basic : declared), declared != null);
  }

  private static int at(byte[] b, int i) {
    return i < b.length ? b[i] & 0xFF : -1;
  }

  private static boolean isWide(Charset c) {
    return c.name().startsWith("UTF-16") || c.name().startsWith("UTF-32");
  }

  /// Encodings that hide their letters in seven-bit bytes would pass for UTF-8.
  private static boolean isEscaped(@Nullable Charset c) {
    return c != null && (c.name().startsWith("ISO-2022") || c.name().startsWith("x-ISO-2022"));
  }

  /// Null if the bytes are not UTF-8.
  static @Nullable String utf8(byte[] b) {
    String s = new String(b, StandardCharsets.UTF_8);
    int at = s.indexOf('\uFFFD');
    if (at < 0) return s;
    // Somebody may have stored the replacement character itself.
    return strictly(b, StandardCharsets.UTF_8);
  }

  /// Some databases write the two halves of an emoji as three bytes each (CESU-8, Unicode Technical
  /// Report 26). Null if the bytes are not UTF-8 with such halves.
  private static @Nullable String cesu8(byte[] b) {
    byte[] mended = new byte[b.length];
    int to = 0;
    for (int i = 0; i < b.length; i++) {
      boolean pair =
          at(b, i) == 0xED
              && (at(b, i + 1) & 0xF0) == 0xA0
              && at(b, i + 3) == 0xED
              && (at(b, i + 4) & 0xF0) == 0xB0
              && i + 5 < b.length;
      if (!pair) {
        mended[to++] = b[i];
        continue;
      }
      int high = ((at(b, i + 1) & 0x0F) << 6) | (at(b, i + 2) & 0x3F);
      int low = ((at(b, i + 4) & 0x0F) << 6) | (at(b, i + 5) & 0x3F);
      int c = 0x10000 + ((high << 10) | low);
      mended[to++] = (byte) (0xF0 | (c >> 18));
      mended[to++] = (byte) (0x80 | ((c >> 12) & 0x3F));
      mended[to++] = (byte) (0x80 | ((c >> 6) & 0x3F));
      mended[to++] = (byte) (0x80 | (c & 0x3F));
      i += 5;
    }
    return to == b.length ? null : utf8(Arrays.copyOf(mended, to));
  }

  static @Nullable String strictly(byte[] b, Charset c) {
    try {
      CharBuffer decoded =
          c.newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(b));
      return decoded.toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static @Nullable String first(Pattern pattern, String in) {
    Matcher m = pattern.matcher(in);
    return m.find() ? m.group(1) : null;
  }
}
