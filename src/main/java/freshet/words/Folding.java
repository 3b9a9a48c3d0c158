package freshet.words;

import java.text.Normalizer;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;

/// Writes words as people type them.
public final class Folding {
  private Folding() {}

  /// Without case, accents and other differences that people do not type.
  public static String fold(String word) {
    boolean plain = true;
    for (int i = 0; i < word.length() && plain; i++) {
      char c = word.charAt(i);
      plain = c < 0x80 && (c < 'A' || c > 'Z');
    }
    if (plain) return word;
    String apart = isAscii(word) ? word : Normalizer.normalize(word, Normalizer.Form.NFKD);
    StringBuilder out = new StringBuilder(apart.length());
    int last = 0;
    for (int i = 0; i < apart.length(); ) {
      int c = apart.codePointAt(i);
      i += Character.charCount(c);
      // Accents go; but the vowels of Indian scripts are marks too, and й is no и with an accent.
      boolean accent = c < 0x0900 && Character.getType(c) == Character.NON_SPACING_MARK;
      if (accent && !(c == 0x0306 && (last == 'и' || last == 'И'))) continue;
      if (c == 0x0640 || c == 0xAD) continue; // tatweel, soft hyphen
      if ((c >= 0x200B && c <= 0x200D) || c == 0x2060) continue; // of no width
      last = c;
      if (c >= 0x0660 && Character.getType(c) == Character.DECIMAL_DIGIT_NUMBER) {
        out.append((char) ('0' + Character.digit(c, 10)));
      } else {
        out.appendCodePoint(Character.toLowerCase(c));
      }
    }
    String folded = out.toString();
    if (isAscii(folded)) return folded;
    folded = Normalizer.normalize(folded, Normalizer.Form.NFC);
    char[] in = folded.toCharArray();
    char[] ascii = new char[in.length * 4];
    return new String(ascii, 0, ASCIIFoldingFilter.foldToASCII(in, 0, ascii, 0, in.length));
  }

  private static boolean isAscii(String s) {
    for (int i = 0; i < s.length(); i++) if (s.charAt(i) >= 0x80) return false;
    return true;
  }
}
