package freshet.crawl;

import java.util.HashSet;
import java.util.List;

/// Which words go with a topic, learned from whole pages that were on it or off it: a page has
/// hundreds of words where a link has three, so this is known after a few pages. In how many pages
/// of either kind a word stood is counted, by its hash.
final class Vocabulary {
  private static final int SIZE = 1 << 17;
  private static final double MOST = 3;

  private final float[] on = new float[SIZE];
  private final float[] off = new float[SIZE];
  private int onPages;
  private int offPages;

  synchronized void learn(List<String> words, boolean onTopic) {
    float[] counts = onTopic ? on : off;
    for (String word : new HashSet<>(words)) counts[slot(word)]++;
    if (onTopic) onPages++;
    else offPages++;
  }

  /// How much likelier some words are on a page on the topic than on another: the mean of their
  /// logarithmic odds, those of words never met left out; 0 if there is no telling.
  synchronized double affinity(List<String> words) {
    if (onPages == 0 || offPages == 0) return 0;
    double sum = 0;
    int n = 0;
    for (String word : words) {
      int slot = slot(word);
      if (on[slot] + off[slot] == 0) continue;
      double odds =
          Math.log((on[slot] + 0.5) / (onPages + 1)) - Math.log((off[slot] + 0.5) / (offPages + 1));
      sum += Math.max(-MOST, Math.min(MOST, odds));
      n++;
    }
    return n == 0 ? 0 : sum / n;
  }

  private static int slot(String word) {
    int h = word.hashCode() * 0x9E3779B1;
    return (h ^ (h >>> 15)) & (SIZE - 1);
  }
}
