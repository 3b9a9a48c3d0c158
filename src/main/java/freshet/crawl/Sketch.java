package freshet.crawl;

/// What the words of a page are, in 64 bytes: of all pairs of neighbouring words, each of 64
/// buckets keeps the least hash (one-permutation MinHash, a byte a bucket). Read off the bytes of
/// the page without parsing it: tags, scripts, styles and digits are passed over, so that pages
/// which differ in a date or a number only are alike.
final class Sketch {
  private static final int BUCKETS = 64;

  /// Pages with fewer pairs of words than this (besides the site's own furniture) say nothing.
  private static final int LEAST = 6;

  /// Of the buckets that are in use, this share must agree.
  private static final double ALIKE = 0.88;

  /// A byte of the least hash of each bucket; 0 if nothing fell into it.
  private final byte[] least = new byte[BUCKETS];

  private int pairs;

  /// Pairs of words that stand on every page of a site, as a set that may hold a few more.
  static final class Furniture {
    private final long[] first = new long[128];
    private long[] common = new long[0];
    private int pages;

    private static final int MASK = 128 * 64 - 1;

    private boolean has(int pair) {
      return common.length > 0 && (common[(pair & MASK) >> 6] & (1L << pair)) != 0;
    }

    private void learn(int[] pairs, int n) {
      if (pages >= 2) return;
      if (pages++ == 0) {
        for (int i = 0; i < n; i++) first[(pairs[i] & MASK) >> 6] |= 1L << pairs[i];
      } else {
        common = new long[128];
        for (int i = 0; i < n; i++) {
          int word = (pairs[i] & MASK) >> 6;
          common[word] |= first[word] & (1L << pairs[i]);
        }
      }
    }
  }

  /// The pairs of neighbouring words of a page, hashed: what takes time, without the site.
  record Pairs(int[] hashes, int count) {}

  static Pairs read(byte[] html) {
    int[] hashes = new int[Math.min(20_000, html.length / 4 + 1)];
    return new Pairs(hashes, pairs(html, hashes));
  }

  static Sketch of(Pairs read, Furniture furniture) {
    int[] pairs = read.hashes;
    int n = read.count;
    Sketch sketch = new Sketch();
    int[] least = new int[BUCKETS];
    for (int i = 0; i < n; i++) {
      if (furniture.has(pairs[i])) continue;
      int hash = pairs[i] * 0x9E3779B1;
      int bucket = hash >>> 26;
      int value = (hash & 0x3ffffff) + 1;
      if (least[bucket] == 0 || value < least[bucket]) least[bucket] = value;
      sketch.pairs++;
    }
    for (int i = 0; i < BUCKETS; i++) {
      if (least[i] != 0) sketch.least[i] = (byte) Math.max(1, (least[i] * 0x9E3779B1) >>> 24);
    }
    furniture.learn(pairs, n);
    return sketch;
  }

  private static int pairs(byte[] b, int[] pairs) {
    int n = 0;
    int before = 0;
    int word = 0;
    for (int i = 0; i <= b.length && n < pairs.length; i++) {
      int c = i < b.length ? b[i] : ' ';
      boolean letter = c < 0 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (letter) {
        word = word * 31 + (c | 0x20);
        continue;
      }
      if (word != 0) {
        if (before != 0) pairs[n++] = mix(before * 0x85EBCA6B + word);
        before = word;
        word = 0;
      }
      if (c == '<') i = afterTag(b, i);
    }
    return n;
  }

  private static int mix(int h) {
    h ^= h >>> 16;
    h *= 0x85EBCA6B;
    h ^= h >>> 13;
    h *= 0xC2B2AE35;
    return h ^ (h >>> 16);
  }

  private static int afterTag(byte[] b, int at) {
    boolean skip = is(b, at, "<script") || is(b, at, "<style");
    int i = at + 1;
    while (i < b.length && b[i] != '>') i++;
    if (!skip) return i;
    while (i < b.length && !(b[i] == '<' && (is(b, i, "</script") || is(b, i, "</style")))) i++;
    while (i < b.length && b[i] != '>') i++;
    return i;
  }

  private static boolean is(byte[] b, int at, String tag) {
    if (at + tag.length() > b.length) return false;
    for (int i = 0; i < tag.length(); i++) {
      int c = b[at + i];
      if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != tag.charAt(i)) return false;
    }
    return true;
  }

  boolean isEmpty() {
    return pairs < LEAST;
  }

  boolean isLike(Sketch other) {
    if (isEmpty() || other.isEmpty()) return isEmpty() && other.isEmpty();
    int used = 0;
    int same = 0;
    for (int i = 0; i < BUCKETS; i++) {
      if (least[i] == 0 && other.least[i] == 0) continue;
      used++;
      if (least[i] == other.least[i]) same++;
    }
    return same >= ALIKE * used;
  }
}
