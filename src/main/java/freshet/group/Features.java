package freshet.group;

import java.util.Arrays;

/// What a text is judged by: its word roots, the first four and six letters of longer words, and
/// pairs of neighbouring roots, as places in a table, with weights whose squares sum up to one. The
/// beginnings bring together what a stemmer leaves apart: compounds, and the many forms of
/// languages such as Turkish and Estonian. A script without spaces is read by pairs of letters.
///
/// The words of the title count twice. The language is part of the hash, so that all languages
/// share one table without mixing "die" and "die".
///
/// @param places ascending, none twice
record Features(int[] places, float[] weights) {
  private static final int MOST_WORDS = 400;
  private static final int SHORT_BEGINNING = 4;
  private static final int LONG_BEGINNING = 6;

  /// A root, two beginnings and a pair.
  private static final int MOST_A_WORD = 4;

  /// The table has 2^18 places.
  static final int BITS = 18;

  /// Text beyond this tells topics, but no events.
  private static final int MOST_TEXT = 1200;

  boolean isEmpty() {
    return places.length == 0;
  }

  /// Reads a text once and gives both of what it is judged by.
  static Gist gist(String title, String text, String language) {
    Collector collector = new Collector(language);
    collector.read(title, 2);
    collector.read(text, 1);
    return new Gist(
        language,
        features(collector.found, collector.count),
        features(collector.roots, collector.rootCount));
  }

  private static final class Collector {
    private final Roots reducer;
    private final int seed;

    /// Turkish has two letters i.
    private final boolean dotless;

    private int[] found = new int[256];
    private int count;
    private int[] roots = new int[128];
    private int rootCount;
    private int words;

    Collector(String language) {
      reducer = Roots.of(language);
      seed = language.hashCode();
      dotless = language.equals("tr") || language.equals("az");
    }

    void read(String text, int times) {
      int last = 0;
      int at = 0;
      while (at < text.length() && words < MOST_WORDS) {
        while (at < text.length() && !isLetter(text.charAt(at))) {
          // No pairs across the end of a sentence.
          if (text.charAt(at++) == '.') last = 0;
        }
        int start = at;
        while (at < text.length() && isLetter(text.charAt(at))) at++;
        if (at == start) break;
        if (isDense(text.charAt(start))) {
          for (int i = start; i + 1 < at && words < MOST_WORDS; i++) {
            words++;
            root(mix((text.charAt(i) * 31 + text.charAt(i + 1)) * 31 + seed), i, times);
          }
          last = 0;
          continue;
        }
        words++;
        if (at - start < 2 || at - start > 40) continue;
        int root = reducer.number(text, start, at);
        if (root == 0) continue;
        int hash = mix(root * 31 + seed);
        root(hash, start, times);
        beginnings(text, start, at, times);
        if (last != 0) found[count++] = place(mix(last * 31 + hash), times);
        last = hash;
      }
    }

    private void root(int hash, int start, int times) {
      if (count + MOST_A_WORD > found.length) found = Arrays.copyOf(found, count * 2);
      found[count++] = place(hash, times);
      if (start < MOST_TEXT) {
        if (rootCount == roots.length) roots = Arrays.copyOf(roots, rootCount * 2);
        roots[rootCount++] = place(hash, times);
      }
    }

    private void beginnings(String text, int start, int end, int times) {
      if (end - start <= SHORT_BEGINNING) return;
      int hash = ~seed;
      int at = start;
      while (at < start + SHORT_BEGINNING) hash = hash * 31 + lower(text.charAt(at++));
      found[count++] = place(mix(hash), times);
      if (end - start <= LONG_BEGINNING) return;
      while (at < start + LONG_BEGINNING) hash = hash * 31 + lower(text.charAt(at++));
      found[count++] = place(mix(hash), times);
    }

    private char lower(char c) {
      if (c < 0x80) return c >= 'A' && c <= 'Z' ? c == 'I' && dotless ? 'ı' : (char) (c | 0x20) : c;
      return Character.toLowerCase(c);
    }

    /// Whether a letter is of a script that puts no spaces between words.
    private static boolean isDense(char c) {
      if (c < 0x0E00) return false;
      return c < 0x0F00 // Thai, Lao
          || (c >= 0x1000 && c < 0x10A0) // Burmese
          || (c >= 0x1780 && c < 0x1800) // Khmer
          || (c >= 0x3040 && c < 0xA000) // kana and Chinese characters
          || (c >= 0xF900 && c < 0xFB00);
    }

    private static boolean isLetter(char c) {
      if (c < 0x80)
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      return Character.isLetterOrDigit(c)
          || Character.getType(c) == Character.NON_SPACING_MARK
          || Character.getType(c) == Character.COMBINING_SPACING_MARK;
    }

    private static int mix(int hash) {
      int h = (hash ^ (hash >>> 16)) * 0x85ebca6b;
      h = (h ^ (h >>> 13)) * 0xc2b2ae35;
      return h ^ (h >>> 16);
    }

    private static int place(int hash, int times) {
      return (hash & ((1 << BITS) - 1)) << 8 | times;
    }
  }

  private static Features features(int[] found, int count) {
    Arrays.sort(found, 0, count);
    int[] places = new int[count];
    float[] weights = new float[count];
    int n = 0;
    for (int i = 0; i < count; i++) {
      int place = found[i] >> 8;
      if (n > 0 && places[n - 1] == place) {
        weights[n - 1] += found[i] & 255;
      } else {
        places[n] = place;
        weights[n++] = found[i] & 255;
      }
    }
    double squares = 0;
    for (int i = 0; i < n; i++) {
      weights[i] = LOGS[(int) Math.min(weights[i], LOGS.length - 1)];
      squares += weights[i] * weights[i];
    }
    float length = (float) Math.sqrt(squares);
    for (int i = 0; i < n; i++) weights[i] /= length;
    return new Features(Arrays.copyOf(places, n), Arrays.copyOf(weights, n));
  }

  private static final float[] LOGS = new float[1024];

  static {
    for (int i = 0; i < LOGS.length; i++) LOGS[i] = (float) Math.log1p(i);
  }
}
