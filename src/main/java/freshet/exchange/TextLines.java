package freshet.exchange;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The lines of a text whose encoding nobody knows. Lists are glued together from several sources,
/// so each line is decoded for itself: UTF-8 where it is valid UTF-8, else the old Western
/// encoding.
final class TextLines {
  private static final Charset WESTERN = Charset.forName("windows-1252");

  private TextLines() {}

  /// Null if it is not a text.
  static @Nullable List<String> of(byte[] file) {
    Charset wide = wide(file);
    if (wide != null) {
      String text = new String(file, wide);
      return text.replace("\uFEFF", "").lines().toList();
    }
    int odd = 0;
    int looked = Math.min(file.length, 4096);
    for (int i = 0; i < looked; i++) if (file[i] >= 0 && file[i] < 7) odd++;
    if (odd * 50 > looked) return null;
    List<String> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= file.length; i++) {
      if (i < file.length && file[i] != '\n' && file[i] != '\r') continue;
      boolean half = i > 0 && i < file.length && file[i] == '\n' && file[i - 1] == '\r';
      if (!half && (i < file.length || i > start)) lines.add(line(file, start, i));
      start = i + 1;
    }
    return lines;
  }

  private static String line(byte[] file, int from, int to) {
    if (from == 0 && to >= 3 && (file[0] & 0xff) == 0xef && (file[1] & 0xff) == 0xbb) from = 3;
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(file, from, to - from))
          .toString();
    } catch (CharacterCodingException e) {
      return new String(file, from, to - from, WESTERN);
    }
  }

  /// UTF-16 by its mark, or by every other byte being 0.
  private static @Nullable Charset wide(byte[] file) {
    if (file.length < 4) return null;
    if ((file[0] & 0xff) == 0xfe && (file[1] & 0xff) == 0xff) return StandardCharsets.UTF_16BE;
    if ((file[0] & 0xff) == 0xff && (file[1] & 0xff) == 0xfe) return StandardCharsets.UTF_16LE;
    int even = 0;
    int odd = 0;
    int looked = Math.min(file.length, 1000);
    for (int i = 0; i < looked; i++) {
      if (file[i] != 0) continue;
      if (i % 2 == 0) even++;
      else odd++;
    }
    if (odd * 5 > looked * 2 && even == 0) return StandardCharsets.UTF_16LE;
    return even * 5 > looked * 2 && odd == 0 ? StandardCharsets.UTF_16BE : null;
  }

  static char separator(List<String> lines) {
    int commas = 0;
    int semicolons = 0;
    int tabs = 0;
    for (int i = 0; i < Math.min(lines.size(), 50); i++) {
      String line = lines.get(i);
      for (int j = 0; j < Math.min(line.length(), 2000); j++) {
        switch (line.charAt(j)) {
          case ',' -> commas++;
          case ';' -> semicolons++;
          case '\t' -> tabs++;
          default -> {}
        }
      }
    }
    if (tabs > commas && tabs > semicolons) return '\t';
    return semicolons > commas ? ';' : ',';
  }
}
