package freshet.search;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// Signs of Chinese and Japanese that are written in more than one way, as one: traditional and
/// simplified characters (`臺灣`, `台湾`), those of Japan (`国際`, `國際`), hiragana and katakana (`すし`,
/// `スシ`).
final class Signs {
  private static final char FIRST_HIRAGANA = 0x3041;
  private static final char LAST_HIRAGANA = 0x3096;
  private static final int TO_KATAKANA = 0x60;
  private static final char FIRST_HAN = 0x3400;
  private static final char LAST_HAN = 0x9FFF;

  /// For each character of Han the one that stands for it.
  private static final char[] HAN = read();

  private Signs() {}

  static String fold(String signs) {
    char[] folded = null;
    for (int i = 0; i < signs.length(); i++) {
      char c = signs.charAt(i);
      char by = fold(c);
      if (by == c) continue;
      if (folded == null) folded = signs.toCharArray();
      folded[i] = by;
    }
    return folded == null ? signs : new String(folded);
  }

  private static char fold(char c) {
    if (c >= FIRST_HIRAGANA && c <= LAST_HIRAGANA) return (char) (c + TO_KATAKANA);
    return c < FIRST_HAN || c > LAST_HAN ? c : HAN[c - FIRST_HAN];
  }

  /// The file has pairs of characters, after lines that say where they are from.
  private static char[] read() {
    char[] table = new char[LAST_HAN - FIRST_HAN + 1];
    for (int i = 0; i < table.length; i++) table[i] = (char) (FIRST_HAN + i);
    try (InputStream in = Signs.class.getResourceAsStream("/freshet/search/han.txt")) {
      String all = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      for (String line : all.lines().filter(l -> !l.startsWith("#")).toList()) {
        for (int i = 0; i + 1 < line.length(); i += 2) {
          table[line.charAt(i) - FIRST_HAN] = line.charAt(i + 1);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return table;
  }
}
