package freshet.demo;

import java.util.ArrayList;
import java.util.List;

/// Words of a text, for counting how much two versions differ.
final class Words {
  private Words() {}

  /// Runs of letters and digits; in scripts without blanks every letter counts as a word.
  static List<String> of(String text) {
    List<String> words = new ArrayList<>();
    int start = -1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean alone = Character.isIdeographic(c) || (c >= 0x3040 && c < 0x3100);
      boolean part = !alone && Character.isLetterOrDigit(c);
      if (start >= 0 && !part) {
        words.add(text.substring(start, i));
        start = -1;
      }
      if (alone) words.add(String.valueOf(c));
      else if (part && start < 0) start = i;
    }
    if (start >= 0) words.add(text.substring(start));
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
