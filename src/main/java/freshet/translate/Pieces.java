package freshet.translate;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Cuts texts into pieces that any translator takes: at the ends of sentences, else between words.
public final class Pieces {
  /// In characters.
  public static final int LONGEST = 1_500;

  private Pieces() {}

  /// The pieces put together are the text.
  static List<String> of(String text, String language) {
    if (text.length() <= LONGEST) return List.of(text);
    List<String> pieces = new ArrayList<>();
    BreakIterator sentences = BreakIterator.getSentenceInstance(Locale.forLanguageTag(language));
    sentences.setText(text);
    int from = 0;
    int end = 0;
    for (int next = sentences.next(); next != BreakIterator.DONE; next = sentences.next()) {
      if (next - from > LONGEST) {
        if (end > from) pieces.add(text.substring(from, end));
        from = Math.max(from, end);
        while (next - from > LONGEST) {
          int cut = between(text, from, from + LONGEST);
          pieces.add(text.substring(from, cut));
          from = cut;
        }
      }
      end = next;
    }
    if (from < text.length()) pieces.add(text.substring(from));
    return pieces;
  }

  /// Where a piece from one place ends before another: behind a blank if there is one.
  private static int between(String text, int from, int most) {
    for (int i = most; i > from + LONGEST / 2; i--) {
      if (Character.isWhitespace(text.charAt(i - 1))) return i;
    }
    return Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
  }
}
