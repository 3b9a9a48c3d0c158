package freshet.demo;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Words of a text, for counting how much two versions differ.
final class Words {
  private Words() {}

  static List<String> of(String text) {
    List<String> words = new ArrayList<>();
    BreakIterator breaks = BreakIterator.getWordInstance(Locale.ROOT);
    breaks.setText(text);
    int start = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; start = end, end = breaks.next()) {
      if (Character.isLetterOrDigit(text.codePointAt(start))) words.add(text.substring(start, end));
    }
    return words;
  }

  /// Words of the longer text that are not in the longest common subsequence of both.
  static int changed(String one, String other) {
    if (one.equals(other)) return 0;
    List<String> a = of(one);
    List<String> b = of(other);
    int[] row = new int[b.size() + 1];
    for (String word : a) {
      int diagonal = 0;
      for (int j = 1; j <= b.size(); j++) {
        int above = row[j];
        row[j] = word.equals(b.get(j - 1)) ? diagonal + 1 : Math.max(above, row[j - 1]);
        diagonal = above;
      }
    }
    return Math.max(a.size(), b.size()) - row[b.size()];
  }
}
